import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db, type Trx } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff, refuseStale, contractFields } from '../../../platform/server/records/records.ts';
import type { Act, BeforeAfter } from '../../accounts/server/service.ts';
import { offersById, type OfferFacts } from '../../offers/server/offer-facts.ts';
import type { Check } from '../../publishing/contract.ts';
import { newBlocks, refuseBlocked } from '../../publishing/server/checklist.ts';
import { recordRevision } from '../../publishing/server/history.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { Item, type ItemChange, type ItemInput } from '../contract.ts';
import type { Badge } from '../item-fields.ts';
import { MAX_ITEMS } from '../limits.ts';
import { isPublicStatus } from '../../publishing/rules.ts';
import { itemProblem, buttonLeadsTo, pointsOf, totalScore } from '../rules.ts';
import { atItem, judgeGuide } from './checks.ts';
import { audit, auditable } from './products/item-audit.ts';
import { BLANK, columnsOf, contentOf } from './products/item-columns.ts';
import { settleShown, noteShown } from './writing/shown.ts';
import * as itemStore from './products/store-items.ts';
import * as store from './store.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

export const KIND = 'guide item';

/** A product by its guide: in another guide it is not there. */
type ItemInGuide = { guideId: number; id: number };

/** Holds the guide, and with it the order of its products, until the transaction ends. @throws AppError not_found */
export async function lockGuide(trx: Trx, id: number): Promise<store.GuideRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Listicle');
  return noteShown(trx, row);
}

/** The products of a guide by rank, hidden ones included. @throws AppError not_found */
export async function listItems(scope: Scope, guideId: number): Promise<Item[]> {
  const guide = await store.find(scope.db, guideId);
  if (!guide) throw notFound('Listicle');
  return presentAll(scope, guide, await itemStore.listOf(scope.db, guideId));
}

/**
 * Places a product last. One that may not be public as it is comes hidden into a public guide, unless the call says that it is visible.
 * @throws AppError not_found | validation_failed | conflict | publish_blocked
 */
export async function addItem(
  scope: Scope,
  actor: Actor | undefined,
  guideId: number,
  input: ItemInput,
): Promise<Item> {
  return inTransaction(scope.db, async (trx) => {
    const guide = await lockGuide(trx, guideId);
    const others = await idsOf(trx, guideId);
    refuseFull(others.length);
    const inside = { ...scope, db: trx };
    const fresh = { ...BLANK, ...columnsOf(input) };
    await judge(trx, guide, fresh);
    refuseUnknownCriteria(guide, input);
    await refuseSecondBest(inside, guide, fresh.badge);
    const before = await checksOf(inside, guide);
    const added = await itemStore.insert(trx, { ...fresh, guide_id: guideId, rank: others.length + 1 });
    const isUnfit = input.is_visible === undefined && newBlocks(await checksOf(inside, guide), before).length > 0;
    const row = isUnfit ? await itemStore.hide(trx, added.id) : added;
    await settle(inside, guide, before, row.id);
    const act = { actor, action: 'create' };
    await recordRevision(trx, { kind: KIND, id: row.id }, act, contentOf(row));
    const [item] = await presentAll(inside, guide, [row]);
    await finish(inside, act, item!, { after: auditable(row) });
    return item!;
  });
}

/** Keys left out stay. @throws AppError not_found | version_conflict | validation_failed | conflict */
export async function updateItem(
  scope: Scope,
  actor: Actor,
  { guideId, id }: ItemInGuide,
  input: ItemChange,
): Promise<Item> {
  const { version, ...rest } = input;
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const guide = await lockGuide(trx, guideId);
    const old = await findItem(trx, guideId, id);
    if (version !== undefined && version !== old.version) {
      refuseStale(Item, [version, old.version], (await presentAll(inside, guide, [old]))[0]!, rest);
    }
    const change = columnsOf(rest);
    await judge(trx, guide, { ...old, ...change }, change);
    refuseUnknownCriteria(guide, rest);
    await refuseSecondBest(inside, guide, change.badge ?? null, id);
    const before = await checksOf(inside, guide);
    const row = await itemStore.update(trx, id, change, scope.clock());
    await settle(inside, guide, before, id);
    const act = { actor, action: 'update' };
    await recordRevision(trx, { kind: KIND, id }, act, contentOf(row));
    const [item] = await presentAll(inside, guide, [row]);
    await finish(inside, act, item!, auditDiff(auditable(old), auditable(row)));
    return item!;
  });
}

/** Takes a product out, into the trash; those below move up. @throws AppError not_found */
export async function removeItem(scope: Scope, actor: Actor, { guideId, id }: ItemInGuide): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const guide = await lockGuide(trx, guideId);
    const old = await findItem(trx, guideId, id);
    const [item] = await presentAll(inside, guide, [old]);
    await itemStore.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await itemStore.setRanks(trx, guideId, await idsOf(trx, guideId));
    await settleShown(inside, guide);
    await finish(inside, { actor, action: 'delete' }, item!, { before: auditable(old) });
  });
}

/**
 * Brings a product back to the rank that it had, or to the end of a list that became shorter. It comes without its badge where another
 * product became the best overall meanwhile.
 * @throws AppError not_found | conflict for a guide that is full | publish_blocked
 */
export async function restoreItem(
  scope: Scope,
  actor: Actor,
  id: number,
): Promise<{ item: Item; isWithoutBadge: boolean }> {
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const removed = await itemStore.findRemoved(trx, id);
    if (!removed) throw notFound('Removed product');
    const guide = await lockGuide(trx, removed.guide_id);
    const old = await itemStore.findRemoved(trx, id);
    if (!old) throw notFound('Removed product');
    const ids = await idsOf(trx, guide.id);
    refuseFull(ids.length);
    const isWithoutBadge = old.badge === 'best_overall' && !!(await itemStore.findBestOverall(trx, guide.id));
    const before = await checksOf(inside, guide);
    const back = { deleted_at: null, ...(isWithoutBadge && { badge: null }) };
    await itemStore.update(trx, id, back, scope.clock());
    await itemStore.setRanks(trx, guide.id, ids.toSpliced(old.rank - 1, 0, id));
    await settle(inside, guide, before, id);
    const row = await findItem(trx, guide.id, id);
    const act = { actor, action: 'restore' };
    await recordRevision(trx, { kind: KIND, id }, act, contentOf(row));
    const [item] = await presentAll(inside, guide, [row]);
    await finish(inside, act, item!, { after: auditable(row) });
    return { item: item!, isWithoutBadge };
  });
}

export const idsOf = async (trx: Trx, guideId: number): Promise<number[]> =>
  (await itemStore.listOf(trx, guideId)).map((row) => row.id);

function refuseFull(count: number): void {
  if (count >= MAX_ITEMS) throw new AppError('conflict', `A guide holds at most ${MAX_ITEMS} products.`);
}

/** The checklist of a guide that readers see; nobody asks for that of another. */
export const checksOf = async (
  scope: Scope,
  guide: store.GuideRow,
  items?: readonly itemStore.ItemRow[],
): Promise<Check[]> => (isPublicStatus(guide.status) ? judgeGuide(scope, guide, items) : []);

/**
 * What every write to the products of a guide ends with: what readers are shown from now on is noted, and what the write brings into a
 * public guide that may not be there is refused. What was wrong there before stops nobody: else the first of two faults could not be
 * mended.
 * @param id the product whose form the reasons belong to; undefined for a call about all of them
 */
export async function settle(
  scope: Scope & { db: Trx },
  guide: store.GuideRow,
  before: Check[],
  id?: number,
): Promise<void> {
  const settled = await settleShown(scope, guide);
  const shown = (checks: Check[]) => (id === undefined ? checks : checks.map((check) => atItem(check, id)));
  refuseBlocked(shown(await checksOf(scope, settled.guide, settled.items)), { before: shown(before) });
}

/** Scores of criteria that the guide had before may lie in the table; new ones are of the rubric that it has now. */
export function refuseUnknownCriteria({ rubric }: store.GuideRow, { scores }: ItemInput): void {
  const unknown = Object.keys(scores ?? {}).find((key) => !rubric.some((criterion) => criterion.key === key));
  if (unknown !== undefined) throw invalid(`scores.${unknown}`, 'is not a criterion of this guide');
}

type Judged = Parameters<typeof itemProblem>[0];

/** @param written the keys of this call: an offer that was deleted since may stay where it is */
export async function judge(
  trx: Trx,
  guide: store.GuideRow,
  item: Judged,
  written: Partial<Judged> = item,
): Promise<void> {
  const problem = itemProblem(item, guide.rubric.length > 0);
  if (problem) throw invalid(problem.field, problem.reason);
  for (const field of ['offer_id', 'fallback_offer_id'] as const) {
    const id = written[field];
    if (id == null) continue;
    const offer = (await offersById(trx, [id])).get(id);
    if (!offer || offer.deleted_at !== null) throw invalid(field, 'is not an offer that is there');
  }
}

async function findItem(trx: Trx, guideId: number, id: number): Promise<itemStore.ItemRow> {
  const row = await itemStore.find(trx, guideId, id);
  if (!row) throw notFound('Product');
  return row;
}

/** The guide is locked, so what is found here holds until the write; the unique index stands behind it. */
export async function refuseSecondBest(
  scope: Scope,
  guide: store.GuideRow,
  badge: Badge | null,
  id?: number,
): Promise<void> {
  if (badge !== 'best_overall') return;
  const holder = await itemStore.findBestOverall(scope.db, guide.id);
  if (!holder || holder.id === id) return;
  const [item] = await presentAll(scope, guide, [holder]);
  const reason = `Only one product of a guide can be "Best overall"; "${item!.display_title}" has it now.`;
  throw new AppError('conflict', reason, { errors: { badge: [reason] } });
}

async function finish({ db, clock }: Scope, act: Act, item: Item, what: BeforeAfter): Promise<void> {
  await store.updateSavedAt(db, item.guide_id, clock());
  await audit(db, act, item, what);
  await contentChanged(db, [`/listicles/${item.guide_id}`]);
}

export async function presentAll(
  scope: { db: Db; clock: Deps['clock'] },
  { rubric }: store.GuideRow,
  rows: itemStore.ItemRow[],
): Promise<Item[]> {
  const ids = rows.flatMap((row) => [row.offer_id, row.fallback_offer_id]).filter((id) => id !== null);
  const offers = await offersById(scope.db, ids, scope.clock());
  const brief = (offer: OfferFacts | undefined) =>
    offer
      ? {
          id: offer.id,
          name: offer.name,
          status: offer.deleted_at ? 'deleted' : offer.status,
          is_live: offer.isLive,
          closed_by: offer.closedBy ?? null,
        }
      : null;
  return rows.map((row) => {
    const { score_tenths: typed, scores } = row;
    const [offer, fallback] = [offers.get(row.offer_id ?? 0), offers.get(row.fallback_offer_id ?? 0)];
    return {
      ...contractFields(Item, row),
      score: pointsOf(typed),
      scores: Object.fromEntries(
        rubric.flatMap(({ key }) => (scores[key] === undefined ? [] : [[key, scores[key] / 10]])),
      ),
      total_score: pointsOf(totalScore(rubric, scores)),
      display_title: row.title ?? offer?.name ?? '',
      offer: brief(offer),
      fallback_offer: brief(fallback),
      link_state: buttonLeadsTo(offer, fallback),
    };
  });
}
