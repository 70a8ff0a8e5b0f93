import { IdParams } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { LinkSnooze, OfferLinkHealthReply } from '../contract.ts';
import { checkOfferLink, linkHealthOf, snoozeOfferLink, type FindOfferPlaces } from './link-health.ts';

const BASE = '/api/admin/offers/:id';

/** What is known of an offer's address, and the two things a person can do about it. */
export function offerHealthRoutes(route: Route, deps: Deps, placesOf: FindOfferPlaces): void {
  const scope = { ...deps, placesOf };

  route.get(
    `${BASE}/link-health`,
    { access: 'read:content', summary: "State of an offer's address", params: IdParams, reply: OfferLinkHealthReply },
    async ({ params }) => ({ data: await linkHealthOf(scope, params.id) }),
  );

  route.post(
    `${BASE}/check-link`,
    {
      access: 'write:commerce',
      summary: "Look at an offer's address now",
      params: IdParams,
      reply: OfferLinkHealthReply,
    },
    async ({ params }) => {
      const data = await checkOfferLink(scope, params.id);
      return { data, message: data.link_note ?? 'Checked.' };
    },
  );

  route.put(
    `${BASE}/link-snooze`,
    {
      access: 'write:commerce',
      summary: "Vouch for an offer's address until a date, or end that",
      params: IdParams,
      body: LinkSnooze,
      reply: OfferLinkHealthReply,
    },
    async ({ actor, params, body }) => ({
      data: await snoozeOfferLink(scope, actor, params.id, body.until),
      message: body.until === null ? 'The next check decides.' : 'Noted: this link is fine.',
    }),
  );
}
