import { sql, type SqlBool } from 'kysely';
import { newEventId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import { fromWritten, toWritten } from '../../events/written-events.ts';
import { costTables as t } from './store-entries.ts';

/** What the reports are told, and the day of the rate that its worth was found by. */
export type ValuedShare = { share: CostShare; fxDay: string | null };

const CHUNK = 500;

/** What the reports are told, in the transaction of the entry; kept, so that it can be taken back. */
export async function tellShares(trx: Db, entryId: bigint, shares: readonly ValuedShare[], from = 0): Promise<void> {
  for (let i = 0; i < shares.length; i += CHUNK)
    await t(trx)
      .insertInto('cost_shares')
      .values(
        shares.slice(i, i + CHUNK).map(({ share, fxDay }, n) => ({
          entry_id: entryId,
          place: from + i + n,
          payload: JSON.stringify(toWritten(share)),
          fx_day: fxDay,
        })),
      )
      .execute();
  await tellOnly(
    trx,
    shares.map(({ share }) => share),
  );
}

export async function tellOnly(trx: Db, shares: readonly CostShare[]): Promise<void> {
  for (let i = 0; i < shares.length; i += CHUNK)
    await t(trx)
      .insertInto('event_outbox')
      .values(shares.slice(i, i + CHUNK).map((share) => ({ payload: JSON.stringify(toWritten(share)) })))
      .execute();
}

/** Shares that count; those that others have replaced are left out. */
export const listShares = async (db: Db, entryId: bigint): Promise<CostShare[]> =>
  (
    await t(db)
      .selectFrom('cost_shares')
      .select('payload')
      .where('entry_id', '=', entryId)
      .where('is_replaced', '=', false)
      .orderBy('place')
      .execute()
  ).map((row) => fromWritten(row.payload));

/** Own shares that count, without the estimates that the entry took back, whose worth was never told. */
const ownShares = (db: Db) =>
  t(db)
    .selectFrom('cost_shares')
    .innerJoin('cost_entries', 'cost_entries.id', 'cost_shares.entry_id')
    .where('is_replaced', '=', false)
    .where(sql<SqlBool>`payload ->> 'cost_state' = cost_entries.state`);

/** The same in another currency than the site's, whose worth may be another one now. */
const foreignShares = (db: Db, site: string) =>
  ownShares(db)
    .where(sql<SqlBool>`(payload ->> 'cost_currency' <> ${site} or payload ? 'base_currency')`)
    .where(
      sql<SqlBool>`(payload ->> 'base_currency' is distinct from ${site} or fx_day is null or fx_day < left(payload ->> 'ts', 10))`,
    );

/** Entries with such shares, oldest first. */
export const listForeignEntries = async (db: Db, site: string, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await foreignShares(db, site)
      .select('entry_id')
      .distinct()
      .where('undone_at', 'is', null)
      .where('entry_id', '>', after)
      .orderBy('entry_id')
      .limit(limit)
      .execute()
  ).map((row) => row.entry_id);

export const listForeignShares = async (db: Db, entryId: bigint, site: string) =>
  (
    await foreignShares(db, site)
      .select(['place', 'payload', 'fx_day'])
      .where('entry_id', '=', entryId)
      .orderBy('place')
      .execute()
  ).map(({ payload, ...row }) => ({ ...row, share: fromWritten<CostShare>(payload) }));

/** Puts shares in the place of others, and tells both. */
export async function replaceShares(
  trx: Db,
  entryId: bigint,
  changes: readonly { place: number; old: CostShare; next: ValuedShare }[],
  now: Date,
): Promise<void> {
  await t(trx)
    .updateTable('cost_shares')
    .set({ is_replaced: true })
    .where('entry_id', '=', entryId)
    .where(sql<SqlBool>`place = any(${changes.map(({ place }) => place)}::int[])`)
    .execute();
  const { last } = await t(trx)
    .selectFrom('cost_shares')
    .select(sql<number>`max(place)`.as('last'))
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow();
  await tellOnly(
    trx,
    changes.map(({ old }) => takenBack(old)),
  );
  const fresh = changes.map(({ next }) => ({ ...next, share: { ...next.share, event_id: newEventId(now.getTime()) } }));
  await tellShares(trx, entryId, fresh, last + 1);
}

/** Says what an entry's shares said once more, after they were taken back. */
export async function tellAgain(trx: Db, entryId: bigint, now: Date): Promise<void> {
  const rows = await t(trx)
    .selectFrom('cost_shares')
    .select(['place', 'payload', 'fx_day', 'is_replaced'])
    .where('entry_id', '=', entryId)
    .orderBy('place')
    .execute();
  await t(trx).updateTable('cost_shares').set({ is_replaced: true }).where('entry_id', '=', entryId).execute();
  // under new ids: those of before are known to the event store, with both signs
  const fresh = rows
    .filter((row) => !row.is_replaced)
    .map((row) => {
      const share = { ...fromWritten<CostShare>(row.payload), event_id: newEventId(now.getTime()) };
      return { share, fxDay: row.fx_day };
    });
  await tellShares(trx, entryId, fresh, (rows.at(-1)?.place ?? -1) + 1);
}

/** What a share said, with the other sign. */
export const takenBack = (share: CostShare): CostShare => ({
  ...share,
  event_id: `${share.event_id}-`,
  cost_micros: String(-BigInt(share.cost_micros)),
  ...(share.base_micros !== undefined && { base_micros: String(-BigInt(share.base_micros)) }),
});

/** What entries in other currencies than the site's are worth in it, and what of their amount has no worth in it. */
export const sumWorths = async (db: Db, ids: readonly bigint[], site: string) =>
  (
    await ownShares(db)
      .select([
        'entry_id',
        sql<string>`coalesce(sum((payload ->> 'base_micros')::bigint) filter (where payload ->> 'base_currency' = ${site}), 0)::text`.as(
          'micros',
        ),
        sql<string>`coalesce(sum((payload ->> 'cost_micros')::bigint)
          filter (where payload ->> 'base_currency' is distinct from ${site}), 0)::text`.as('missing'),
      ])
      .where(sql<SqlBool>`entry_id = any(${ids.map(String)}::bigint[])`)
      .where('cost_entries.currency', '<>', site)
      .groupBy('entry_id')
      .execute()
  ).map((row) => ({ ...row, micros: BigInt(row.micros), missing: BigInt(row.missing) }));
