import { formatMicros } from '../../../platform/money.ts';
import { countUnreadCosts } from '../../events/server/store-arrivals.ts';
import { destinationNames, destinationRules, linkNames } from '../../links/server/service.ts';
import { chancesToBeBest } from '../chances/chances-to-be-best.ts';
import type { Metric } from '../../reports/contract.ts';
import { costlessOf, type Dimension } from '../../reports/dimensions-contract.ts';
import { LINK_GROUPS, type LinkGroup, type LinkStats, type LinkStatsQuery } from '../link-stats-contract.ts';
import { valueOf, valuesOf } from '../../reports/metrics.ts';
import { ratioOf, wilson } from '../../reports/rules.ts';
import { addUp } from '../../reports/server/report.ts';
import { frameOf, type Scope } from '../../reports/server/service.ts';

import {
  runReport,
  runTotals,
  unconvertedByLine,
  type ReportRow,
  type UnconvertedOf,
} from '../../reports/server/store-report.ts';
import { USUAL_OF_LINKS } from '../courses/links.ts';
import { courseOf } from './course.ts';
import { listLatest, listReferrers, type VisitLine } from './store-link.ts';

const SUMS = [
  'visits',
  'clicks',
  'conversions',
  'revenue_expected',
  'revenue_confirmed',
  'cost',
  'cost_confirmed',
  'known',
  'known_expected',
  'known_confirmed',
  'known_cost',
  'unknown_days',
] as const;
const DAILY = [...SUMS, 'bot_visits'] as const;
/** Whoever came by a link clicks, or does not: its rate is of visits. */
const withRate = <Day extends { clicks: number; visits: number }>(day: Day) => ({
  ...day,
  ctr: ratioOf(day.clicks, day.visits),
});
const TOP = 50;
const MAX_LINES = 1000;
const REFERRERS = 20;
const LATEST = 20;

const countBy = (rows: ReportRow[], dimension: 'country' | 'device'): [string, number][] =>
  rows
    .map((row) => [String(row.dims[dimension] ?? '(unknown)'), Number(row.sums.visits)] as [string, number])
    .filter(([, visits]) => visits > 0);

/** What was paid and what is left of it; null where nothing says what was paid. */
const spentOf = (sums: Record<Metric, bigint>) => ({
  ...valuesOf(sums, ['cost', 'profit', 'roi']),
  left_out: Number(sums.unknown_days),
});

/** Lines that are cut by day and source, too: one source-day is left out once, in however many of them it is. */
function addUpDaily(rows: readonly ReportRow[]): ReportRow['sums'] {
  const unknown = rows.filter((row) => row.sums.unknown_days !== 0n);
  const days = new Set(unknown.map(({ dims }) => `${dims.day} ${dims.source}`));
  return { ...addUp(rows, DAILY), unknown_days: BigInt(days.size) } as ReportRow['sums'];
}

/** Lines that are cut finer, in the order of their names. */
const addUpBy = (rows: readonly ReportRow[], dimension: 'day' | 'destination'): ReportRow[] =>
  [...Map.groupBy(rows, (row) => row.dims[dimension])]
    .map(([value, some]) => ({ dims: { [dimension]: value }, sums: addUpDaily(some) }))
    .toSorted((a, b) => Number(a.dims.destination ?? 0) - Number(b.dims.destination ?? 0));

/** What one tracking link brought. @throws AppError not_found */
export async function linkStats(
  scope: Scope,
  linkId: number,
  { group, compare, course: figure, ...query }: LinkStatsQuery,
): Promise<LinkStats> {
  const names = await destinationNames(scope, linkId);
  const links = await linkNames(scope.db, [linkId]);
  const { frame, said, days } = await frameOf(scope, { ...query, link_id: linkId });
  const ask = (...args: [Pick<Parameters<typeof runReport>[1], 'dimensions' | 'metrics' | 'sort' | 'limit'>]) =>
    runReport(scope.eventStore, { ...frame, ...args[0] });
  const byVisits = { metric: 'visits', order: 'desc' } as const;
  const cut = group && DIMENSION_OF[group];
  const beside = runTotals(scope.eventStore, { ...frame, metrics: ['visit_visitors'] });
  const lacking = (...dimensions: Dimension[]): Promise<UnconvertedOf> =>
    unconvertedByLine(
      scope.eventStore,
      { ...frame, dimensions },
      { isOfCost: costlessOf(dimensions) === undefined, beside },
    );
  const [
    { sums: people, unconverted },
    ofLine,
    ofCut,
    course,
    lines,
    countries,
    devices,
    referrers,
    latest,
    unread,
    cuts,
  ] = await Promise.all([
    beside,
    lacking('day', 'destination'),
    cut ? lacking(cut) : () => undefined,
    courseOf(scope, frame, compare, [...USUAL_OF_LINKS, ...(figure && figure !== 'ctr' ? [figure] : [])]),
    ask({ dimensions: ['day', 'destination', 'source'], metrics: DAILY }),
    ask({ dimensions: ['country'], metrics: ['visits'], sort: byVisits, limit: TOP }),
    ask({ dimensions: ['device'], metrics: ['visits'], sort: byVisits, limit: TOP }),
    listReferrers(scope.eventStore, frame, REFERRERS),
    listLatest(scope.eventStore, linkId, frame.range, LATEST),
    countUnreadCosts(scope.db, 'link', [linkId], frame.range),
    cut ? ask({ dimensions: [cut], metrics: SUMS, sort: byVisits, limit: MAX_LINES }) : [],
  ]);
  // what lacks a rate is in a line too
  const allOf = (dimension: 'day' | 'destination') => [...new Set(lines.map(({ dims }) => dims[dimension] ?? null))];
  const [allDays, destinations] = [allOf('day'), allOf('destination')];
  const ofDay = (day: string) => ofLine(...destinations.map((destination) => ({ dims: { day, destination } })));
  const ofDestination: UnconvertedOf = (...some) =>
    ofLine(...some.flatMap(({ dims }) => allDays.map((day) => ({ dims: { ...dims, day } }))));
  const nameOf = (id: number): string => names.get(id) ?? `Destination ${id} (removed)`;
  const known = addUpBy(lines, 'destination').filter((row) => row.dims.destination != null);
  const chances = chancesToBeBest(known.map(({ sums }) => ({ hits: Number(sums.clicks), cases: Number(sums.visits) })));
  const total = { ...addUpDaily(lines), ...people };
  const byDay = new Map(addUpBy(lines, 'day').map((row) => [row.dims.day, row.sums]));
  return {
    link: { name: links.get(linkId) ?? '' },
    totals: {
      visits: Number(total.visits),
      uniques: Number(total.visit_visitors),
      bots: Number(total.bot_visits),
      clicks_out: Number(total.clicks),
      ctr: ratioOf(Number(total.clicks), Number(total.visits)),
      conversions: Number(total.conversions),
      revenue: formatMicros(total.revenue_expected),
      revenue_confirmed: formatMicros(total.revenue_confirmed),
      epc: valueOf(total, 'epc'),
      ...spentOf(total),
      ...valuesOf(total, ['cost_confirmed', 'profit_confirmed']),
      unconverted,
      unread_costs: unread.get(linkId) ?? null,
    },
    series: days.map((day) => ({
      day,
      visits: Number(byDay.get(day)?.visits ?? 0),
      clicks: Number(byDay.get(day)?.clicks ?? 0),
      conversions: Number(byDay.get(day)?.conversions ?? 0),
      revenue: formatMicros(byDay.get(day)?.revenue_expected ?? 0n),
      cost: byDay.has(day) ? valueOf(byDay.get(day)!, 'cost') : null,
      unconverted: ofDay(day),
    })),
    course:
      figure === 'ctr' ? { days: course.days.map(withRate), before: course.before?.map(withRate) ?? null } : course,
    by_destination: known.map(({ dims, sums }, i) => ({
      destination_id: Number(dims.destination),
      name: nameOf(Number(dims.destination)),
      visits: Number(sums.visits),
      clicks_out: Number(sums.clicks),
      ctr: ratioOf(Number(sums.clicks), Number(sums.visits)),
      p_best: chances[i]!,
      ci95: wilson(Number(sums.clicks), Number(sums.visits)),
      conversions: Number(sums.conversions),
      revenue: formatMicros(sums.revenue_expected),
      epc: valueOf(sums, 'epc'),
      ...spentOf(sums),
      unconverted: ofDestination({ dims }),
    })),
    by_country: countBy(countries, 'country').map(([country, visits]) => ({ country, visits })),
    by_device: countBy(devices, 'device').map(([device, visits]) => ({ device, visits })),
    groups:
      group === 'rule'
        ? byRule(
            lines.filter((row) => row.dims.destination != null),
            await destinationRules(scope.db, linkId),
            ofDestination,
          )
        : cuts.map(({ dims, sums }) => {
            const value = dims[cut!] ?? null;
            const name = value === null ? '(none)' : group === 'destination' ? nameOf(Number(value)) : String(value);
            return lineOf(value, name, sums, ofCut({ dims }));
          }),
    top_referrers: referrers.map(({ referrer, visits }) => ({ referrer, visits: Number(visits) })),
    recent_visits: latest.map((visit) => visitOf(visit, nameOf)),
    ...said,
  };
}

const DIMENSION_OF: Partial<Record<LinkGroup, Dimension>> = Object.fromEntries(
  LINK_GROUPS.filter((group) => group !== 'rule').map((group) => [group, group]),
);

type Line = LinkStats['groups'][number];

const lineOf = (
  value: Line['value'],
  name: string,
  sums: Record<Metric, bigint>,
  unconverted: string | undefined,
): Line => ({
  value,
  name,
  visits: Number(sums.visits),
  clicks_out: Number(sums.clicks),
  ctr: ratioOf(Number(sums.clicks), Number(sums.visits)),
  conversions: Number(sums.conversions),
  revenue: formatMicros(sums.revenue_expected),
  epc: valueOf(sums, 'epc'),
  ...spentOf(sums),
  unconverted,
});

/** The lines of destinations, added up by the rule that each stands in. */
function byRule(
  rows: readonly ReportRow[],
  rules: Awaited<ReturnType<typeof destinationRules>>,
  unconverted: UnconvertedOf,
): Line[] {
  const groups = Map.groupBy(rows, (row) => rules.get(Number(row.dims.destination))?.id ?? null);
  return [...groups].map(([id, some]) => {
    const rule = [...rules.values()].find((one) => one?.id === id);
    const destinations = [...new Set(some.map(({ dims }) => dims.destination ?? null))];
    const lacking = unconverted(...destinations.map((destination) => ({ dims: { destination } })));
    return lineOf(id, rule?.name ?? '(no rule)', addUpDaily(some), lacking);
  });
}

const visitOf = (visit: VisitLine, nameOf: (id: number) => string): LinkStats['recent_visits'][number] => ({
  ts: visit.ts,
  visit_id: visit.visit_id,
  destination: visit.destination_id === null ? null : nameOf(visit.destination_id),
  country: visit.country,
  device: visit.device,
  // the user agents of bots often name none
  browser: visit.browser === '' ? null : visit.browser,
  referrer: visit.referrer_host,
  is_bot: visit.is_bot,
  is_internal: visit.is_internal,
});
