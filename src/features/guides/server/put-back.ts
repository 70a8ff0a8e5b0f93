import { AppError, notFound } from '../../../platform/errors.ts';
import { type Actor } from '../../../platform/server/http/access.ts';
import type { Trx } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff } from '../../../platform/server/records/records.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { refuseUnknownPeople } from '../../people/server/service.ts';
import { refuseBlocked } from '../../publishing/server/checklist.ts';
import { recordRevision } from '../../publishing/server/history.ts';
import { isPublicStatus } from '../../publishing/rules.ts';
import { MAX_ITEMS } from '../limits.ts';
import { atItem, judgeGuide } from './checks.ts';
import { checksOf, idsOf, KIND, presentAll } from './items.ts';
import { audit as auditItem, auditable as auditableItem } from './products/item-audit.ts';
import { contentOf as contentOfItem } from './products/item-columns.ts';
import * as itemStore from './products/store-items.ts';
import * as store from './store.ts';
import { contentOf } from './writing/guide-columns.ts';
import { type InTransaction, noteShown, settleShown } from './writing/shown.ts';
import { audit, auditable } from './writing/write.ts';

/** What of guides and their products is put back, by id. Where `deleted_at` is among it, they come out of the trash or go into it. */
export type GuidesPutBack = { guides: Map<number, store.GuideUpdate>; items: Map<number, itemStore.ItemUpdate> };

/**
 * Columns of guides and products as they were before a change that is taken back: what it changed of one guide is judged as one. The
 * reader changelog stays, and is told of a change of order, score or badge as of any other.
 * @throws AppError in_use | publish_blocked | validation_failed | conflict
 */
export async function putGuidesBack(
  inside: InTransaction,
  actor: Actor,
  { guides, items }: GuidesPutBack,
): Promise<void> {
  const rows: itemStore.ItemRow[] = [];
  for (const id of items.keys()) rows.push(await findItem(inside.db, id));
  const byGuide = Map.groupBy(rows, (row) => row.guide_id);
  const ids = new Set([...guides.keys(), ...byGuide.keys()]);
  for (const id of [...ids].toSorted((a, b) => a - b)) {
    const own = (byGuide.get(id) ?? []).map(({ id: item }) => [item, items.get(item)!] as const);
    await putOneBack(inside, actor, id, { change: guides.get(id), items: own });
  }
}

async function putOneBack(
  inside: InTransaction,
  actor: Actor,
  id: number,
  { change, items }: { change: store.GuideUpdate | undefined; items: (readonly [number, itemStore.ItemUpdate])[] },
): Promise<void> {
  const { db: trx, clock } = inside;
  const act = { actor, action: 'undo' };
  const stored = (await store.lock(trx, id)) ?? (await store.lock(trx, id, true));
  if (!stored) throw notFound('Listicle');
  const old = await noteShown(trx, stored);
  const before = old.deleted_at === null ? await checksOf(inside, old) : [];
  for (const [item, columns] of items) await putItemBack(inside, actor, old, [item, columns]);
  await closeRanks(inside, id);
  if (change?.deleted_at != null) await refuseWhileUsed(trx, 'guide', id, old.title);
  const isFirst = old.first_published_at === null && isPublicStatus(change?.status ?? old.status);
  const saved = change
    ? await store.update(trx, id, { ...change, ...(isFirst && { first_published_at: clock().toISOString() }) }, clock())
    : old;
  if (change) await refuseUnknownPeople(trx, change);
  const { guide: row, items: visible } = await settleShown(inside, saved);
  if (isPublicStatus(row.status) && row.deleted_at === null) {
    const only = items.length === 1 && !change ? items[0]![0] : undefined;
    const shown = (checks: typeof before) => (only === undefined ? checks : checks.map((one) => atItem(one, only)));
    refuseBlocked(shown(await judgeGuide(inside, row, visible)), { before: shown(before) });
  }
  if (change) {
    await recordRevision(trx, { kind: 'guide', id }, act, contentOf(row));
    await audit(trx, act, row, auditDiff(auditable(old), auditable(row)));
  } else await store.updateSavedAt(trx, id, clock());
  await contentChanged(trx, [`/listicles/${id}`]);
}

async function putItemBack(
  inside: InTransaction,
  actor: Actor,
  guide: store.GuideRow,
  [id, columns]: readonly [number, itemStore.ItemUpdate],
): Promise<void> {
  const act = { actor, action: 'undo' };
  const old = await findItem(inside.db, id);
  const row = await itemStore.update(inside.db, id, columns, inside.clock());
  await recordRevision(inside.db, { kind: KIND, id }, act, contentOfItem(row));
  const [item] = await presentAll(inside, guide, [row]);
  await auditItem(inside.db, act, item!, auditDiff(auditableItem(old), auditableItem(row)));
}

/** Be it in the trash, or its guide. */
async function findItem(trx: Trx, id: number): Promise<itemStore.ItemRow> {
  const row = await itemStore.findEverywhere(trx, id);
  if (!row) throw notFound('Product');
  return row;
}

/** Whoever came or went left a place taken twice, or none. @throws AppError conflict for a guide that is full */
async function closeRanks({ db: trx }: InTransaction, guideId: number): Promise<void> {
  const ids = await idsOf(trx, guideId);
  if (ids.length > MAX_ITEMS) throw new AppError('conflict', `A guide holds at most ${MAX_ITEMS} products.`);
  await itemStore.setRanks(trx, guideId, ids);
}
