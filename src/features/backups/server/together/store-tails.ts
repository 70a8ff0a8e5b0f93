import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

/** To all instances: stand still. */
export type Call = {
  id: string;
  /** The journal of the instance that is asked by other means. */
  by: string;
};

/** What an instance has in its journal and one of the stores has not, up to a moment. */
export type Tail = {
  id: string;
  from: string;
  end: string;
  /** What was answered before is in it up to `end`. */
  at: Date;
  segments: { name: string; bytes: Buffer }[];
};

/** Held by whoever takes a backup, from before the instances stand still until the stores have their moment. */
export const MOMENT_LOCK = 7_420_613;

export async function sayStanding(db: Db, callId: string, instanceId: string): Promise<void> {
  await sql`insert into journal_tails (call_id, instance_id) values (${callId}, ${instanceId})`.execute(db);
}

/** Resolves once the stores have their moment, or whoever wanted it is gone. @throws Error after `limitMs` */
export const awaitMoment = (db: Db, limitMs: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${String(limitMs)}, true)`.execute(trx);
    await sql`select pg_advisory_xact_lock_shared(${MOMENT_LOCK}::bigint)`.execute(trx);
  });

/** Nobody gets it who does not ask for it any more. */
export async function putTail(db: Db, callId: string, { id, from, end, at, segments }: Tail): Promise<void> {
  const [names, bytes] = [segments.map(({ name }) => name), segments.map((segment) => segment.bytes)];
  await sql`
    update journal_tails set from_position = ${from}, end_position = ${end}, at = ${at}, names = ${names}::text[],
      segments = ${bytes}::bytea[]
    where call_id = ${callId} and instance_id = ${id}`.execute(db);
}
