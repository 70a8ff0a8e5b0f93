import { invalid } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Trx } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff, refuseStale } from '../../../platform/server/records/records.ts';
import { recordRevision } from '../../publishing/server/history.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { Item, type ItemRanking } from '../contract.ts';
import { audit as auditItem, auditable as auditableItem } from './products/item-audit.ts';
import { columnsOf, contentOf } from './products/item-columns.ts';
import * as items from './items.ts';
import * as itemStore from './products/store-items.ts';
import * as store from './store.ts';
import { audit, save } from './writing/write.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;
type Entry = ItemRanking['items'][number];

/**
 * Writes the order of a guide's products together with their scores and badges: in a public guide, where order follows score, neither
 * could come first. Keys left out stay.
 * @throws AppError not_found | version_conflict | validation_failed | conflict | publish_blocked
 */
export async function rankItems(
  scope: Scope,
  actor: Actor | undefined,
  guideId: number,
  { rubric, items: entries }: ItemRanking,
): Promise<Item[]> {
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const held = await items.lockGuide(trx, guideId);
    const rows = await itemStore.listOf(trx, guideId);
    const order = entries.map(({ id }) => id);
    refuseOtherProducts(order, rows);
    const before = await items.checksOf(inside, held);
    const guide = rubric ? { ...held, rubric } : held;
    for (const each of badgesLast(entries, rows)) await writeEntry(inside, actor, guide, each);
    await itemStore.setRanks(trx, guideId, order);
    if (rubric) await save(inside, { actor, action: 'update' }, held, { rubric: JSON.stringify(rubric) });
    else await items.settle(inside, held, before);
    await store.updateSavedAt(trx, guideId, scope.clock());
    const fresh = await items.presentAll(inside, guide, await itemStore.listOf(trx, guideId));
    await auditOrder(trx, actor, guide, { before: rows.map(({ id }) => id), after: order, products: fresh });
    await contentChanged(trx, [`/listicles/${guideId}`]);
    return fresh;
  });
}

/** Puts the products of a guide in another order. @param ids every product, once. @throws like `rankItems` */
export const reorderItems = (scope: Scope, actor: Actor | undefined, guideId: number, ids: number[]): Promise<Item[]> =>
  rankItems(scope, actor, guideId, { items: ids.map((id) => ({ id })) });

function refuseOtherProducts(ids: readonly number[], rows: readonly itemStore.ItemRow[]): void {
  const known = new Set(rows.map(({ id }) => id));
  if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
    throw invalid('ids', 'must name every product of the guide once; load the list again');
}

/** Only one product can be the best overall: whoever takes that badge takes it when the other one has given it away. */
const badgesLast = (
  entries: readonly Entry[],
  rows: readonly itemStore.ItemRow[],
): [entry: Entry, row: itemStore.ItemRow][] =>
  entries
    .map((entry): [Entry, itemStore.ItemRow] => [entry, rows.find(({ id }) => id === entry.id)!])
    .toSorted(([a], [b]) => Number(a.badge === 'best_overall') - Number(b.badge === 'best_overall'));

async function writeEntry(
  scope: Scope & { db: Trx },
  actor: Actor | undefined,
  guide: store.GuideRow,
  [{ id, version, ...fields }, old]: [entry: Entry, row: itemStore.ItemRow],
): Promise<void> {
  if (version !== undefined && version !== old.version)
    refuseStale(Item, [version, old.version], (await items.presentAll(scope, guide, [old]))[0]!, fields);
  if (Object.keys(fields).length === 0) return;
  const change = columnsOf(fields);
  await items.judge(scope.db, guide, { ...old, ...change }, {});
  items.refuseUnknownCriteria(guide, fields);
  await items.refuseSecondBest(scope, guide, change.badge ?? null, id);
  const row = await itemStore.update(scope.db, id, change, scope.clock());
  const act = { actor, action: 'update' };
  await recordRevision(scope.db, { kind: items.KIND, id }, act, contentOf(row));
  const [item] = await items.presentAll(scope, guide, [row]);
  await auditItem(scope.db, act, item!, auditDiff(auditableItem(old), auditableItem(row)));
}

async function auditOrder(
  trx: Trx,
  actor: Actor | undefined,
  guide: store.GuideRow,
  { before, after, products }: { before: number[]; after: number[]; products: readonly Item[] },
): Promise<void> {
  if (before.every((id, at) => id === after[at])) return;
  const titles = new Map(products.map((item) => [item.id, `${item.display_title} (${item.id})`]));
  const titlesIn = (order: number[]) => ({ items: order.map((id) => titles.get(id)) });
  await audit(trx, { actor, action: 'reorder' }, guide, { before: titlesIn(before), after: titlesIn(after) });
}
