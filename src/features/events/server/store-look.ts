import { sql, type SqlBool } from 'kysely';
import type { Cell, EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { GUIDE_ID, type ClickRow, type VisitRow } from './store-events.ts';

const clicks = (db: Db) =>
  db.withTables<{ clicks: ClickRow }>().selectFrom('clicks').selectAll().select(GUIDE_ID.as('guide_id'));

/** Oldest first. Uses clicks_visit_idx. */
export const listClicksOfVisit = (db: Db, visitId: string, limit: number): Promise<ClickRow[]> =>
  clicks(db).where('visit_id', '=', visitId).orderBy('ts').limit(limit).execute();

/** Clicks of people on a network's offers, nearest before an instant first. Uses clicks_ts_idx. */
export const listClicksBefore = (
  db: Db,
  networkId: number,
  { since, before }: { since: string; before: string },
  limit: number,
): Promise<ClickRow[]> =>
  clicks(db)
    .where('network_id', '=', networkId)
    .where('is_bot', '=', false)
    .where('ts', '<=', before)
    .where('ts', '>=', since)
    .orderBy('ts', 'desc')
    .limit(limit)
    .execute();

/** Clicks whose id begins so. @param prefix base32 only. Uses the primary key */
export const listClicksLike = (db: Db, prefix: string, limit: number): Promise<ClickRow[]> =>
  clicks(db)
    .where(sql<SqlBool>`click_id collate "C" >= ${prefix}`)
    .where(sql<SqlBool>`click_id collate "C" < ${`${prefix}~`}`)
    .orderBy('click_id')
    .limit(limit)
    .execute();

/** A visit, a view or an impression of the event store. */
export type PageEvent = {
  type: 'visit' | 'view' | 'impression';
  ts: string;
  view_id: string | null;
  guide_id: number | null;
  review_id: number | null;
  item_id: number | null;
  position: number | null;
  is_bot: boolean;
};

const MAX_EVENTS = 200;
const COLUMNS = 'type, ts, view_id, guide_id, review_id, item_id, position, is_bot';
const stamp = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '');

/** What was read in one visit, or of one view, within a span of time that keeps the search short. @throws AppError unavailable */
export async function listPageEvents(
  events: EventStore,
  of: { visitId: string | null; viewId: string | null },
  from: Date,
  to: Date,
): Promise<PageEvent[]> {
  const params: Cell[] = [stamp(from), stamp(to), of.visitId, of.viewId];
  const span = 'ts >= cast($1 as timestamp) and ts <= cast($2 as timestamp)';
  return events.query<PageEvent>(
    `with own as (select view_id from events where ${span} and type = 'view' and (visit_id = $3 or view_id = $4))
     select ${COLUMNS} from events where ${span} and ((type = 'visit' and visit_id = $3)
        or (type in ('view', 'impression') and (view_id = $4 or view_id in (select view_id from own))))
      order by ts limit ${MAX_EVENTS}`,
    params,
  );
}

export const listClicks = (db: Db, ids: readonly string[]): Promise<ClickRow[]> =>
  clicks(db)
    .where('click_id', 'in', [...ids])
    .execute();

export const findVisitOfClick = async (db: Db, clickId: string): Promise<string | null> =>
  (await clicks(db).where('click_id', '=', clickId).executeTakeFirst())?.visit_id ?? null;

export const findVisitRow = (db: Db, visitId: string): Promise<VisitRow | undefined> =>
  db
    .withTables<{ visits: VisitRow }>()
    .selectFrom('visits')
    .selectAll()
    .select(GUIDE_ID.as('guide_id'))
    .where('visit_id', '=', visitId)
    .executeTakeFirst();

export async function removeClicks(trx: Db, ids: readonly string[]): Promise<void> {
  await trx
    .withTables<{ clicks: ClickRow }>()
    .deleteFrom('clicks')
    .where('click_id', 'in', [...ids])
    .execute();
}

export async function removeVisit(trx: Db, visitId: string): Promise<void> {
  await trx.withTables<{ visits: VisitRow }>().deleteFrom('visits').where('visit_id', '=', visitId).execute();
}

type Ids = { visitId: string | null; clickIds: readonly string[]; viewIds: readonly string[] };

/** Rows of the event store about an arrival: its visit, its views with what was seen on them, its clicks, its conversions. */
export async function listEventsOf(
  events: EventStore,
  { visitId, clickIds, viewIds }: Ids,
): Promise<Record<string, unknown>[]> {
  const params: Cell[] = [visitId];
  const places = (values: readonly string[]): string =>
    values.map((value) => `$${params.push(value)}`).join(', ') || 'null';
  const clicked = places(clickIds);
  const viewed = places(viewIds);
  return events.query(
    `select * from events where visit_id = $1 or click_id in (${clicked}) or view_id in (${viewed})
       or view_id in (select view_id from events where type = 'view' and visit_id = $1) order by ts limit 5000`,
    params,
  );
}

/** Arrivals that have everything in common that a report can be cut by, within a quarter of an hour. */
export type ArrivalGroup = {
  ts: string;
  link_id: number | null;
  destination_id: number | null;
  guide_id: number | null;
  review_id: number | null;
  country: string | null;
  device: string | null;
  os: string | null;
  browser: string | null;
  utm: Record<string, string> | null;
  visits: number;
  /** What their own addresses said that they cost, by currency and by the currency in which it has a worth. Decimal texts of bigints. */
  costs: { currency: string; micros: string; base_currency: string | null; base_micros: string | null }[] | null;
};

type Scope = {
  sourceId: number;
  linkId: number | null;
  param: string | null;
  value: string | null;
  from: string;
  to: string;
};

/** Arrivals of people from a source. Every zone's hours begin on a quarter. Uses visits_ts_idx. */
export async function listArrivalGroups(db: Db, of: Scope): Promise<ArrivalGroup[]> {
  const { rows } = await sql<ArrivalGroup>`
    with own as (
      select to_timestamp(floor(extract(epoch from ts) / 900) * 900) as ts, link_id, destination_id, ${GUIDE_ID} as guide_id, review_id,
             country, device, os, browser, utm, cost_micros, cost_currency, cost_base_micros, cost_base_currency
        from visits
       where ts >= ${of.from} and ts < ${of.to} and source_id = ${of.sourceId} and not is_bot and not is_internal
         and (${of.linkId}::int is null or link_id = ${of.linkId}::int)
         and (${of.param}::text is null or utm ->> ${of.param}::text = ${of.value}::text)
    ), sums as (
      select ts, link_id, destination_id, guide_id, review_id, country, device, os, browser, utm, cost_currency, cost_base_currency,
             count(*) as n, sum(cost_micros) as micros, sum(cost_base_micros) as base_micros
        from own group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    )
    select ts, link_id, destination_id, guide_id, review_id, country, device, os, browser, utm, sum(n)::int as visits,
           jsonb_agg(jsonb_build_object('currency', cost_currency, 'micros', micros::text, 'base_currency', cost_base_currency,
             'base_micros', base_micros::text)) filter (where cost_currency is not null and micros <> 0) as costs
      from sums group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`.execute(db);
  return rows;
}
