import { sql, type Generated } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type Tables = {
  audit: {
    id: Generated<bigint>;
    actor_name: string;
    action: string;
    entity: string;
    entity_id: string;
    entity_name: string | null;
    after: Record<string, unknown> | null;
    created_at: string;
    call: string | null;
    kept_as: string | null;
  };
  undone_calls: { call: string; by_call: string; at: Generated<string> };
};

const t = (db: Db) => db.withTables<Tables>();

/** Entries of before calls were kept stand alone; those of the program itself stand by their transaction. */
const CALL = sql<string>`coalesce(call, kept_as::text, 'entry ' || id)`;

export type Entry = Awaited<ReturnType<typeof listTogether>>[number];

const entries = (db: Db) =>
  t(db)
    .selectFrom('audit')
    .select(['id', 'actor_name', 'action', 'entity', 'entity_id', 'entity_name', 'after', 'created_at', 'kept_as'])
    .select(['call as named', CALL.as('call')]);

/** The entry, and all of the same call, in their order. Uses audit_call_idx and audit_kept_as_idx. */
export async function listTogether(db: Db, id: bigint) {
  const entry = await entries(db).where('id', '=', id).executeTakeFirst();
  if (!entry) return [];
  const { named, kept_as: keptAs } = entry;
  const all = entries(db).orderBy('id');
  if (named !== null) return all.where('call', '=', named).execute();
  return keptAs === null ? [entry] : all.where('call', 'is', null).where('kept_as', '=', keptAs).execute();
}

/** What each of some entries belongs to: its call, the transactions and the number of the entries of that. Uses audit_call_idx. */
export async function listCalls(db: Db, ids: readonly bigint[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: bigint; call: string; kept: string[]; entries: number }>`
    select a.id, coalesce(a.call, a.kept_as::text, 'entry ' || a.id) as call,
           coalesce(o.kept, array_remove(array[a.kept_as::text], null)) as kept, coalesce(o.entries, 1)::int as entries
      from audit a
      left join lateral (
        select array_remove(array_agg(distinct b.kept_as::text), null) as kept, count(*) as entries from audit b where b.call = a.call
      ) o on a.call is not null
     where a.id = any(${ids.map(String)}::bigint[])`.execute(db);
  return rows;
}

/** Which of some calls were taken back, and when. */
export async function findUndone(db: Db, calls: readonly string[]): Promise<Map<string, string>> {
  if (calls.length === 0) return new Map();
  const rows = await t(db).selectFrom('undone_calls').select(['call', 'at']).where('call', 'in', calls).execute();
  return new Map(rows.map(({ call, at }) => [call, at]));
}

/** @returns false when somebody else has taken it back already */
export async function noteUndone(db: Db, call: string, byCall: string): Promise<boolean> {
  // what it took back itself holds again
  await t(db).deleteFrom('undone_calls').where('by_call', '=', call).execute();
  const row = await t(db)
    .insertInto('undone_calls')
    .values({ call, by_call: byCall })
    .onConflict((conflict) => conflict.doNothing())
    .returning('call')
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws what constraints refuse that wait for the end of the transaction */
export async function checkNow(db: Db): Promise<void> {
  await sql`set constraints all immediate`.execute(db);
}
