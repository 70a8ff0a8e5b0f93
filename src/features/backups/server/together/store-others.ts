import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { STANDING_CHANNEL } from '../standing.ts';
import { MOMENT_LOCK, type Call, type Tail } from './store-tails.ts';

/** An instance that gave a sign so lately is waited for. */
const LIVE = '15 seconds';
/** One that ships a large batch just then takes its time. */
const STANDING_LIMIT_MS = 20_000;
const TAIL_LIMIT_MS = 60_000;
const LOOK_MS = 50;

/** The other instances, while a backup is taken on one. */
export type Others = {
  /** What each gave of its journal once the stores had their moment. Those that said nothing are not among them. */
  gather(): Promise<Tail[]>;
  close(): Promise<void>;
};

/** Has the other instances ship nothing until the moments of the stores are opened. @param by the journal of the own one */
export async function callOthers(url: string, by: string): Promise<Others> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: url, application_name: 'guidepost-backup' });
  client.on('error', () => undefined);
  await client.connect();
  const ask = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(sql, values)).rows;

  async function until(limitMs: number, wanted: number, where: string): Promise<void> {
    for (const end = performance.now() + limitMs; performance.now() < end; await sleep(LOOK_MS)) {
      const [found] = await ask<{ count: number }>(
        `select count(*)::int as count from journal_tails where call_id = $1 and ${where}`,
        [id],
      );
      if (found!.count >= wanted) return;
    }
  }

  // before its migrations a database knows nothing of it
  const [running] = await ask<{ count: number }>(
    `select count(*)::int as count from instances
      where id <> $1 and ended_at is null and adopted_at is null and seen_at > clock_timestamp() - interval '${LIVE}'
        and to_regclass('journal_tails') is not null`,
    [by],
  );
  let standing = 0;
  if (running!.count > 0) {
    await ask('select pg_advisory_lock($1::bigint)', [MOMENT_LOCK]);
    // what somebody left who was killed
    await ask('truncate journal_tails');
    await ask('select pg_notify($1, $2)', [STANDING_CHANNEL, JSON.stringify({ id, by } satisfies Call)]);
    await until(STANDING_LIMIT_MS, running!.count, 'true');
    standing = (await ask('select 1 from journal_tails where call_id = $1', [id])).length;
  }

  return {
    async gather() {
      if (standing === 0) return [];
      await ask('select pg_advisory_unlock($1::bigint)', [MOMENT_LOCK]);
      await until(TAIL_LIMIT_MS, standing, 'at is not null');
      const rows = await ask<{
        instance_id: string;
        from_position: string;
        end_position: string;
        at: Date;
        names: string[];
        segments: Buffer[];
      }>('select * from journal_tails where call_id = $1 and at is not null', [id]);
      return rows.map(({ instance_id, from_position, end_position, at, names, segments }) => ({
        id: instance_id,
        from: from_position,
        end: end_position,
        at,
        segments: names.map((name, nth) => ({ name, bytes: segments[nth]! })),
      }));
    },
    async close() {
      // one that comes later finds nothing to write to
      if (standing > 0) await ask('delete from journal_tails where call_id = $1', [id]).catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}
