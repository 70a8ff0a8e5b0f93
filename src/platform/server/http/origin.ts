import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

const NAME = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(\d{1,5}))?$/i;
const BRACKETED = /^\[([0-9a-f:.]{2,45})\](?::(\d{1,5}))?$/i;
const MAX_HOST = 255;
const WRONG = 'The Host of this request is not a plain host.';

/** A name, an IPv4 or a bracketed IPv6, with or without a port: what may stand in an address of ours. */
export function isPlainHost(host: string): boolean {
  if (host.length > MAX_HOST) return false;
  const [, name, namePort] = NAME.exec(host) ?? [];
  const [, address, addressPort] = BRACKETED.exec(host) ?? [];
  const port = Number(namePort ?? addressPort ?? 80);
  if (port < 1 || port > 65_535) return false;
  if (address !== undefined) return isIPv6(address);
  // what ends in a number is read as an IPv4 by every browser
  return name !== undefined && (!/(?:^|\.)\d+$/.test(name) || isIPv4(name));
}

/** True also without any Host, as balancers ask by HTTP/1.0; a later version must name one. */
export function hasPlainHost({
  rawHeaders,
  httpVersion,
}: Pick<FastifyRequest['raw'], 'rawHeaders' | 'httpVersion'>): boolean {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return false;
    host = rawHeaders[i + 1]!;
  }
  return host === undefined ? httpVersion === '1.0' : isPlainHost(host);
}

/** Of a request whose Host comes twice, is none, or is missing. */
export const wrongHost = (): AppError => new AppError('bad_request', WRONG);

/** The same for a forwarded host, which only a trusted proxy may name. @throws AppError bad_request */
export function refuseWrongHost({ host }: Pick<FastifyRequest, 'host'>): void {
  if (host !== '' && !isPlainHost(host)) throw wrongHost();
}

/** The origin under which the caller reaches us, without a slash at the end; who names no host is told the address that they asked. */
export function originOf(publicUrl: string | undefined, request: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl;
  const { host, socket } = request;
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  if (isPlainHost(host)) return `${scheme}://${host}`;
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`;
}
