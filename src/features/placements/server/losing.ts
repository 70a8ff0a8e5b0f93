import { formatMicros } from '../../../platform/money.ts';
import { type CsvTable, tableOf } from '../../../platform/server/http/csv.ts';
import { foundRows } from '../../../platform/text/row-order.ts';
import { fileDays } from '../../../platform/time.ts';
import type { Scope } from '../../reports/server/service.ts';
import type { Losing, LosingQuery } from '../contract.ts';
import type { Placement } from '../evidence.ts';
import { judgePlacements, placementsOf, type Judged } from './judging.ts';
import { keptPlacements } from './store.ts';

export const profitOf = (one: Placement): bigint => one.revenueMicros - one.costMicros;

/** Those that lose money for sure, the worst first. */
export const losersOf = ({ placements }: Judged) =>
  placements
    .filter(({ verdict }) => verdict.isLosing)
    .toSorted((a, b) => Number(profitOf(a.figures) - profitOf(b.figures)));

export const lostBy = (losers: readonly { figures: Placement }[]): bigint =>
  losers.reduce((sum, { figures }) => sum - profitOf(figures), 0n);

const lineOf = ({ name, figures, verdict }: Judged['placements'][number]) => ({
  placement: name,
  visits: figures.visits,
  conversions: figures.conversions,
  revenue: formatMicros(figures.revenueMicros),
  cost: formatMicros(figures.costMicros),
  profit: formatMicros(profitOf(figures)),
  chance: verdict.chance!,
});

const IN_FILE = [
  'placement',
  'visits',
  'conversions',
  'revenue',
  'cost',
  'profit',
  'chance',
  'source',
  'param',
  'currency',
  'zone',
] as const;

/** Those that lose as a file, named after the days that were judged. */
export async function losingTable(scope: Scope, query: LosingQuery): Promise<CsvTable> {
  const { data, range, tz, currency } = await losingPlacements(scope, query);
  return tableOf(
    fileDays({ from: new Date(range.from), to: new Date(range.to) }, tz),
    IN_FILE,
    data.losing.map((line) => ({ ...line, source: data.source, param: data.param, currency, zone: tz })),
  );
}

/** Which placements of a source lose money for sure, and what is left out of that. @throws AppError not_found, validation_failed */
export async function losingPlacements(scope: Scope, query: LosingQuery): Promise<Losing> {
  const source = await placementsOf(scope, query.source_id, query.param);
  const kept = await keptPlacements(scope.db, query.source_id, source.param);
  const judged = await judgePlacements(scope, query.source_id, source.param, query, kept);
  const losers = losersOf(judged);
  return {
    data: {
      losing: foundRows(
        losers.map(lineOf),
        { sortBy: query.sortBy, order: query.order },
        (line) => line[query.sortBy],
        ({ placement }) => placement,
      ),
      lost: formatMicros(lostBy(losers)),
      judged: judged.placements.filter(({ verdict }) => verdict.chance !== null).length,
      few: judged.placements.filter(({ verdict }) => verdict.chance === null).length,
      kept: kept.size,
      unknown_visits: judged.unknownVisits,
      wait_days: judged.waitDays,
      recorded_from: judged.recordedFrom,
      source: source.name,
      template: source.template,
      param: source.param,
      usual_param: source.usual,
      params: source.parameters.map(({ alias, label }) => ({ alias, label: label || alias })),
    },
    ...judged.said,
  };
}
