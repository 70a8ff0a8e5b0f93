import { sql, type Generated } from 'kysely';
import type { Db } from '../../../platform/server/postgres.ts';
import type { Settings } from '../contract.ts';

type Tables = {
  settings: Settings & { only_row: Generated<boolean> };
  content_revision: { revision: bigint };
  contact_messages: { id: Generated<number>; name: string; email: string; message: string };
};

const t = (db: Db) => db.withTables<Tables>();

export const findSettings = (db: Db): Promise<Settings> =>
  t(db).selectFrom('settings').selectAll().executeTakeFirstOrThrow();

export const findRevision = async (db: Db): Promise<string> =>
  String((await t(db).selectFrom('content_revision').select('revision').executeTakeFirstOrThrow()).revision);

/** Raises the revision and tells every instance when the transaction commits. */
export async function raiseRevision(db: Db): Promise<void> {
  const { revision } = await t(db)
    .updateTable('content_revision')
    .set({ revision: sql`revision + 1` })
    .returning('revision')
    .executeTakeFirstOrThrow();
  await sql`select pg_notify('content', ${String(revision)})`.execute(db);
}

export async function insertContact(db: Db, message: { name: string; email: string; message: string }): Promise<void> {
  await t(db).insertInto('contact_messages').values(message).execute();
}
