import { z } from 'zod';
import type { Context } from '../../features/events/contract.ts';
import { invalid } from '../../platform/errors.ts';
import type { Route } from '../../platform/server/http.ts';
import type { Arrival } from '../../features/links/server/service.ts';
import type { FastifyRequest } from 'fastify';
import type { BehaviourEvent } from '../../features/events/contract.ts';
import type { Clock } from '../../platform/time.ts';

const TOKEN_AGE_MS = 24 * 3_600_000;
const MAX_BYTES = 4096;

/** What the page's script sends, as plain text so that it needs no preflight: the token of the view and the products seen. */
const Seen = z.strictObject({
  v: z.string().max(1000),
  items: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(100),
});

type Parts = {
  open: (token: string, maxAgeMs: number) => Context | undefined;
  arrivalOf: (request: FastifyRequest) => Arrival;
  placeOf: (itemId: number) => { guide_id: number; rank: number } | undefined;
  recordLazy: (events: BehaviourEvent[]) => void;
  clock: Clock;
};

/** Counts impressions. A token that does not open, or a product of another guide, is answered alike and counted nowhere. */
export function beaconRoutes(route: Route, { open, arrivalOf, placeOf, recordLazy, clock }: Parts): void {
  route.post(
    '/api/beacon',
    { access: 'public', summary: 'Product cards that a reader saw', status: 204, bodyLimitBytes: MAX_BYTES },
    ({ request, reply }) => {
      const seen = Seen.safeParse(parse(request.body));
      if (!seen.success) throw invalid(seen.error.issues[0]!.path.join('.') || 'body', seen.error.issues[0]!.message);
      const context = open(seen.data.v, TOKEN_AGE_MS);
      const ts = clock().toISOString();
      const { facts } = arrivalOf(request);
      if (context?.view_id) {
        recordLazy(
          [...new Set(seen.data.items)].flatMap((itemId) => {
            const place = placeOf(itemId);
            if (place?.guide_id !== context.listicle_id) return [];
            return [{ ...facts, ...context, type: 'impression' as const, ts, item_id: itemId, position: place?.rank }];
          }),
        );
      }
      return reply.status(204).send();
    },
  );
}

function parse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return undefined;
  }
}
