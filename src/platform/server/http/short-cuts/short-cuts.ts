import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Log } from '../../log.ts';
import { isPlainHost } from '../origin.ts';
import type { Asked, Problems } from '../problems.ts';

/** A GET as a short cut sees it. */
export type ShortAsked = {
  url: string;
  /** Of the visitor: behind a proxy that is trusted, what it says. */
  ip: string;
  /** Names in lower case. */
  headers: Asked['headers'];
};

/** Headers that many answers have in common, in the two forms in which they go out. */
export type CommonHead = { list: readonly string[]; text: string };

/**
 * Sends a whole answer. @param own names and values in turn, beyond the common ones
 * @param onSent called when the system has its own copy of the bytes, and not at all when the reader is gone
 * @throws TypeError for a value that no header may hold; nothing is sent then
 */
export type SendShort = (
  status: number,
  common: CommonHead,
  own: readonly string[],
  body?: Buffer,
  onSent?: () => void,
) => void;

/**
 * Answers a GET before the framework sees it, for the few paths whose rate is the product's. It must answer just as the
 * declared route does, which stays the reference. It answers once, at once or later; what fails after it has returned it hands to `fail`.
 * @returns false to leave the request to the framework
 */
export type ShortCut = (asked: ShortAsked, send: SendShort, fail: (error: unknown) => void) => boolean;

/** Made once, when an answer's kind is known. */
export function commonHead(headers: Readonly<Record<string, string>>): CommonHead {
  const all = Object.entries(headers);
  return { list: all.flat(), text: all.map(([name, value]) => `${name}: ${value}\r\n`).join('') };
}

/** Offers a request to each short cut. One that fails before it has answered leaves the request to the routes. */
export function offerTo(shortCuts: readonly ShortCut[], log: Log) {
  return (asked: ShortAsked, answer: { send: SendShort; fail(error: unknown): void; isGiven(): boolean }): boolean => {
    try {
      for (const shortCut of shortCuts) if (shortCut(asked, answer.send, answer.fail)) return true;
      return false;
    } catch (error) {
      // nobody else would catch it, and the process would end
      log.error({ err: error }, 'a short cut failed');
      return answer.isGiven();
    }
  };
}

type Offer = ReturnType<typeof offerTo>;

/** How a short cut answers a request that node has read. */
export function onNodesServer(offer: Offer, addressOf: AddressOf, { problems, log }: { problems: Problems; log: Log }) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET') return false;
    const { headers, url = '' } = request;
    const ip = addressOf(request.socket.remoteAddress, headers);
    if (ip === undefined) return false;
    return offer(
      { url, headers, ip },
      {
        isGiven: () => response.headersSent,
        send(status, common, own, body, onSent) {
          response.writeHead(status, [...common.list, ...own, 'content-length', String(body?.length ?? 0)]);
          response.end(body, onSent);
        },
        fail(error) {
          if (!response.headersSent) return problems.answerBare(error, request, response);
          log.error({ err: error }, 'a short cut failed');
        },
      },
    );
  };
}

/** Whose request it is; undefined where the framework has to judge what a proxy said. */
export type AddressOf = (peer: string | undefined, headers: Asked['headers']) => string | undefined;

/** @param trustProxy addresses and ranges of the proxies whose word is taken, as the framework takes it */
export function visitorsAddress(trustProxy: string[]): AddressOf {
  if (trustProxy.length === 0) return (peer = '') => peer;
  const isTrusted = proxyAddr.compile(trustProxy);
  return (peer = '', headers) => {
    const host = headers['x-forwarded-host'];
    if (host !== undefined && (typeof host !== 'string' || !isPlainHost(host))) return undefined;
    return proxyAddr({ headers, socket: { remoteAddress: peer } } as IncomingMessage, isTrusted);
  };
}
