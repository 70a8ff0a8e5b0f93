import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomText } from '../ids.ts';

const UNREADABLE: Record<string, { status: string; error: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'bad_request',
    message: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'bad_request',
    message: 'The request was too slow.',
  },
};

/** What is no HTTP has no request and no reply, only a socket. */
export function answerUnreadable(cause: { code?: string }, socket: Socket): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, error, message } = UNREADABLE[cause.code ?? ''] ?? {
    status: '400 Bad Request',
    error: 'bad_request',
    message: 'The request could not be read.',
  };
  const body = JSON.stringify({ message, error, request_id: randomText(16) });
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/** Did the client go before all of its request was here? Whatever failed then failed because of that. */
export const hasHungUp = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** One line for whoever looks for it; nobody reads the answer. */
export function endHungUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.debug({ request_id: request.id }, 'the client hung up in the middle of its request');
  return reply.status(400).send('');
}
