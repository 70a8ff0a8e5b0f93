import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { ServerHealth } from '../contract.ts';
import type { Finding } from './check.ts';

/** What an instance tells of itself. */
export type InstanceReport = Pick<
  ServerHealth,
  'version' | 'commit' | 'work' | 'troubles' | 'uptime_s' | 'generated_at'
> & {
  checks: (Omit<Finding, 'figure'> & { since: string | null })[];
};

export type ToldReport = { instance_id: string; age_ms: number; report: InstanceReport };

const DAY_S = 86_400;

/** Puts it in the place of the one before, and drops those of whoever told nothing for a day. */
export async function putReport(db: Db, instanceId: string, report: InstanceReport): Promise<void> {
  await sql`insert into instance_reports (instance_id, told_at, report)
    values (${instanceId}, clock_timestamp(), ${JSON.stringify(report)}::jsonb)
    on conflict (instance_id) do update set told_at = excluded.told_at, report = excluded.report`.execute(db);
  await sql`delete from instance_reports where told_at < clock_timestamp() - make_interval(secs => ${DAY_S})`.execute(
    db,
  );
}

/** With their ages by the database's clock. */
export const listReports = async (db: Db, instanceIds: readonly string[]): Promise<ToldReport[]> =>
  (
    await sql<ToldReport>`
      select instance_id, report, greatest(0, extract(epoch from clock_timestamp() - told_at) * 1000)::float8 as age_ms
        from instance_reports where instance_id = any(${instanceIds}::text[])`.execute(db)
  ).rows;
