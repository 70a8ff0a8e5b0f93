import { sql, type Generated, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Range } from '../../../platform/time.ts';
import {
  countOf,
  matchesSearch,
  pageOfRows,
  type RowsOfPage,
} from '../../../platform/server/records/record-queries.ts';
import type { ContactChange, ContactMessage, ContactQuery, Settings } from '../contract.ts';

type Tables = {
  settings: Settings;
  contact_messages: Pick<ContactMessage, 'name' | 'email' | 'message'> & {
    id: Generated<number>;
    is_read: Generated<boolean>;
    created_at: Generated<string>;
  };
};

export type SettingsUpdate = Updateable<Omit<Settings, 'version' | 'updated_at'>>;

const t = (db: Db) => db.withTables<Tables>();

const COLUMNS = [
  'brand',
  'tagline',
  'disclosure',
  'contact_email',
  'currency',
  'time_zone',
  'click_retention_days',
  'log_retention_days',
  'contact_retention_days',
  'alert_webhook_url',
  'alert_email',
  'alert_severity',
  'is_backup_on',
  'backup_hour',
  'backup_keep_daily',
  'backup_keep_weekly',
  'backup_keep_monthly',
  'version',
  'updated_at',
] as const;

export const findSettings = (db: Db): Promise<Settings> =>
  t(db).selectFrom('settings').select(COLUMNS).executeTakeFirstOrThrow();

/** Holds the settings until the transaction ends. */
export const lockSettings = (db: Db): Promise<Settings> =>
  t(db).selectFrom('settings').select(COLUMNS).forUpdate().executeTakeFirstOrThrow();

export const updateSettings = (db: Db, change: SettingsUpdate, now: Date): Promise<Settings> =>
  t(db)
    .updateTable('settings')
    .set({ ...change, version: sql`version + 1`, updated_at: now.toISOString() })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

type NewContact = { name: string; email: string; message: string; created_at: string };

export async function insertContact(db: Db, message: NewContact): Promise<void> {
  await t(db).insertInto('contact_messages').values(message).execute();
}

/** How many came in a time. Uses contact_messages_by_created_idx. */
export const countContactsIn = (db: Db, { from, to }: Range): Promise<number> =>
  countOf(
    t(db)
      .selectFrom('contact_messages')
      .where('created_at', '>', from.toISOString())
      .where('created_at', '<', to.toISOString()),
  );

export async function removeContactsBefore(db: Db, before: Date): Promise<number> {
  const removed = await t(db)
    .deleteFrom('contact_messages')
    .where('created_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

const CONTACT = ['id', 'name', 'email', 'message', 'is_read', 'created_at'] as const;

function filtered(db: Db, { search, is_read: isRead }: ContactQuery) {
  let query = t(db).selectFrom('contact_messages');
  if (search) query = query.where(matchesSearch(search));
  if (isRead) query = query.where('is_read', '=', isRead === 'true');
  return query;
}

export const listContacts = (db: Db, q: ContactQuery, page: Page): Promise<RowsOfPage<ContactMessage>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.select(CONTACT), { ...page, by: q.sortBy, search: q.search });

export const updateContact = (db: Db, id: number, change: ContactChange): Promise<ContactMessage | undefined> =>
  t(db).updateTable('contact_messages').set(change).where('id', '=', id).returning(CONTACT).executeTakeFirst();

/** @returns false when there is none. */
export async function removeContact(db: Db, id: number): Promise<boolean> {
  const removed = await t(db).deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** @returns how many went: one, or none */
export async function removeContactOfBefore(db: Db, id: number, before: Date): Promise<number> {
  const removed = await t(db)
    .deleteFrom('contact_messages')
    .where('id', '=', id)
    .where('created_at', '<=', before.toISOString())
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
