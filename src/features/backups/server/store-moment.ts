import pg from 'pg';
import type { DatabaseMoment } from '../../../platform/server/backup/database-rows.ts';
import { OUTBOX_LOCK } from '../../events/server/store-events.ts';

/** A connection of its own, which holds a lock as long as it lasts. */
async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Keeps everybody from emptying the outbox: what leaves it between the moment of the database and that of the event store would be in
 * neither of them, or in both. @returns lets go
 */
export async function holdOutbox(url: string): Promise<() => Promise<void>> {
  const client = await connect(url, 'guidepost-backup');
  await client.query('begin');
  await client.query("set local lock_timeout = '60s'");
  await client.query('select pg_advisory_xact_lock($1::bigint)', [OUTBOX_LOCK]);
  return () => client.end().catch(() => undefined);
}

/** One at a time moves the events of a site. @returns lets go @throws Error when another one does */
export async function holdMoving(url: string): Promise<() => Promise<void>> {
  const client = await connect(url, 'guidepost-events');
  const letGo = () => client.end().catch(() => undefined);
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1::bigint) as is_ours', [
    MOVING_LOCK,
  ]);
  if (rows[0]?.is_ours === true) return letGo;
  await letGo();
  throw new Error('The events of this site are being copied already: wait for the other command, or end it.');
}

const MOVING_LOCK = 7_420_612;

/** How far the database had a journal at that moment. */
export async function cursorOf({ query }: DatabaseMoment, journalId: string): Promise<string | undefined> {
  const rows = await query<{ position: string }>('select position from shipper_cursors where name = $1', [
    `journal:${journalId}`,
  ]);
  return rows[0]?.position;
}

/** Programs of which not everything was in the stores at that moment, besides those of some journals. */
export async function missingJournals({ query }: DatabaseMoment, journalIds: readonly string[]) {
  const rows = await query<{ number: number; host: string; bytes: string }>(
    'select number, host, unshipped_bytes::text as bytes from instances where id <> all($1) and settled_at is null order by number',
    [journalIds],
  );
  return rows.map(({ bytes, ...rest }) => ({ ...rest, bytes: Number(bytes) }));
}

/** The text by which every start sees whether its key is the right one. */
export async function keyCheckOf({ query }: DatabaseMoment): Promise<string> {
  const rows = await query<{ text: string }>("select value_sealed as text from app_keys where name = 'key-check'");
  return rows[0]?.text ?? '';
}
