import type { Range } from '../../../platform/time.ts';
import type { COMPARISONS } from '../../reports/contract.ts';
import { partsOf, valuesOf, type FigureName } from '../../reports/metrics.ts';
import { comparedRange, daysOf, type Frame } from '../../reports/server/report.ts';
import type { Scope } from '../../reports/server/service.ts';
import { runReport } from '../../reports/server/store-report.ts';

/** Figures of each local day of a frame, and of the days that it is held against. One is asked for each figure that is shown: days of people and of costs are dear. */
export async function courseOf<N extends FigureName>(
  scope: Scope,
  frame: Frame,
  compare: (typeof COMPARISONS)[number],
  names: readonly N[],
) {
  const metrics = [...new Set(names.flatMap(partsOf))];
  const now = scope.clock();
  const of = async (range: Range) => {
    const rows = await runReport(scope.eventStore, { ...frame, range, dimensions: ['day'], metrics });
    const sums = new Map(rows.map((row) => [String(row.dims.day), row.sums]));
    return daysOf(range, frame.zone, now).map((day) => ({ day, ...valuesOf(sums.get(day) ?? {}, names) }));
  };
  const compared = comparedRange(frame.range, frame.zone, compare, now);
  const [days, before] = await Promise.all([of(frame.range), compared ? of(compared.range) : null]);
  return { days, before };
}
