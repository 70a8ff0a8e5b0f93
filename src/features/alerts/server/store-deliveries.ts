import { sql, type Generated } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { AlertChannel, AlertSeverity } from '../contract.ts';

type DeliveriesTable = {
  alert_id: number;
  channel: AlertChannel;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: string;
  error: string | null;
};

type AlertsTable = {
  id: number;
  kind: string;
  severity: AlertSeverity;
  subject_kind: string;
  subject_id: number;
  subject_name: string;
  message: string;
  last_at: string;
};

type Tables = { alert_deliveries: DeliveriesTable; alerts: AlertsTable };

/** An alert with where it is to go. */
export type DueDelivery = AlertsTable & { channel: AlertChannel; attempts: number };

const t = (db: Db) => db.withTables<Tables>();

/** Puts an alert on its way, again when it went before. */
export async function upsert(db: Db, alertId: number, channels: readonly AlertChannel[], dueAt: Date): Promise<void> {
  const due_at = dueAt.toISOString();
  await t(db)
    .insertInto('alert_deliveries')
    .values(channels.map((channel) => ({ alert_id: alertId, channel, due_at, error: null })))
    .onConflict((conflict) =>
      conflict.columns(['alert_id', 'channel']).doUpdateSet({ state: 'waiting', attempts: 0, due_at, error: null }),
    )
    .execute();
}

/** Takes what is due until `until` and puts its next try there: another instance leaves it alone meanwhile. */
export async function claimDue(db: Db, now: Date, until: Date, limit: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    update alert_deliveries d set attempts = d.attempts + 1, due_at = ${until.toISOString()}
    from alerts a
    where a.id = d.alert_id and (d.alert_id, d.channel) in (
      select alert_id, channel from alert_deliveries
      where state = 'waiting' and due_at <= ${now.toISOString()} order by due_at limit ${limit} for update skip locked)
    returning a.id, a.kind, a.severity, a.subject_kind, a.subject_id, a.subject_name, a.message, a.last_at, d.channel, d.attempts`.execute(
    db,
  );
  return rows;
}

export async function update(
  db: Db,
  { id, channel }: Pick<DueDelivery, 'id' | 'channel'>,
  change: { state: 'waiting' | 'sent' | 'failed'; error: string | null; due_at?: string },
): Promise<void> {
  await t(db)
    .updateTable('alert_deliveries')
    .set(change)
    .where('alert_id', '=', id)
    .where('channel', '=', channel)
    .execute();
}

type WaitingRow = { channel: AlertChannel; before: number; since: number };

/** How many wait, by channel, of alerts of before an instant and since. */
export async function countWaiting(db: Db, at: string): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select channel, (count(*) filter (where a.last_at < ${at}))::int as before, (count(*) filter (where a.last_at >= ${at}))::int as since
      from alert_deliveries d join alerts a on a.id = d.alert_id where d.state = 'waiting' group by channel`.execute(
    db,
  );
  return rows;
}

/** Those of alerts of before an instant are tried no more. @returns how many */
export async function giveUpWaiting(db: Db, at: string, error: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update alert_deliveries d set state = 'failed', error = ${error} from alerts a
     where a.id = d.alert_id and d.state = 'waiting' and a.last_at < ${at}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
