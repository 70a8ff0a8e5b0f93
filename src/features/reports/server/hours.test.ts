import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { sampleSize } from '../../../../tests/support/figures.ts';
import type { Cell, EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { HOUR_SUMS, SUMMED_TYPES, SUMS_FORM } from '../../events/contract.ts';
import { sumUpHours } from '../../events/server/hours.ts';
import { METRICS } from '../../reports/contract.ts';
import { cutOf, DIMENSIONS, isLookedUp, paramOf, type Dimension } from '../dimensions-contract.ts';
import type { Filter, ReportQuery } from './report-query.ts';
import { runReport, runTotals, runUnconverted } from './store-report.ts';
import { isTold } from './store-sums.ts';
import { listReferrers } from '../../stats/server/store-link.ts';

/**
 * What is summed up by the hour against the rows: any question must have one answer, whatever came late, was changed or forgotten, and
 * however much of it has been summed up since. HOURS_RUNS asks for more.
 */
const RUNS = sampleSize('HOURS_RUNS', 2, 6);
const START = Date.parse('2026-10-23T00:00:00Z');
const HOUR_MS = 3_600_000;
const HOURS = 96; // a change of clocks of Europe among them

let events: EventStore;
let position = 0;

beforeAll(async () => {
  events = await testEventStore();
});
afterAll(() => events.close());

const few = (most: number) => fc.option(fc.integer({ min: 1, max: most }), { nil: null });
const word = (...words: string[]) => fc.constantFrom(null, ...words);
/** Small spaces, so that much falls together, most of all in a few hours; times on their edges more often than chance would have it. */
const time = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: HOURS - 1 }), { weight: 3, arbitrary: fc.constantFrom(30, 31, 44, 55) }),
    fc.constantFrom(0, 0, 1, 900_000, 1_800_000, 3_599_999),
  )
  .map(([hour, ms]) => new Date(START + hour * HOUR_MS + ms).toISOString());
const dims = {
  guide_id: few(3),
  item_id: few(3),
  position: few(2),
  review_id: few(2),
  place: word('verdict', 'end'),
  depth: fc.constantFrom(null, null, 25, 100),
  offer_id: few(3),
  network_id: few(2),
  source_id: few(2),
  link_id: few(3),
  destination_id: few(2),
  country: word('US', 'DE'),
  device: word('mobile', 'desktop'),
  os: word('iOS'),
  channel: word('paid', 'email'),
  region: word('US-TX'),
  language: word('en', 'de'),
  browser: word('Chrome'),
  city: word('Austin'),
  os_version: word('iOS 18.6', 'iOS 26.1'),
  browser_version: word('Chrome 142'),
  utm_source: word('google', 'taboola'),
  utm_medium: word('cpc'),
  utm_campaign: word('a', 'b'),
  utm_term: word('x', 'y'),
  utm_content: word('z'),
  referrer_host: word('news.example', 'mail.example'),
  subs: word('{"sub1":"x"}', '{"sub1":"y","sub2":"x"}'),
};
/** What sources said, and the rule that held: nobody tells it to any other type of event. */
const told = { params: word('{}', '{"site":"a"}', '{"site":"a","ad":"b"}', '{"ad":"a"}'), rule_id: few(2) };
const paid = fc.record({
  cost_state: word('estimated', 'estimated', 'estimated', 'confirmed'),
  cost_micros: fc.constantFrom(null, '250000', '250000', '250000', '-1000001'),
  cost_currency: fc.constantFrom(null, 'USD', 'USD', 'USD', 'EUR'),
  base_micros: fc.constantFrom(null, null, null, '777777'),
  base_currency: fc.constantFrom(null, null, null, 'USD', 'EUR'),
});
const behaviour = fc
  .tuple(
    fc.record({
      type: fc.constantFrom('visit', 'visit', 'view', 'view', ...SUMMED_TYPES.slice(2)),
      ts: time,
      ...dims,
      visitor: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null, freq: 8 }),
      visit_id: word('v1', 'v2', 'v3'),
      is_bot: fc.constantFrom(false, false, false, true),
      is_internal: fc.constantFrom(false, false, false, true),
    }),
    fc.record(told),
    // most events cost nothing, so that more than one of them makes a line
    fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, paid),
  )
  .map(([{ visitor, ...event }, words, cost]) => {
    // a code is that of one day
    const day = Math.floor(Date.parse(event.ts) / (24 * HOUR_MS));
    return { ...event, ...(isTold(event.type) && words), ...cost, visitor: visitor && day * 100 + visitor };
  });
const conversion = fc.record({
  type: fc.constant('conversion'),
  ts: time,
  click_ts: fc.option(time, { nil: null }),
  ...dims,
  ...told,
  is_bot: fc.constant(false),
  is_internal: fc.constant(false),
  status: fc.constantFrom('pending', 'approved', 'rejected', 'reversed'),
  event_kind: fc.constantFrom('sale', 'lead'),
  delta_count: fc.constantFrom(-1, 0, 1),
  delta_micros: fc.bigInt({ min: -9_000_000_000_000n, max: 9_000_000_000_000n }).map(String),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  base_micros: fc.constantFrom(null, '1234567'),
  base_currency: fc.constantFrom(null, 'USD'),
});
const added = (least: number, most: number) =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: behaviour }, conversion), {
      minLength: least,
      maxLength: most,
      size: 'max',
    })
    // each once more and hardly different: coarse sums must add what fine ones keep apart
    .map((rows) => ({ add: rows.flatMap((row) => [row, { ...row, item_id: 1, destination_id: 1, utm_term: 'x' }]) }));
const step = fc.oneof(
  { weight: 5, arbitrary: added(1, 20) },
  { weight: 3, arbitrary: fc.record({ sumUpTo: fc.oneof(fc.constant(HOURS), fc.integer({ min: 0, max: HOURS })) }) },
  { weight: 1, arbitrary: fc.record({ erase: fc.constantFrom('v1', 'v2', 'v3') }) },
  { weight: 1, arbitrary: fc.record({ forgetBefore: time }) },
  { weight: 1, arbitrary: fc.record({ sumUpByForm: fc.constantFrom(0, 1) }) },
);

/** Some records say one thing, some two, some nothing. */
const said: ReportQuery['said'] = new Map(
  DIMENSIONS.filter(isLookedUp).map((dimension) => {
    const [one, two] = cutOf(dimension).values === 'records' ? [7, 8] : ['best_value', 'it’s $1'];
    return [
      dimension,
      [{ id: 1, value: one }, { id: 2, value: two }, ...(cutOf(dimension).several ? [{ id: 2, value: one }] : [])],
    ];
  }),
);

const filterOf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    dimension: fc.constantFrom('guide_category', 'offer_category', 'review_author') as fc.Arbitrary<Dimension>,
    values: fc.oneof(
      fc.constant('any' as const),
      fc.uniqueArray(fc.constantFrom(7, 8, 9, null), { minLength: 1, maxLength: 2 }),
    ),
  }),
  fc.record({
    dimension: fc.constantFrom('link_tag', 'offer_tag', 'badge') as fc.Arbitrary<Dimension>,
    values: fc.uniqueArray(fc.constantFrom('best_value', 'it’s $1', null), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    dimension: fc.constantFrom('listicle', 'review', 'link', 'source', 'item') as fc.Arbitrary<Dimension>,
    values: fc.oneof(fc.constant('any' as const), fc.uniqueArray(few(3), { minLength: 1, maxLength: 2 })),
  }),
  fc.record({
    dimension: fc.constantFrom('device', 'utm_source', 'country', 'status', 'place') as fc.Arbitrary<Dimension>,
    values: fc.oneof(
      fc.constant('any' as const),
      fc.uniqueArray(word('mobile', 'google', 'US', 'approved', 'end'), { minLength: 1, maxLength: 2 }),
    ),
  }),
);
const instant = fc
  .tuple(fc.integer({ min: -3, max: HOURS + 3 }), fc.constantFrom(0, 0, 0, 1_800_000, 1_234_567))
  .map(([hour, ms]) => START + hour * HOUR_MS + ms);
const SITE = paramOf('site');
const question: fc.Arbitrary<ReportQuery> = fc.record({
  dimensions: fc.uniqueArray(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...DIMENSIONS) },
      {
        weight: 2,
        arbitrary: fc.constantFrom<Dimension>('listicle', 'review', 'place', 'link', 'day', 'hour', 'offer'),
      },
      { weight: 1, arbitrary: fc.constantFrom<Dimension>(SITE, 'sub1', 'rule') },
    ),
    { maxLength: 3 },
  ),
  metrics: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1, maxLength: METRICS.length }),
  filters: fc.array(filterOf, { maxLength: 2 }),
  said: fc.constant(said),
  range: fc
    .oneof(fc.tuple(instant, instant), fc.constant([START, START + HOURS * HOUR_MS] as const))
    .map(([a, b]) => ({ from: new Date(Math.min(a, b)), to: new Date(Math.max(a, b)) })),
  zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ),
  timeBasis: fc.constantFrom('click', 'conversion'),
  currency: fc.constantFrom('USD', 'EUR'),
});

/** People, who do not add up: by what is kept of them, over whole hours. */
const peopleQuestion: fc.Arbitrary<ReportQuery> = fc.record({
  dimensions: fc.constantFrom<Dimension[]>([], ['listicle'], ['link'], ['review', 'day'], ['source'], ['day']),
  metrics: fc.constant(['visitors', 'visit_visitors'] as const),
  filters: fc.constantFrom<Filter[]>(
    [],
    [],
    [{ dimension: 'listicle', values: 'any' }],
    [{ dimension: 'link', values: [1] }],
  ),
  range: fc
    .tuple(fc.integer({ min: 0, max: HOURS / 2 }), fc.integer({ min: HOURS / 2, max: HOURS }))
    .map(([a, b]) => ({ from: new Date(START + a * HOUR_MS), to: new Date(START + b * HOUR_MS) })),
  zone: fc.constantFrom('UTC', 'Europe/Berlin'),
  timeBasis: fc.constant('conversion'),
  currency: fc.constant('USD'),
});

/** What readers of guides cost, and what of it is known. */
const costQuestion: fc.Arbitrary<ReportQuery> = fc.record({
  dimensions: fc.constantFrom<Dimension[]>(
    [],
    ['listicle'],
    ['listicle', 'source'],
    ['source', 'day'],
    [SITE],
    ['rule'],
    ['sub1', SITE],
  ),
  metrics: fc.constant(['visits', 'cost', 'known', 'known_visits', 'known_cost'] as const),
  filters: fc.constant<Filter[]>([{ dimension: 'listicle', values: 'any' }]),
  range: fc.constant({ from: new Date(START), to: new Date(START + HOURS * HOUR_MS) }),
  zone: fc.constantFrom('UTC', 'Europe/Berlin'),
  timeBasis: fc.constant('conversion'),
  currency: fc.constant('USD'),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const TOTALS = `hour, type, is_bot, is_internal, cost_state, cost_currency, base_currency, has_cost, has_base, cost_micros,
  base_micros, count, last_ts`;
const wrong = (table: string, column: string, where = 'true') =>
  `insert into ${table} (hour, type, is_bot, is_internal, source_id, ${column}, has_cost, has_base, count)
   select distinct hour, 'visit', false, false, 1, 1, false, false, 99 from hours.totals where ${where}`;
/** A release of a lesser form sums up what there is: tables that it does not know it leaves as they are. */
const BY_FORM: Record<number, string[]> = {
  // it makes the totals without a word of their form
  0: [
    wrong('hours.arrivals', 'guide_id'),
    wrong('hours.params', 'rule_id'),
    'delete from hours.totals where true',
    `insert into hours.totals (${TOTALS}) select ${TOTALS} from hours.guides`,
  ],
  1: [
    wrong('hours.params', 'rule_id', `form = ${SUMS_FORM}`),
    `insert into hours.totals (${TOTALS}, form) select ${TOTALS}, 1 from hours.totals where form = ${SUMS_FORM}`,
    `delete from hours.totals where form = ${SUMS_FORM}`,
  ],
};

async function take(one: Step): Promise<void> {
  if ('sumUpByForm' in one) await events.transact(BY_FORM[one.sumUpByForm]!.map((sql) => ({ sql })));
  else if ('add' in one)
    await events.append({
      cursor: 'hours',
      position: String((position += 1)),
      table: 'events',
      rows: one.add as EventRow[],
    });
  else if ('sumUpTo' in one)
    await sumUpHours({ eventStore: events, clock: () => new Date(START + one.sumUpTo * HOUR_MS + 60_000) });
  else if ('erase' in one)
    await events.forget({
      table: 'events',
      columns: ['visit_id'],
      recode: ['visitor'],
      where: { column: 'visit_id', values: [one.erase] },
    });
  else
    await events.forget({
      table: 'events',
      columns: ['visit_id'],
      recode: ['visitor'],
      where: { column: 'ts', before: new Date(one.forgetBefore) },
    });
}

const TYPES = [...SUMMED_TYPES, 'conversion', '(visitors)'];
const EVERY_HOUR = Array.from({ length: HOURS + 60 }, (_, n) => new Date(START + (n - 30) * HOUR_MS)).flatMap((hour) =>
  TYPES.map((type) => ({ hour: hour.toISOString(), type })),
);
/** The same store, in which every hour counts as changed: only rows answer. */
const rowsAlone = (): EventStore => ({
  ...events,
  query: <T extends Record<string, unknown>>(sql: string, params?: Cell[], options?: object) => {
    if (sql.includes('from touched.')) return Promise.resolve(EVERY_HOUR as unknown as T[]);
    expect(sql.replaceAll('hours.conversions', '')).not.toContain('hours.');
    return events.query<T>(sql, params, options);
  },
});

test('any question has the answer of the rows, whatever came late, was changed or forgotten', async () => {
  let summed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(added(60, 120), fc.array(step, { minLength: 2, maxLength: 8 })).map(([first, more]) => [first, ...more]),
      fc.array(fc.oneof(question, peopleQuestion, costQuestion), { minLength: 8, maxLength: 16 }),
      async (steps, asked) => {
        await events.transact([
          { sql: 'delete from events where true' },
          ...TABLES.map((table) => ({ sql: `delete from ${table} where true` })),
        ]);
        for (const one of steps) await take(one);
        for (const [i, query] of asked.entries()) {
          // the first half meets what has changed since, the other hardly anything but sums
          if (i === asked.length >> 1) await take({ sumUpTo: HOURS });
          expect(await runReport(events, query)).toEqual(await runReport(rowsAlone(), query));
          const unconverted = await runUnconverted(rowsAlone(), query);
          expect(await runUnconverted(events, query)).toEqual(unconverted);
          const [all] = await runReport(rowsAlone(), { ...query, dimensions: [] });
          expect(await runTotals(events, query)).toEqual({ sums: all!.sums, unconverted });
          expect(await listReferrers(events, query, 3)).toEqual(await listReferrers(rowsAlone(), query, 3));
        }
        const [kept] = await events.query<{ n: number }>('select count(*) as n from hours.content');
        summed += kept!.n;
      },
    ),
    { numRuns: RUNS, seed: 7, endOnFailure: true },
  );
  expect(summed).toBeGreaterThan(RUNS);
}, 600_000);

const TABLES = [
  'touched.events',
  'touched.visitors',
  ...HOUR_SUMS.map(({ table }) => table),
  'hours.conversions',
  'hours.people',
  'hours.visitors',
];

test('conversions that change long afterwards make nothing anew but the conversions of their hours', async () => {
  const made: string[] = [];
  const watched: EventStore = {
    ...events,
    transact(work, moved) {
      made.push(...work.flatMap((one) => ('replace' in one ? one.replace : [])));
      return events.transact(work, moved);
    },
  };
  const sumUp = () => sumUpHours({ eventStore: watched, clock: () => new Date(START + 40 * 24 * HOUR_MS) });
  const ship = (rows: EventRow[]) =>
    events.append({ cursor: 'hours', position: String((position += 1)), table: 'events', rows });
  const conversion: EventRow = {
    ts: new Date(START + HOUR_MS).toISOString(),
    type: 'conversion',
    event_id: 'late',
    is_bot: false,
    is_internal: false,
    conversion_id: '7',
    status: 'approved',
    delta_count: 1,
    delta_micros: '5000000',
    currency: 'USD',
  };
  await ship([{ ...conversion, event_id: 'first' }]);
  await sumUp();
  made.length = 0;
  await ship([conversion]);
  expect(await sumUp()).toBe(1);
  expect(made).toEqual(['hours.conversions']);
  await ship([{ ts: conversion['ts']!, type: 'click', is_bot: false, is_internal: false }]);
  await sumUp();
  expect(made).toContain('hours.totals');
  expect(made).not.toContain('hours.people');
});
