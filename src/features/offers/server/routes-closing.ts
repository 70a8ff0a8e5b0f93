import { BulkChangesReply, IdParams } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { originOf } from '../../../platform/server/http/origin.ts';
import { NetworkReply } from '../../networks/contract.ts';
import type { CountNetworks } from '../../networks/server/service.ts';
import { OfferBulk } from '../bulk-contract.ts';
import { ClosingReply, NetworkClosing, OfferClosing } from '../closing-contract.ts';
import { OfferSaved } from '../contract.ts';
import { changeOffers } from './closing/bulk.ts';
import { closeNetwork, closeOffer, closingNetwork, closingOffer } from './closing/closing.ts';
import type { ClosingPort } from './closing-port.ts';
import type { CountOffers } from './service.ts';

type Counts = { offers: CountOffers; networks: CountNetworks };

/** What readers lose when an offer or a network takes nobody any more, and the save that gives them another way out. */
export function offerClosingRoutes(route: Route, deps: Deps, port: ClosingPort, counts: Counts): void {
  const scope = { ...deps, ...port };

  route.get(
    '/api/admin/offers/:id/closing',
    { access: 'write:commerce', summary: 'Places that would miss an offer', params: IdParams, reply: ClosingReply },
    async ({ params }) => ({ data: await closingOffer(scope, params.id) }),
  );

  route.put(
    '/api/admin/offers/:id/closing',
    {
      access: 'write:commerce',
      summary: 'Change an offer and name what stands in for it',
      params: IdParams,
      body: OfferClosing,
      reply: OfferSaved,
    },
    async ({ actor, params, body }) => {
      const { saved, moved } = await closeOffer({ ...scope, count: counts.offers }, actor, params.id, body);
      return { ...saved, message: `Offer updated successfully!${movedWords(moved)}` };
    },
  );

  route.post(
    '/api/admin/offers/bulk',
    {
      access: 'write:commerce',
      summary: 'One change for many offers, or what it would change',
      body: OfferBulk,
      reply: BulkChangesReply,
    },
    ({ actor, body }) => changeOffers(scope, actor, body),
  );

  route.get(
    '/api/admin/affiliate-networks/:id/closing',
    {
      access: 'admin',
      summary: 'Places that would miss the offers of a network',
      params: IdParams,
      reply: ClosingReply,
    },
    async ({ params }) => ({ data: await closingNetwork(scope, params.id) }),
  );

  route.put(
    '/api/admin/affiliate-networks/:id/closing',
    {
      access: 'admin',
      summary: 'Change a network and name what stands in for its offers',
      params: IdParams,
      body: NetworkClosing,
      reply: NetworkReply,
    },
    async ({ actor, params, body, request }) => {
      const own = { ...scope, count: counts.networks, origin: originOf(deps.config.publicUrl, request) };
      const { network, moved } = await closeNetwork(own, actor, params.id, body);
      return { data: network, message: `Affiliate network saved.${movedWords(moved)}` };
    },
  );
}

const movedWords = (moved: number): string =>
  moved === 0 ? '' : ` ${moved} ${moved === 1 ? 'product has' : 'products have'} a new fallback.`;
