import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { touchedHours } from '../../events/server/hours.ts';
import { LAG_EDGES_S } from '../conversion-stats-contract.ts';
import type { Frame } from '../../reports/server/report.ts';
import { planConversions } from '../../reports/server/plan.ts';
import { binder, conversionsSql } from '../../reports/server/store-sources.ts';

const CENT = 10_000;

/** How many conversions lie in each span of `LAG_EDGES_S`, and how many of which no click is known. @throws AppError unavailable */
export async function runLags(events: EventStore, frame: Frame): Promise<{ counts: number[]; unknown: number }> {
  const to = binder(events.dialect);
  const { from } = conversionsSql(planConversions({ ...frame, dimensions: [] }, await touchedHours(events)), to);
  const lagMs = `${events.dialect.epochMs('ts')} - ${events.dialect.epochMs('click_ts')}`;
  // a clock of the network that is behind ours makes a lag negative: it was at once
  const spans = LAG_EDGES_S.slice(1).map((edge, i) => `when ${lagMs} < ${edge * 1000} then ${i}`);
  const sql =
    `select case when click_ts is null then -1 ${spans.join(' ')} else ${spans.length} end as span,` +
    ` cast(sum(delta_count) as integer) as n from ${from} group by 1`;
  const rows = await events.query<{ span: number; n: number }>(sql, to.params);
  const bySpan = new Map(rows.map(({ span, n }) => [span, n]));
  return { counts: LAG_EDGES_S.map((_, i) => bySpan.get(i) ?? 0), unknown: bySpan.get(-1) ?? 0 };
}

/** What conversions of the frame paid, in micros of its currency by the cent, and how often; the least first. @throws AppError unavailable */
export async function runPayouts(events: EventStore, frame: Frame): Promise<{ micros: number; count: number }[]> {
  const to = binder(events.dialect);
  const { from } = conversionsSql(planConversions({ ...frame, dimensions: [] }, await touchedHours(events)), to);
  const currency = to.bind(frame.currency);
  const paid = `case when currency = ${currency} then delta_micros when base_currency = ${to.bind(frame.currency)} then base_micros end`;
  const sql =
    `select ${events.dialect.floorTo('paid', CENT)} as micros, count(*) as n from (select ${paid} as paid from ${from}) as payouts` +
    // draws by the same dice shall be the same
    ` where paid > 0 group by 1 order by 1`;
  const rows = await events.query<{ micros: bigint | number; n: bigint | number }>(sql, to.params);
  return rows.map(({ micros, n }) => ({ micros: Number(micros), count: Number(n) }));
}
