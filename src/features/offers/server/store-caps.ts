import { sql } from 'kysely';
import { inTransaction, type Db } from '../../../platform/server/postgres.ts';

export type CapKind = 'offer_day' | 'offer_total' | 'destination_day' | 'link_total';
/** One counter: `period` is the first instant of its local day, '' for one that never ends. */
export type CapKey = { kind: CapKind; id: number; period: string };
export type Lease = CapKey & { granted: number; used: number; position: string };

/** Gives out at most `wanted` more below `limit`, and notes how much of what was given before is used. @returns how many; 0 when all are given out */
export function grant(
  db: Db,
  { kind, id, period }: CapKey,
  holder: string,
  asked: { limit: number; wanted: number; used: number; position: string },
): Promise<number> {
  return inTransaction(db, async (trx) => {
    await sql`insert into cap_counters (kind, subject_id, period) values (${kind}, ${id}, ${period})
      on conflict do nothing`.execute(trx);
    const { rows } = await sql<{ granted: number }>`select granted from cap_counters
      where kind = ${kind} and subject_id = ${id} and period = ${period} for update`.execute(trx);
    const given = Math.max(0, Math.min(asked.wanted, asked.limit - rows[0]!.granted));
    if (given === 0) return 0;
    await sql`update cap_counters set granted = granted + ${given}, updated_at = now()
      where kind = ${kind} and subject_id = ${id} and period = ${period}`.execute(trx);
    await sql`insert into cap_leases (kind, subject_id, period, holder, granted, used, position)
      values (${kind}, ${id}, ${period}, ${holder}, ${given}, ${asked.used}, ${asked.position})
      on conflict (kind, subject_id, period, holder) do update
        set granted = cap_leases.granted + excluded.granted, used = excluded.used, position = excluded.position`.execute(
      trx,
    );
    return given;
  });
}

/** Of these counts, whose are given out to the last click. @returns the ids */
export async function reachedIds(db: Db, caps: readonly (CapKey & { limit: number })[]): Promise<Set<number>> {
  if (caps.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select c.subject_id as id from cap_counters c
      join jsonb_to_recordset(${JSON.stringify(caps)}::jsonb) as k(kind text, id int, period text, "limit" int)
        on c.kind = k.kind and c.subject_id = k.id and c.period = k.period
     where c.granted >= k."limit"`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Takes back what an instance will not use. */
export function giveBack(db: Db, { kind, id, period }: CapKey, holder: string, count: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    await sql`update cap_counters set granted = granted - ${count}, updated_at = now()
      where kind = ${kind} and subject_id = ${id} and period = ${period}`.execute(trx);
    await sql`update cap_leases set granted = granted - ${count}
      where kind = ${kind} and subject_id = ${id} and period = ${period} and holder = ${holder}`.execute(trx);
  });
}

/** What an instance held when it was last heard of. */
export const leasesOf = async (db: Db, holder: string): Promise<Lease[]> =>
  (
    await sql<Lease>`select kind, subject_id as id, period, granted, used, position from cap_leases
      where holder = ${holder}`.execute(db)
  ).rows;

/** After a start: what is used is all that is held, from this position on. */
export async function settle(db: Db, lease: CapKey, holder: string, used: number, position: string): Promise<void> {
  await sql`update cap_leases set used = ${used}, position = ${position}
    where kind = ${lease.kind} and subject_id = ${lease.id} and period = ${lease.period} and holder = ${holder}`.execute(
    db,
  );
}

/** Forgets days that are long over. */
export async function removeOld(db: Db, before: Date): Promise<void> {
  await sql`delete from cap_counters where period <> '' and updated_at < ${before.toISOString()}`.execute(db);
}
