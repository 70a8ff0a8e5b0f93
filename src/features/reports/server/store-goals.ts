import { OWED_SQL } from '../../networks/conversion-statuses.ts';
import type { Cell, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { moneySql, PERSON } from './store-sums.ts';

const HOUR_MS = 3_600_000;
/** Conversions of older clicks are taken to be complete. */
const COMPLETE_MS = 7 * 24 * HOUR_MS;
/** More delays make the curve no better. */
const MAX_LAGS = 5000;
const TIMEOUT_MS = 30_000;

/** What a link's visits are judged by. @param currency of the sums; money without a worth in it counts as none */
export type GoalAsk = {
  linkId: number;
  goal: 'revenue_expected' | 'revenue_confirmed' | 'conversion_rate' | 'click_out_rate';
  from: Date;
  to: Date;
  currency: string;
};

/** By destination: people's visits by their age, what became of them, and how late conversions came. */
export type GoalNumbers = {
  visits: { destinationId: number; ageHours: number; count: number }[];
  /** `squares` are those of units of the currency. */
  results: { destinationId: number; conversions: number; micros: number; squares: number }[];
  lagsHours: number[];
};

/** Reads it in the range, `from` inclusive, `to` exclusive. @throws AppError unavailable */
export async function goalNumbers(events: EventStore, ask: GoalAsk): Promise<GoalNumbers> {
  const { dialect } = events;
  const visits = await events.query<{ id: number; age: number; count: number }>(
    `select destination_id as id, cast(floor((${dialect.epochMs(dialect.instant(ask.to))} - ${dialect.epochMs('ts')}) / ${HOUR_MS}) as integer) as age, count(*) as count` +
      ` from events where type = 'visit' and link_id = $1 and ${SENT} and ${within(events, 'ts', ask)} group by 1, 2`,
    [ask.linkId],
    { timeoutMs: TIMEOUT_MS },
  );
  const found = ask.goal === 'click_out_rate' ? await clicksOut(events, ask) : await conversions(events, ask);
  return {
    visits: visits.map(({ id, age, count }) => ({ destinationId: id, ageHours: Number(age), count: Number(count) })),
    ...found,
  };
}

const SENT = `${PERSON} and destination_id is not null`;
const within = ({ dialect }: EventStore, column: string, { from, to }: GoalAsk): string =>
  `${column} >= ${dialect.instant(from)} and ${column} < ${dialect.instant(to)}`;

type Found = Omit<GoalNumbers, 'visits'>;

/** Visits that went on to at least one offer. */
async function clicksOut(events: EventStore, ask: GoalAsk): Promise<Found> {
  const rows = await events.query<{ id: number; count: number }>(
    `select destination_id as id, count(distinct visit_id) as count from events` +
      ` where type = 'click' and link_id = $1 and ${SENT} and ${within(events, 'ts', ask)} group by 1`,
    [ask.linkId],
    { timeoutMs: TIMEOUT_MS },
  );
  const results = rows.map(({ id, count }) => ({
    destinationId: id,
    conversions: Number(count),
    micros: 0,
    squares: 0,
  }));
  return { results, lagsHours: [] };
}

/** Conversions as they stand now: what was rejected or reversed since is no conversion, refunds take money and count as none. */
async function conversions(events: EventStore, ask: GoalAsk): Promise<Found> {
  const { dialect } = events;
  const statuses = ask.goal === 'revenue_confirmed' ? `'approved'` : OWED_SQL;
  const each =
    `select destination_id as id, conversion_id, ${dialect.sum('delta_count')} as n, any_value(event_kind) as kind,` +
    ` ${moneySql(dialect, statuses, '$2')} as micros,` +
    ` min(click_ts) as clicked, min(ts) as came` +
    ` from events where type = 'conversion' and link_id = $1 and destination_id is not null` +
    ` and status in (${statuses}) and ${within(events, 'click_ts', ask)} group by 1, 2 having ${dialect.sum('delta_count')} > 0`;
  const params: Cell[] = [ask.linkId, ask.currency];
  const rows = await events.query<{ id: number; count: number; micros: string; squares: number }>(
    `select id, count(*) filter (where kind not in ('refund', 'chargeback')) as count, sum(micros) as micros,` +
      ` sum((micros / 1e6) * (micros / 1e6)) as squares from (${each}) group by 1`,
    params,
    { timeoutMs: TIMEOUT_MS },
  );
  const lags = await events.query<{ lag: number }>(
    `select (${dialect.epochMs('came')} - ${dialect.epochMs('clicked')}) / ${HOUR_MS}.0 as lag from (${each}) where clicked < ${dialect.instant(new Date(ask.to.getTime() - COMPLETE_MS))} order by clicked desc limit ${MAX_LAGS}`,
    params,
    { timeoutMs: TIMEOUT_MS },
  );
  return {
    results: rows.map(({ id, count, micros, squares }) => ({
      destinationId: id,
      conversions: Number(count),
      micros: Number(micros),
      squares: Number(squares),
    })),
    lagsHours: lags.map(({ lag }) => Math.max(0, Number(lag))),
  };
}
