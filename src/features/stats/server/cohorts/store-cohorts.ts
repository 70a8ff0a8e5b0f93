import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import { touchedHours } from '../../../events/server/hours.ts';
import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import { planConversions } from '../../../reports/server/plan.ts';
import type { Frame } from '../../../reports/server/report.ts';
import { binder, conversionsSql, dimensionSql } from '../../../reports/server/store-sources.ts';
import { moneySql } from '../../../reports/server/store-sums.ts';

export type Ripened = { day: string; came: string; conversions: number; micros: bigint };

/**
 * What is owed for clicks of the frame's days, by the local day of the click and that on which it came. Conversions without a known click
 * are left out. @throws AppError unavailable
 */
export async function runRipening(events: EventStore, frame: Frame): Promise<Ripened[]> {
  const { dialect } = events;
  const to = binder(dialect);
  const slice = { ...frame, dimensions: [] };
  const { from } = conversionsSql(planConversions(slice, await touchedHours(events)), to);
  const dayOf = (time: string): string => dialect.text(dimensionSql(dialect, 'day', time, slice));
  const money = moneySql(dialect, OWED_SQL, to.bind(frame.currency));
  const sql =
    `select ${dayOf('click_ts')} as day, ${dayOf('ts')} as came,` +
    ` coalesce(${dialect.sum('delta_count', `status in (${OWED_SQL})`)}, 0) as conversions, ${money} as micros` +
    ` from ${from} and click_ts is not null group by 1, 2`;
  const rows = await events.query<{ day: string; came: string; conversions: bigint | number; micros: bigint | number }>(
    sql,
    to.params,
  );
  return rows.map(({ day, came, conversions, micros }) => ({
    // a clock of the network that is behind ours: it came at once
    came: came < day ? day : came,
    day,
    conversions: Number(conversions),
    micros: BigInt(micros),
  }));
}
