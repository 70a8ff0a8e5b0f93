import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import { matchesSearch, pageOfRows, type RowsOfPage } from '../../../platform/server/records/record-queries.ts';
import type { AlertCounts, AlertDetail, AlertQuery, AlertSeverity, AlertState } from '../contract.ts';

type AlertsTable = {
  id: Generated<number>;
  kind: string;
  severity: AlertSeverity;
  subject_kind: string;
  subject_id: number;
  subject_name: string;
  message: string;
  details: Json<AlertDetail[]>;
  count: Generated<number>;
  state: Generated<AlertState>;
  snoozed_until: string | null;
  is_read: Generated<boolean>;
  first_at: string;
  last_at: string;
  closed_at: string | null;
  closed_by: number | null;
};

type Tables = { alerts: AlertsTable; users: { id: number; username: string } };

export type NewAlert = Insertable<AlertsTable>;
export type AlertUpdate = Updateable<AlertsTable>;
export type AlertRow = Selectable<AlertsTable>;
/** A row with the name of who closed it. */
export type NamedAlert = Omit<AlertRow, 'closed_by'> & { closed_by: string | null };
export type Subject = Pick<AlertRow, 'subject_kind' | 'subject_id'>;

const t = (db: Db) => db.withTables<Tables>();

/** Open, or snoozed until a moment that has passed. */
const isOpen = (now: Date) =>
  sql<boolean>`(state = 'open' or (state = 'snoozed' and snoozed_until <= ${now.toISOString()}))`;

function filtered(db: Db, q: AlertQuery, now: Date) {
  let query = t(db).selectFrom('alerts');
  if (q.state === 'open') query = query.where(isOpen(now));
  else if (q.state === 'snoozed')
    query = query.where('state', '=', 'snoozed').where('snoozed_until', '>', now.toISOString());
  else if (q.state) query = query.where('state', '=', q.state);
  if (q.severity) query = query.where('severity', '=', q.severity);
  if (q.kind) query = query.where('kind', '=', q.kind);
  if (q.subject_kind) query = query.where('subject_kind', '=', q.subject_kind);
  if (q.subject_id) query = query.where('subject_id', '=', q.subject_id);
  if (q.search) query = query.where(matchesSearch(q.search));
  return query;
}

const BY_SEVERITY = sql`array_position(array['info', 'warning', 'critical'], severity)`;

const named = (db: Db) =>
  t(db)
    .selectFrom('users')
    .select('username')
    .where('users.id', '=', sql<number>`alerts.closed_by`);

const COLUMNS = [
  'id',
  'kind',
  'severity',
  'subject_kind',
  'subject_id',
  'subject_name',
  'message',
  'details',
  'count',
  'state',
  'snoozed_until',
  'is_read',
  'first_at',
  'last_at',
  'closed_at',
] as const;

/** Newest first unless asked otherwise. Uses alerts_by_last_idx. */
export const list = (db: Db, q: AlertQuery, page: Page, now: Date): Promise<RowsOfPage<NamedAlert>> =>
  pageOfRows(db, filtered(db, q, now), (rows) => rows.select(COLUMNS).select(named(db).as('closed_by')), {
    ...page,
    by: q.sortBy === 'severity' ? BY_SEVERITY : q.sortBy,
    search: q.search,
  });

export async function listKinds(db: Db): Promise<string[]> {
  const rows = await t(db).selectFrom('alerts').select('kind').distinct().orderBy('kind').execute();
  return rows.map((row) => row.kind);
}

export const countOpen = (db: Db, now: Date): Promise<AlertCounts> =>
  t(db)
    .selectFrom('alerts')
    .select([
      sql<number>`count(*)::int`.as('open'),
      sql<number>`(count(*) filter (where not is_read))::int`.as('unread'),
    ])
    .where(isOpen(now))
    .executeTakeFirstOrThrow();

export const find = (db: Db, id: number): Promise<NamedAlert | undefined> =>
  t(db).selectFrom('alerts').select(COLUMNS).select(named(db).as('closed_by')).where('id', '=', id).executeTakeFirst();

/** Holds the row until the transaction ends. */
export const lock = (db: Db, id: number): Promise<AlertRow | undefined> =>
  t(db).selectFrom('alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The one that is going on, held until the transaction ends. Uses alerts_going_on_idx. */
export const lockGoingOn = (db: Db, kind: string, subject: Subject): Promise<AlertRow | undefined> =>
  t(db)
    .selectFrom('alerts')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_kind', '=', subject.subject_kind)
    .where('subject_id', '=', subject.subject_id)
    .where('state', '!=', 'closed')
    .forUpdate()
    .executeTakeFirst();

export const listGoingOn = (db: Db, kinds: readonly string[]): Promise<({ kind: string } & Subject)[]> =>
  t(db)
    .selectFrom('alerts')
    .where('kind', 'in', kinds)
    .where('state', '!=', 'closed')
    .select(['kind', 'subject_kind', 'subject_id'])
    .execute();

/** @returns undefined when one of the same kind and subject is going on */
export const insert = (db: Db, row: NewAlert): Promise<AlertRow | undefined> =>
  t(db)
    .insertInto('alerts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const update = (db: Db, id: number, change: AlertUpdate): Promise<AlertRow> =>
  t(db).updateTable('alerts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Closes what is going on of a kind, save for some subjects. */
export async function closeOthers(db: Db, kind: string, subjectIds: readonly number[], now: Date): Promise<void> {
  let query = t(db)
    .updateTable('alerts')
    .set({ state: 'closed', snoozed_until: null, closed_at: now.toISOString() })
    .where('kind', '=', kind)
    .where('state', '!=', 'closed');
  if (subjectIds.length > 0) query = query.where('subject_id', 'not in', [...subjectIds]);
  await query.execute();
}

/** @returns how many were unread */
export async function markOpenRead(db: Db, now: Date): Promise<number> {
  const marked = await t(db)
    .updateTable('alerts')
    .set({ is_read: true })
    .where('is_read', '=', false)
    .where(isOpen(now))
    .executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

export async function removeClosedBefore(db: Db, before: Date): Promise<number> {
  const removed = await t(db)
    .deleteFrom('alerts')
    .where('state', '=', 'closed')
    .where('closed_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
