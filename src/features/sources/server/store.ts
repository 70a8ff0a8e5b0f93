import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Figures } from '../../../platform/server/records/figures.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import {
  type ByName,
  matchesTold,
  pageOfRows,
  type RowsOfPage,
  lockById,
  withNextVersion,
} from '../../../platform/server/records/record-queries.ts';
import type { ConversionStatus } from '../../networks/conversion-statuses.ts';
import type { EventType, Source, SourceParameter, SourceQuery } from '../contract.ts';

type SourcesTable = {
  id: Generated<number>;
  name: string;
  template_key: string | null;
  type: Source['type'];
  status: Source['status'];
  click_id_param: string | null;
  click_id_token: string | null;
  cost_param: string | null;
  cost_model: Source['cost_model'];
  cost_currency: string;
  traffic_loss_percent: number;
  parameters: Json<SourceParameter[]>;
  utm_defaults: Json<Source['utm_defaults']>;
  postback_enabled: boolean;
  postback_url_sealed: string | null;
  postback_url_masked: string | null;
  postback_method: 'GET' | 'POST';
  postback_body_sealed: string | null;
  postback_headers_sealed: string | null;
  postback_statuses: Json<ConversionStatus[]>;
  event_map: Json<Partial<Record<EventType, string>>>;
  status_map: Json<Partial<Record<ConversionStatus, string>>>;
  requires_external_id: boolean;
  send_zero_payout: boolean;
  expected_status: string;
  delay_seconds: number;
  notes: string | null;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

export type SourceRow = Selectable<SourcesTable>;
export type NewSource = Insertable<SourcesTable>;
export type SourceUpdate = Updateable<SourcesTable>;

const sources = (db: Db) => db.withTables<{ sources: SourcesTable }>();
const live = (db: Db) => sources(db).selectFrom('sources').where('deleted_at', 'is', null);

export type Asked = SourceQuery & ByName;

function filtered(db: Db, q: Asked) {
  let query = live(db);
  if (q.status) query = query.where('status', '=', q.status);
  if (q.all) query = query.where('status', '!=', 'archived');
  if (q.type) query = query.where('type', '=', q.type);
  if (q.search) query = query.where(matchesTold(q.search, q));
  return query;
}

export const list = (db: Db, q: Asked, page: Page, figures?: Figures): Promise<RowsOfPage<SourceRow>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.selectAll(), {
    ...page,
    by: figures ?? (q.sortBy === 'name' ? sql`lower(name)` : q.sortBy),
    search: q.search,
  });

export const find = (db: Db, id: number): Promise<SourceRow | undefined> =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst();

/** Deleted ones too. */
export const findAny = (db: Db, id: number): Promise<SourceRow | undefined> =>
  sources(db).selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirst();

export const listLive = (db: Db): Promise<SourceRow[]> => live(db).selectAll().orderBy('id').execute();

/** Deleted ones too: conversions keep naming their source. */
export const listNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  sources(db).selectFrom('sources').select(['id', 'name']).execute();

/** Holds the row until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<SourceRow | undefined> =>
  lockById(sources(db).selectFrom('sources').selectAll(), id, deleted);

/** @returns undefined when the name is taken */
export const insert = (db: Db, row: NewSource): Promise<SourceRow | undefined> =>
  sources(db)
    .insertInto('sources')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the database's unique violation `sources_name_idx` when the name is taken */
export const update = (db: Db, id: number, change: SourceUpdate, now: Date): Promise<SourceRow> =>
  sources(db)
    .updateTable('sources')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
