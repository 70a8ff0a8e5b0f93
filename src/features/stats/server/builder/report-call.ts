import { MAX_ROWS } from '../../../../platform/paging.ts';
import { fileDays, localDays, shiftDay, type Range } from '../../../../platform/time.ts';
import type { CsvTable } from '../../../../platform/server/http/csv.ts';
import type { Metric } from '../../../reports/contract.ts';
import { costlessOf, isTime, severalOf, type Dimension } from '../../../reports/dimensions-contract.ts';
import {
  FIGURE_NAMES,
  isBesideCost,
  isFigure,
  isMoney,
  isOfCost,
  partsOf,
  valueOf,
  type FigureName,
} from '../../../reports/metrics.ts';
import { ShownColumn } from '../../../reports/own-columns-contract.ts';
import { isOwnName } from '../../../reports/own-names.ts';
import { contractFields } from '../../../../platform/server/records/records.ts';
import type { ReportAsk, ReportLine, ReportReply, Values } from '../../report-contract.ts';
import { labelsOf } from '../../../reports/server/labels.ts';
import { hasCost, hasMoney, NO_OWN, ownValue, partsOfOwn, type OwnAsked } from '../../../reports/server/own-asked.ts';
import { comparedRange, daysOf } from '../../../reports/server/report.ts';
import { frameOf, type Scope } from '../../../reports/server/service.ts';

import { type ReportQuery, type Sort, sortByFigure } from '../../../reports/server/report-query.ts';
import {
  runReport,
  runReportPage,
  runTotals,
  runUnconverted,
  streamReport,
  unconvertedByLine,
  type LackingAsked,
  type ReportRow,
} from '../../../reports/server/store-report.ts';

const BESIDE_COST = FIGURE_NAMES.filter(isBesideCost);

/** The figures that are shown: beside what source-days with a known cost made, how many others there are. */
const shownOf = (metrics: readonly FigureName[], { columns }: OwnAsked): readonly FigureName[] =>
  metrics.some(isOfCost) || columns.some(hasCost) ? [...new Set([...metrics, ...BESIDE_COST])] : metrics;

/** Lines of a page where none are asked for. */
const PAGE_SIZE = 25;

/** What was asked for; else by time, else by the first metric that any line with a name has, and so on. */
function sortsOf({ sortBy: asked, order, dimensions, metrics }: ReportAsk, { columns }: OwnAsked): Sort[] {
  const byDimension = (dimension: Dimension, direction: Sort['order']): Sort => ({ dimension, order: direction });
  if (isFigure(asked)) return [sortByFigure(asked, order)];
  const own = columns.find(({ key }) => key === asked);
  if (own) return [{ formula: own.formulaRead, order }];
  if (asked && !isOwnName(asked) && dimensions.includes(asked)) return [byDimension(asked, order)];
  const time = dimensions.find(isTime);
  if (time) return [byDimension(time, time === dimensions[0] ? 'asc' : order)];
  return metrics.map((metric) => ({ ...sortByFigure(metric, order), isOfNamed: true }));
}

/** The metric that the order of lines is told by where none was asked for, or one that is gone: the first that is not empty. */
const sortedBy = (ask: ReportAsk, lines: readonly ReportLine[], { columns }: OwnAsked): ReportReply['sorted_by'] => {
  if (ask.sortBy && (!isOwnName(ask.sortBy) || columns.some(({ key }) => key === ask.sortBy))) return ask.sortBy;
  const time = ask.dimensions.find(isTime);
  const named = lines.filter((line) => Object.values(line.dims).some((cell) => cell?.value != null));
  return (
    time ??
    ask.metrics.find((metric) => named.some((line) => Number(line.values[metric] ?? 0) !== 0)) ??
    ask.metrics[0]!
  );
};

/** Moves a local day (or hour) of the compared range onto the day that it is held against. */
const moved = (text: string, days: number): string => shiftDay(text.slice(0, 10), days) + text.slice(10);

const keyOf = (dimensions: readonly Dimension[], row: ReportRow, days = 0): string =>
  JSON.stringify(
    dimensions.map((one) => {
      const value = row.dims[one] ?? null;
      return days && isTime(one) && value !== null ? moved(String(value), days) : value;
    }),
  );

/** What a question comes to before it is asked: the same for an answer and for a file. */
async function questionOf(scope: Scope, ask: ReportAsk, own: OwnAsked) {
  const { dimensions, metrics } = ask;
  const { frame, said } = await frameOf(scope, ask);
  const range = ask.day ? within(frame.range, localDays(ask.day, ask.day, frame.zone)) : frame.range;
  const costless = costlessOf([...dimensions, ...frame.filters.map((filter) => filter.dimension)]) ?? null;
  const sorted = isFigure(ask.sortBy) ? [ask.sortBy] : [];
  const shown = shownOf(metrics, own);
  const sums = [...new Set([...[...shown, ...sorted].flatMap(partsOf), ...own.columns.flatMap(partsOfOwn)])];
  const isUntold = (name: FigureName) => costless !== null && (isOfCost(name) || isBesideCost(name));
  const told = (of: Record<Metric, bigint>): Values =>
    Object.fromEntries([
      ...shown.map((name) => [name, isUntold(name) ? null : valueOf(of, name)]),
      ...own.columns.map((one) => [one.key, one.figures.some(isUntold) ? null : ownValue(one, of)]),
    ]);
  const question: ReportQuery = { ...frame, range, dimensions, metrics: sums };
  const compared = comparedRange(range, frame.zone, ask.compare, scope.clock());
  const isOfMoney = shown.some(isMoney) || own.columns.some(hasMoney);
  return { question, said, range, sums, shown, own, isOfMoney, costless, compared, told };
}
type Question = Awaited<ReturnType<typeof questionOf>>;

/** Lines with the names of what they are about, and what they were in the days before. @param signal of a file, which may take longer than a screen */
async function linesOf(
  scope: Scope,
  { question, compared, told }: Question,
  rows: readonly ReportRow[],
  unconverted: (row: ReportRow) => string | undefined,
  signal?: AbortSignal,
): Promise<ReportLine[]> {
  const { dimensions } = question;
  const earlier = compared && (await linesBefore(scope, question, rows, compared, signal));
  const labels = await labelsOf(scope.db, dimensions, rows);
  return rows.map((row): ReportLine => ({
    dims: Object.fromEntries(
      dimensions.map((one) => [one, { value: row.dims[one] ?? null, label: labels(one, row.dims[one] ?? null) }]),
    ),
    values: told(row.sums),
    unconverted: unconverted(row),
    ...(compared && { before: told(earlier?.get(keyOf(dimensions, row)) ?? NOTHING) }),
  }));
}

/**
 * Answers any question: lines, their totals asked anew, and both again for the days that they are held against.
 * @param own what there is of the own columns that it names
 */
export async function report(scope: Scope, ask: ReportAsk, own: OwnAsked = NO_OWN): Promise<ReportReply> {
  const { dimensions, page } = ask;
  const asked = await questionOf(scope, ask, own);
  const { question, said, range, sums, shown, costless, compared, told } = asked;
  const limit = ask.limit === -1 ? MAX_ROWS : Math.max(1, ask.limit ?? PAGE_SIZE);

  const isByDay = dimensions.length === 1 && dimensions[0] === 'day';
  const summed = runTotals(scope.eventStore, {
    ...question,
    metrics: [...sums, 'bot_visits', 'bot_views', 'bot_clicks'],
  });
  const [{ rows, total }, totals, unconvertedBy, before, earlier] = await Promise.all([
    dimensions.length === 0
      ? { rows: [], total: 1 }
      : runReportPage(scope.eventStore, { ...question, sort: sortsOf(ask, own), limit, offset: (page - 1) * limit }),
    summed,
    unconvertedOf(scope, asked, summed),
    compared && runReport(scope.eventStore, { ...question, range: compared.range, dimensions: [] }),
    isByDay && compared ? runReport(scope.eventStore, { ...question, range: compared.range }) : null,
  ]);
  const data = await linesOf(scope, asked, rows, unconvertedBy);
  const sum = {
    values: told(totals.sums),
    ...(before && { before: told(before[0]!.sums) }),
  };
  return {
    data: dimensions.length === 0 ? [{ dims: {}, ...sum }] : data,
    totals: sum,
    days_before: earlier && compared ? daysBefore(scope, asked, earlier, compared.range) : null,
    total,
    page,
    limit,
    pages: Math.max(1, Math.ceil(total / limit)),
    dimensions,
    metrics: [...shown],
    own: own.columns.map((one) => contractFields(ShownColumn, one)),
    own_missing: [...own.missing],
    sorted_by: sortedBy(ask, data, own),
    costless_by: shown.some(isOfCost) || own.columns.some(hasCost) ? costless : null,
    several_by: severalOf(dimensions) ?? null,
    time_basis: ask.time_basis,
    compared: compared ? { from: compared.range.from.toISOString(), to: compared.range.to.toISOString() } : null,
    bots_hidden: Number(totals.sums.bot_visits + totals.sums.bot_views + totals.sums.bot_clicks),
    unconverted: totals.unconverted,
    ...said,
    range: { from: range.from.toISOString(), to: range.to.toISOString() },
  };
}

/** Each day of the compared range, days without anything included. */
function daysBefore(scope: Scope, { question, told }: Question, rows: readonly ReportRow[], range: Range) {
  const sums = new Map(rows.map((row) => [row.dims.day, row.sums]));
  return daysOf(range, question.zone, scope.clock()).map((day) => ({ day, values: told(sums.get(day) ?? NOTHING) }));
}

/** What of each line lacks a rate. @param beside totals of the question */
const unconvertedOf = (
  scope: Scope,
  { question, shown, own, isOfMoney, costless }: Question,
  beside: LackingAsked['beside'],
) =>
  unconvertedByLine(scope.eventStore, question, {
    isOfCost: costless === null && (shown.some(isOfCost) || own.columns.some(hasCost)),
    isAny: isOfMoney,
    beside,
  });

const within = (outer: Range, inner: Range): Range => {
  const from = inner.from > outer.from ? inner.from : outer.from;
  const to = inner.to < outer.to ? inner.to : outer.to;
  return { from, to: to > from ? to : from };
};

/** No sum at all, of anything. */
const NOTHING = new Proxy({} as Record<Metric, bigint>, { get: () => 0n });

/** What the lines of a page were in the compared range, by their dimensions. */
async function linesBefore(
  scope: Scope,
  question: ReportQuery,
  rows: readonly ReportRow[],
  { range, days }: { range: Range; days: number },
  signal?: AbortSignal,
): Promise<Map<string, Record<Metric, bigint>>> {
  const { dimensions, filters } = question;
  if (rows.length === 0) return new Map();
  const alike = dimensions
    .filter((one) => !isTime(one))
    .map((dimension) => ({ dimension, values: [...new Set(rows.map((row) => row.dims[dimension] ?? null))] }));
  const wanted = new Set(rows.map((row) => keyOf(dimensions, row)));
  const found = new Map<string, Record<Metric, bigint>>();
  const asked = { ...question, range, filters: [...filters, ...alike] };
  // of a cut by time all its hours come
  for await (const piece of streamReport(scope.eventStore, asked, signal))
    for (const row of piece) {
      const key = keyOf(dimensions, row, days);
      if (wanted.has(key)) found.set(key, row.sums);
    }
  return found;
}

/** Every line of a question as a file, read as it is taken. */
export async function reportTable(
  scope: Scope,
  ask: ReportAsk,
  { own = NO_OWN, signal }: { own?: OwnAsked; signal: AbortSignal },
): Promise<CsvTable> {
  const asked = await questionOf(scope, ask, own);
  const { question, said, range, shown, isOfMoney, compared } = asked;
  const { dimensions } = question;
  const figures: { key: keyof Values; name: string; isMoney: boolean }[] = [
    ...shown.map((name) => ({ key: name, name, isMoney: isMoney(name) })),
    ...own.columns.map(({ key, name, format }) => ({ key, name, isMoney: format === 'money' })),
  ];
  const columns = figures.flatMap(({ name }) => [name, ...(compared ? [`${name}_before`] : [])]);
  // of a line whose money all lacks a rate no sum is known
  const text = (value: Values[keyof Values], isUnknown: boolean): string =>
    isUnknown && Number(value) === 0 ? '' : String(value ?? '');
  const rowOf = ({ dims, values, before, unconverted }: ReportLine): string[] => [
    ...dimensions.map((one) => dims[one]!.label),
    ...figures.flatMap(({ key, isMoney: isSum }) => [
      text(values[key], isSum && unconverted !== undefined),
      ...(compared ? [text(before?.[key], false)] : []),
    ]),
    ...(isOfMoney ? [unconverted ?? ''] : []),
    said.currency,
    said.tz,
    range.from.toISOString(),
    range.to.toISOString(),
  ];
  async function* rows() {
    const foreign = await runUnconverted(scope.eventStore, question);
    const unconverted = await unconvertedOf(scope, asked, { unconverted: foreign });
    for await (const piece of streamReport(scope.eventStore, { ...question, sort: sortsOf(ask, own) }, signal))
      yield (await linesOf(scope, asked, piece, unconverted, signal)).map(rowOf);
  }
  return {
    days: fileDays(range, said.tz),
    head: [...dimensions, ...columns, ...(isOfMoney ? ['unconverted'] : []), 'currency', 'zone', 'from', 'to'],
    rows: rows(),
  };
}
