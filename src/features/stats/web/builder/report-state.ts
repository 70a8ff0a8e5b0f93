import { cutOf, DIMENSIONS, filterOf, FILTERS, type Dimension } from '../../../reports/dimensions-contract.ts';
import { FIGURE_NAMES, type FigureName } from '../../../reports/metrics.ts';
import type { ReportLine } from '../../report-contract.ts';
import { CONVERSION_FILTERS } from '../conversions/conversion-filters.ts';
import { STATS_FILTERS } from '../parts/stats-filters.ts';

/** Filters that lines set when one goes into them; the others have a field of their own. */
export const DRILL_FILTERS = Object.fromEntries(
  [...FILTERS.keys()].filter((key) => !(key in STATS_FILTERS)).map((key) => [key, '']),
);

export const DEFAULT_DIMENSIONS: readonly Dimension[] = ['day'];
export const DEFAULT_FIGURES: readonly FigureName[] = [
  'visits',
  'views',
  'clicks',
  'ctr',
  'conversions',
  'revenue_expected',
  'revenue_confirmed',
  'epc',
];

const listed = <T extends string>(text: string | null, known: readonly T[], usual: readonly T[]): T[] => {
  if (text === null) return [...usual];
  return [...new Set(text.split(','))].filter((one): one is T => known.includes(one as T));
};

export const dimensionsIn = (params: URLSearchParams): Dimension[] =>
  listed(params.get('dimensions'), DIMENSIONS, DEFAULT_DIMENSIONS).slice(0, 3);

export function figuresIn(params: URLSearchParams): FigureName[] {
  const figures = listed(params.get('metrics'), FIGURE_NAMES, DEFAULT_FIGURES);
  return figures.length > 0 ? figures : [...DEFAULT_FIGURES];
}

/** What one asks next, when a line is opened. */
const NEXT: readonly Dimension[] = ['listicle', 'item', 'position', 'offer', 'source', 'utm_campaign', 'device', 'day'];

/**
 * The address of the report inside a line: its values become filters, and the next dimension is shown.
 * @returns undefined when a value cannot be a filter: hours, and records that an event does not have
 */
export function insideOf(line: ReportLine, params: URLSearchParams): URLSearchParams | undefined {
  const next = new URLSearchParams(params);
  const taken = new Set<Dimension>();
  for (const [dimension, cell] of Object.entries(line.dims) as [Dimension, { value: string | number | null }][]) {
    const key = filterOf(dimension);
    if (key === undefined || (cell.value === null && cutOf(dimension).values !== 'words')) return undefined;
    next.set(key, cell.value === null ? '(none)' : String(cell.value));
    taken.add(dimension);
  }
  const inside = NEXT.find((one) => !taken.has(one) && !next.has(filterOf(one)!));
  if (!inside) return undefined;
  next.set('dimensions', inside);
  for (const key of ['page', 'sortBy', 'order']) next.delete(key);
  return next;
}

/** Narrowings that the list of conversions knows too; of the others it could not show the rows. */
const OF_CONVERSIONS = new Set(['days', 'date_from', 'date_to', 'time_basis', ...CONVERSION_FILTERS.keys()]);
const SHAPE = new Set(['dimensions', 'metrics', 'compare', 'sortBy', 'order', 'page', 'itemsPerPage']);

/**
 * The address of the conversions that a line counts.
 * @returns undefined when the list cannot be narrowed down to the line
 */
export function conversionsOf(line: Pick<ReportLine, 'dims'>, params: URLSearchParams): string | undefined {
  const next = new URLSearchParams();
  for (const [key, value] of params) if (!SHAPE.has(key)) next.set(key, value);
  for (const [dimension, cell] of Object.entries(line.dims) as [Dimension, { value: string | number | null }][]) {
    const key = filterOf(dimension);
    if (key === undefined || cell.value === null) return undefined;
    next.set(key, String(cell.value));
  }
  const day = next.get('day');
  if (day !== null) {
    for (const key of ['day', 'days']) next.delete(key);
    for (const key of ['date_from', 'date_to']) next.set(key, day);
  }
  return [...next.keys()].every((key) => OF_CONVERSIONS.has(key))
    ? `/admin/conversion-stats?${next.toString()}`
    : undefined;
}

/** Filters of lines that are set, with what they are called. */
export const filtersSet = (params: URLSearchParams): { key: string; label: string }[] =>
  [...FILTERS]
    .filter(([key]) => key in DRILL_FILTERS && params.get(key))
    .map(([key, dimension]) => ({ key, label: `${cutOf(dimension).label}: ${params.get(key)}` }));
