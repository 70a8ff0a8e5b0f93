// Crockford's base32: its signs rise with their bytes, so ids sort by time, and it has no i, l, o, u to misread, which toString(32) has
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new event id: 24 lowercase base32 characters, sortable by time, unguessable.
 * 10 characters carry the millisecond, 14 carry 70 random bits. Not a UUID: some networks strip those from sub ids.
 * @param nowMs milliseconds since 1970
 */
export function newEventId(nowMs: number): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < 10; i += 1) {
    time = ALPHABET[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  return time + randomText(14);
}

/** The shape of an id made by `newEventId`. */
export const EVENT_ID = /^[0-9a-hjkmnp-tv-z]{24}$/;

const POOL_BYTES = 8192;
const pool = new Uint8Array(POOL_BYTES);
let taken = POOL_BYTES;

/** Random base32 text from the system's generator, fetched by the kilobyte: 5 bits a character. @param length at most 8192 */
export function randomText(length: number): string {
  if (taken + length > POOL_BYTES) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  let text = '';
  for (const end = taken + length; taken < end; taken += 1) {
    text += ALPHABET[pool[taken]! & 31]!;
    // what was given out must not lie about in memory
    pool[taken] = 0;
  }
  return text;
}
