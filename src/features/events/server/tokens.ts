import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { Context } from '../contract.ts';

/** Seals a context into the `v` of a URL, and opens what comes back. */
export type Tokens = {
  /** At most 1 kB; what does not fit is left out, free values first, ids never. */
  seal(context: Context): string;
  /** Undefined for a token that is forged, damaged, or older than `maxAgeMs`. */
  open(token: string, maxAgeMs: number): Context | undefined;
};

const MAX_CHARS = 1000;
const MAC_BYTES = 16;

const SHORT: Record<keyof Context, string> = {
  visit_id: 'i',
  view_id: 'w',
  link_id: 'l',
  destination_id: 'd',
  source_id: 's',
  listicle_id: 'g',
  review_id: 'r',
  external_id: 'e',
  ad_ids: 'a',
  utm: 'u',
  subs: 'b',
  ts: 't',
};
const LONG = Object.fromEntries(Object.entries(SHORT).map(([long, short]) => [short, long])) as Record<
  string,
  keyof Context
>;
// What goes first when a token is too long.
const SPARABLE = ['subs', 'utm', 'ad_ids', 'external_id'] as const;

/** @param key 32 bytes that every instance shares. HMAC-SHA256, cut to 128 bits. @param now for the age of a token */
export function createTokens(key: Buffer, now: () => Date): Tokens {
  const secret = createSecretKey(key);
  const mac = (body: string): Buffer => createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES);
  return {
    seal(context) {
      let body = encode(context);
      const left = { ...context };
      for (const spare of SPARABLE) {
        if (body.length <= MAX_CHARS - 24) break;
        delete left[spare];
        body = encode(left);
      }
      return `${body}.${mac(body).toString('base64url')}`;
    },
    open(token, maxAgeMs) {
      const dot = token.indexOf('.');
      if (dot < 1 || token.length > MAX_CHARS) return undefined;
      const body = token.slice(0, dot);
      const given = Buffer.from(token.slice(dot + 1), 'base64url');
      if (given.length !== MAC_BYTES || !timingSafeEqual(given, mac(body))) return undefined;
      const context = decode(body);
      const age = context?.ts === undefined ? Number.NaN : now().getTime() - Date.parse(context.ts);
      return age <= maxAgeMs ? context : undefined;
    },
  };
}

function encode(context: Context): string {
  const short: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(context)) {
    if (value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)) continue;
    short[SHORT[key as keyof Context]] = key === 'ts' ? Date.parse(value as string) : value;
  }
  return Buffer.from(JSON.stringify(short)).toString('base64url');
}

function decode(body: string): Context | undefined {
  try {
    const short = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
    const long = Object.fromEntries(
      Object.entries(short).map(([key, value]) => [
        LONG[key],
        key === 't' ? new Date(value as number).toISOString() : value,
      ]),
    );
    return Context.safeParse(long).data;
  } catch {
    return undefined;
  }
}
