import type { Range } from '../../../platform/time.ts';
import type { Metric } from '../../reports/contract.ts';
import { figureOf, type FigureName } from '../metrics.ts';
import type { Formula } from '../formula.ts';
import type { Dimension, LookedUpDimension } from '../dimensions-contract.ts';

/** A question to the event log, as a value. Every screen, call and export asks by one of these. */
export type ReportQuery = {
  /** 0 to 3; none gives the totals. */
  dimensions: readonly Dimension[];
  metrics: readonly Metric[];
  filters: readonly Filter[];
  /** What records say now, for each of these that the question is cut or narrowed by. */
  said?: ReadonlyMap<LookedUpDimension, readonly Said[]> | undefined;
  /** Half-open. */
  range: Range;
  /** IANA zone of `day` and `hour`. */
  zone: string;
  /** Which instant of a conversion counts: its own, or that of its click. */
  timeBasis: 'click' | 'conversion';
  /** Revenue of this currency only. */
  currency: string;
  /** One after the other: where lines are equal, by the next. */
  sort?: Sort | readonly Sort[];
  /** Without one all lines come, however many there are. */
  limit?: number;
  /** Of a question with a limit. */
  offset?: number;
};

/**
 * By a sum, by a share of sums (lines without a base come last), by what a formula comes to, or by a dimension. Equal lines stand in the order of their dimensions.
 * `isOfNamed`: only if a line with a name has such a figure; offers are not put in order by visits, which belong to none of them.
 */
export type Sort = { order: 'asc' | 'desc'; isOfNamed?: boolean } & (
  | { metric: Metric }
  | { part: Metric; less?: Metric | undefined; whole: readonly Metric[] }
  | { formula: Formula }
  | { dimension: Dimension }
);

/** A record, by its id, and a thing that it says. */
export type Said = { id: number; value: string | number };

/** `values` are joined by or; null stands for "none", `'any'` for every value but none. */
export type Filter = { dimension: Dimension; values: readonly (string | number | null)[] | 'any' };

/** By a figure, whatever it is made of. */
export function sortByFigure(name: FigureName, order: Sort['order']): Sort {
  const figure = figureOf(name);
  return 'sum' in figure
    ? { metric: figure.sum, order }
    : { part: figure.part, less: figure.less, whole: figure.whole, order };
}
