import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

/** Messages to whoever listens on a channel; nothing is stored. */
export async function notifyAll(db: Db, channel: string, messages: readonly string[]): Promise<void> {
  await sql`select pg_notify(${channel}, message) from unnest(${messages}::text[]) as message`.execute(db);
}
