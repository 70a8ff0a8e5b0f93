import { cutOf, filterOf, FILTERS, isParam, type Dimension } from '../../../reports/dimensions-contract.ts';
import { dimensionsIn } from '../../report-address.ts';
import type { ReportLine } from '../../report-contract.ts';
import { CONVERSION_FILTERS } from '../conversions/conversion-filters.ts';
import { wordsOf } from '../../../reports/param-words.ts';
import { cutWords, stepWords, trailIn, writeTrail, type Step } from './trail.ts';
import { STATS_FILTERS } from '../parts/stats-filters.ts';

/** Filters that lines set when one goes into them; the others have a field of their own. */
export const DRILL_FILTERS = Object.fromEntries(
  [...FILTERS.keys(), 'params'].filter((key) => !(key in STATS_FILTERS)).map((key) => [key, '']),
);

/** Is a report cut by these two and by nothing else? Then its lines make a week. */
export const isByWeek = (dimensions: readonly Dimension[]): boolean =>
  dimensions.toSorted().join() === 'hour_of_day,weekday';

const PARAMS = 'params.';

/** What one asks next, when a line is opened. */
const NEXT: readonly Dimension[] = ['listicle', 'item', 'position', 'offer', 'source', 'utm_campaign', 'device', 'day'];

/**
 * The address of the report inside a line: its values become filters, and the next dimension is shown.
 * @returns undefined when a value cannot be a filter: hours, and records that an event does not have
 */
export function insideOf(line: ReportLine, params: URLSearchParams): URLSearchParams | undefined {
  const next = new URLSearchParams(params);
  const taken = new Set<Dimension>();
  const set: Record<string, string> = {};
  for (const [dimension, cell] of Object.entries(line.dims) as [
    Dimension,
    { value: string | number | null; label: string },
  ][]) {
    if (isParam(dimension)) {
      const words = {
        ...wordsOf(next.get('params')),
        [cutOf(dimension).label]: cell.value === null ? '(none)' : String(cell.value),
      };
      next.set('params', JSON.stringify(words));
      set[PARAMS + cutOf(dimension).label] = cell.label;
      taken.add(dimension);
      continue;
    }
    const key = filterOf(dimension);
    if (key === undefined || (cell.value === null && cutOf(dimension).values !== 'words')) return undefined;
    next.set(key, cell.value === null ? '(none)' : String(cell.value));
    set[key] = cell.label;
    taken.add(dimension);
  }
  const inside = NEXT.find((one) => !taken.has(one) && !next.has(filterOf(one)!));
  if (!inside) return undefined;
  writeTrail(next, [...trailOf(params), { by: dimensionsIn(params).join(','), set }]);
  next.set('dimensions', inside);
  for (const key of ['page', 'sortBy', 'order']) next.delete(key);
  return next;
}

/** Which lines led to a report. */
export const trailOf = (params: URLSearchParams): Step[] => trailIn(params, (key) => isFilterSet(key, params));

const isFilterSet = (key: string, params: URLSearchParams): boolean =>
  key.startsWith(PARAMS)
    ? wordsOf(params.get('params'))[key.slice(PARAMS.length)] !== undefined
    : params.get(key) !== null && params.get(key) !== '';

/** The reports that one came by: what each is called, and its address. The first is of everything. */
export function crumbsOf(params: URLSearchParams): { label: string; search: string }[] {
  const steps = trailOf(params);
  return steps.map(({ by }, i) => {
    const back = new URLSearchParams(params);
    for (const key of steps.slice(i).flatMap(({ set }) => Object.keys(set))) {
      const [name, value] = withoutFilter(key, back);
      if (value) back.set(name, value);
      else back.delete(name);
    }
    back.set('dimensions', by);
    for (const key of ['page', 'sortBy', 'order']) back.delete(key);
    writeTrail(back, steps.slice(0, i));
    const before = steps[i - 1];
    return { label: `${before ? stepWords(before) : 'All'} by ${cutWords(by)}`, search: back.toString() };
  });
}

/** Narrowings that the list of conversions knows too; of the others it could not show the rows. */
const OF_CONVERSIONS = new Set(['days', 'date_from', 'date_to', 'time_basis', ...CONVERSION_FILTERS.keys()]);
const SHAPE = new Set(['trail', 'dimensions', 'metrics', 'own', 'compare', 'sortBy', 'order', 'page', 'itemsPerPage']);

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

/** Filters of lines that are set, with what they are called; see `withoutFilter`. */
export function filtersSet(params: URLSearchParams): { key: string; label: string }[] {
  // what a line was called says more than its id
  const names = Object.assign({}, ...trailOf(params).map(({ set }) => set)) as Record<string, string>;
  return [
    ...[...FILTERS]
      .filter(([key]) => key in DRILL_FILTERS && params.get(key))
      .map(([key, dimension]) => {
        const { label, wordOf = String } = cutOf(dimension);
        return { key, label: `${label}: ${names[key] ?? wordOf(params.get(key)!)}` };
      }),
    ...Object.entries(wordsOf(params.get('params'))).map(([alias, word]) => ({
      key: PARAMS + alias,
      label: `${alias}: ${word}`,
    })),
  ];
}

/** What takes one of these away: the name of a filter, and its value from then on. */
export function withoutFilter(key: string, params: URLSearchParams): [name: string, value: string] {
  if (!key.startsWith(PARAMS)) return [key, ''];
  const { [key.slice(PARAMS.length)]: _gone, ...kept } = wordsOf(params.get('params'));
  return ['params', Object.keys(kept).length === 0 ? '' : JSON.stringify(kept)];
}
