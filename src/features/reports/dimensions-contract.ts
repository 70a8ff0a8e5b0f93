import { CUTS, type Cut } from './cuts-contract.ts';

/** Those of every site. */
export type FixedDimension = keyof typeof CUTS;
/** A parameter that sources send, by its alias. */
export type ParamDimension = `param:${string}`;
export type Dimension = FixedDimension | ParamDimension;
/** Those whose values are records of ours, by id. */
export type RecordDimension = {
  [D in FixedDimension]: (typeof CUTS)[D]['values'] extends 'records' ? D : never;
}[FixedDimension];
/** What records say of themselves. */
export type LookedUpDimension = {
  [D in FixedDimension]: (typeof CUTS)[D] extends { isLookedUp: true } ? D : never;
}[FixedDimension];
/** Those whose values are times. */
export type TimeDimension = {
  [D in FixedDimension]: (typeof CUTS)[D]['values'] extends 'times' ? D : never;
}[FixedDimension];
/** What a report is cut by where each guide has a line. */
export const BY_GUIDE = 'listicle' satisfies Dimension;
export const DIMENSIONS = Object.keys(CUTS) as [FixedDimension, ...FixedDimension[]];

/** The name of such a dimension. */
export const PARAM = /^param:([a-z][a-z0-9_]{0,31})$/;
export const isParam = (dimension: string): dimension is ParamDimension => PARAM.test(dimension);
export const paramOf = (alias: string): ParamDimension => `param:${alias}`;
export const isDimension = (name: string): name is Dimension => isParam(name) || Object.hasOwn(CUTS, name);

export const cutOf = (dimension: Dimension): Cut => {
  const alias = PARAM.exec(dimension)?.[1];
  if (alias === undefined) return CUTS[dimension as FixedDimension];
  return {
    label: alias,
    group: 'Parameters of sources',
    values: 'words',
    column: 'params',
    word: alias,
    isCopied: true,
    isUnknownWithoutClick: true,
    isLong: true,
  };
};

/** The columns that a dimension is told by, but for its time. */
export const columnsOf = (dimension: Dimension): string[] => {
  const { column, isCopied } = cutOf(dimension);
  return [...(column === undefined ? [] : [column]), ...(isCopied ? ['params', 'link_id'] : [])];
};

export const isLookedUp = (dimension: Dimension): dimension is LookedUpDimension =>
  cutOf(dimension).isLookedUp === true;

export const isTime = (dimension: Dimension): dimension is TimeDimension => cutOf(dimension).values === 'times';

/** The names of what keeps to one value, on the wire. */
type FilterName<D extends FixedDimension> = (typeof CUTS)[D] extends { filter: infer F extends string }
  ? F
  : (typeof CUTS)[D] extends { column: infer C extends string }
    ? C
    : never;
type FilterValue<D extends FixedDimension> = D extends 'status'
  ? readonly string[]
  : (typeof CUTS)[D]['values'] extends 'records' | 'numbers'
    ? number
    : string;

/** What a question may keep to, of any report. */
export type FilterKeys = { [D in FixedDimension as FilterName<D>]?: FilterValue<D> | undefined } & {
  /** Of the parameters of sources, by alias. */
  params?: Readonly<Record<string, string>> | undefined;
};

/** The filter that keeps to one value of a dimension; hours have none, and parameters share `params`. */
export const filterOf = (dimension: Dimension): keyof FilterKeys | undefined =>
  isParam(dimension)
    ? undefined
    : ((cutOf(dimension).filter ?? cutOf(dimension).column) as keyof FilterKeys | undefined);

/** Every filter, with the dimension that it keeps to one value of. */
export const FILTERS: ReadonlyMap<string, FixedDimension> = new Map(
  DIMENSIONS.flatMap((dimension) => {
    const key = filterOf(dimension);
    return key === undefined ? [] : [[key, dimension] as const];
  }),
);

/** The first of these by which nobody can say what was paid; undefined: cost, profit and ROI can be told. */
export const costlessOf = (dimensions: readonly Dimension[]): Dimension | undefined =>
  dimensions.find((one) => cutOf(one).isAfterArrival);

/** The first of these of which a record has several: the lines of a report add up to more than its totals. */
export const severalOf = (dimensions: readonly Dimension[]): Dimension | undefined =>
  dimensions.find((one) => cutOf(one).several !== undefined);
