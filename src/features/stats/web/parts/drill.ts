import type { Dimension } from '../../../reports/dimensions-contract.ts';
import type { FigureName } from '../../../reports/metrics.ts';
import { OWED_STATUSES } from '../../../networks/conversion-statuses.ts';
import { STATS_FILTERS } from './stats-filters.ts';

/** What narrows a report down: keys of the calls with their values; empty text narrows nothing. */
export type Narrowing = Readonly<Record<string, string | number | undefined>>;

/** What a screen's own filters hand on to the rows behind its numbers. */
const { compare: _, ...KEPT } = STATS_FILTERS;

const keptOf = (filters: Narrowing): Narrowing =>
  Object.fromEntries(Object.keys(KEPT).map((key) => [key, filters[key]]));

function address(path: string, parts: Narrowing): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parts))
    if (value !== undefined && value !== '') query.set(key, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The conversions behind a number of a screen. @param filters of the screen @param more what the number stands for */
export const toConversions = (filters: Narrowing, more: Narrowing): string =>
  address('/admin/conversion-stats', { ...keptOf(filters), ...more });

/** The lines behind a number of a screen, where no list of records shows them. */
export const toReport = (
  filters: Narrowing,
  more: Narrowing,
  dimensions: readonly Dimension[],
  metrics: readonly FigureName[],
): string =>
  address('/admin/stats/reports', {
    ...keptOf(filters),
    ...more,
    dimensions: dimensions.join(','),
    metrics: metrics.join(','),
  });

const OWED = OWED_STATUSES.join(',');

/** Statuses of the conversions that a figure counts. */
export const STATUSES_OF = {
  conversions: OWED,
  revenue_expected: OWED,
  revenue_confirmed: 'approved',
} as const;
