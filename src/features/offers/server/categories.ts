import { AppError, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import {
  isRenamed,
  nameTaken,
  refuseTakenName,
  slugTaken,
  type Named,
} from '../../../platform/server/records/names.ts';
import { brokenConstraint, inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff, pick, refuseStale, contractFields } from '../../../platform/server/records/records.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import { writtenSlug } from '../../../platform/server/records/written-slug.ts';
import { auditOf } from '../../accounts/server/service.ts';
import { Category, type CategoryChange, type CategoryInput } from '../category-contract.ts';
import * as store from './catalogue/store-categories.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

export const listCategories = (db: Db): Promise<Category[]> => store.list(db);

/** Without a slug, one is made of the name, or of the id where the name cannot be written in one. @throws AppError name_taken | slug_taken */
export function createCategory(scope: Scope, actor: Actor | undefined, input: CategoryInput): Promise<Category> {
  const slug = input.slug ?? writtenSlug(input.name);
  return inTransaction(scope.db, async (trx) => {
    await refuseTakenName(trx, NAMED, input.name);
    const row = await withReasons({ ...input, slug: input.slug }, () =>
      store.insert(trx, { color: null, icon: null, description: null, ...input, slug }),
    );
    await audit(trx, { actor, action: 'create' }, row, { after: auditable(row) });
    return { ...contractFields(Category, row), offers_count: 0 };
  });
}

/** Keys left out stay. @throws AppError not_found | version_conflict | name_taken | slug_taken */
export function updateCategory(scope: Scope, actor: Actor, id: number, input: CategoryChange): Promise<Category> {
  const { version, ...change } = input;
  return inTransaction(scope.db, async (trx) => {
    const old = await lock(trx, id);
    refuseStale(Category, [version, old.version], old, change);
    if (isRenamed(old.name, change.name)) await refuseTakenName(trx, NAMED, change.name!, id);
    const row = await withReasons({ ...old, ...change }, () => store.update(trx, id, change, scope.clock()));
    await audit(trx, { actor, action: 'update' }, row, auditDiff(auditable(old), auditable(row)));
    return (await store.list(trx)).find((category) => category.id === id)!;
  });
}

/** For good. @throws AppError in_use while offers stand in it | conflict for the default category */
export async function deleteCategory(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lock(trx, id);
    if (row.is_default) throw new AppError('conflict', `"${row.name}" takes the offers without a category and stays.`);
    await refuseWhileUsed(trx, 'category', id, row.name);
    await store.remove(trx, id);
    await audit(trx, { actor, action: 'delete' }, row, { before: auditable(row) });
  });
}

/** Columns as they were before a change that is taken back. @throws AppError like `updateCategory` */
export async function putCategoryBack(scope: Scope, actor: Actor, id: number, change: CategoryChange): Promise<void> {
  const { version } = await lock(scope.db, id);
  await updateCategory(scope, actor, id, { ...change, version });
}

/** @throws AppError in_use while offers stand in it */
export const refuseCategoryInUse = (db: Db, id: number, name: string): Promise<void> =>
  refuseWhileUsed(db, 'category', id, name);

async function lock(trx: Db, id: number): Promise<store.CategoryRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Category');
  return row;
}

const audit = auditOf('category', (row: store.CategoryRow) => row.name);

/** What of a row may stand in the audit; what every save changes is not told. */
const auditable = (row: store.CategoryRow): Record<string, unknown> =>
  pick(row, ['name', 'slug', 'sort_order', 'color', 'icon', 'description', 'is_default', 'created_at']);

const NAMED: Named = { table: 'offer_categories', noun: 'a category' };
const SLUG_TAKEN = 'offer_categories_slug_key';

async function withReasons<T>(row: { name: string; slug?: string | undefined }, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = brokenConstraint(error);
    // of a slug that was made of the name the name is what can be changed
    if (constraint === 'offer_categories_name_idx' || (constraint === SLUG_TAKEN && row.slug === undefined))
      throw nameTaken(NAMED, row.name);
    if (constraint === SLUG_TAKEN) throw slugTaken(row.slug ?? '');
    throw error;
  }
}
