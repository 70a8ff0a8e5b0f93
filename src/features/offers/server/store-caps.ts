import { sql } from 'kysely';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';

export type CapKind =
  | 'offer_day'
  | 'offer_total'
  | 'destination_day'
  | 'link_total'
  | 'offer_conversions_day'
  | 'destination_conversions_day';
/** One counter: `period` is the first instant of its local day, '' for one that never ends. */
export type CapKey = { kind: CapKind; id: number; period: string };
/** A click or visit that counted, as the journal has it. */
export type CapCounted = { kind: CapKind; id: number; ts: string };
export type Lease = CapKey & { granted: number; used: number; position: string };

/** Gives out at most `wanted` more below `limit`, and notes how much of what was given before is used. @returns how many; 0 when all are given out */
export function claimLease(
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

/** Of these counts, those that are given out to the last click, or have come to as many conversions. */
export async function listReached(db: Db, caps: readonly (CapKey & { limit: number })[]): Promise<CapKey[]> {
  if (caps.length === 0) return [];
  const { rows } = await sql<CapKey>`
    select c.kind, c.subject_id as id, c.period from cap_counters c
      join jsonb_to_recordset(${JSON.stringify(caps)}::jsonb) as k(kind text, id int, period text, "limit" int)
        on c.kind = k.kind and c.subject_id = k.id and c.period = k.period
     where c.granted >= k."limit"`.execute(db);
  return rows;
}

/** How much of each of these counts is used up or given out; those of which nothing is are left out. */
export async function listCounts(db: Db, keys: readonly CapKey[]): Promise<(CapKey & { granted: number })[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<CapKey & { granted: number }>`
    select c.kind, c.subject_id as id, c.period, c.granted from cap_counters c
      join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(kind text, id int, period text)
        on c.kind = k.kind and c.subject_id = k.id and c.period = k.period`.execute(db);
  return rows;
}

/** Notes a count that was made elsewhere. */
export async function setCapCount(db: Db, { kind, id, period }: CapKey, count: number): Promise<void> {
  await sql`insert into cap_counters (kind, subject_id, period, granted) values (${kind}, ${id}, ${period}, ${count})
    on conflict (kind, subject_id, period) do update set granted = excluded.granted, updated_at = now()`.execute(db);
}

/** Of these counts, those of which nobody was told yet; from now on somebody was. */
export async function claimUntold(db: Db, keys: readonly CapKey[], now: Date): Promise<CapKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<CapKey>`
    update cap_counters c set alerted_at = ${now.toISOString()}
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(kind text, id int, period text)
     where c.kind = k.kind and c.subject_id = k.id and c.period = k.period and c.alerted_at is null
    returning c.kind, c.subject_id as id, c.period`.execute(db);
  return rows;
}

/** Of these counts, those of which somebody was told. */
export async function listTold(db: Db, keys: readonly CapKey[]): Promise<CapKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<CapKey>`
    select c.kind, c.subject_id as id, c.period from cap_counters c
      join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(kind text, id int, period text)
        on c.kind = k.kind and c.subject_id = k.id and c.period = k.period
     where c.alerted_at is not null`.execute(db);
  return rows;
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
export const listLeases = async (db: Db, holder: string): Promise<Lease[]> =>
  (
    await sql<Lease>`select kind, subject_id as id, period, granted, used, position from cap_leases
      where holder = ${holder}`.execute(db)
  ).rows;

/** After a start: what is used is all that is held, from this position on. */
export async function updateUsed(
  db: Db,
  lease: CapKey,
  holder: string,
  { used, position }: Pick<Lease, 'used' | 'position'>,
): Promise<void> {
  await sql`update cap_leases set used = ${used}, position = ${position}
    where kind = ${lease.kind} and subject_id = ${lease.id} and period = ${lease.period} and holder = ${holder}`.execute(
    db,
  );
}

/** The same for many, of which more may be taken meanwhile. */
export async function noteUsed(
  db: Db,
  holder: string,
  held: readonly (CapKey & { used: number })[],
  position: string,
): Promise<void> {
  if (held.length === 0) return;
  await sql`update cap_leases l set used = k.used, position = ${position}
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as k(kind text, id int, period text, used int)
    where l.kind = k.kind and l.subject_id = k.id and l.period = k.period and l.holder = ${holder}`.execute(db);
}

/** Forgets days that are long over. */
export async function removeOld(db: Db, before: Date): Promise<void> {
  await sql`delete from cap_counters where period <> '' and updated_at < ${before.toISOString()}`.execute(db);
}

/** The offers that pages know as full. */
export async function listFull(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from offers where is_full order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Not an edit: the versions of the offers stay. @param ids no others are full */
export async function setFull(db: Db, ids: readonly number[]): Promise<void> {
  const full = JSON.stringify(ids);
  await sql`update offers set is_full = not is_full
    where is_full <> (id in (select n::int from jsonb_array_elements_text(${full}::jsonb) n))`.execute(db);
}
