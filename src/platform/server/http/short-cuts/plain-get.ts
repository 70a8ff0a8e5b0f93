import { isPlainHost } from '../origin.ts';

/** Longer ones are rare, and node's parser has the limits for them. */
const MAX_BYTES = 8192;
const PLAIN = /^GET (\/[!"$-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n){1,100})\r\n$/;
/** What makes a request more than its head, or the connection another than one that stays open. */
const NOT_PLAIN = new Set([
  'content-length',
  'expect',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export type PlainGet = { url: string; headers: Record<string, string> };

/** The Host that was found plain last: most requests name the same. */
let knownHost = '';

/**
 * Reads bytes that are one whole GET of HTTP/1.1 in its plainest form: an ASCII head, every header once, no body, a plain Host, a
 * connection that stays open. RFC 9112, and narrower than it wherever two readers could differ: nothing is ever read here that
 * node's parser would read in another way.
 * @returns undefined for everything else, which node's parser then gets byte for byte
 */
export function readPlainGet(bytes: Buffer): PlainGet | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const found = PLAIN.exec(bytes.toString('latin1'));
  if (!found) return undefined;
  const head = found[2]!;
  const headers: Record<string, string> = {};
  for (let at = 0; at < head.length;) {
    const colon = head.indexOf(':', at);
    const end = head.indexOf('\r\n', colon);
    const name = head.slice(at, colon).toLowerCase();
    // a value twice is joined in one way or another, by its name
    if (NOT_PLAIN.has(name) || Object.hasOwn(headers, name)) return undefined;
    headers[name] = head.slice(colon + 1, end).trim();
    at = end + 2;
  }
  const { host, connection } = headers;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined;
  if (host === undefined || (host !== knownHost && !isPlainHost(host))) return undefined;
  knownHost = host;
  return { url: found[1]!, headers };
}
