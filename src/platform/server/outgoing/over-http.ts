import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Log } from '../log.ts';
import { createAllowList, isPublicAddress, readAddress, type AllowList } from './addresses.ts';
import { createSlots } from './slots.ts';
import type { Outgoing, OutgoingFile, OutgoingRequest, OutgoingResult } from './outgoing.ts';

const MAX_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_FILE_TIMEOUT_MS = 60_000;
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const LOCAL = /(^|\.)localhost\.?$/i;
const OURS = /^(host|connection|content-length|transfer-encoding|accept-encoding|expect|te|trailer|upgrade|proxy-.*)$/i;

/** One address behind a name. */
export type Resolved = { address: string; family: number };

type Options = {
  /** The entries of `OUTGOING_ALLOW`. */
  allow: readonly string[];
  log: Log;
  /** Open without being named; tests that cannot listen below 1024 pass their own. */
  ports?: readonly number[];
  /** Resolves a name to all its addresses; the system's resolver unless a test brings one. */
  resolve?: (host: string) => Promise<Resolved[]>;
};

/** The guard refused the target; the word is all that anybody learns. */
class Blocked extends Error {}
/** No usable answer came. */
class Failed extends Error {}

/** What an endpoint answered. */
type Said = { status: number; body: string; location?: string; file?: OutgoingFile };

/** A target that may be connected to: every address behind its name was judged. */
type Target = { url: URL; host: string; port: number; addresses: Resolved[] };

/**
 * The guarded HTTP client. The name is resolved once, all its addresses are judged as numbers, the connection goes to the judged
 * addresses and the peer of the socket is compared with them before a byte is sent. No redirects, no proxies, no connection is kept.
 * @throws Error when an entry of `allow` cannot be read
 */
export function createOutgoing({ allow, log, ports = [80, 443], resolve = resolveAll }: Options): Outgoing {
  const allowList = createAllowList(allow);
  const slots = createSlots();
  return {
    async send(request) {
      let url: URL;
      try {
        url = readTarget(request.url, allowList, ports);
      } catch (error) {
        return { kind: 'blocked', reason: (error as Error).message, durationMs: 0 };
      }
      const slot = await slots.take(url.host);
      if (!slot) return { kind: 'failed', reason: 'closing', durationMs: 0 };
      const startedAt = performance.now();
      const result = await exchange(url, request, allowList, resolve).then<OutgoingResult, OutgoingResult>(
        (answer) => ({ kind: 'answer', ...answer, durationMs: elapsed(startedAt) }),
        (error: unknown) => {
          const durationMs = elapsed(startedAt);
          if (error instanceof Blocked) return { kind: 'blocked', reason: error.message, durationMs };
          if (error instanceof Failed) return { kind: 'failed', reason: error.message, durationMs };
          log.warn({ err: error }, 'outgoing request failed');
          return { kind: 'failed', reason: 'no_answer', durationMs };
        },
      );
      slot.release(result.kind === 'answer');
      return result;
    },
    close: () => slots.close(),
  };
}

const elapsed = (startedAt: number): number => Math.round(performance.now() - startedAt);

/**
 * Judges what the text of a target tells: scheme, user, port. Addresses behind names are judged when sending.
 * @throws Error with one fixed word
 */
function readTarget(text: string, allow: AllowList, ports: readonly number[]): URL {
  if (!URL.canParse(text)) throw new Blocked('bad_url');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Blocked('scheme_not_allowed');
  if (url.username || url.password) throw new Blocked('userinfo_not_allowed');
  if (!url.hostname) throw new Blocked('bad_url');
  const port = portOf(url);
  if (!ports.includes(port) && !allow.allowsPort(url.hostname, port)) throw new Blocked('port_not_allowed');
  return url;
}

const portOf = (url: URL): number => (url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80);

/**
 * What is wrong with a target that an administrator types, as far as its text tells: a scheme, port, user or literal address that
 * would be blocked when sending. @returns undefined when the name still has to be judged at sending
 */
export function judgeTarget(text: string, allow: readonly string[]): string | undefined {
  try {
    const list = createAllowList(allow);
    const url = readTarget(text, list, [80, 443]);
    const isLiteral = readAddress(url.hostname) !== undefined;
    if (url.protocol === 'http:' && !list.allowsAddress(url.hostname, url.hostname, portOf(url)))
      return 'must be https';
    if (isLiteral || LOCAL.test(url.hostname)) judgeAddresses(url, [isLiteral ? url.hostname : '127.0.0.1'], list);
    return undefined;
  } catch (error) {
    return REASONS[(error as Error).message] ?? 'must be an https address';
  }
}

const REASONS: Record<string, string> = {
  scheme_not_allowed: 'must be an https address',
  userinfo_not_allowed: 'must not hold a user name or a password before the host',
  port_not_allowed: 'must use port 443',
  address_not_allowed: 'must be on the public internet, not a private or local address',
};

function judgeAddresses(url: URL, addresses: readonly string[], allow: AllowList): void {
  const isFine = (address: string) =>
    isPublicAddress(address) || allow.allowsAddress(url.hostname, address, portOf(url));
  if (!addresses.every(isFine)) throw new Blocked('address_not_allowed');
}

const resolveAll = (host: string): Promise<Resolved[]> =>
  new Promise((done, fail) =>
    systemLookup(host, { all: true, order: 'verbatim' }, (error, found) => (error ? fail(error) : done(found))),
  );

async function findTarget(url: URL, allow: AllowList, resolve: NonNullable<Options['resolve']>): Promise<Target> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (LOCAL.test(host)) judgeAddresses(url, ['127.0.0.1'], allow);
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(host).catch(() => {
        throw new Failed('name_not_found');
      });
  if (addresses.length === 0) throw new Failed('name_not_found');
  judgeAddresses(
    url,
    addresses.map(({ address }) => address),
    allow,
  );
  return { url, host, port: portOf(url), addresses };
}

/** One exchange under one clock. Whatever is open when it ends is torn down. */
function exchange(
  url: URL,
  request: OutgoingRequest,
  allow: AllowList,
  resolve: NonNullable<Options['resolve']>,
): Promise<Said> {
  const open: { destroy(): unknown }[] = [];
  let isOver = false;
  const opened = <T extends { destroy(): unknown }>(what: T): T => {
    open.push(what);
    if (isOver) what.destroy();
    return what;
  };
  const run = async () => {
    const target = await findTarget(url, allow, resolve);
    if (isOver) throw new Failed('timeout');
    const socket = await connect(target, opened);
    return speak(target, socket, request, opened);
  };
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Failed('timeout')),
    Math.min(
      request.timeoutMs ?? MAX_TIMEOUT_MS,
      request.fileBytes === undefined ? MAX_TIMEOUT_MS : MAX_FILE_TIMEOUT_MS,
    ),
  );
  return Promise.race([run(), over]).finally(() => {
    clearTimeout(timer);
    isOver = true;
    for (const one of open) one.destroy();
  });
}

type Opened = <T extends { destroy(): unknown }>(what: T) => T;

/** Connects to a judged address and compares the peer before anything is said. */
async function connect({ url, host, port, addresses }: Target, opened: Opened): Promise<Socket> {
  const socket = opened(
    connectTcp({
      host,
      port,
      autoSelectFamily: true,
      // all the addresses there are for this socket: the judged ones
      lookup: (_host, options, done) =>
        options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family),
    }),
  );
  await ready(socket, 'connect', 'connection_failed');
  const peer = readAddress(socket.remoteAddress ?? '')?.toNormalizedString();
  if (!addresses.some(({ address }) => readAddress(address)?.toNormalizedString() === peer))
    throw new Blocked('address_not_allowed');
  if (url.protocol === 'http:') return socket;
  const secure = opened(
    connectTls({ socket, ...(isIP(host) ? { host } : { servername: host }), ALPNProtocols: ['http/1.1'] }),
  );
  await ready(secure, 'secureConnect', 'tls_failed');
  return secure;
}

const ready = (socket: Socket, event: string, reason: string): Promise<void> =>
  new Promise((done, fail) => {
    socket.once(event, done);
    // stays: an error after the connection was made must not end the process
    socket.on('error', () => fail(new Failed(reason)));
    socket.once('close', () => fail(new Failed(reason)));
  });

async function speak({ url }: Target, socket: Socket, request: OutgoingRequest, opened: Opened): Promise<Said> {
  const given = Object.entries(request.headers ?? {}).filter(([name]) => !OURS.test(name));
  const sent = opened(
    httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      maxHeaderSize: 16_384,
      headers: {
        'user-agent': 'Guidepost',
        ...Object.fromEntries(given),
        host: url.host,
        connection: 'close',
        'accept-encoding': 'identity',
        ...(request.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }),
      },
    }),
  );
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // stays: an error after the answer began must not end the process
  sent.on('error', () => reject(new Failed('no_answer'))).on('response', resolve);
  sent.end(request.body);
  const answer = await answered;
  const { location, etag, 'last-modified': modified } = answer.headers;
  const said = { status: answer.statusCode ?? 0, ...(location !== undefined && { location }) };
  const { fileBytes } = request;
  const { bytes, isCut } = await readBody(answer, Math.min(fileBytes ?? MAX_ANSWER_BYTES, MAX_FILE_BYTES));
  if (fileBytes === undefined) return { ...said, body: bytes.toString('utf8') };
  return {
    ...said,
    body: '',
    file: { bytes, isCut, ...(etag !== undefined && { etag }), ...(modified !== undefined && { modified }) },
  };
}

/** At most so many bytes; the rest is never read. */
async function readBody(answer: IncomingMessage, most: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const parts: Buffer[] = [];
  let left = most;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, left));
      left -= part.length;
      if (left < 0) break;
    }
  } catch (error) {
    throw new Failed('no_answer', { cause: error });
  }
  return { bytes: Buffer.concat(parts), isCut: left < 0 };
}
