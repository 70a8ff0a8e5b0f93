import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '../../errors.ts';
import { randomText } from '../../ids.ts';
import { bytesOf, type Asked, type Problems } from './problems.ts';

type Cause = { code?: string; rawPacket?: unknown };

const WORDS: Record<string, [code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['too_slow', 'The request was too slow.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The request is too large.'],
};

/** How long the caller may go on sending: who is cut off in the middle of it never reads the answer. */
const LISTEN_MS = 2000;

/** Answers what is no HTTP: it has no request and no reply, only a socket. */
export function answersUnreadable(problems: Problems): (cause: Cause, socket: Socket) => void {
  const answered = new WeakSet<Socket>();
  return (cause, socket) => {
    // each further piece of the same request comes here too
    if (answered.has(socket)) return;
    answered.add(socket);
    if (cause.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const begin = Buffer.isBuffer(cause.rawPacket) ? cause.rawPacket.toString('latin1') : '';
    const [code, message] = isOverlongLine(cause, begin)
      ? (['address_too_long', 'The address is too long.'] as const)
      : (WORDS[cause.code ?? ''] ?? ['bad_request', 'The request could not be read.']);
    const problem = problems.describe(askedBy(begin), new AppError(code, message), randomText(16));
    socket.end(bytesOf(problem, { hasBody: !begin.startsWith('HEAD ') }));
    const cut = setTimeout(() => socket.destroy(), LISTEN_MS).unref();
    socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(cut));
  };
}

/** The first line takes most of what all headers may: it is the address that is too long. */
const isOverlongLine = ({ code }: Cause, begin: string): boolean =>
  code === 'HPE_HEADER_OVERFLOW' && /^[A-Z]+ [^\r\n]{8000}/.test(begin);

/** What the bytes say of who asks; they may be a piece from the middle. Only a page with a cookie too many sends so much: nobody else is meant. */
function askedBy(begin: string): Asked {
  const [, url] = /^[A-Z]+ (\S{1,2000})/.exec(begin) ?? [];
  const [, accept] = /\r\naccept:[ \t]*([^\r\n]*)/i.exec(begin) ?? [];
  return { url, headers: { ...(accept !== undefined && { accept }) } };
}
