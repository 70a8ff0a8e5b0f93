import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Instance } from '../words.ts';

/** What an instance says of itself. */
export type Identity = {
  /** Of its journal. */
  id: string;
  host: string;
  pid: number;
  version: string;
};

type Tables = { instances: Instance };

const t = (db: Db) => db.withTables<Tables>();

/** Two that start at once look at each other one after the other. Held to the end of the transaction. */
const LOCK = 7_261_845;

export async function lockJoining(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
}

/** Those that gave a sign in the last `withinMs`, by the database's clock, and did not end. */
export const listLive = (db: Db, withinMs: number, besides = ''): Promise<Instance[]> =>
  t(db)
    .selectFrom('instances')
    .selectAll()
    .where('id', '<>', besides)
    .where('ended_at', 'is', null)
    .where('adopted_at', 'is', null)
    .where('seen_at', '>', ago(withinMs))
    .orderBy('number')
    .execute();

export const find = (db: Db, id: string): Promise<Instance | undefined> =>
  t(db).selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirst();

/** A start: what was said of an earlier run of it counts no more. @returns its row */
export async function begin(trx: Db, { id, host, pid, version }: Identity): Promise<Instance> {
  const { rows } = await sql<Instance>`
    insert into instances (id, host, pid, version, started_at, seen_at)
    values (${id}, ${host}, ${pid}, ${version}, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set host = excluded.host, pid = excluded.pid, version = excluded.version,
      started_at = excluded.started_at, seen_at = excluded.seen_at, ended_at = null, settled_at = null, told_at = null
    returning *`.execute(trx);
  return rows[0]!;
}

/** What an instance hears when it gives a sign. */
export type Heard = {
  /** The database's time, in milliseconds. */
  nowMs: number;
  number: number;
  /** How many gave a sign lately, with this one. */
  living: number;
};

/**
 * A sign of life. Nobody waits for the disk: one that is lost is followed by the next.
 * @returns undefined when nobody knows this instance any more
 */
export async function beat(
  db: Db,
  id: string,
  said: { unshippedBytes: number; clockAheadMs: number },
  liveMs: number,
): Promise<Heard | undefined> {
  const { rows } = await sql<{ now_ms: string; number: number; others: number }>`
    with quietly as (select set_config('synchronous_commit', 'off', true))
    update instances set seen_at = clock_timestamp(), ended_at = null, settled_at = null, unshipped_bytes = ${said.unshippedBytes}, clock_ahead_ms = ${said.clockAheadMs}
      from quietly where id = ${id}
    returning extract(epoch from clock_timestamp()) * 1000 as now_ms, number, (
      select count(*)::int from instances o
       where o.id <> ${id} and o.ended_at is null and o.adopted_at is null and o.seen_at > ${ago(liveMs)}) as others`.execute(
    db,
  );
  return rows[0] && { nowMs: Number(rows[0].now_ms), number: rows[0].number, living: 1 + rows[0].others };
}

/**
 * Takes or keeps the lead for so long: nobody else has it meanwhile. One that reaches further ahead than anybody could take it now is of
 * a clock that was set back, and holds nobody off. Now is when it is compared: whoever waited for another to take it brings an end that
 * was reckoned before that other's.
 * @returns whether this one leads
 */
export async function lead(db: Db, id: string, forMs: number): Promise<boolean> {
  const { rows } = await sql`
    with quietly as (select set_config('synchronous_commit', 'off', true))
    insert into instances_lead as held (instance_id, until) select ${id}, ${ahead(forMs)} from quietly
    on conflict (is_only) do update set instance_id = excluded.instance_id, until = excluded.until
      where held.instance_id = excluded.instance_id or held.until < clock_timestamp() or held.until > ${ahead(forMs)}
    returning instance_id`.execute(db);
  return rows.length > 0;
}

/** Lets another one lead at once. */
export async function leaveLead(db: Db, id: string): Promise<void> {
  await sql`delete from instances_lead where instance_id = ${id}`.execute(db);
}

export async function end(db: Db, id: string, unshippedBytes: number): Promise<void> {
  await sql`
    update instances set seen_at = clock_timestamp(), ended_at = clock_timestamp(), unshipped_bytes = ${unshippedBytes},
      settled_at = case when ${unshippedBytes} = 0 then clock_timestamp() end
    where id = ${id}`.execute(db);
}

/** Those that are not settled and gave no sign for so long. */
export const listSilent = (db: Db, forMs: number): Promise<Instance[]> =>
  t(db)
    .selectFrom('instances')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('adopted_at', 'is', null)
    .where('seen_at', '<', ago(forMs))
    .orderBy('number')
    .execute();

/** From now on somebody was told of it. @returns false when somebody was already */
export async function claimTelling(trx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await t(trx)
    .updateTable('instances')
    .set({ told_at: sql`clock_timestamp()` as never })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Its journal is shipped by another. One of which nothing was known but its cursor gets a row. */
export async function adopt(trx: Db, id: string, host: string): Promise<Instance> {
  const { rows } = await sql<Instance>`
    insert into instances (id, host, pid, version, started_at, seen_at, adopted_at)
    values (${id}, ${host}, 0, '', clock_timestamp(), clock_timestamp(), clock_timestamp())
    on conflict (id) do update set adopted_at = coalesce(instances.adopted_at, excluded.adopted_at), settled_at = null
    returning *`.execute(trx);
  return rows[0]!;
}

export async function settle(db: Db, id: string): Promise<void> {
  await sql`
    update instances set settled_at = clock_timestamp(), ended_at = coalesce(ended_at, seen_at), unshipped_bytes = 0
    where id = ${id}`.execute(db);
}

const ahead = (ms: number) => sql<string>`clock_timestamp() + make_interval(secs => ${ms / 1000})`;
const ago = (ms: number) => sql<string>`clock_timestamp() - make_interval(secs => ${ms / 1000})`;
