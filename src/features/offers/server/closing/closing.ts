import { notFound } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { inTransaction } from '../../../../platform/server/postgres/postgres.ts';
import type { Network } from '../../../networks/contract.ts';
import { networksById, updateNetwork, type CountNetworks } from '../../../networks/server/service.ts';
import type { ClosingPlace, NetworkClosing, OfferClosing } from '../../closing-contract.ts';
import type { OfferSaved } from '../../contract.ts';
import type { ClosingPort } from '../closing-port.ts';
import * as offers from '../service.ts';
import * as store from '../store.ts';

type Scope = Pick<Deps, 'db' | 'clock' | 'secrets'> & ClosingPort;

/** Where readers would miss an offer that takes nobody. @throws AppError not_found */
export async function closingOffer(scope: Scope, id: number): Promise<ClosingPlace[]> {
  await offers.requireOffer(scope.db, id);
  return scope.placesOf(scope.db, [id], scope.clock());
}

/** The same for every offer of a network. @throws AppError not_found */
export async function closingNetwork(scope: Scope, id: number): Promise<ClosingPlace[]> {
  if (!(await networksById(scope.db, [id])).has(id)) throw notFound('Affiliate network');
  return scope.placesOf(scope.db, await store.listIdsOfNetwork(scope.db, id), scope.clock());
}

/**
 * Changes an offer and first gives the buttons that lose it to another one, or does neither.
 * @throws AppError like `updateOffer`
 */
export async function closeOffer(
  scope: Scope & { count: offers.CountOffers },
  actor: Actor,
  id: number,
  { stand_in_offer_id: standIn, ...change }: OfferClosing,
): Promise<{ saved: Omit<OfferSaved, 'message'>; moved: number }> {
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    // guides are locked before offers, as by every write to a product
    const moved = standIn === undefined ? 0 : await scope.placeStandIn(inside, actor, [id], standIn);
    return { saved: await offers.updateOffer(inside, actor, id, change), moved };
  });
}

/** The same for a network with all its offers. @throws AppError like `updateNetwork` */
export async function closeNetwork(
  scope: Scope & { count: CountNetworks; origin: string },
  actor: Actor,
  id: number,
  { stand_in_offer_id: standIn, ...change }: NetworkClosing,
): Promise<{ network: Network; moved: number }> {
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const ids = standIn === undefined ? [] : await store.listIdsOfNetwork(trx, id);
    const moved = standIn === undefined ? 0 : await scope.placeStandIn(inside, actor, ids, standIn);
    return { network: await updateNetwork(inside, actor, id, change), moved };
  });
}
