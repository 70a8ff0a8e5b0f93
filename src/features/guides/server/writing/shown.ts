import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../../../platform/server/deps.ts';
import { localDayOf } from '../../../../platform/time.ts';
import type { Db, Trx } from '../../../../platform/server/postgres/postgres.ts';
import { offersById } from '../../../offers/server/offer-facts.ts';
import { newestFirst } from '../../../publishing/contract.ts';
import { digestOf } from '../../../publishing/server/service.ts';
import { getSettings } from '../../../settings/server/service.ts';
import type { GuideChangeEntry } from '../../contract.ts';
import { isReordered, type Standing, tellOrder } from '../../order.ts';
import { isPublicStatus } from '../../../publishing/rules.ts';
import { totalScore } from '../../rules.ts';
import * as itemStore from '../products/store-items.ts';
import * as store from '../store.ts';

/** What a write of a guide is made with; its transaction holds the guide. */
export type InTransaction = Pick<Deps, 'clock'> & { db: Trx };

/** The standing of products as readers see it. @param items those that they see, in their order */
export const standingsOf = (
  { rubric }: Pick<store.GuideRow, 'rubric'>,
  items: readonly itemStore.ItemRow[],
): Standing[] =>
  items.map(({ id, badge, score_tenths: typed, scores }) => ({
    id,
    badge,
    score: typed ?? totalScore(rubric, scores) ?? null,
  }));

/** A guide as it is stored, with what readers were shown of it: one that was public before that was kept is taken as it is now. */
export async function withShown(db: Db, guide: store.GuideRow): Promise<store.GuideRow> {
  if (guide.shown !== null || guide.first_published_at === null) return guide;
  return { ...guide, shown: shownOf(guide, await itemStore.listVisible(db, [guide.id])) };
}

/** The same for a guide that is held, before the write. */
export async function noteShown(trx: Trx, guide: store.GuideRow): Promise<store.GuideRow> {
  const { shown } = await withShown(trx, guide);
  return guide.shown === shown ? guide : store.updateUnversioned(trx, guide.id, { shown: JSON.stringify(shown) });
}

/** A guide as a write leaves it. @property items those that readers see, for the gate; undefined where readers see no guide */
export type Settled = { guide: store.GuideRow; items?: readonly itemStore.ItemRow[] };

/**
 * What every write to a guide or its products ends with, before the gate: notes what readers are shown from now on. A change of order,
 * score or badge writes its entry of the reader changelog, a change of anything that they read moves the time of the last change. A
 * guide that readers do not see is left as they saw it last.
 */
export async function settleShown(inside: InTransaction, guide: store.GuideRow): Promise<Settled> {
  if (!isPublicStatus(guide.status) || guide.deleted_at !== null) return { guide };
  const items = await itemStore.listVisible(inside.db, [guide.id]);
  return { guide: await noteStanding(inside, guide, items), items };
}

async function noteStanding(
  { db: trx, clock }: InTransaction,
  guide: store.GuideRow,
  items: readonly itemStore.ItemRow[],
): Promise<store.GuideRow> {
  const before = guide.shown;
  if (!before) return revise({ db: trx, clock }, guide, items);
  const standings = standingsOf(guide, items);
  const autoText = await toldOrder(trx, before.products, standings, items);
  const changes = autoText ? [await entryOf(trx, autoText, clock()), ...guide.changes] : guide.changes;
  const fresh = { ...guide, changes: newestFirst(changes) };
  if (isDeepStrictEqual(shownOf(fresh, items), before)) return guide;
  const isOrderOld = guide.is_order_old && !isReordered(before.products, standings);
  return revise({ db: trx, clock }, fresh, items, isOrderOld);
}

const revise = (
  { db: trx, clock }: InTransaction,
  guide: store.GuideRow,
  items: readonly itemStore.ItemRow[],
  isOrderOld = guide.is_order_old,
): Promise<store.GuideRow> => {
  const shown = shownOf(guide, items);
  return store.updateUnversioned(trx, guide.id, {
    shown: JSON.stringify(shown),
    changes: JSON.stringify(guide.changes),
    is_order_old: isOrderOld,
    // who stands where, without a word about it, is part of the digest
    ...(shown.digest !== guide.shown?.digest && { revised_at: clock().toISOString() }),
  });
};

async function entryOf(db: Db, auto: string, now: Date): Promise<store.StoredChange> {
  const { time_zone: zone } = await getSettings(db);
  return { on: localDayOf(now, zone), note: '', auto };
}

/** As `tellOrder`; most writes change no order, and nobody has to be named. */
async function toldOrder(
  db: Db,
  before: readonly Standing[],
  after: readonly Standing[],
  items: readonly itemStore.ItemRow[],
): Promise<string | undefined> {
  if (tellOrder(before, after.map(named(() => ''))) === undefined) return undefined;
  const offers = await offersById(
    db,
    items.flatMap(({ offer_id: id }) => (id === null ? [] : [id])),
  );
  const nameAt = (at: number) => items[at]!.title ?? offers.get(items[at]!.offer_id ?? 0)?.name ?? '';
  return tellOrder(before, after.map(named(nameAt)));
}

const named = (nameAt: (at: number) => string) => (one: Standing, at: number) => ({ ...one, name: nameAt(at) });

const shownOf = (guide: store.GuideRow, items: readonly itemStore.ItemRow[]): store.Shown => ({
  digest: digestOf([readOf(guide), items.map(readOfItem)]),
  products: standingsOf(guide, items),
});

/** What readers read of a guide: not its address, its status, what search engines get, nor which file its picture is. */
const readOf = (guide: store.GuideRow) => [
  guide.title,
  guide.excerpt,
  guide.description,
  guide.methodology,
  guide.tested,
  guide.rubric,
  guide.faq,
  guide.sources,
  guide.changes.map(({ on, note, auto }) => [on, note, auto ?? null]),
  guide.author_name,
  guide.author_id,
  guide.reviewer_id,
  guide.reviewed_at,
  guide.main_image_alt,
];

/** The same of a product: neither where its button leads nor what is written on it. */
const readOfItem = (item: itemStore.ItemRow) => [
  item.title ?? item.offer_id,
  item.badge,
  item.badge_text,
  item.score_tenths,
  item.score_reason,
  item.rank_reason,
  item.scores,
  item.summary,
  item.body,
  item.pros,
  item.cons,
  item.best_for,
  item.not_for,
  item.image_alt,
  item.sponsored_placement,
  item.attributes,
];

/**
 * The entries that an editor sent with those of the program, which stay as they are whether they were sent or not; their notes are the
 * editor's. What an editor passes off as the program's is left out.
 */
export function keepAutomatic(
  stored: readonly store.StoredChange[],
  asked: readonly GuideChangeEntry[],
): store.StoredChange[] {
  const automatic = stored.filter(({ auto }) => auto != null);
  const sent = asked.flatMap((entry): store.StoredChange[] => {
    if (entry.auto == null) return [entry];
    const at = automatic.findIndex(({ on, auto }) => on === entry.on && auto === entry.auto);
    return at < 0 ? [] : automatic.splice(at, 1).map((one) => ({ ...one, note: entry.note }));
  });
  return newestFirst([...automatic, ...sent]);
}

/** The reader changelog in words. */
export const readableChanges = (changes: readonly store.StoredChange[]): { on: string; note: string }[] =>
  changes.map(({ on, note, auto }) => ({ on, note: [auto, note].filter(Boolean).join(' ') }));
