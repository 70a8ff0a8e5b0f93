import type { FastifyRequest } from 'fastify';

/** The origin under which the caller reaches us, without a slash at the end. */
export const originOf = (publicUrl: string | undefined, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;
