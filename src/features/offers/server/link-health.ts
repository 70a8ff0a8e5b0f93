import { invalid, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { closeAlert, raiseAlert } from '../../alerts/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import type { OfferLinkHealth } from '../contract.ts';
import { addressToCheck, isOwnOutage, judgeTrail, nextHealth, uncheckedLink, type Trail } from '../link-health.ts';
import { linkOf } from './present.ts';
import * as healthStore from './health/store-health.ts';
import * as store from './store.ts';
import { followAddress } from './health/follow-address.ts';

/** One use of an offer: which guide, review or link, and what readers get there now. */
export type OfferPlace = {
  label: string;
  text: string;
  /** Is the way out gone there, with nothing in its stead? */
  isLost: boolean;
};

/** Where an offer is used, as later features know it; the application fills it in. */
export type FindOfferPlaces = (db: Db, offerId: number, now: Date) => Promise<OfferPlace[]>;

export type HealthScope = Pick<Deps, 'db' | 'clock' | 'outgoing' | 'log'> & { placesOf: FindOfferPlaces };

export const LINK_ALERT = 'offer_link';
/** How long a claimed look may take before another instance may try. */
const CLAIM_MS = 10 * 60_000;
/** Looks at once; the slots of the way out keep one host from being asked too often. */
const AT_ONCE = 4;
const ROUND = 100;

/** Looks at the offers that are due. @returns how many were looked at */
export async function checkDueLinks(scope: HealthScope): Promise<number> {
  for (const id of await healthStore.listLeft(scope.db)) await leaveAlone(scope, id);
  const now = scope.clock();
  const ids = await healthStore.claimDue(scope.db, now, new Date(now.getTime() + CLAIM_MS), ROUND);
  const waiting = [...ids];
  const checks: LinkCheck[] = [];
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const check = await checkLink(scope, id);
      if (check) checks.push(check);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // they are due again when their claims end
  if (isOwnOutage(checks.map(({ trail }) => trail))) {
    scope.log.warn('no offer could be looked at: no host answers, so it is our own line');
    return 0;
  }
  for (const check of checks) await saveCheck(scope, check);
  return checks.length;
}

/** Looks at one offer now. @throws AppError not_found */
export async function checkOfferLink(scope: HealthScope, id: number): Promise<OfferLinkHealth> {
  const check = await checkLink(scope, id);
  if (check) await saveCheck(scope, check);
  return linkHealthOf(scope, id);
}

/** @throws AppError not_found */
export async function linkHealthOf({ db, clock, placesOf }: HealthScope, id: number): Promise<OfferLinkHealth> {
  const row = await store.find(db, id);
  if (!row) throw notFound('Offer');
  const places = await placesOf(db, id, clock());
  return {
    ...row,
    checked_url: await addressOf(db, row),
    places: places.map(({ label, text }) => ({ label, text })),
  };
}

/**
 * A person vouches for the address until a date: readers are sent there whatever the looks find. Without a date that ends, and the
 * next look decides. @throws AppError not_found | validation_failed
 */
export async function snoozeOfferLink(
  scope: HealthScope,
  actor: Actor,
  id: number,
  until: string | null,
): Promise<OfferLinkHealth> {
  const now = scope.clock();
  if (until !== null && Date.parse(until) <= now.getTime()) throw invalid('until', 'must lie ahead');
  await inTransaction(scope.db, async (trx) => {
    const old = await store.lock(trx, id);
    if (!old) throw notFound('Offer');
    const snoozed = { link_status: 'snoozed' as const, link_snoozed_until: until };
    await healthStore.updateHealth(trx, id, {
      ...uncheckedLink(now),
      ...lastFindings(old),
      ...(until !== null && snoozed),
    });
    if (old.is_link_dead) await contentChanged(trx);
    await closeAlert({ ...scope, db: trx }, LINK_ALERT, { kind: 'offer', id });
    const record = { action: 'snooze_link', entity: 'offer', id, name: old.name };
    await recordAudit(trx, actor, {
      ...record,
      before: { link_snoozed_until: old.link_snoozed_until },
      after: { link_snoozed_until: until },
    });
  });
  return linkHealthOf(scope, id);
}

const lastFindings = ({ final_url, link_checked_at, link_note }: store.OfferRow) => ({
  final_url,
  link_checked_at,
  link_note,
});

async function addressOf(db: Db, row: store.OfferRow): Promise<string> {
  const networks = await networksById(db, row.network_id === null ? [] : [row.network_id]);
  return addressToCheck({ ...linkOf(row, networks.get(row.network_id ?? 0)), preview_url: row.preview_url });
}

/** What one look saw of an offer's address. */
type LinkCheck = { id: number; trail: Trail };

async function checkLink(scope: HealthScope, id: number): Promise<LinkCheck | undefined> {
  const row = await store.find(scope.db, id);
  return row && { id, trail: await followAddress(scope.outgoing, await addressOf(scope.db, row)) };
}

async function saveCheck(scope: HealthScope, { id, trail }: LinkCheck): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const old = await store.lock(trx, id);
    // edited while we looked: what was seen is of an address that it has no more
    if (!old || (await addressOf(trx, old)) !== trail.start) return;
    const now = scope.clock();
    const fresh = await healthStore.updateHealth(trx, id, {
      ...nextHealth(old, judgeTrail(trail), now),
      link_checked_at: now.toISOString(),
      final_url: trail.end.kind === 'answer' ? trail.final : old.final_url,
    });
    if (fresh.is_link_dead !== old.is_link_dead) await contentChanged(trx);
    await tell({ ...scope, db: trx }, fresh, trail.start);
  });
}

/** Raises the alert of an address in trouble, or closes it. */
async function tell(scope: HealthScope, offer: store.OfferRow, address: string): Promise<void> {
  const subject = { kind: 'offer', id: offer.id, name: offer.name };
  const isTrouble = offer.link_status === 'error' || offer.link_status === 'params_lost';
  if (!isTrouble || offer.status !== 'active') {
    // a passing failure after an error leaves the alert open until a good look
    if (offer.link_failures === 0) await closeAlert(scope, LINK_ALERT, subject);
    return;
  }
  const places = await scope.placesOf(scope.db, offer.id, scope.clock());
  const isLost = offer.is_link_dead && places.some((place) => place.isLost);
  await raiseAlert(scope, {
    kind: LINK_ALERT,
    severity: isLost ? 'critical' : 'warning',
    subject,
    message: [offer.link_note, MEANS[meaningOf(offer)]].filter(Boolean).join(' '),
    details: [
      { label: 'Checked', text: address },
      ...(offer.final_url && offer.final_url !== address ? [{ label: 'Led To', text: offer.final_url }] : []),
      ...places.map(({ label, text }) => ({ label, text })),
    ],
  });
}

const meaningOf = (offer: store.OfferRow): keyof typeof MEANS =>
  offer.link_status === 'params_lost' ? 'lost' : offer.is_link_dead ? 'dead' : 'refused';

const MEANS = {
  lost: 'Readers arrive, but clicks may not be credited to you.',
  dead: 'Readers are not sent there until it answers again.',
  refused: 'Readers are still sent there: open it yourself, then vouch for it or pause the offer.',
};

/** Nobody is sent to it any more, so nobody need be told. It is looked at when it is active again. */
async function leaveAlone(scope: HealthScope, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    await healthStore.updateHealth(trx, id, uncheckedLink(scope.clock()));
    await closeAlert({ ...scope, db: trx }, LINK_ALERT, { kind: 'offer', id });
  });
}
