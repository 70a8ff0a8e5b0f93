import { costlessOf, FILTERS, isDimension, type Dimension } from '../reports/dimensions-contract.ts';
import { isFigure, isOfCost, type FigureName } from '../reports/metrics.ts';
import { isOwnName, MOST_OWN_SHOWN, ownName } from '../reports/own-names.ts';

const DEFAULT_DIMENSIONS: readonly Dimension[] = ['day'];
/** As many as fit beside the drawer at 1280 px, where money goes and comes before the rest. */
const DEFAULT_FIGURES: readonly FigureName[] = [
  'visits',
  'clicks',
  'conversions',
  'revenue_expected',
  'cost',
  'profit',
  'roi',
  'epc',
  'views',
];

const listed = <T extends string>(text: string | null, isKnown: (one: string) => one is T, usual: readonly T[]): T[] =>
  text === null ? [...usual] : [...new Set(text.split(','))].filter(isKnown);

const isId = (text: string): text is string => isOwnName(`own:${text}`);

export const dimensionsIn = (params: URLSearchParams): Dimension[] =>
  listed(params.get('dimensions'), isDimension, DEFAULT_DIMENSIONS).slice(0, 3);

/** The figures of a report; the usual ones leave out what a cut cannot tell. */
export function figuresIn(params: URLSearchParams): FigureName[] {
  const isCostless = costlessOf(dimensionsIn(params)) !== undefined;
  const usual = DEFAULT_FIGURES.filter((name) => !(isCostless && isOfCost(name)));
  const figures = listed(params.get('metrics'), isFigure, usual);
  return figures.length > 0 ? figures : usual;
}

/** The own columns of a report, by their ids. */
export const ownIn = (params: URLSearchParams): number[] =>
  listed(params.get('own'), isId, []).slice(0, MOST_OWN_SHOWN).map(Number);

const NARROWING = ['days', 'date_from', 'date_to', 'compare', 'time_basis', ...FILTERS.keys(), 'params'];

/** What an address of the screen asks the report for: the one reading of it, of which page and size are no part. */
export function askIn(params: URLSearchParams): Record<string, string> {
  const [dimensions, figures, own] = [dimensionsIn(params), figuresIn(params), ownIn(params)];
  const sortBy = params.get('sortBy') ?? '';
  return {
    ...Object.fromEntries(NARROWING.map((key) => [key, params.get(key) ?? ''])),
    dimensions: dimensions.join(','),
    metrics: figures.join(','),
    own: own.join(','),
    sortBy: [...dimensions, ...figures, ...own.map(ownName)].some((one) => one === sortBy) ? sortBy : '',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
  };
}
