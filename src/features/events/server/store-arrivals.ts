import type { Range } from '../../../platform/time.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { GUIDE_ID } from './store-events.ts';

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
  region: string | null;
  language: string | null;
  referrer_host: string | null;
  utm: Record<string, string> | null;
  subs: Record<string, string> | null;
  params: Record<string, string> | null;
  rule_id: number | null;
  channel: string | null;
  city: string | null;
  os_version: string | null;
  browser_version: string | null;
  visits: number;
  /** What their own addresses said that they cost, by currency and by the currency in which it has a worth. Decimal texts of bigints. */
  costs: { currency: string; micros: string; base_currency: string | null; base_micros: string | null }[] | null;
};

/** All that a report can be cut by of an arrival, but for its time. */
const COLUMNS = [
  'link_id',
  'destination_id',
  'guide_id',
  'review_id',
  'country',
  'region',
  'device',
  'os',
  'browser',
  'language',
  'referrer_host',
  'utm',
  'subs',
  'params',
  'rule_id',
  'channel',
  'city',
  'os_version',
  'browser_version',
] as const;
const ARRIVAL_COLUMNS = sql.join(COLUMNS.map((name) => sql.ref(name)));
/** Every zone's hours begin on a quarter. */
const QUARTER = sql`to_timestamp(floor(extract(epoch from ts) / 900) * 900) as ts`;
/** Of visits: the quarter of an hour, and by what they are alike. */
export const OF_ARRIVALS = sql`${QUARTER}, ${sql.join(COLUMNS.map((name) => (name === 'guide_id' ? sql`${GUIDE_ID} as guide_id` : sql.ref(name))))}`;
/** Their places at the head of a list of columns, as the quarter has the name of a column. */
export const BY_ARRIVAL = sql.raw(['ts', ...COLUMNS].map((_, at) => at + 1).join(', '));

type Said = Record<'utm' | 'subs' | 'params', RawBuilder<unknown>>;
const OF_ROW: Said = { utm: sql`utm`, subs: sql`subs`, params: sql`params` };

/** What an arrival said under a name: one of utm, `sub3`, or `param:site` of its source. Null: nothing, or it was not recorded. */
export const saidUnder = (name: RawBuilder<unknown>, { utm, subs, params }: Said = OF_ROW) => sql<string | null>`case
  when left(${name}, 6) = 'param:' then ${params} ->> substr(${name}, 7) when left(${name}, 3) = 'sub' then ${subs} ->> ${name}
  else ${utm} ->> ${name} end`;

type Scope = {
  sourceId: number;
  linkId: number | null;
  param: string | null;
  value: string | null;
  from: string;
  to: string;
};

/** Arrivals of people from a source. Uses visits_ts_idx. */
export async function listArrivalGroups(db: Db, of: Scope): Promise<ArrivalGroup[]> {
  const { rows } = await sql<ArrivalGroup>`
    with own as (
      select ${OF_ARRIVALS}, cost_micros, cost_currency, cost_base_micros, cost_base_currency
        from visits
       where ts >= ${of.from} and ts < ${of.to} and source_id = ${of.sourceId} and not is_bot and not is_internal
         and (${of.linkId}::int is null or link_id = ${of.linkId}::int)
         and (${of.param}::text is null or ${saidUnder(sql`${of.param}::text`)} = ${of.value}::text)
    ), sums as (
      select ts, ${ARRIVAL_COLUMNS}, cost_currency, cost_base_currency,
             count(*) as n, sum(cost_micros) as micros, sum(cost_base_micros) as base_micros
        from own group by ${BY_ARRIVAL}, cost_currency, cost_base_currency
    )
    select ts, ${ARRIVAL_COLUMNS}, sum(n)::int as visits,
           jsonb_agg(jsonb_build_object('currency', cost_currency, 'micros', micros::text, 'base_currency', cost_base_currency,
             'base_micros', base_micros::text)) filter (where cost_currency is not null and micros <> 0) as costs
      from sums group by ${BY_ARRIVAL} order by ${BY_ARRIVAL}`.execute(db);
  return rows;
}

/** Arrivals of people whose cost is in another currency than the site's: of one source and day (UTC), valued alike. */
export type ForeignArrivals = {
  source_id: number;
  currency: string;
  day: string;
  base_currency: string | null;
  fx_day: string | null;
};

/** A stretch of a source's arrivals that a bill pays for. `from` inclusive, `to` exclusive. */
export type Billed = { from: string; to: string; link_id: number | null; param: string | null; value: string | null };

const FOREIGN = sql`cost_micros is not null and cost_micros <> 0 and source_id is not null and not is_bot and not is_internal`;
const DAY = sql`to_char(ts at time zone 'UTC', 'YYYY-MM-DD')`;

/** All that cost something in one of the currencies. Reads every visit: for once a day. */
export const listForeignArrivals = async (db: Db, currencies: readonly string[]): Promise<ForeignArrivals[]> =>
  (
    await sql<ForeignArrivals>`
      select source_id, cost_currency as currency, ${DAY} as day, cost_base_currency as base_currency, cost_fx_day as fx_day
        from visits where ${FOREIGN} and cost_currency = any(${currencies}::text[])
       group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  ).rows;

/** Those of one day (UTC) that have no worth yet. Uses visits_cost_without_worth_idx. */
export const listUnvaluedArrivals = async (
  db: Db,
  currencies: readonly string[],
  day: string,
): Promise<ForeignArrivals[]> =>
  (
    await sql<ForeignArrivals>`
      select source_id, cost_currency as currency, ${DAY} as day, null as base_currency, null as fx_day
        from visits
       where ${FOREIGN} and cost_base_currency is null and cost_currency = any(${currencies}::text[])
         and ts >= ${`${day}T00:00:00Z`}::timestamptz and ts < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
       group by 1, 2, 3 order by 1, 2`.execute(db)
  ).rows;

/** The worth of their cost: so many units of the currency for one, by the rates of a day. */
export type Worth = { currency: string; rate: string; day: string };

/** Arrivals alike in all that a report can be cut by, with what their cost was worth and is from now on. */
export type RevaluedGroup = Omit<ArrivalGroup, 'costs'> & {
  micros: string;
  base_micros: string;
  old_base_micros: string | null;
};

/**
 * Notes on arrivals what their cost is worth, unless a bill pays for them. Half a micro is rounded away from zero. In the transaction in
 * which the difference is told. @param limit of arrivals. @returns those that changed; none: all are done
 */
export async function valueArrivals(
  trx: Db,
  of: ForeignArrivals & { billed: readonly Billed[] },
  worth: Worth,
  limit: number,
): Promise<RevaluedGroup[]> {
  const { rows } = await sql<RevaluedGroup>`
    with chosen as (
      select visit_id, cost_base_micros from visits
       where ${FOREIGN} and source_id = ${of.source_id} and cost_currency = ${of.currency}
         and ts >= ${`${of.day}T00:00:00Z`}::timestamptz and ts < ${`${of.day}T00:00:00Z`}::timestamptz + interval '1 day'
         and cost_base_currency is not distinct from ${of.base_currency}::text and cost_fx_day is not distinct from ${of.fx_day}::text
         and not exists (
           select from jsonb_to_recordset(${JSON.stringify(of.billed)}::jsonb)
             as bill("from" timestamptz, "to" timestamptz, link_id int, param text, value text)
            where ts >= bill."from" and ts < bill."to" and (bill.link_id is null or bill.link_id = visits.link_id)
              and (bill.param is null or ${saidUnder(sql`bill.param`)} = bill.value))
       order by visit_id limit ${limit} for update
    ), done as (
      update visits set cost_base_micros = round(cost_micros * ${worth.rate}::numeric), cost_base_currency = ${worth.currency},
             cost_fx_day = ${worth.day}
        from chosen where visits.visit_id = chosen.visit_id
      returning visits.*, chosen.cost_base_micros as old_base_micros
    )
    select ${OF_ARRIVALS}, count(*)::int as visits, sum(cost_micros)::text as micros, sum(cost_base_micros)::text as base_micros,
           sum(old_base_micros)::text as old_base_micros
      from done group by ${BY_ARRIVAL} order by ${BY_ARRIVAL}`.execute(trx);
  return rows;
}

/** Visits whose price nobody could read, and the newest of what was said of it. */
export type UnreadCosts = { visits: number; sample: string };

/** People's visits of a range whose ad address said a cost that is no amount, by source or link; those without any are left out. Uses visits_cost_unread_idx. */
export async function countUnreadCosts(
  db: Db,
  by: 'source' | 'link',
  ids: readonly number[],
  { from, to }: Range,
): Promise<Map<number, UnreadCosts>> {
  if (ids.length === 0) return new Map();
  const column = sql.ref(by === 'source' ? 'source_id' : 'link_id');
  const { rows } = await sql<UnreadCosts & { id: number }>`
    select ${column} as id, count(*)::int as visits, (array_agg(cost_unread order by ts desc, visit_id))[1] as sample from visits
     where cost_unread is not null and ts >= ${from.toISOString()} and ts < ${to.toISOString()} and ${column} = any(${ids}::int[])
       and not is_bot and not is_internal
     group by 1`.execute(db);
  return new Map(rows.map(({ id, ...costs }) => [id, costs]));
}
