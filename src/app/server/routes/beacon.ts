import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { CTA_PLACES, READ_DEPTHS, type BehaviourEvent, type Context } from '../../../features/events/contract.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { Arrival } from '../../../features/router/arrival.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/time.ts';

const TOKEN_AGE_MS = 24 * 3_600_000;
const MAX_BYTES = 4096;
/** Views of which is known what they have told already: a script tells each thing once, so only who repeats it by hand is kept out. */
const MAX_VIEWS = 20_000;

/**
 * What the page's script sends, as plain text so that it needs no preflight: the token of the view, and what came into sight. On a guide
 * these are products; on a review its buttons, and the quarters of its text.
 */
const Seen = z
  .strictObject({
    v: z.string().max(1000),
    items: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(100).optional(),
    places: z.array(z.enum(CTA_PLACES)).min(1).max(CTA_PLACES.length).optional(),
    depths: z.array(z.literal(READ_DEPTHS)).min(1).max(READ_DEPTHS.length).optional(),
    /** One of these places is the first that the view had in sight. */
    first: z.literal(1).optional(),
  })
  .refine(({ items, places, depths }) => items ?? places ?? depths, {
    path: ['items'],
    error: 'or places or depths must be there',
  });
type Seen = z.infer<typeof Seen>;

type Told = Pick<Extract<BehaviourEvent, { type: 'impression' }>, 'type' | 'item_id' | 'position'> | OfReview;
type OfReview =
  | Pick<Extract<BehaviourEvent, { type: 'read' }>, 'type' | 'depth'>
  | Pick<Extract<BehaviourEvent, { type: 'cta_impression' }>, 'type' | 'place'>
  | { type: 'cta_view' };

type Parts = {
  open: (token: string, maxAgeMs: number) => Context | undefined;
  arrivalOf: (request: FastifyRequest) => Arrival;
  placeOf: (itemId: number) => { guide_id: number; rank: number } | undefined;
  recordLazy: (events: BehaviourEvent[]) => void;
  clock: Clock;
};

/**
 * Counts what was in sight. A token that does not open, a product of another guide, and parts of a review on a page that is none are
 * answered alike and counted nowhere.
 */
export function beaconRoutes(route: Route, { open, arrivalOf, placeOf, recordLazy, clock }: Parts): void {
  const told = new LRUCache<string, Set<string>>({ max: MAX_VIEWS });

  /** Those that this view has not told before. */
  function fresh(viewId: string, all: Told[]): Told[] {
    const before = told.get(viewId) ?? new Set();
    told.set(viewId, before);
    return all.filter((one) => {
      const key = Object.values(one).join(' ');
      return !before.has(key) && before.add(key);
    });
  }

  route.post(
    '/api/beacon',
    { access: 'public', summary: 'What of a page a reader had in sight', status: 204, bodyLimitBytes: MAX_BYTES },
    ({ request, reply }) => {
      const seen = Seen.safeParse(parse(request.body));
      if (!seen.success) throw invalid(seen.error.issues[0]!.path.join('.') || 'body', seen.error.issues[0]!.message);
      const context = open(seen.data.v, TOKEN_AGE_MS);
      const ts = clock().toISOString();
      const { facts } = arrivalOf(request);
      if (context?.view_id) {
        const all = context.review_id === undefined ? productsOf(seen.data, context, placeOf) : partsOf(seen.data);
        const events = fresh(context.view_id, all).map((one) => ({ ...facts, ...context, ...one, ts }));
        if (events.length > 0) recordLazy(events);
      }
      return reply.status(204).send();
    },
  );
}

const productsOf = ({ items = [] }: Seen, { guide_id: guideId }: Context, placeOf: Parts['placeOf']): Told[] =>
  items.flatMap((id) => {
    const place = placeOf(id);
    return place && place.guide_id === guideId
      ? [{ type: 'impression' as const, item_id: id, position: place.rank }]
      : [];
  });

const partsOf = ({ places = [], depths = [], first }: Seen): OfReview[] => [
  ...depths.map((depth) => ({ type: 'read' as const, depth })),
  ...places.map((place) => ({ type: 'cta_impression' as const, place })),
  ...(first && places.length > 0 ? [{ type: 'cta_view' as const }] : []),
];

function parse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return undefined;
  }
}
