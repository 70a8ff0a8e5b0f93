import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, diskFull } from '../../errors.ts';
import { randomText } from '../../ids.ts';
import type { Access } from '../../permissions.ts';
import { isDiskFull } from '../disk-room.ts';
import { endHungUp, hasHungUp } from './hung-up.ts';
import type { Log } from '../log.ts';
import { heldUp, isHeldUp, isUnreachable } from '../postgres/postgres.ts';

/** What is known of a request that cannot be answered as it wished; of one that never became one, what its first bytes say. */
export type Asked = { url?: string | undefined; headers: Readonly<Record<string, string | string[] | undefined>> };

/** Draws the page that says what went wrong, from memory alone. @returns undefined for who asks for no page */
export type DrawProblem = (
  asked: Asked,
  status: number,
  requestId: string,
) => { headers: Record<string, string>; body: Buffer } | undefined;

/** Does the caller take a page? Who names nothing, or anything, does; a program that wants something else says what. */
export function takesPages({ accept }: Asked['headers']): boolean {
  const asked = String(accept ?? '*/*').toLowerCase();
  return /^(?:\*|text)\/\*/.test(asked) || /text\/html(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))|application\/xhtml/.test(asked);
}

/** An answer whole, for whoever has to write it. */
export type Problem = { status: number; headers: Record<string, string>; body: Buffer | string };

/** The one place where errors become answers: a page for people, a body for programs. */
export type Problems = {
  describe(asked: Asked, error: AppError, requestId: string, status?: number): Problem;
  /** As the answer of a request that the framework has. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Of one that it never saw; what is no fault of the caller's is in the log. */
  describeBare(error: unknown, asked: Asked, status?: number): Problem;
  /** As the answer of one that it never saw. */
  answerBare(error: unknown, request: FastifyRequest['raw'], response: FastifyReply['raw'], status?: number): void;
};

/** @param headers of every answer @param draw without it nobody is given a page */
export function createProblems(log: Log, headers: Readonly<Record<string, string>>, draw?: DrawProblem): Problems {
  function describe(asked: Asked, error: AppError, requestId: string, status = error.status): Problem {
    const wait = error.details?.['retry_after_s'];
    const own = {
      ...headers,
      'cache-control': 'no-store',
      ...(typeof wait === 'number' && { 'retry-after': String(wait) }),
    };
    const page = draw?.(asked, status, requestId);
    if (page) return { status, headers: { ...own, ...page.headers }, body: page.body };
    const { message, code, errors, details } = error;
    return {
      status,
      headers: { ...own, 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' },
      body: JSON.stringify({
        message,
        error: code,
        ...(errors && { errors }),
        ...(details && { details }),
        request_id: requestId,
      }),
    };
  }

  function describeBare(error: unknown, asked: Asked, status?: number): Problem {
    const requestId = randomText(16);
    const known = knownError(error, 'public');
    if (known.status >= 500) log.error({ err: error, request_id: requestId }, 'request failed');
    return describe(asked, known, requestId, status);
  }

  return {
    describe,
    describeBare,
    answer(error, request, reply) {
      if (hasHungUp(request)) return endHungUp(request, reply);
      const known = knownError(error, request.routeOptions.config?.access);
      if (known.status >= 500) request.log.error({ err: error, request_id: request.id }, 'request failed');
      const { status, headers: own, body } = describe(request, known, request.id);
      return reply
        .status(status)
        .headers(own)
        .serializer((text: string) => text)
        .send(body);
    },
    answerBare(error, request, response, status) {
      const found = describeBare(error, request, status);
      response.writeHead(found.status, {
        ...found.headers,
        'content-length': Buffer.byteLength(found.body),
        connection: 'close',
      });
      response.end(request.method === 'HEAD' ? undefined : found.body);
    },
  };
}

/** The whole of an answer as bytes for a bare socket. */
export function bytesOf(
  { status, headers, body }: Problem,
  { hasBody, reason = 'Refused' }: { hasBody: boolean; reason?: string },
): Buffer {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(hasBody ? body : '')]);
}

/** The error as a caller may see it. What is not ours is a bland 500; its detail goes to the log only. */
function knownError(error: unknown, access: Access | undefined): AppError {
  // who is not of the house is asked to come again, and learns nothing of our disk
  if (isDiskFull(error)) return (access ?? 'public') === 'public' ? unanswered(error) : diskFull(error);
  if (error instanceof AppError) return error;
  if (isUnreachable(error)) return unanswered(error);
  return isHeldUp(error) ? heldUp(error) : fromFramework(error);
}

/** The database was lost in the middle of the request, or has no room. */
const unanswered = (cause: unknown): AppError =>
  new AppError('unavailable', 'The database does not answer. Try again in a moment.', {
    cause,
    details: { retry_after_s: 5 },
  });

function fromFramework(error: unknown): AppError {
  const { statusCode, message, code } = error as { statusCode?: number; message?: string; code?: string };
  if (statusCode === 413)
    return new AppError('payload_too_large', 'The request is too large.', { errors: { body: ['is too large'] } });
  if (statusCode === 414) return new AppError('address_too_long', 'The address is too long.');
  if (statusCode === 415)
    return new AppError('unsupported_media_type', 'Send application/json.', { errors: { body: ['must be JSON'] } });
  if (statusCode === 429) return new AppError('too_many_requests', message ?? 'Too many requests.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', 'The request could not be read.', {
      errors: { body: [message ?? code ?? 'is malformed'] },
    });
  }
  return new AppError('internal_error', 'Something went wrong on our side.');
}
