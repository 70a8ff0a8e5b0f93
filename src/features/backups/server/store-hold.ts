import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { OutgoingJob } from '../../conversions/server/queue-postback.ts';
import type { SendingHoldBody } from '../contract.ts';

export type HoldRow = { backup: string; instant: string; restored_at: string };
type Tables = {
  sending_hold: HoldRow & { ended_at: string | null; outcome: SendingHoldBody['outcome'] | null };
};

/** The hold that is on. */
export const findHold = (db: Db): Promise<HoldRow | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('sending_hold')
    .select(['backup', 'instant', 'restored_at'])
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** When the site was restored of which what waited was discarded last. */
export async function findDiscarded(db: Db): Promise<string | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('sending_hold')
    .select('restored_at')
    .where('outcome', '=', 'discarded')
    .orderBy('restored_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.restored_at;
}

/** @returns false when somebody else has ended it */
export async function endHold(trx: Db, outcome: SendingHoldBody['outcome'], at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .withTables<Tables>()
    .updateTable('sending_hold')
    .set({ ended_at: at.toISOString(), outcome })
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** An attempt is noted before its job leaves the queue: a backup of the instant between has both, and none will be made of it. */
const IS_DUE = sql<boolean>`not exists (select 1 from postback_logs made where made.direction = 'out'
  and made.event_key = 'e' || (j.payload ->> 'event_id') and made.attempt = (j.payload ->> 'attempt')::int)`;

type Waiting = { source_id: number | null; source: string | null; before: number; since: number };

const WAITING = sql`
  graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'postback_out'
  left join conversions c on c.id = (j.payload ->> 'conversion_id')::bigint
  left join conversion_events e on e.id = (j.payload ->> 'event_id')::bigint
  left join postback_logs l on l.id = e.log_id`;

/**
 * What waited then, and what is told only now although the site that was lost may have told it: a click came with the journal of the
 * backup, or a message of the network lay in it that nobody had judged yet. What a person decides is of now.
 */
const isBefore = (restoredAt: string) =>
  // a job may have no message, and what is unknown is no yes
  sql<boolean>`coalesce(j.created_at < ${restoredAt} or (e.kind = 'matched' and c.received_at < ${restoredAt})
    or (l.created_at < ${restoredAt} and e.actor_name is null), false)`;

/** Postbacks that wait in the queue, by source. */
export async function countPostbacks(db: Db, restoredAt: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select c.source_id, s.name as source, (count(*) filter (where ${isBefore(restoredAt)}))::int as before,
           (count(*) filter (where not ${isBefore(restoredAt)}))::int as since
      from ${WAITING} left join sources s on s.id = c.source_id where ${IS_DUE} group by 1, 2 order by 2`.execute(db);
  return rows;
}

export type WaitingJob = { id: bigint; payload: OutgoingJob };

/** Some of those of before the restore. */
export async function listPostbacks(db: Db, restoredAt: string, limit: number): Promise<WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select j.id, j.payload from ${WAITING} where ${IS_DUE} and ${isBefore(restoredAt)} order by j.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** They are worked off without having been run. */
export async function removeJobs(db: Db, ids: readonly bigint[]): Promise<void> {
  await sql`select graphile_worker.complete_jobs(${ids.map(String)}::bigint[])`.execute(db);
}
