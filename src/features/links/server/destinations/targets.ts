import { AppError, invalid } from '../../../../platform/errors.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { askAll } from '../../../../platform/server/records/record-queries.ts';
import { guideNames } from '../../../guides/server/service.ts';
import { offersById } from '../../../offers/server/offer-facts.ts';
import { isPublicStatus } from '../../../publishing/rules.ts';
import { reviewNames } from '../../../reviews/server/service.ts';
import { TO_GUIDE, type DestinationInput, type DestinationType } from '../../contract.ts';
import type * as store from '../store-links.ts';

/** What a destination leads to: its name, and whether readers can see the page. An offer is no page: it is judged by `takerOf`. */
export type Target = { name: string; isPublic: boolean };

type Naming = Pick<store.DestinationRow, 'type' | 'guide_id' | 'review_id' | 'offer_id' | 'url'>;
type Kind = Exclude<DestinationType, 'url'>;
type Found = Map<number, Target & { isDeleted: boolean }>;

const COLUMNS = { [TO_GUIDE]: 'guide_id', review: 'review_id', offer: 'offer_id' } as const;

/** The id of what is named; null for an address. */
export const targetId = (row: Naming): number | null => row.guide_id ?? row.review_id ?? row.offer_id;

/** Finds what many destinations lead to. @returns a look-up by destination; what is gone is not public */
export async function findTargets(db: Db, rows: readonly Naming[], now: Date): Promise<(row: Naming) => Target> {
  const find = (type: Kind) => () =>
    FIND[type](
      db,
      rows.filter((row) => row.type === type).map((row) => targetId(row)!),
      now,
    );
  const [guides, review, offer] = await askAll(db, find(TO_GUIDE), find('review'), find('offer'));
  const found = { [TO_GUIDE]: guides, review, offer };
  return (row) =>
    row.type === 'url'
      ? { name: row.url!, isPublic: true }
      : (found[row.type].get(targetId(row)!) ?? { name: '', isPublic: false });
}

/** The columns of a new destination's target. One that is not public yet may be named. @throws AppError validation_failed when it does not exist */
export async function targetColumns(db: Db, input: DestinationInput, now: Date): Promise<Omit<Naming, 'type'>> {
  const none = { guide_id: null, review_id: null, offer_id: null, url: null };
  if (input.type === 'url') return { ...none, url: input.url! };
  const id = input.target_id!;
  const found = (await FIND[input.type](db, [id], now)).get(id);
  if (!found || found.isDeleted) throw invalid('target_id', 'does not exist');
  return { ...none, [COLUMNS[input.type]]: id };
}

const FIND: Record<Kind, (db: Db, ids: number[], now: Date) => Promise<Found>> = {
  async [TO_GUIDE](db, ids) {
    if (ids.length === 0) return new Map();
    return new Map(
      (await guideNames(db, ids)).map(({ id, title, status, deleted }) => [
        id,
        { name: title, isPublic: !deleted && isPublicStatus(status), isDeleted: deleted },
      ]),
    );
  },
  async review(db, ids) {
    if (ids.length === 0) return new Map();
    return new Map(
      (await reviewNames(db, ids)).map(({ id, title, status, deleted }) => [
        id,
        { name: title, isPublic: !deleted && isPublicStatus(status), isDeleted: deleted },
      ]),
    );
  },
  async offer(db, ids, now) {
    const rows = [...(await offersById(db, ids, now)).values()];
    return new Map(rows.map(({ id, name, deleted_at: at }) => [id, { name, isPublic: true, isDeleted: at !== null }]));
  },
};

const KIND_WORDS = { [TO_GUIDE]: 'guide', review: 'review', offer: 'offer' } as const;

/** @throws AppError conflict that names the first target in the trash */
export async function refuseTrashedTargets(db: Db, rows: readonly Naming[], now: Date): Promise<void> {
  for (const type of [TO_GUIDE, 'review', 'offer'] as const) {
    const ids = rows.filter((row) => row.type === type).map((row) => targetId(row)!);
    const gone = [...(await FIND[type](db, ids, now)).values()].find((target) => target.isDeleted);
    if (gone)
      throw new AppError(
        'conflict',
        `Restore the ${KIND_WORDS[type]} "${gone.name}" first: a destination leads to it.`,
      );
  }
}
