// Crockford's base32: its signs rise with their bytes, so ids sort by time, and it has no i, l, o, u to misread, which toString(32) has
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new event id: 24 lowercase base32 characters, sortable by time, unguessable.
 * 10 characters carry the millisecond, 14 carry 70 random bits. Not a UUID: some networks strip those from sub ids.
 * @param nowMs milliseconds since 1970
 */
export function newEventId(nowMs: number): string {
  if (nowMs !== lastTime.ms) lastTime = { ms: nowMs, text: timeText(nowMs) };
  return lastTime.text + randomText(14);
}

/** Many ids are made in one millisecond. */
let lastTime = { ms: Number.NaN, text: '' };

function timeText(ms: number): string {
  let time = '';
  for (let rest = ms, i = 0; i < 10; i += 1) {
    time = ALPHABET[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  return time;
}

/** The shape of an id made by `newEventId`. */
export const EVENT_ID = /^[0-9a-hjkmnp-tv-z]{24}$/;

/** Two signs at a time: an id is made of half as many pieces. */
const PAIRS = Array.from({ length: 1024 }, (_, i) => ALPHABET[i >> 5]! + ALPHABET[i & 31]!);
const POOL_BYTES = 8192;
const pool = new Uint8Array(POOL_BYTES);
let taken = POOL_BYTES;

/** Random base32 text from the system's generator, fetched by the kilobyte: 5 bits a character. @param length at most 8192 */
export function randomText(length: number): string {
  if (taken + length > POOL_BYTES) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  const begin = taken;
  taken += length;
  let text = '';
  let at = begin;
  for (; at + 1 < taken; at += 2) text += PAIRS[((pool[at]! & 31) << 5) | (pool[at + 1]! & 31)]!;
  if (at < taken) text += ALPHABET[pool[at]! & 31]!;
  // what was given out must not lie about in memory
  pool.fill(0, begin, taken);
  return text;
}
