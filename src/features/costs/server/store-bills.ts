import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { saidUnder } from '../../events/server/store-arrivals.ts';
import { costTables as t, type EntryRow, type NewEntry } from './store-entries.ts';

/** Holds off bills of a source while a conversion looks for one, and the other way round. Ends with the transaction. */
export const lockSource = async (trx: Db, sourceId: number, how: 'shared' | 'alone'): Promise<void> => {
  const name = sql`hashtextextended(${`cost:${sourceId}`}, 0)`;
  await (
    how === 'shared' ? sql`select pg_advisory_xact_lock_shared(${name})` : sql`select pg_advisory_xact_lock(${name})`
  ).execute(trx);
};

/** Lets no bill of these sources be written until the transaction ends. Files name sources in the same order. */
export const shareSources = async (trx: Db, sourceIds: readonly number[]): Promise<void> => {
  if (sourceIds.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('cost:' || id, 0))
    from (select distinct id from unnest(${sourceIds}::int[]) as t(id) order by 1) as sources`.execute(trx);
};

type Words = Readonly<Record<string, string>>;
type Place = { source_id: number; link_id: number; utm: Words; subs: Words; params: Words; at: string };

const asJson = ({ utm, subs, params }: Pick<Place, 'utm' | 'subs' | 'params'>) => ({
  utm: sql`${JSON.stringify(utm)}::jsonb`,
  subs: sql`${JSON.stringify(subs)}::jsonb`,
  params: sql`${JSON.stringify(params)}::jsonb`,
});

/** A bill over a moment of a source, a link and what an arrival said. Uses cost_entries_source_idx. */
export const findBill = (db: Db, { source_id, link_id, at, ...said }: Place): Promise<{ id: bigint } | undefined> =>
  t(db)
    .selectFrom('cost_entries')
    .select('id')
    .where('source_id', '=', source_id)
    .where('state', '=', 'confirmed')
    .where('undone_at', 'is', null)
    .where('from_at', '<=', at)
    .where('to_at', '>', at)
    .where(sql<SqlBool>`(link_id is null or link_id = ${link_id})`)
    .where(sql<SqlBool>`(param is null or ${saidUnder(sql`param`, asJson(said))} = value)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The bills over any of a source's arrivals in a stretch of time; who came after one was written is not in it. Uses cost_entries_source_idx. */
export const listBills = (db: Db, sourceId: number, { from, to }: { from: string; to: string }) =>
  t(db)
    .selectFrom('cost_entries')
    .select(['from_at as from', sql<string>`least(to_at, created_at)`.as('to'), 'link_id', 'param', 'value'])
    .where('source_id', '=', sourceId)
    .where('state', '=', 'confirmed')
    .where('undone_at', 'is', null)
    .where('from_at', '<', to)
    .where('to_at', '>', from)
    .execute();

type Covered = Pick<NewEntry, 'source_id' | 'from_at' | 'to_at'>;

/** Confirmed entries of a source whose days overlap. */
const confirmedOver = (db: Db, row: Covered) =>
  t(db)
    .selectFrom('cost_entries')
    .selectAll()
    .where('source_id', '=', row.source_id)
    .where('state', '=', 'confirmed')
    .where('undone_at', 'is', null)
    .where('from_at', '<', row.to_at)
    .where('to_at', '>', row.from_at);

/** One of the same scope: the same arrivals are paid for once. */
export const findOverlap = (
  db: Db,
  row: Covered & Pick<NewEntry, 'link_id' | 'param' | 'value'>,
): Promise<EntryRow | undefined> =>
  confirmedOver(db, row)
    .where(
      sql<SqlBool>`link_id is not distinct from ${row.link_id} and param is not distinct from ${row.param}
        and value is not distinct from ${row.value}`,
    )
    .limit(1)
    .executeTakeFirst();

/** All but this one, of whatever scope. */
export const listBillsBeside = (db: Db, row: EntryRow): Promise<EntryRow[]> =>
  confirmedOver(db, row).where('id', '<>', row.id).orderBy('id').execute();
