import { sql } from 'kysely';
import type { Range } from '../../../../platform/time.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type Tables = { login_failures: { bucket: string; failed_at: string } };

const t = (db: Db) => db.withTables<Tables>();

/** Failures per bucket in a time. Uses login_failures_bucket_idx. */
export async function countFailures(db: Db, buckets: string[], { from, to }: Range): Promise<Map<string, number>> {
  const rows = await t(db)
    .selectFrom('login_failures')
    .select(['bucket', sql<number>`count(*)::int`.as('failures')])
    .where('bucket', 'in', buckets)
    .where('failed_at', '>', from.toISOString())
    .where('failed_at', '<', to.toISOString())
    .groupBy('bucket')
    .execute();
  return new Map(rows.map((row) => [row.bucket, row.failures]));
}

export async function insertFailures(db: Db, buckets: string[], at: Date): Promise<void> {
  await t(db)
    .insertInto('login_failures')
    .values(buckets.map((bucket) => ({ bucket, failed_at: at.toISOString() })))
    .execute();
}

export async function removeFailures(db: Db, buckets: string[], before: Date): Promise<void> {
  await t(db)
    .deleteFrom('login_failures')
    .where((or) => or.or([or('bucket', 'in', buckets), or('failed_at', '<', before.toISOString())]))
    .execute();
}

/** Also those that a clock ahead of its time left in the future. */
export async function removeFailuresOutside(db: Db, { from, to }: Range): Promise<void> {
  await t(db)
    .deleteFrom('login_failures')
    .where((or) => or.or([or('failed_at', '<', from.toISOString()), or('failed_at', '>=', to.toISOString())]))
    .execute();
}
