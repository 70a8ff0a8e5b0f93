import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http.ts';
import { inTransaction, type Db, type Trx } from '../../../platform/server/postgres.ts';
import { changes, pick, refuseStale, shown } from '../../../platform/server/records.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { offersById, type OfferFacts } from '../../offers/server/service.ts';
import type { Check } from '../../publishing/contract.ts';
import { recordRevision, refuseBlocked } from '../../publishing/server/service.ts';
import { contentChanged } from '../../settings/server/service.ts';
import { Item, type ItemChange, type ItemInput } from '../contract.ts';
import type { Badge } from '../item-fields.ts';
import { MAX_ITEMS } from '../limits.ts';
import { isPublicStatus, itemProblem, linkState, pointsOf, totalScore } from '../rules.ts';
import { atItem, judgeGuide } from './checks.ts';
import { BLANK, columnsOf, contentOf } from './item-columns.ts';
import * as itemStore from './store-items.ts';
import * as store from './store.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const KIND = 'guide item';

/** Holds the guide, and with it the order of its products, until the transaction ends. @throws AppError not_found */
export async function lockGuide(trx: Trx, id: number): Promise<store.GuideRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Listicle');
  return row;
}

/** The products of a guide by rank, hidden ones included. @throws AppError not_found */
export async function listItems(scope: Scope, guideId: number): Promise<Item[]> {
  const guide = await store.find(scope.db, guideId);
  if (!guide) throw notFound('Listicle');
  return presentAll(scope, guide, await itemStore.listOf(scope.db, guideId));
}

/** Places a product last. @throws AppError not_found | validation_failed | conflict */
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
    const fresh = { ...BLANK, ...columnsOf(input) };
    await judge(trx, guide, fresh);
    refuseUnknownCriteria(guide, input);
    await refuseSecondBest({ ...scope, db: trx }, guide, fresh.badge);
    const before = await checksOf({ ...scope, db: trx }, guide);
    const row = await itemStore.insert(trx, { ...fresh, guide_id: guideId, rank: others.length + 1 });
    await refuseNewBlocks({ ...scope, db: trx }, guide, before, row.id);
    await recordRevision(trx, { kind: KIND, id: row.id }, actor, 'create', contentOf(row));
    const [item] = await presentAll({ ...scope, db: trx }, guide, [row]);
    await finish(scope, trx, actor, 'create', item!, { after: auditable(row) });
    return item!;
  });
}

/** Keys left out stay. @throws AppError not_found | version_conflict | validation_failed | conflict */
export async function updateItem(
  scope: Scope,
  actor: Actor,
  guideId: number,
  id: number,
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
    await refuseNewBlocks(inside, guide, before, id);
    await recordRevision(trx, { kind: KIND, id }, actor, 'update', contentOf(row));
    const [item] = await presentAll(inside, guide, [row]);
    await finish(scope, trx, actor, 'update', item!, changes(auditable(old), auditable(row)));
    return item!;
  });
}

/** Takes a product out, into the trash; those below move up. @throws AppError not_found */
export async function removeItem(scope: Scope, actor: Actor, guideId: number, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const guide = await lockGuide(trx, guideId);
    const old = await findItem(trx, guideId, id);
    const [item] = await presentAll({ ...scope, db: trx }, guide, [old]);
    await itemStore.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await itemStore.setRanks(trx, guideId, await idsOf(trx, guideId));
    await finish(scope, trx, actor, 'delete', item!, { before: auditable(old) });
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
    await refuseNewBlocks(inside, guide, before, id);
    const row = await findItem(trx, guide.id, id);
    await recordRevision(trx, { kind: KIND, id }, actor, 'restore', contentOf(row));
    const [item] = await presentAll(inside, guide, [row]);
    await finish(scope, trx, actor, 'restore', item!, { after: auditable(row) });
    return { item: item!, isWithoutBadge };
  });
}

/** Puts the products of a guide in another order. @param ids every product, once. @throws AppError not_found | validation_failed */
export async function reorderItems(
  scope: Scope,
  actor: Actor | undefined,
  guideId: number,
  ids: number[],
): Promise<Item[]> {
  return inTransaction(scope.db, async (trx) => {
    const guide = await lockGuide(trx, guideId);
    const before = await idsOf(trx, guideId);
    if (ids.length !== before.length || new Set(ids).size !== ids.length || ids.some((id) => !before.includes(id))) {
      throw invalid('ids', 'must name every product of the guide once; load the list again');
    }
    await itemStore.setRanks(trx, guideId, ids);
    await store.touch(trx, guideId, scope.clock());
    const what = { action: 'reorder', entity: 'guide', id: guideId, name: guide.title };
    const items = await presentAll({ ...scope, db: trx }, guide, await itemStore.listOf(trx, guideId));
    const titles = new Map(items.map((item) => [item.id, `${item.display_title} (${item.id})`]));
    const told = (order: number[]) => ({ items: order.map((id) => titles.get(id)) });
    await recordAudit(trx, actor, { ...what, before: told(before), after: told(ids) });
    await contentChanged(trx);
    return items;
  });
}

const idsOf = async (trx: Trx, guideId: number): Promise<number[]> =>
  (await itemStore.listOf(trx, guideId)).map((row) => row.id);

function refuseFull(count: number): void {
  if (count >= MAX_ITEMS) throw new AppError('conflict', `A guide holds at most ${MAX_ITEMS} products.`);
}

/** The checklist of a guide that readers see; nobody asks for that of another. */
const checksOf = async (scope: Scope, guide: store.GuideRow): Promise<Check[]> =>
  isPublicStatus(guide.status) ? judgeGuide(scope, guide) : [];

/**
 * What a product may not bring into a public guide. What was wrong there before stops nobody: else the first of two faults could not
 * be mended.
 */
async function refuseNewBlocks(scope: Scope, guide: store.GuideRow, before: Check[], id: number): Promise<void> {
  const shown = (checks: Check[]) => checks.map((check) => atItem(check, id));
  refuseBlocked(shown(await checksOf(scope, guide)), { before: shown(before) });
}

/** Scores of criteria that the guide had before may lie in the table; new ones are of the rubric that it has now. */
function refuseUnknownCriteria({ rubric }: store.GuideRow, { scores }: ItemInput): void {
  const unknown = Object.keys(scores ?? {}).find((key) => !rubric.some((criterion) => criterion.key === key));
  if (unknown !== undefined) throw invalid(`scores.${unknown}`, 'is not a criterion of this guide');
}

type Judged = Parameters<typeof itemProblem>[0];

/** @param written the keys of this call: an offer that was deleted since may stay where it is */
async function judge(trx: Trx, guide: store.GuideRow, item: Judged, written: Partial<Judged> = item): Promise<void> {
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
async function refuseSecondBest(scope: Scope, guide: store.GuideRow, badge: Badge | null, id?: number): Promise<void> {
  if (badge !== 'best_overall') return;
  const best = await itemStore.findBestOverall(scope.db, guide.id);
  if (!best || best.id === id) return;
  const [item] = await presentAll(scope, guide, [best]);
  const reason = `Only one product of a guide can be "Best overall"; "${item!.display_title}" has it now.`;
  throw new AppError('conflict', reason, { errors: { badge: [reason] } });
}

async function finish(
  scope: Scope,
  trx: Trx,
  actor: Actor | undefined,
  action: string,
  item: Item,
  what: { before?: unknown; after?: unknown },
): Promise<void> {
  await store.touch(trx, item.guide_id, scope.clock());
  await recordAudit(trx, actor, { action, entity: 'guide_item', id: item.id, name: item.display_title, ...what });
  await contentChanged(trx);
}

const AUDITED = [
  'guide_id',
  'offer_id',
  'rank',
  'title',
  'badge',
  'badge_text',
  'score_tenths',
  'score_reason',
  'scores',
  'summary',
  'body',
  'pros',
  'cons',
  'best_for',
  'not_for',
  'image_url',
  'image_alt',
  'cta_text',
  'fallback_offer_id',
  'is_visible',
  'sponsored_placement',
  'attributes',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof itemStore.ItemRow)[];

/** What of a row may stand in the audit; what every save changes is not told. */
const auditable = (row: itemStore.ItemRow): Record<string, unknown> => pick(row, AUDITED);

async function presentAll(
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
      ...shown(Item, row),
      score: pointsOf(typed),
      scores: Object.fromEntries(
        rubric.flatMap(({ key }) => (scores[key] === undefined ? [] : [[key, scores[key] / 10]])),
      ),
      total_score: pointsOf(totalScore(rubric, scores)),
      display_title: row.title ?? offer?.name ?? '',
      offer: brief(offer),
      fallback_offer: brief(fallback),
      link_state: linkState(offer, fallback),
    };
  });
}
