import type { BulkChangesReply } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { changeOrForesee, tagsAfter } from '../../../../platform/server/records/bulk.ts';
import type { OfferBulk, OfferBulkAct } from '../../bulk-contract.ts';
import { MAX_OFFER_TAGS, type Offer, type OfferChange } from '../../contract.ts';
import type { ClosingPort } from '../closing-port.ts';
import * as offers from '../service.ts';
import * as store from '../store.ts';

type Scope = Pick<Deps, 'db' | 'clock'> & Pick<ClosingPort, 'placesOf'>;

/** One change for many offers, each judged by itself; a dry run says what would change, and where readers would miss them. */
export async function changeOffers(
  scope: Scope,
  actor: Actor,
  { act, ...which }: OfferBulk,
): Promise<BulkChangesReply> {
  // nobody looks at their numbers here
  const at = (trx: Scope['db']) => ({ ...scope, db: trx, count: async () => new Map() });
  const names = await offerNames(scope.db, act, which.ids);
  return changeOrForesee(scope.db, which, {
    read: async (trx, id) => {
      await store.lock(trx, id);
      return offers.getOffer(at(trx), id);
    },
    change: (trx, offer) => offers.updateOffer(at(trx), actor, offer.id, changeOf(offer, act)),
    tell: ({ status, tags, overflow_offer_id: overflow }) => ({
      Status: status,
      Tags: tags.join(', '),
      'When a cap is reached': overflow === null ? 'nobody' : (names.get(overflow) ?? `offer ${overflow}`),
    }),
    warn: async (trx, { id, state }) => {
      if (act.do !== 'status' || act.status === 'active' || state !== 'active') return null;
      const lost = (await scope.placesOf(trx, [id], scope.clock())).filter((place) => place.is_lost).length;
      return lost === 0 ? null : `${lost === 1 ? 'One button goes' : `${lost} buttons go`} with it.`;
    },
  });
}

function changeOf(offer: Offer, act: OfferBulkAct): OfferChange {
  switch (act.do) {
    case 'status':
      return { status: act.status };
    case 'overflow':
      return { overflow_offer_id: act.overflow_offer_id };
    case 'add_tag':
    case 'remove_tag':
      return { tags: tagsAfter(offer.tags, act, MAX_OFFER_TAGS) };
  }
}

/** Of the offers that take over, before and after. */
async function offerNames(db: Scope['db'], act: OfferBulkAct, ids: readonly number[]): Promise<Map<number, string>> {
  if (act.do !== 'overflow') return new Map();
  const takers = (await store.findMany(db, [...new Set(ids)])).map((row) => row.overflow_offer_id);
  const known = [...takers, act.overflow_offer_id].filter((id) => id !== null);
  return new Map((await store.findMany(db, [...new Set(known)])).map(({ id, name }) => [id, name]));
}
