import { sql, type Generated } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { BackupRun } from '../../contract.ts';

type Tables = {
  backup_runs: Omit<BackupRun, 'id' | 'note'> & { id: Generated<number>; note: Generated<string>; seen_at: string };
};
const t = (db: Db) => db.withTables<Tables>();

const COLUMNS = [
  'id',
  'kind',
  'cause',
  'instance',
  'started_at',
  'ended_at',
  'outcome',
  'backup',
  'key',
  'note',
  'error',
] as const;
const select = (db: Db) =>
  t(db)
    .selectFrom('backup_runs')
    .select(COLUMNS)
    .select(sql<number | null>`bytes::float8`.as('bytes'))
    .select(sql<number | null>`new_bytes::float8`.as('new_bytes'));

type Kind = BackupRun['kind'];

/** @returns undefined while another one runs */
export async function beginRun(
  db: Db,
  { kind, cause, instance, at }: Pick<BackupRun, 'kind' | 'cause' | 'instance'> & { at: Date },
): Promise<number | undefined> {
  const row = await t(db)
    .insertInto('backup_runs')
    .values({
      kind,
      cause,
      instance,
      started_at: at.toISOString(),
      seen_at: sql`clock_timestamp()`,
      ended_at: null,
      outcome: null,
      backup: null,
      bytes: null,
      new_bytes: null,
      key: null,
      error: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function moveOn(db: Db, id: number): Promise<void> {
  await t(db)
    .updateTable('backup_runs')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

type End = Partial<Pick<BackupRun, 'backup' | 'bytes' | 'new_bytes' | 'key' | 'note' | 'error'>> & {
  outcome: NonNullable<BackupRun['outcome']>;
};

/** What was taken for broken off and ends after all is what it ended as. */
export async function endRun(db: Db, id: number, end: End, at: Date): Promise<void> {
  await t(db)
    .updateTable('backup_runs')
    .set({ error: null, ...end, ended_at: at.toISOString() })
    .where('id', '=', id)
    .execute();
}

/** Ends what nobody moved on for so long. */
export async function endBrokenOff(db: Db, afterS: number, error: string): Promise<void> {
  await t(db)
    .updateTable('backup_runs')
    .set({ ended_at: sql`seen_at`, outcome: 'failed', error })
    .where('ended_at', 'is', null)
    .where('seen_at', '<', sql<string>`clock_timestamp() - make_interval(secs => ${afterS})`)
    .execute();
}

/** The newest first. Uses backup_runs_by_kind. */
export const listRuns = (db: Db, kind: Kind, limit: number): Promise<BackupRun[]> =>
  select(db).where('kind', '=', kind).orderBy('id', 'desc').limit(limit).execute();

export const findRun = (db: Db, id: number): Promise<BackupRun> =>
  select(db).where('id', '=', id).executeTakeFirstOrThrow();

export const findLastGood = (db: Db, kind: Kind): Promise<BackupRun | undefined> =>
  select(db).where('kind', '=', kind).where('outcome', '=', 'good').orderBy('id', 'desc').limit(1).executeTakeFirst();

export const findFirst = (db: Db): Promise<BackupRun | undefined> =>
  select(db).orderBy('id').limit(1).executeTakeFirst();

/** The last good one of each kind stays, however old it is. */
export async function forgetRuns(db: Db, before: Date): Promise<void> {
  await t(db)
    .deleteFrom('backup_runs')
    .where('started_at', '<', before.toISOString())
    .where('id', 'not in', sql<number>`(select max(id) from backup_runs where outcome = 'good' group by kind)`)
    .execute();
}
