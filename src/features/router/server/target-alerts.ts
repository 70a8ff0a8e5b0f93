import { setImmediate as breathe } from 'node:timers/promises';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { AlertDetail } from '../../alerts/contract.ts';
import { closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { guidesById } from '../../guides/server/service.ts';
import { offerClosed, type OfferClosed } from '../../offers/closed.ts';
import { reviewNames } from '../../reviews/server/service.ts';
import { TO_GUIDE, type Destination as Presented } from '../../links/contract.ts';
import { heldBack } from '../../links/held-back.ts';
import { linkState } from '../../links/shares.ts';
import { presentDestinations } from '../../links/server/destinations.ts';
import { targetReason, type Room } from './redirecting/availability.ts';
import type { Routing, StoredLink } from './redirecting/routing-tables.ts';

type Scope = Pick<Deps, 'db' | 'clock'> & { routing: () => Routing };
type Destination = StoredLink['destinations'][number];

const ALERT = 'link_target_lost';
/** Links that are looked at in one go. */
const SLICE = 100;
const TARGETS_SLICE = 1000;

/**
 * Raises an alert for each running link with a destination that cannot take visitors any more, a guide or review that readers do not
 * see now or an offer that is not live, and closes those whose trouble is over. What was never public is not missed; dead addresses,
 * paused networks and reached caps have words of their own. Call it every so often.
 */
export async function tellLostTargets({ routing, ...scope }: Scope): Promise<void> {
  const now = scope.clock();
  const table = routing();
  const suspects: { link: StoredLink; gone: Destination[] }[] = [];
  let count = 0;
  for (const link of table.linkById.values(await linksToGone(table, now))) {
    count += 1;
    // redirects get their turn
    if (count % SLICE === 0) await breathe();
    if (linkState(link, now) !== 'active') continue;
    const gone = link.destinations.filter((one) => isGone(table, link, one, now));
    if (gone.length > 0) suspects.push({ link, gone });
  }
  const why = await reasons(
    scope.db,
    table,
    now,
    suspects.flatMap(({ gone }) => gone),
  );
  const lost = suspects
    .map(({ link, gone }) => ({ link, gone: gone.filter((one) => why(one) !== undefined) }))
    .filter(({ gone }) => gone.length > 0);
  const all = await presentDestinations(
    scope,
    lost.map(({ link }) => link.id),
  );
  for (const { link, gone } of lost) {
    const own = all.get(link.id) ?? [];
    const isEmpty = gone.some(({ rule_id: rule }) => !own.some((one) => one.rule_id === rule && one.state === 'live'));
    await raiseAlert(scope, {
      kind: ALERT,
      severity: isEmpty ? 'critical' : 'warning',
      subject: { kind: 'link', id: link.id, name: link.name },
      message: isEmpty
        ? `A destination takes nobody any more and none is left in its place: visitors go to the fallback (${link.fallback_url}).`
        : 'A destination takes nobody any more: the others take its visitors.',
      details: gone.map((one) =>
        detail(
          own.find(({ id }) => id === one.id),
          why(one)!,
        ),
      ),
      countsRepeats: false,
    });
  }
  await closeOtherAlerts(
    scope,
    ALERT,
    lost.map(({ link }) => link.id),
  );
}

/** Ids of the links that lead to something that takes nobody now, looked up from the side of the few that are led to. */
async function linksToGone(table: Routing, now: Date): Promise<Set<number>> {
  const { guide: guides, review: reviews, offer: offers } = table.linksTo;
  const found = new Set<number>();
  const look = async (ways: typeof guides, isThere: (id: number) => boolean): Promise<void> => {
    let count = 0;
    for (const [id, links] of ways) {
      if (!isThere(id)) for (const link of links) found.add(link);
      count += 1;
      if (count % TARGETS_SLICE === 0) await breathe();
    }
  };
  await look(guides, (id) => table.publicGuides.has(id));
  await look(reviews, (id) => table.reviewById.get(id)?.isPublic === true);
  await look(offers, (id) => offerWords(table, id, now) === undefined);
  return found;
}

const NO_CAP: Room = { isReached: () => false, isFull: () => false };

const stateWords = (status = 'deleted'): string => (status === 'draft' ? 'It is a draft.' : `It is ${status}.`);
const datesWords = (): string => 'It is over, or has not begun.';
/** Of what closes an offer and has no alert of its own. */
const OFFER_WORDS: Partial<Record<OfferClosed, (status: string | undefined) => string>> = {
  deleted: stateWords,
  status: stateWords,
  not_begun: datesWords,
  over: datesWords,
};

/** Would the link send visitors to it, were its target there? Then the target is what is missing. */
function isGone(table: Routing, link: StoredLink, one: Destination, now: Date): boolean {
  if (one.rule_id !== null && !link.rules.some(({ id }) => id === one.rule_id)) return false;
  const own = heldBack({ ...one, isActive: one.status === 'active' }, now.getTime(), {
    target: () => undefined,
    isFull: () => false,
  });
  if (own !== undefined) return false;
  if (one.offer_id !== null) return offerWords(table, one.offer_id, now) !== undefined;
  return targetReason({ table, caps: NO_CAP, nowMs: now.getTime() }, one) !== undefined;
}

function offerWords(table: Routing, id: number, now: Date): string | undefined {
  const offer = table.offers.get(id);
  const closed = offerClosed(offer, now.getTime());
  return closed && OFFER_WORDS[closed]?.(offer?.status);
}

/** Why each of them takes nobody, in words. @returns undefined for one that readers never saw: it is still being made */
async function reasons(
  db: Db,
  table: Routing,
  now: Date,
  gone: readonly Destination[],
): Promise<(one: Destination) => string | undefined> {
  const guides = await guidesById(
    db,
    gone.flatMap(({ guide_id: id }) => id ?? []),
  );
  const reviewIds = gone.flatMap(({ review_id: id }) => id ?? []);
  const reviews = new Map((await reviewNames(db, reviewIds)).map((review) => [review.id, review]));
  return ({ guide_id, review_id, offer_id }) => {
    const page = guide_id === null ? reviews.get(review_id ?? 0) : guides.get(guide_id);
    if (offer_id === null) return page?.first_published_at === null ? undefined : stateWords(page?.status);
    return offerWords(table, offer_id, now);
  };
}

const WORDS: Record<Presented['type'], string> = {
  [TO_GUIDE]: 'Guide',
  review: 'Review',
  offer: 'Offer',
  url: 'Address',
};

const detail = (one: Presented | undefined, text: string): AlertDetail => ({
  label: one ? `${WORDS[one.type]} "${one.target_name}"` : 'Destination',
  text,
});
