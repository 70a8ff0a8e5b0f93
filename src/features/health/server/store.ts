import { sql } from 'kysely';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Sample } from '../history.ts';

type Tables = {
  health_samples: { at: string; figures: unknown; instance_id: string | null };
  migration_checksums: { name: string };
  postback_logs: {
    direction: 'in' | 'out';
    is_demo: boolean;
    is_test: boolean;
    state: string;
    created_at: string;
  };
  conversions: { attribution: string; is_test: boolean; occurred_at: string };
  'graphile_worker.jobs': {
    task_identifier: string;
    run_at: string;
    attempts: number;
    max_attempts: number;
    locked_at: string | null;
  };
};

const t = (db: Db) => db.withTables<Tables>();

/** The database's own clock, ISO. */
export async function readClock(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

export async function readBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]!.bytes);
}

/** Statements of ours that run right now, this one aside, and for how long the longest has. */
export async function readSlowest(db: Db): Promise<{ running: number; longest_ms: number }> {
  const { rows } = await sql<{ running: number; longest_ms: number }>`
    select count(*)::int as running,
           coalesce(max(extract(epoch from clock_timestamp() - query_start)) * 1000, 0)::float8 as longest_ms
    from pg_stat_activity
    where datname = current_database() and state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  );
  return rows[0]!;
}

/** Connections of clients, whoever they are, and how many PostgreSQL lets in besides superusers. */
export async function readConnections(db: Db): Promise<{ used: number; allowed: number }> {
  const { rows } = await sql<{ used: number; allowed: number }>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`.execute(db);
  return rows[0]!;
}

export const listLanded = async (db: Db): Promise<string[]> =>
  (await t(db).selectFrom('migration_checksums').select('name').execute()).map((row) => row.name);

export const pingEvents = (eventStore: EventStore): Promise<unknown> => eventStore.query('select 1 as one');

/** Jobs whose time has come, the oldest of them, jobs for later, and jobs that ran out of tries. */
export const countJobs = (
  db: Db,
  now: Date,
): Promise<{ due: number; oldest_at: string | null; later: number; dead: number; postbacks: number }> => {
  const at = now.toISOString();
  return t(db)
    .selectFrom('graphile_worker.jobs')
    .select([
      sql<number>`count(*) filter (where run_at <= ${at} and attempts < max_attempts and locked_at is null)::int`.as(
        'due',
      ),
      sql<
        string | null
      >`min(run_at) filter (where run_at <= ${at} and attempts < max_attempts and locked_at is null)`.as('oldest_at'),
      sql<number>`count(*) filter (where run_at > ${at} and attempts < max_attempts)::int`.as('later'),
      sql<number>`count(*) filter (where attempts >= max_attempts)::int`.as('dead'),
      sql<number>`count(*) filter (where task_identifier = 'postback_out' and attempts < max_attempts)::int`.as(
        'postbacks',
      ),
    ])
    .executeTakeFirstOrThrow();
};

/** How postbacks to traffic sources ended since `from`. Uses postback_logs_created_idx. */
export const countSent = (db: Db, from: Date): Promise<{ sent: number; failed: number }> =>
  t(db)
    .selectFrom('postback_logs')
    .where('direction', '=', 'out')
    .where('is_demo', '=', false)
    .where('is_test', '=', false)
    .where('created_at', '>=', from.toISOString())
    .select([
      sql<number>`count(*) filter (where state = 'sent')::int`.as('sent'),
      sql<number>`count(*) filter (where state = 'failed')::int`.as('failed'),
    ])
    .executeTakeFirstOrThrow();

/** Messages of networks from `from` until before `to`. Uses postback_logs_created_idx. */
export const countReceived = async (db: Db, from: Date, to: Date): Promise<number> =>
  (
    await t(db)
      .selectFrom('postback_logs')
      .where('direction', '=', 'in')
      .where('is_demo', '=', false)
      .where('created_at', '>=', from.toISOString())
      .where('created_at', '<', to.toISOString())
      .select(sql<number>`count(*)::int`.as('received'))
      .executeTakeFirstOrThrow()
  ).received;

/** Messages that were stored before `until` and not judged since. Uses postback_logs_waiting_idx. */
export const countUnjudged = async (db: Db, until: Date): Promise<number> =>
  (
    await t(db)
      .selectFrom('postback_logs')
      .where('state', '=', 'received')
      .where('created_at', '<', until.toISOString())
      .select(sql<number>`count(*)::int`.as('waiting'))
      .executeTakeFirstOrThrow()
  ).waiting;

/** Conversions since `from`, and how many of them have no click. Uses conversions_occurred_idx. */
export const countConversions = (db: Db, from: Date): Promise<{ total: number; orphans: number }> =>
  t(db)
    .selectFrom('conversions')
    .where('occurred_at', '>=', from.toISOString())
    .where('is_test', '=', false)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where attribution = 'orphan')::int`.as('orphans'),
    ])
    .executeTakeFirstOrThrow();

/** Keeps a sample of an instance and drops those from before `from`. Of two in the same millisecond one is kept. */
export async function insertSample(db: Db, instanceId: string, { at, figures }: Sample, from: Date): Promise<void> {
  await t(db)
    .insertInto('health_samples')
    .values({ at, figures: JSON.stringify(figures), instance_id: instanceId })
    .onConflict((conflict) => conflict.column('at').doNothing())
    .execute();
  await t(db).deleteFrom('health_samples').where('at', '<', from.toISOString()).execute();
}

/** Those of an instance, and those of before there were several. */
export const listSamples = (db: Db, instanceId: string, from: Date): Promise<Sample[]> =>
  t(db)
    .selectFrom('health_samples')
    .where('at', '>=', from.toISOString())
    .where((is) => is.or([is('instance_id', 'is', null), is('instance_id', '=', instanceId)]))
    .orderBy('at')
    .select(['at', sql<Record<string, number>>`figures`.as('figures')])
    .execute();
