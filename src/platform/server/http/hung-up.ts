import type { FastifyReply, FastifyRequest } from 'fastify';

/** Did the client go before all of its request was here? Whatever failed then failed because of that. */
export const hasHungUp = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** One line for whoever looks for it; nobody reads the answer. */
export function endHungUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.debug({ request_id: request.id }, 'the client hung up in the middle of its request');
  return reply.status(400).send('');
}
