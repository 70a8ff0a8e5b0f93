const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford base32: no i, l, o, u

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

/** Random base32 text from the system's generator: 5 bits a character. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  let text = '';
  for (const byte of bytes) text += ALPHABET[byte & 31]!;
  return text;
}
