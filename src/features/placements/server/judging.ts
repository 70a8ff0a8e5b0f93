import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { parseMicros } from '../../../platform/money.ts';
import { shiftDay } from '../../../platform/time.ts';
import { NOT_RECORDED } from '../../reports/cuts-contract.ts';
import { type Dimension, paramOf } from '../../reports/dimensions-contract.ts';
import { frameOf, siteDay, type Scope } from '../../reports/server/service.ts';
import { runReport, streamReport } from '../../reports/server/store-report.ts';
import { placementWords } from '../../sources/server/service.ts';
import { LAG_EDGES_S } from '../../stats/conversion-stats-contract.ts';
import type { LosingRule } from '../contract.ts';
import { judge, sizeOf, type Placement, type Verdict } from '../evidence.ts';
import type { Course } from '../saved.ts';
import { runLags, runPayouts } from '../../stats/server/store-lags.ts';

/** Names that parameters of placements have in the templates of sources, the most exact first. */
const PLACES = [
  'site',
  'widget_id',
  'zoneid',
  'zone_id',
  'section_id',
  'publisher_id',
  'placement',
  'site_id',
  'source_id',
];
const DAY_S = 86_400;
/** How far back it is looked for how long conversions take, and what they pay. */
const KNOWN_DAYS = 180;
const MAX_WAIT_DAYS = 30;
const SUMS = ['visits', 'known_visits', 'known_conversions', 'known_expected', 'known_cost'] as const;
type Sums = Record<(typeof SUMS)[number], bigint>;
type Row = { name: string | null; sums: Sums };

/** @throws AppError not_found, validation_failed, conflict where its source tells none apart */
export async function placementsOf(scope: Pick<Scope, 'db'>, sourceId: number, given: string | undefined) {
  const source = await placementWords(scope.db, sourceId);
  if (!source) throw notFound('Traffic source');
  const aliases = source.parameters.map(({ alias }) => alias);
  const usual = PLACES.find((alias) => aliases.includes(alias)) ?? aliases[0];
  const param = given ?? usual;
  if (usual === undefined || param === undefined)
    throw new AppError(
      'conflict',
      `${source.name} has no parameter that tells placements apart: add one to the source.`,
    );
  if (!aliases.includes(param))
    throw invalid('param', `is no parameter of ${source.name}: it has ${aliases.join(', ')}`);
  return { ...source, param, usual };
}

export type Judged = {
  placements: { name: string; figures: Placement; verdict: Verdict }[];
  /** As of `judge`. */
  size: number;
  /** What all of the source cost that says what it cost, micros. */
  costMicros: bigint;
  /** Visits that do not say where they were from or what they cost. */
  unknownVisits: number;
  waitDays: number;
  /** Days that were judged, inclusive; the first lies after the last where none could be. */
  first: string;
  last: string;
  /** Clicks of before this day do not say where they were from; null where all do. */
  recordedFrom: string | null;
  said: Awaited<ReturnType<typeof frameOf>>['said'];
};

/**
 * Which placements of a source lose money for sure. The last days are left out, as their visits cost already and their conversions still
 * come; money counts on the day of its click. Days whose clicks do not say where they were from are left out too, or what came of them
 * would be missed everywhere.
 * @param kept placements that are not judged, as the source was told to leave them out
 */
export async function judgePlacements(
  scope: Scope,
  sourceId: number,
  param: string,
  rule: LosingRule,
  kept: ReadonlySet<string>,
): Promise<Judged> {
  const { today, tz } = await siteDay(scope);
  const known = await frameOf(scope, { source_id: sourceId, tz, days: KNOWN_DAYS }, 'click');
  const [lags, payouts] = await Promise.all([
    runLags(scope.eventStore, known.frame),
    runPayouts(scope.eventStore, known.frame),
  ]);
  const size = sizeOf(payouts);
  const waitDays = waitOf(lags.counts);
  const last = shiftDay(today, -1 - waitDays);
  let first = shiftDay(last, 1 - rule.days);
  const ask = (from: string) => sumsBetween(scope, { sourceId, tz, from, to: last }, paramOf(param));
  let { rows, said, unrecorded } = await ask(first);
  let recordedFrom: string | null = null;
  if (unrecorded > 0n) {
    recordedFrom = await firstRecorded(scope, { sourceId, tz, from: first, to: last }, paramOf(param));
    first = recordedFrom;
    // its frame is that of the days asked for where none is left
    if (first <= last) ({ rows, said, unrecorded } = await ask(first));
    else rows = [];
  }
  const named = rows.filter(({ name, sums }) => name !== null && !kept.has(name) && sums.known_visits > 0n);
  const figures = named.map(({ sums }) => figuresOf(sums));
  const verdicts = judge(figures, size, {
    minVisits: rule.min_visits,
    belowMicros: parseMicros(rule.below)!,
    certainty: rule.certainty / 100,
  });
  return {
    placements: named.map(({ name }, i) => ({ name: name!, figures: figures[i]!, verdict: verdicts[i]! })),
    size,
    costMicros: rows.reduce((sum, { sums }) => sum + sums.known_cost, 0n),
    unknownVisits: Number(
      rows.reduce((sum, { name, sums }) => sum + sums.visits - (name === null ? 0n : sums.known_visits), 0n),
    ),
    waitDays,
    first,
    last,
    recordedFrom,
    said,
  };
}

/** What some placements and all others did between two days, both inclusive. */
export async function courseOf(
  scope: Scope,
  asked: { sourceId: number; tz: string; from: string; to: string; param: string; placements: ReadonlySet<string> },
): Promise<Course & { visits: number }> {
  const { rows } = await sumsBetween(scope, asked, paramOf(asked.param));
  const course = { costMicros: 0n, revenueMicros: 0n, restCostMicros: 0n, visits: 0 };
  for (const { name, sums } of rows) {
    if (name === null || !asked.placements.has(name)) course.restCostMicros += sums.known_cost;
    else {
      course.costMicros += sums.known_cost;
      course.revenueMicros += sums.known_expected;
      course.visits += Number(sums.visits);
    }
  }
  return course;
}

const figuresOf = (sums: Sums): Placement => ({
  visits: Number(sums.known_visits),
  conversions: Number(sums.known_conversions),
  revenueMicros: sums.known_expected,
  costMicros: sums.known_cost,
});

type Days = { sourceId: number; tz: string; from: string; to: string };

async function sumsBetween(scope: Scope, { sourceId, tz, from, to }: Days, dimension: Dimension) {
  const asked = { source_id: sourceId, tz, date_from: from, date_to: to };
  const { frame, said } = await frameOf(scope, asked, 'click');
  const rows: Row[] = [];
  let unrecorded = 0n;
  // a source may have hundreds of thousands
  for await (const piece of streamReport(scope.eventStore, { ...frame, dimensions: [dimension], metrics: SUMS }))
    for (const { dims, sums } of piece) {
      const name = dims[dimension] == null ? null : String(dims[dimension]);
      if (name === NOT_RECORDED) unrecorded += sums.known_conversions;
      rows.push({ name: name === NOT_RECORDED ? null : name, sums });
    }
  return { rows, said, unrecorded };
}

/** The day after the last one on which a click that earned did not say where it was from. */
async function firstRecorded(scope: Scope, { sourceId, tz, from, to }: Days, dimension: Dimension): Promise<string> {
  const asked = { source_id: sourceId, tz, date_from: from, date_to: to };
  const { frame } = await frameOf(scope, asked, 'click');
  const rows = await runReport(scope.eventStore, {
    ...frame,
    filters: [...frame.filters, { dimension, values: [NOT_RECORDED] }],
    dimensions: ['day'],
    metrics: ['conversions'],
  });
  const days = rows.filter(({ sums }) => sums.conversions > 0n).map(({ dims }) => String(dims.day));
  return days.length === 0 ? from : shiftDay(days.toSorted().at(-1)!, 1);
}

/** The first edge within which nine of ten conversions came, in whole days. */
function waitOf(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return 0;
  let seen = 0;
  const at = counts.findIndex((count) => (seen += count) >= 0.9 * all);
  const edge = LAG_EDGES_S[at + 1];
  return edge === undefined ? MAX_WAIT_DAYS : Math.min(MAX_WAIT_DAYS, Math.ceil(edge / DAY_S));
}
