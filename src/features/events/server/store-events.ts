import { sql, type Selectable, type SqlBool } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { CLICK_COLUMNS, VISIT_COLUMNS, type ArrivalWords } from '../rules.ts';
import type { StoredEvent, Written } from '../written-events.ts';

type Words = Record<string, string>;

type Origin = {
  ts: string;
  link_id: number | null;
  destination_id: number | null;
  source_id: number | null;
  external_id: string | null;
  ad_ids: Words | null;
  utm: Words | null;
  subs: Words | null;
  country: string | null;
  region: string | null;
  device: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  referrer_host: string | null;
  /** Null of what is older than channels. */
  channel: string | null;
  city: string | null;
  os_version: string | null;
  browser_version: string | null;
  is_bot: boolean;
  is_internal: boolean;
};

type VisitsTable = Origin & {
  visit_id: string;
  route_reason: string | null;
  cost_micros: bigint | null;
  cost_currency: string | null;
  cost_unread: string | null;
  cost_base_micros: bigint | null;
  cost_base_currency: string | null;
  cost_fx_day: string | null;
  guide_id: number | null;
  review_id: number | null;
  mended: string | null;
  /** Of the day's visitor hash; null where none was made, and of arrivals from before it was kept here. */
  visitor: bigint | null;
  /** Of the source by alias; null of arrivals from before they were kept here. */
  params: Words | null;
  rule_id: number | null;
};

type ClicksTable = Origin & {
  click_id: string;
  visit_id: string | null;
  view_id: string | null;
  guide_id: number | null;
  item_id: number | null;
  position: number | null;
  review_id: number | null;
  offer_id: number | null;
  network_id: number | null;
  place: string | null;
};

type Tables = {
  visits: VisitsTable;
  clicks: ClicksTable;
  event_outbox: { id: bigint; payload: Written<StoredEvent>; created_at: string };
  shipper_cursors: { name: string; position: string; updated_at: string; filled_to: string | null };
};

export type VisitRow = Selectable<VisitsTable>;
export type ClickRow = Selectable<ClicksTable> & {
  /** What its visit said; null: it has none, or that was not kept yet. */
  arrival: ArrivalWords | null;
};

const t = (db: Db) => db.withTables<Tables>();

/**
 * The guide of a visit or click. Rows that a program of the release before wrote have it in the old column alone, which is read and written
 * for one release. In a list of columns it comes last: of two columns with one name the last one counts.
 */
export const GUIDE_ID = sql<number | null>`coalesce(guide_id, listicle_id)`;

/** What the visit of a click said; null: it has none, or that was not kept yet. */
export const ARRIVAL = sql<ArrivalWords | null>`(select jsonb_build_object('params', params, 'rule_id', rule_id)
    from visits where visits.visit_id = clicks.visit_id and params is not null)`;

/** What these visits said, of those that have been shipped since it is kept. Uses the primary key. */
export async function arrivalsOf(db: Db, visitIds: readonly string[]): Promise<Map<string, ArrivalWords>> {
  const rows = await t(db)
    .selectFrom('visits')
    .select(['visit_id', 'params', 'rule_id'])
    .where(sql<SqlBool>`visit_id = any(${visitIds}::text[])`)
    .execute();
  return new Map(rows.flatMap(({ visit_id: id, params, rule_id }) => (params ? [[id, { params, rule_id }]] : [])));
}

/** All of a click, with what its visit said. */
export const clickRows = (db: Db) =>
  t(db)
    .selectFrom('clicks')
    .selectAll()
    .select([GUIDE_ID.as('guide_id'), ARRIVAL.as('arrival')]);

/** A click that has been shipped; undefined = unknown, or recorded less than a moment ago. Uses the primary key. */
export const findClick = async (db: Db, clickId: string): Promise<ClickRow | undefined> =>
  (await findClicks(db, [clickId]))[0];

/** Those that are known, in no order. */
export const findClicks = (db: Db, clickIds: readonly string[]): Promise<ClickRow[]> =>
  clickRows(db)
    .where(sql<SqlBool>`click_id = any(${clickIds}::text[])`)
    .execute();

/** A visit that has been shipped. Uses the primary key. */
export const findVisit = (db: Db, visitId: string): Promise<VisitRow | undefined> =>
  t(db)
    .selectFrom('visits')
    .selectAll()
    .select(GUIDE_ID.as('guide_id'))
    .where('visit_id', '=', visitId)
    .executeTakeFirst();

/** Visits of people since an instant whose address was mended, by link and by word. Uses visits_mended_idx. */
export async function countMended(
  db: Db,
  linkIds: readonly number[],
  since: Date,
): Promise<{ link_id: number; word: string; visits: number }[]> {
  const { rows } = await sql<{ link_id: number; word: string; visits: number }>`
    select link_id, word, count(*)::int as visits from visits, unnest(string_to_array(mended, ',')) word
     where mended is not null and link_id = any(${linkIds}::int[]) and ts >= ${since.toISOString()}
       and not is_bot and not is_internal
     group by link_id, word`.execute(db);
  return rows;
}

/** For programs of the release before. */
const OLD_GUIDE_ID = 'listicle_id' as 'guide_id';

/** One parameter however many rows. What is there already stays as it is. @param rows a JSON array of `toAttributionRow` */
export async function insertVisits(db: Db, rows: string): Promise<void> {
  await t(db)
    .insertInto('visits')
    .columns([...VISIT_COLUMNS, OLD_GUIDE_ID])
    .expression(selectFromJson('visits', VISIT_COLUMNS, rows))
    .onConflict((conflict) => conflict.column('visit_id').doNothing())
    .execute();
}

export async function insertClicks(db: Db, rows: string): Promise<void> {
  await t(db)
    .insertInto('clicks')
    .columns([...CLICK_COLUMNS, OLD_GUIDE_ID])
    .expression(selectFromJson('clicks', CLICK_COLUMNS, rows))
    .onConflict((conflict) => conflict.column('click_id').doNothing())
    .execute();
}

/** A data exception or a broken constraint: the rows' own fault. A missing table is an outage. */
export const isUnfit = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23)/.test(error.code ?? '');

const selectFromJson = (table: 'visits' | 'clicks', columns: readonly string[], rows: string) =>
  sql<never>`select ${sql.join(columns.map((column) => sql.ref(column)))}, guide_id as ${sql.ref(OLD_GUIDE_ID)}
    from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`;

export async function findCursor(db: Db, name: string): Promise<string | undefined> {
  const row = await t(db).selectFrom('shipper_cursors').select('position').where('name', '=', name).executeTakeFirst();
  return row?.position;
}

/**
 * When another journal than this one was shipped last, of the time before instances gave signs of life: those that do are told of by
 * themselves. Undefined: there was none.
 */
export async function findFormerJournal(db: Db, name: string): Promise<string | undefined> {
  const row = await t(db)
    .selectFrom('shipper_cursors')
    .select('updated_at')
    .where('name', 'like', 'journal:%')
    .where('name', '<>', name)
    .where(sql<boolean>`not exists (select from instances where name = 'journal:' || id)`)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst();
  return row?.updated_at;
}

/** The cursors of all journals that were ever shipped here. */
export async function listJournals(db: Db): Promise<string[]> {
  const rows = await t(db).selectFrom('shipper_cursors').select('name').where('name', 'like', 'journal:%').execute();
  return rows.map(({ name }) => name);
}

/** The event store was filled up with what is here: whatever of the journals is here may be there too, before it is shipped. */
export async function noteFilled(trx: Db): Promise<void> {
  await t(trx)
    .updateTable('shipper_cursors')
    .set((of) => ({ filled_to: of.ref('position') }))
    .where('name', 'like', 'journal:%')
    .execute();
}

/** Up to where a journal was here when the event store was filled up last; undefined: it never was. */
export async function findFilledTo(db: Db, name: string): Promise<string | undefined> {
  const row = await t(db).selectFrom('shipper_cursors').select('filled_to').where('name', '=', name).executeTakeFirst();
  return row?.filled_to ?? undefined;
}

export async function saveCursor(db: Db, name: string, position: string): Promise<void> {
  await t(db)
    .insertInto('shipper_cursors')
    .values({ name, position, updated_at: sql`now()` as never, filled_to: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position, updated_at: sql`now()` }))
    .execute();
}

/** One instance at a time empties the outbox. Ends with the transaction. @returns false when another one is at it */
export async function lockOutbox(trx: Db): Promise<boolean> {
  const { rows } = await sql<{
    is_ours: boolean;
  }>`select pg_try_advisory_xact_lock(${OUTBOX_LOCK}::bigint) as is_ours`.execute(trx);
  return rows[0]?.is_ours === true;
}

/** Whoever holds it may empty the outbox. */
export const OUTBOX_LOCK = 7_138_002_915;

/** The oldest rows. @param without ids that are left alone */
export const listOutbox = (db: Db, limit: number, without: readonly bigint[]) =>
  t(db)
    .selectFrom('event_outbox')
    .select(['id', 'payload'])
    .where(sql<boolean>`id <> all(${without.map(String)}::bigint[])`)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Those of some ids that are still there. */
export const listOutboxOf = (db: Db, ids: readonly bigint[]) =>
  t(db)
    .selectFrom('event_outbox')
    .select(['id', 'payload'])
    .where(sql<boolean>`id = any(${ids.map(String)}::bigint[])`)
    .orderBy('id')
    .execute();

export async function hasOutbox(db: Db): Promise<boolean> {
  return (await t(db).selectFrom('event_outbox').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** @returns how many of them were still there */
export async function removeOutbox(db: Db, ids: readonly bigint[]): Promise<number> {
  const gone = await t(db)
    .deleteFrom('event_outbox')
    .where(sql<boolean>`id = any(${ids.map(String)}::bigint[])`)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** How many rows wait, and since when the oldest does. */
export const countOutbox = (db: Db) =>
  t(db)
    .selectFrom('event_outbox')
    .select([sql<number>`count(*)::int`.as('waiting'), sql<string | null>`min(created_at)`.as('oldest_at')])
    .executeTakeFirstOrThrow();

/** Removes a batch of clicks and visits of before an instant. @returns how many rows went */
export async function removeBefore(db: Db, before: Date, batch: number): Promise<number> {
  const old = before.toISOString();
  const clicks = await t(db)
    .deleteFrom('clicks')
    .where('click_id', 'in', (of) => of.selectFrom('clicks').select('click_id').where('ts', '<', old).limit(batch))
    .executeTakeFirst();
  const visits = await t(db)
    .deleteFrom('visits')
    .where('visit_id', 'in', (of) => of.selectFrom('visits').select('visit_id').where('ts', '<', old).limit(batch))
    .executeTakeFirst();
  return Number(clicks.numDeletedRows + visits.numDeletedRows);
}
