import { shiftDay, type Range } from '../../../../platform/time.ts';
import type { Metric } from '../../../reports/contract.ts';
import { NOT_RECORDED } from '../../../reports/cuts-contract.ts';
import { BY_GUIDE, cutOf, paramOf, type Dimension } from '../../../reports/dimensions-contract.ts';
import { figureOf, isMoney, isOfCost, partsOf, valueOf } from '../../../reports/metrics.ts';
import { labelsOf } from '../../../reports/server/labels.ts';
import { comparedRange, type Frame } from '../../../reports/server/report.ts';
import { sortByFigure } from '../../../reports/server/report-query.ts';
import { frameOf, siteDay, type Scope } from '../../../reports/server/service.ts';
import { runReport, runReportPage, runTotals, type ReportRow } from '../../../reports/server/store-report.ts';
import { formatMicros, parseMicros } from '../../../../platform/money.ts';
import { parametersOfSources } from '../../../sources/server/service.ts';
import type { Changes, ChangesQuery } from '../../changes/contract.ts';
import type { ChangeFigure } from '../../changes/figures.ts';
import { byChange, changeOf, isChance, standingOut, type Moved } from '../../changes/drivers.ts';

type Value = string | number | null;

/** Where a change may come from, whatever sources send beside it. */
const CUTS = [
  'source',
  'link',
  BY_GUIDE,
  'review',
  'offer',
  'item',
  'network',
  'channel',
  'utm_campaign',
  'country',
  'device',
] as const;
/** Parameters of sources that are asked too: first those that say which campaign or whose page, then those that reports are grouped by. */
const MOST_PARAMETERS = 6;
const OFTEN_MEANT = /campaign|site|placement|zone|publisher/;
/** Lines of a cut that are looked at from each end of both times. */
const MOST_LOOKED_AT = 100;
/** Lines of a cut that are told. */
const TOLD = 5;

const ZERO: Partial<Record<Metric, bigint>> = {};
type Sums = Partial<Record<Metric, bigint>>;

/** What adds up of a figure, in its smallest unit. */
function amountOf(sums: Sums, name: ChangeFigure): bigint {
  const figure = figureOf(name);
  const sum = (metric: Metric | undefined): bigint => (metric && sums[metric]) ?? 0n;
  return 'sum' in figure ? sum(figure.sum) : sum(figure.part) - sum(figure.less);
}

/** What the change of a figure comes from: of each cut the lines that moved most. @throws AppError unavailable */
export async function changes(scope: Scope, query: ChangesQuery): Promise<Changes> {
  const { figure, compare, format: _format, ...asked } = query;
  const { frame, said } = await frameOf(scope, { ...asked, ...(await usualDays(scope, asked)) });
  const { range: earlier } = comparedRange(frame.range, frame.zone, compare, scope.clock())!;
  const counted = countedBy(figure);
  const metrics = [...new Set<Metric>([...partsOf(figure), ...(counted ? [counted] : [])])];
  const both = <Found>(ask: (of: Frame) => Promise<Found>) =>
    Promise.all([ask(frame), ask({ ...frame, range: earlier })]);
  const totals = await both((of) => runTotals(scope.eventStore, { ...of, metrics }));
  const [now, before] = totals;
  const foreign = totals.flatMap(({ unconverted }) => unconverted);

  const whole = [now.sums, before.sums] as const;
  const cuts = [];
  // of nothing at both times no line moved
  const isNothing = whole.every((sums) => metrics.every((metric) => (sums[metric] ?? 0n) === 0n));
  for (const dimension of isNothing ? [] : await cutsOf(scope, figure, frame)) {
    // one after the other: beside them a screen of somebody else is asked
    const cut = await cutBy(scope, { frame, earlier, dimension, figure, metrics, whole });
    if (cut.lines > 1) cuts.push(cut);
  }
  cuts.sort((a, b) => b.isOutBy - a.isOutBy);
  const [first] = cuts;
  return {
    figure,
    totals: heldOf(figure, ...whole),
    counted: counted && {
      of: counted,
      now: Number(now.sums[counted]),
      before: Number(before.sums[counted]),
      is_chance: isChance(Number(now.sums[counted]), Number(before.sums[counted])),
    },
    stands_out: first && first.isOutBy > 0 ? first.outstanding! : null,
    data: cuts.flatMap((cut) => cut.told),
    cuts: cuts.map(({ dimension, lines, rest }) => ({ dimension, label: cutOf(dimension).label, lines, rest })),
    compared: { from: earlier.from.toISOString(), to: earlier.to.toISOString() },
    time_basis: query.time_basis,
    unconverted: addUpByCurrency(foreign),
    ...said,
  };
}

/** Yesterday, where no days are asked for: the last that is over. */
async function usualDays(scope: Scope, { days, date_from: from, date_to: to, tz }: Partial<ChangesQuery>) {
  if (days !== undefined || from !== undefined || to !== undefined) return {};
  const yesterday = shiftDay((await siteDay(scope, tz)).today, -1);
  return { date_from: yesterday, date_to: yesterday };
}

/** Which count says whether a change is more than chance: money comes by conversions. */
const countedBy = (figure: ChangeFigure): 'conversions' | 'clicks' | 'visits' | null =>
  figure === 'cost' ? null : figure === 'clicks' || figure === 'visits' ? figure : 'conversions';

/** What is kept to one value already is no cut, nor is what an arrival does not know where only arrivals are counted. */
async function cutsOf({ db }: Scope, figure: ChangeFigure, { filters }: Frame): Promise<Dimension[]> {
  const sent = await parametersOfSources(db);
  const parameters = sent
    .toSorted((a, b) => Number(OFTEN_MEANT.test(b.alias)) - Number(OFTEN_MEANT.test(a.alias)))
    .slice(0, MOST_PARAMETERS)
    .map(({ alias }) => paramOf(alias));
  const isOfArrivals = isOfCost(figure) || figure === 'visits';
  return [...CUTS, ...parameters].filter(
    (one) => !filters.some(({ dimension }) => dimension === one) && !(isOfArrivals && cutOf(one).isAfterArrival),
  );
}

type Cut = {
  frame: Frame;
  earlier: Range;
  dimension: Dimension;
  figure: ChangeFigure;
  metrics: readonly Metric[];
  /** The sums of all lines, now and before. */
  whole: readonly [Sums, Sums];
};

const isNameless = (value: Value): boolean => value === null || value === NOT_RECORDED;

/** The lines of one cut, which of them moved most, and how far one stands out. */
async function cutBy(scope: Scope, cut: Cut) {
  const { dimension, figure, whole } = cut;
  const { lines, total, sums } = await linesOf(scope, cut);
  const moved = byChange(lines);
  const told = moved.slice(0, TOLD);
  const label = await labelsOf(
    scope.db,
    [dimension],
    told.map(({ value }): ReportRow => ({ dims: { [dimension]: value }, sums: {} as ReportRow['sums'] })),
  );
  const [sumsNow, sumsBefore] = sums;
  // a line without a name explains nothing
  const isOutBy = standingOut(moved).map((by, i) => (i >= TOLD || isNameless(moved[i]!.value) ? 0 : by));
  const most = Math.max(0, ...isOutBy);
  const shown = told.map(({ value }) => ({
    dimension,
    cut: cutOf(dimension).label,
    value,
    label: label(dimension, value),
    ...heldOf(figure, sumsNow.get(value), sumsBefore.get(value)),
  }));
  return {
    dimension,
    lines: total,
    isOutBy: most,
    outstanding: shown[isOutBy.indexOf(most)],
    told: shown,
    // of those too that were not looked at
    rest: heldOf(
      figure,
      less(
        whole[0],
        told.map(({ value }) => sumsNow.get(value)),
      ),
      less(
        whole[1],
        told.map(({ value }) => sumsBefore.get(value)),
      ),
    ),
  };
}

/** The greatest (and, where there are losses, the least) lines of both times, each with its sums of the other. */
async function linesOf(scope: Scope, { frame, earlier, dimension, figure, metrics }: Cut) {
  const question = { ...frame, dimensions: [dimension], metrics };
  const orders = figureOf(figure).isOfCost ? (['desc', 'asc'] as const) : (['desc'] as const);
  const ranges = [frame.range, earlier] as const;
  const ends = await Promise.all(
    ranges.map((range) =>
      Promise.all(
        orders.map((order) =>
          runReportPage(scope.eventStore, {
            ...question,
            range,
            sort: sortByFigure(figure, order),
            limit: MOST_LOOKED_AT,
            offset: 0,
          }),
        ),
      ),
    ),
  );
  const valueIn = (row: ReportRow): Value => row.dims[dimension] ?? null;
  const pages = ends.flat();
  const values = [...new Set(pages.flatMap(({ rows }) => rows.map(valueIn)))];
  const isWhole = pages.every(({ rows, total }) => rows.length === total);
  const found = isWhole
    ? ends.map(([first]) => first!.rows)
    : await Promise.all(
        ranges.map((range) =>
          runReport(scope.eventStore, { ...question, range, filters: [...frame.filters, { dimension, values }] }),
        ),
      );
  const [sumsNow, sumsBefore] = found.map((rows) => new Map<Value, Sums>(rows.map((row) => [valueIn(row), row.sums])));
  return {
    lines: values.map((value): Moved<Value> => ({
      value,
      now: amountOf(sumsNow!.get(value) ?? ZERO, figure),
      before: amountOf(sumsBefore!.get(value) ?? ZERO, figure),
    })),
    total: Math.max(values.length, ...pages.map(({ total }) => total)),
    sums: [sumsNow!, sumsBefore!] as const,
  };
}

const less = (whole: Sums, parts: readonly (Sums | undefined)[]): Sums =>
  Object.fromEntries(
    (Object.entries(whole) as [Metric, bigint][]).map(([metric, sum]) => [
      metric,
      parts.reduce((left, part) => left - (part?.[metric] ?? 0n), sum),
    ]),
  );

function heldOf(figure: ChangeFigure, now: Sums = ZERO, before: Sums = ZERO) {
  const change = changeOf({ now: amountOf(now, figure), before: amountOf(before, figure) });
  return {
    now: valueOf(now, figure),
    before: valueOf(before, figure),
    change: isMoney(figure) ? formatMicros(change) : Number(change),
  };
}

type Foreign = Changes['unconverted'][number];

/** What lacks a rate in either time, each currency once. */
const addUpByCurrency = (all: readonly Foreign[]): Foreign[] =>
  [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, some]) => {
    const sum = (key: Exclude<keyof Foreign, 'currency'>): string =>
      formatMicros(some.reduce((micros, one) => micros + parseMicros(one[key])!, 0n));
    return {
      currency,
      revenue_expected: sum('revenue_expected'),
      revenue_confirmed: sum('revenue_confirmed'),
      cost: sum('cost'),
    };
  });
