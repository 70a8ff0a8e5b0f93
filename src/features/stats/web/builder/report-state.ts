import { cutOf, filterOf, FILTERS, isParam, type Dimension } from '../../../reports/dimensions-contract.ts';
import type { ReportLine } from '../../report-contract.ts';
import { CONVERSION_FILTERS } from '../conversions/conversion-filters.ts';
import { wordsOf } from '../../../reports/param-words.ts';
import { STATS_FILTERS } from '../parts/stats-filters.ts';

/** Filters that lines set when one goes into them; the others have a field of their own. */
export const DRILL_FILTERS = Object.fromEntries(
  [...FILTERS.keys(), 'params'].filter((key) => !(key in STATS_FILTERS)).map((key) => [key, '']),
);

/** Is a report cut by these two and by nothing else? Then its lines make a week. */
export const isByWeek = (dimensions: readonly Dimension[]): boolean =>
  dimensions.toSorted().join() === 'hour_of_day,weekday';

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
    if (isParam(dimension)) {
      const words = {
        ...wordsOf(next.get('params')),
        [cutOf(dimension).label]: cell.value === null ? '(none)' : String(cell.value),
      };
      next.set('params', JSON.stringify(words));
      taken.add(dimension);
      continue;
    }
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

const PARAMS = 'params.';

/** Filters of lines that are set, with what they are called; see `withoutFilter`. */
export const filtersSet = (params: URLSearchParams): { key: string; label: string }[] => [
  ...[...FILTERS]
    .filter(([key]) => key in DRILL_FILTERS && params.get(key))
    .map(([key, dimension]) => {
      const { label, wordOf = String } = cutOf(dimension);
      return { key, label: `${label}: ${wordOf(params.get(key)!)}` };
    }),
  ...Object.entries(wordsOf(params.get('params'))).map(([alias, word]) => ({
    key: PARAMS + alias,
    label: `${alias}: ${word}`,
  })),
];

/** What takes one of these away: the name of a filter, and its value from then on. */
export function withoutFilter(key: string, params: URLSearchParams): [name: string, value: string] {
  if (!key.startsWith(PARAMS)) return [key, ''];
  const { [key.slice(PARAMS.length)]: _gone, ...kept } = wordsOf(params.get('params'));
  return ['params', Object.keys(kept).length === 0 ? '' : JSON.stringify(kept)];
}
