import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import { within } from '../../../../platform/server/event-store/dialect.ts';
import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import type { Frame } from '../../../reports/server/report.ts';
import { binder, dimensionSql } from '../../../reports/server/store-sources.ts';
import { moneySql } from '../../../reports/server/store-sums.ts';
import type { Attributed } from '../../attribution/cuts.ts';

const DAY_MS = 86_400_000;

type Value = string | number | null;
/** One line for each arrival, or one without where none is known. */
export type TouchRow = {
  click_id: string;
  own: Value;
  conversions: number;
  micros: bigint;
  /** Whether there is an arrival in this line. */
  isTouch: boolean;
  /** Whether the way by which the click came is one of the arrivals; without a link it is none. */
  isOwnKnown: boolean;
  touch: Value;
};

/**
 * What clicks of the frame's days are owed, with the arrivals by a link that have the visitor code of the click and came before it, oldest
 * first. A code is of one day, so nothing links longer. @param filters of the conversion, as SQL that `bind` made safe
 * @throws AppError unavailable
 */
export async function runTouches(
  events: EventStore,
  frame: Frame,
  by: Attributed,
  { offerId, networkId }: { offerId?: number | undefined; networkId?: number | undefined },
): Promise<TouchRow[]> {
  const { dialect } = events;
  const to = binder(dialect);
  const slice = { ...frame, dimensions: [by] };
  const { range } = frame;
  const since = { from: new Date(range.from.getTime() - DAY_MS), to: range.to };
  const only = [
    ...(offerId === undefined ? [] : [`offer_id = ${to.bind(offerId)}`]),
    ...(networkId === undefined ? [] : [`network_id = ${to.bind(networkId)}`]),
  ].map((part) => ` and ${part}`);
  const owed =
    `select click_id, ${dimensionSql(dialect, by, 'click_ts', slice)} as own,` +
    ` coalesce(${dialect.sum('delta_count', `status in (${OWED_SQL})`)}, 0) as conversions,` +
    ` ${moneySql(dialect, OWED_SQL, to.bind(frame.currency))} as micros` +
    ` from events where type = 'conversion' and click_id is not null and ${within(dialect, 'click_ts', range)}${only.join('')}` +
    ` group by 1, 2`;
  // A click is stored without its person: that one is named by the arrival, or by the page's view where no link led there.
  const clicks =
    `select c.click_id as click_id, c.ts as ts, c.visit_id is not null as by_link, coalesce(a.visitor, w.visitor) as visitor` +
    ` from (select click_id, ts, visit_id, view_id from events where type = 'click' and click_id is not null and ${within(dialect, 'ts', range)}) c` +
    ` left join (select visit_id, visitor from events where type = 'visit' and visit_id is not null and ${within(dialect, 'ts', since)}) a` +
    ` on a.visit_id = c.visit_id` +
    ` left join (select view_id, visitor from events where type = 'view' and view_id is not null and visit_id is null and ${within(dialect, 'ts', since)}) w` +
    ` on w.view_id = c.view_id`;
  const visits =
    `select visitor, ts, ${dimensionSql(dialect, by, 'ts', slice)} as touch from events` +
    ` where type = 'visit' and visitor is not null and not is_bot and not is_internal and ${within(dialect, 'ts', since)}`;
  const touched =
    `select c.click_id as click_id, c.by_link as by_link, v.ts as at, v.touch as touch from (${clicks}) c join (${visits}) v` +
    ` on v.visitor = c.visitor where v.ts <= c.ts`;
  const sql =
    `select o.click_id as click_id, o.own as own, o.conversions as conversions, o.micros as micros,` +
    ` t.at is not null as is_touch, t.by_link as by_link, t.touch as touch` +
    ` from (${owed}) o left join (${touched}) t on t.click_id = o.click_id` +
    ` where o.conversions <> 0 or o.micros <> 0 order by o.click_id, o.own, t.at`;
  const rows = await events.query<{
    click_id: string;
    own: Value;
    conversions: number | bigint;
    micros: number | bigint | string;
    is_touch: boolean | number;
    by_link: boolean | number | null;
    touch: Value;
  }>(sql, to.params);
  return rows.map((row) => ({
    click_id: row.click_id,
    own: row.own,
    conversions: Number(row.conversions),
    micros: BigInt(row.micros),
    isTouch: Boolean(row.is_touch),
    isOwnKnown: Boolean(row.by_link),
    touch: row.touch,
  }));
}
