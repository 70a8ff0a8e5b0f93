import { AppError, notFound } from '../../../platform/errors.ts';
import { type BulkChangesReply, paged, type Paged, pageFrom } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { figuresFor, type Rank } from '../../../platform/server/records/figures.ts';
import { refuseStale, contractFields } from '../../../platform/server/records/records.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { blockersOf } from '../../publishing/gate.ts';
import { changeOrForesee } from '../../../platform/server/records/bulk.ts';
import { isPublicStatus, dueChange } from '../../publishing/rules.ts';
import type { Check } from '../../publishing/contract.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import {
  type BulkStatus,
  Guide,
  type GuideChange,
  type GuideCopy,
  type GuideInput,
  type GuideQuery,
  type GuideStatus,
  GUIDE_FIGURES,
  type GuideFigure,
} from '../contract.ts';
import { ADMIN_PAGE_SIZE } from '../limits.ts';
import { addressSlug, badgeLabel } from '../rules.ts';
import * as checks from './checks.ts';
import { BLANK, columnsOf, copied, newSlug } from './writing/guide-columns.ts';
import { lockGuide } from './items.ts';
import { noteShown } from './writing/shown.ts';
import * as itemStore from './products/store-items.ts';
import * as store from './store.ts';
import { audit, auditable, insert, save } from './writing/write.ts';

/** Views of the last 30 days by guide, which a later feature knows; guides left out of the map count zero. */
export type CountGuideViews = (db: Db, ids: number[], now: Date) => Promise<Map<number, number>>;

type Scope = Pick<Deps, 'db' | 'clock'> & { countViews: CountGuideViews; rank?: Rank<GuideFigure> };

export async function listGuides(scope: Scope, query: GuideQuery): Promise<Paged<Guide>> {
  const page = pageFrom(query, ADMIN_PAGE_SIZE, 'desc');
  const figures = await figuresFor(scope, query.sortBy, GUIDE_FIGURES);
  const { rows, total } = await store.list(scope.db, query, page, figures);
  return paged(await presentAll(scope, rows), total, page);
}

export async function getGuide(scope: Scope, id: number): Promise<Guide> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Listicle');
  return present(scope, row);
}

/** @throws AppError validation_failed */
export async function createGuide(
  scope: Scope,
  actor: Actor | undefined,
  input: GuideInput,
  isSample = false,
): Promise<Guide> {
  const fields = { ...BLANK, ...columnsOf(input, []), title: input.title, slug: newSlug(input), is_sample: isSample };
  return present(
    scope,
    await inTransaction(scope.db, (trx) => insert({ ...scope, db: trx }, { actor, action: 'create' }, fields)),
  );
}

/** Keys left out stay. @throws AppError not_found | version_conflict | validation_failed */
export async function updateGuide(scope: Scope, actor: Actor, id: number, input: GuideChange): Promise<Guide> {
  const { version, ...yours } = input;
  const row = await inTransaction(scope.db, async (trx) => {
    const old = await lockGuide(trx, id);
    if (version !== undefined && version !== old.version) {
      refuseStale(Guide, [version, old.version], await present({ ...scope, db: trx }, old), yours);
    }
    return save({ ...scope, db: trx }, { actor, action: 'update' }, old, columnsOf(yours, old.changes));
  });
  return present(scope, row);
}

/**
 * A new guide with the products of another. What is left out comes from the original, the slug from the new title; the status is draft unless one is given.
 * @throws AppError not_found | validation_failed
 */
export async function duplicateGuide(scope: Scope, actor: Actor, id: number, input: GuideCopy): Promise<Guide> {
  const given = columnsOf(input, []);
  const row = await inTransaction(scope.db, async (trx) => {
    // held, so that the copy is of one instant
    const original = await lockGuide(trx, id);
    const copy = { ...copied(original), status: 'draft' as const, ...given, title: input.title, slug: newSlug(input) };
    return insert({ ...scope, db: trx }, { actor, action: 'duplicate' }, copy, id);
  });
  return present(scope, row);
}

/** One status for many guides, each judged by itself; a dry run says what would change. */
export async function setStatuses(
  scope: Scope,
  actor: Actor,
  { status, ...which }: BulkStatus,
): Promise<BulkChangesReply> {
  // nobody looks at their numbers here
  const at = (trx: Db): Scope => ({ ...scope, db: trx, countViews: async () => new Map() });
  return changeOrForesee(scope.db, which, {
    read: lockGuide,
    change: (trx, { id }) => updateGuide(at(trx), actor, id, { status }),
    tell: (row) => ({ Status: row.status }),
    done: 'Listicles updated successfully!',
  });
}

/**
 * Publishes and archives what is due. Safe to run twice or on two machines at once. What the gate refuses keeps its time, says why in
 * `problems`, and is tried again at the next round.
 */
export async function runGuideSchedule(scope: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = scope.clock();
  for (const id of await store.listDue(scope.db, now)) {
    try {
      await inTransaction(scope.db, async (trx) => {
        const row = await store.lockDue(trx, id, now);
        if (!row) return;
        const act = { actor: undefined, action: 'schedule' } as const;
        await save({ ...scope, db: trx }, act, await noteShown(trx, row), dueChange(row, now));
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** Into the trash. @throws AppError not_found | in_use while tracking links lead to it */
export async function deleteGuide(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lockGuide(trx, id);
    await refuseWhileUsed(trx, 'guide', id, row.title);
    await store.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await audit(trx, { actor, action: 'delete' }, row, { before: auditable(row) });
    await contentChanged(trx, [`/listicles/${id}`]);
  });
}

/** Back out of the trash, as it was. @throws AppError not_found */
export async function restoreGuide(scope: Scope, actor: Actor, id: number): Promise<Guide> {
  const restored = await inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id, true);
    if (!row) throw notFound('Deleted listicle');
    return save({ ...scope, db: trx }, { actor, action: 'restore' }, await noteShown(trx, row), { deleted_at: null });
  });
  return present(scope, restored);
}

/** Names and states of guides by id, deleted ones included: numbers keep naming their guide. */
export async function guidesById(db: Db, ids: number[]): Promise<Map<number, store.GuideRow>> {
  return new Map((await store.findMany(db, [...new Set(ids)])).map((row) => [row.id, row]));
}

/** Every guide there ever was, for the numbers. @param ids only these */
export async function guideNames(
  db: Db,
  ids?: readonly number[],
): Promise<{ id: number; title: string; status: GuideStatus; deleted: boolean }[]> {
  return store.listNames(db, ids);
}

/** Products by id; one without a title of its own is named by its offer. Products that were removed are left out. */
export async function itemNames(db: Db, ids: number[]): Promise<Map<number, { title: string }>> {
  const rows = await itemStore.findMany(db, [...new Set(ids)]);
  const offers = await offersById(
    db,
    rows.flatMap((row) => (row.offer_id === null ? [] : [row.offer_id])),
  );
  return new Map(
    rows.map((row) => [row.id, { title: row.title ?? offers.get(row.offer_id ?? 0)?.name ?? `Product ${row.id}` }]),
  );
}

/** Every guide that is not deleted, for the routing snapshot and for pickers. */
export async function routableGuides(
  db: Db,
  only?: readonly number[],
): Promise<{ id: number; title: string; slug: string; status: GuideStatus; isPublic: boolean }[]> {
  return (await store.listAll(db, only)).map((row) => ({
    ...row,
    slug: addressSlug(row),
    isPublic: isPublicStatus(row.status),
  }));
}

/** Every product of a guide that is not deleted. The rank of a visible one is its place on the page. */
export async function routableItems(
  db: Db,
  guideIds?: readonly number[],
): Promise<(Awaited<ReturnType<typeof itemStore.listRoutable>>[number] & { badge_label: string | null })[]> {
  const lastRanks = new Map<number, number>();
  return (await itemStore.listRoutable(db, guideIds)).map((row) => {
    const item = { ...row, badge_label: badgeLabel(row.badge, row.badge_text) ?? null };
    if (!item.is_visible) return item;
    const rank = (lastRanks.get(item.guide_id) ?? 0) + 1;
    lastRanks.set(item.guide_id, rank);
    return { ...item, rank };
  });
}

/** The version of a guide that is not deleted. @throws AppError not_found */
export async function guideVersion(db: Db, id: number): Promise<number> {
  const row = await store.find(db, id);
  if (!row) throw notFound('Listicle');
  return row.version;
}

const anyItem = async (db: Db, id: number): Promise<itemStore.ItemRow> => {
  const row = await itemStore.findAnywhere(db, id);
  if (!row) throw notFound('Product');
  return row;
};

/** The version of a product of a guide that is not deleted. @throws AppError not_found */
export const itemVersion = async (db: Db, id: number): Promise<number> => (await anyItem(db, id)).version;

/** The guide of a product. @throws AppError not_found */
export const itemGuide = async (db: Db, id: number): Promise<number> => (await anyItem(db, id)).guide_id;

async function presentAll(scope: Scope, rows: store.GuideRow[]): Promise<Guide[]> {
  const ids = rows.map((row) => row.id);
  const [counts, views] = [
    await itemStore.countOf(scope.db, ids),
    await scope.countViews(scope.db, ids, scope.clock()),
  ];
  const problems = await problemsOf(scope, rows);
  return rows.map((row) => ({
    ...contractFields(Guide, row),
    changes: row.changes.map(({ auto = null, ...entry }) => ({ ...entry, auto })),
    slug: addressSlug(row),
    problems: problems.get(row.id) ?? [],
    items_count: counts.get(row.id)?.total ?? 0,
    visible_items_count: counts.get(row.id)?.visible ?? 0,
    views_30d: views.get(row.id) ?? 0,
  }));
}

/** What keeps each of those back whose time to be public has come. */
async function problemsOf(scope: Scope, rows: store.GuideRow[]): Promise<Map<number, Check[]>> {
  const now = scope.clock().getTime();
  const late = rows.filter(
    ({ publish_at: from, status }) => from !== null && Date.parse(from) <= now && !isPublicStatus(status),
  );
  const found = new Map<number, Check[]>();
  for (const row of late) found.set(row.id, blockersOf(await checks.judgeGuide(scope, row)));
  return found;
}

const present = async (scope: Scope, row: store.GuideRow): Promise<Guide> => (await presentAll(scope, [row]))[0]!;
