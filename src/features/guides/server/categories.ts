import { invalid, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import {
  isRenamed,
  refuseTakenBy,
  refuseTakenName,
  slugTaken,
  type Named,
} from '../../../platform/server/records/names.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff, pick, refuseStale, contractFields } from '../../../platform/server/records/records.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import { auditOf, recordAudit } from '../../accounts/server/service.ts';
import { findMoved, recordSlug, slugsFrom, withFirstFree, takeSlug } from '../../publishing/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { GuideCategory, type GuideCategoryChange, type GuideCategoryInput, type PublicCategory } from '../contract.ts';
import * as store from './categories/store-categories.ts';

const KIND = 'guide category';

type Scope = Pick<Deps, 'db' | 'clock'>;

export const listGuideCategories = (db: Db): Promise<GuideCategory[]> => store.list(db);

/** Without a slug, the name makes one that is free; without an order, it stands last. @throws AppError name_taken | slug_taken */
export function createGuideCategory(
  scope: Scope,
  actor: Actor | undefined,
  input: GuideCategoryInput,
  isSample = false,
): Promise<GuideCategory> {
  const { slug, ...rest } = input;
  return inTransaction(scope.db, async (trx) => {
    await refuseTakenName(trx, NAMED, input.name);
    const place = await store.nextPlace(trx);
    const fresh = { description: null, sort_order: place, ...rest, is_sample: isSample };
    const tries = slug === undefined ? slugsFrom(input.name, 'category') : [slug];
    const row = await refuseTakenBy(NAMED, { name: input.name, slug }, () =>
      withFirstFree(tries, (each) => store.insert(trx, { ...fresh, slug: each })),
    );
    if (!row) throw slugTaken(slug ?? '');
    await takeSlug(trx, KIND, row.slug);
    await audit(trx, { actor, action: 'create' }, row, { after: auditable(row) });
    await contentChanged(trx);
    return { ...contractFields(GuideCategory, row), guides_count: 0 };
  });
}

/** Keys left out stay; the slug of before leads on. @throws AppError not_found | version_conflict | name_taken | slug_taken */
export function updateCategory(
  scope: Scope,
  actor: Actor,
  id: number,
  input: GuideCategoryChange,
): Promise<GuideCategory> {
  const { version, slug, ...rest } = input;
  const change = { ...rest, ...(slug !== undefined && { slug }) };
  return inTransaction(scope.db, async (trx) => {
    const old = await lock(trx, id);
    refuseStale(GuideCategory, [version, old.version], old, change);
    if (isRenamed(old.name, change.name)) await refuseTakenName(trx, NAMED, change.name!, id);
    const row = await refuseTakenBy(NAMED, { name: change.name ?? old.name, slug: slug ?? old.slug }, () =>
      store.update(trx, id, change, scope.clock()),
    );
    if (row.slug !== old.slug) await recordSlug(trx, KIND, old.slug, id);
    await takeSlug(trx, KIND, row.slug);
    await audit(trx, { actor, action: 'update' }, row, auditDiff(auditable(old), auditable(row)));
    await contentChanged(trx);
    return (await store.list(trx)).find((category) => category.id === id)!;
  });
}

/** Puts the categories in another order. @param ids every category, once. @throws AppError validation_failed */
export function reorderCategories(scope: Scope, actor: Actor, ids: number[]): Promise<GuideCategory[]> {
  return inTransaction(scope.db, async (trx) => {
    const rows = await store.lockAll(trx);
    const before = rows.map((row) => row.id);
    if (ids.length !== before.length || new Set(ids).size !== ids.length || ids.some((id) => !before.includes(id))) {
      throw invalid('ids', 'must name every category once; load the list again');
    }
    await store.setPlaces(trx, ids);
    const what = { action: 'reorder', entity: 'guide_category', id: 'all', name: 'Guide categories' };
    const namesIn = (order: number[]) => ({ categories: order.map((id) => rows.find((row) => row.id === id)!.name) });
    await recordAudit(trx, actor, { ...what, before: namesIn(before), after: namesIn(ids) });
    await contentChanged(trx);
    return store.list(trx);
  });
}

/** For good. @throws AppError not_found | in_use while guides stand in it */
export async function deleteGuideCategory(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lock(trx, id);
    await refuseWhileUsed(trx, KIND, id, row.name);
    await store.remove(trx, id);
    await audit(trx, { actor, action: 'delete' }, row, { before: auditable(row) });
    await contentChanged(trx);
  });
}

/** Columns as they were before a change that is taken back. @throws AppError like `updateCategory` */
export async function putCategoryBack(
  scope: Scope,
  actor: Actor,
  id: number,
  change: store.CategoryUpdate,
): Promise<void> {
  const { version } = await lock(scope.db, id);
  await updateCategory(scope, actor, id, { ...(change as GuideCategoryChange), version });
}

/** A category that was deleted is there again: its address is its own. */
export const categoryCameBack = (db: Db, slug: string): Promise<void> => takeSlug(db, KIND, slug);

/** @throws AppError in_use while guides stand in it */
export const refuseCategoryInUse = (db: Db, id: number, name: string): Promise<void> =>
  refuseWhileUsed(db, KIND, id, name);

/** Every category in its order, with the number of guides that the public reads. */
export const publicCategories = async (db: Db): Promise<PublicCategory[]> => (await store.listPublic(db)).map(readable);

/** The category of an address, or the slug that the address has by now; undefined for none. */
export async function categoryBySlug(db: Db, slug: string): Promise<PublicCategory | { movedTo: string } | undefined> {
  const all = await store.listPublic(db);
  const found = all.find((row) => row.slug === slug);
  if (found) return readable(found);
  const id = await findMoved(db, KIND, slug);
  const moved = all.find((row) => row.id === id);
  return moved && { movedTo: moved.slug };
}

/** Categories by id, of the guides of a list. */
export async function categoriesById(db: Db, ids: (number | null)[]): Promise<Map<number, store.CategoryRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  return new Map((await store.findMany(db, wanted)).map((row) => [row.id, row]));
}

async function lock(trx: Db, id: number): Promise<store.CategoryRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Guide category');
  return row;
}

const NAMED: Named = { table: 'guide_categories', noun: 'a guide category' };

const audit = auditOf('guide_category', (row: store.CategoryRow) => row.name);

const AUDITED = [
  'name',
  'slug',
  'description',
  'sort_order',
  'is_sample',
  'created_at',
] as const satisfies readonly (keyof store.CategoryRow)[];

/** What of a row may stand in the audit; what every save changes is not told. */
const auditable = (row: store.CategoryRow): Record<string, unknown> => pick(row, AUDITED);

const readable = (row: store.CategoryRow & { public_count: number }): PublicCategory => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  guides_count: row.public_count,
});
