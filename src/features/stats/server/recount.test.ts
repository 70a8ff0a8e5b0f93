import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inventedSite } from '../../../../scripts/demo/invented-site.ts';
import { fillEventStore } from '../../../../scripts/demo/fill.ts';
import { recount, type Counted } from '../../../../scripts/demo/recount.ts';
import { traffic } from '../../../../scripts/demo/traffic.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { CHANNELS, type Channel } from '../../events/channels.ts';
import { buildRow } from '../../events/server/testing.ts';
import { sumUpHours } from '../../events/server/hours.ts';
import { buildGuide } from '../../guides/server/testing.ts';
import { buildLink } from '../../links/server/testing.ts';
import { buildReview } from '../../reviews/server/testing.ts';
import { DIMENSIONS } from '../../reports/dimensions-contract.ts';
import type { ReportLine } from '../report-contract.ts';
import { LINK_GROUPS } from '../link-stats-contract.ts';
import { FUNNEL_COURSE } from '../courses/pages.ts';
import { LINK_COURSE } from '../courses/links.ts';
import { statsRoutes } from './routes.ts';

/** Every figure of the calls against a count of the same traffic that knows nothing of the engine, over the change of clocks in autumn. */
const SITE = inventedSite(4, 5);
const UNTIL = new Date('2026-11-08T05:00:00Z');
/** The full figure: `RECOUNT_EVENTS=400000 vitest run src/features/stats/server/recount.test.ts`. */
const OPTIONS = { seed: 5, events: Number(process.env['RECOUNT_EVENTS'] ?? 14_000), days: 20, site: SITE };

/** Bills for the visits of two sources on every other UTC day, so that some source-days say what they cost and others do not. */
function* bills() {
  let n = 0;
  for (const { index, events } of traffic({ ...OPTIONS, until: UNTIL.getTime() }))
    for (const event of index % 2 === 0 ? events : []) {
      if (event.type !== 'visit' || event.is_bot || event.is_internal || !event.source_id || event.source_id > 2)
        continue;
      n += 1;
      const { bot_reason: _reason, route_reason: _route, params: _params, rule_id: _rule, ...visit } = event;
      const cost = { event_id: `bill-${n}`, cost_micros: String(120_000 + (n % 89) * 1_237), cost_currency: 'USD' };
      yield { ...visit, ...cost, type: 'cost' as const, cost_state: 'confirmed' as const };
    }
}

let app: TestApp;
const linkNames: string[] = [];

beforeAll(async () => {
  const eventStore = await testEventStore();
  await fillEventStore(eventStore, { ...OPTIONS, until: UNTIL });
  await eventStore.append({ cursor: 'bills', position: '1', table: 'events', rows: [...bills()].map(buildRow) });
  // one part of the days is answered by the sums of hours, the other by rows
  await sumUpHours({ eventStore, clock: () => new Date('2026-11-02T17:30:00Z') });
  app = await testApp(statsRoutes, { eventStore, clock: () => UNTIL });
  for (const [i] of SITE.guides.entries()) await buildGuide(app.deps, { status: i === 0 ? 'archived' : 'draft' });
  for (const _ of SITE.reviews) await buildReview(app.deps);
  for (const _ of SITE.links) linkNames.push((await buildLink(app.deps)).name);
}, 1_800_000);
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const get = async (path: string) => (await app.call('GET', `/api/admin/${path}`)).body;
const DAYS = 'date_from=2026-10-25&date_to=2026-11-05';
const count = (zone: string, given: Partial<Parameters<typeof recount>[1]> = {}): Map<string, Counted> =>
  recount(
    { ...OPTIONS, until: UNTIL.getTime() },
    { zone, from: '2026-10-25', to: '2026-11-05', by: () => 'all', ...given },
  );

const funnel = (c: Counted) => ({
  views: c.views,
  visitors: c.visitors.size,
  impressions: c.impressions,
  clicks: c.clicks,
  conversions: c.pending + c.approved,
  revenue_expected: c.expected,
  revenue_confirmed: c.confirmed,
});

/** What is told of a review beside the funnel. */
const reading = (c: Counted) => ({
  read_depth: shareOf((c.reads[25]! + c.reads[50]! + c.reads[75]! + c.reads[100]!) / 4, c.views),
  read_half: shareOf(c.reads[50]!, c.views),
  read_to_end: shareOf(c.reads[100]!, c.views),
  cta_seen: shareOf(c.ctaViews, c.views),
  clicks_verdict: c.clicksAt['verdict'],
  clicks_sticky: c.clicksAt['sticky'],
  clicks_end: c.clicksAt['end'],
  clicks_other: c.clicksAt['other'],
});
const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu'];

test.each(ZONES)('the screen of guides in %s', async (zone) => {
  const body = await get(`stats/listicles?${DAYS}&tz=${zone}`);
  const counted = count(zone, { by: (event) => event.guide_id });
  expect(body.data).toHaveLength(4);
  for (const row of body.data) expect(row).toMatchObject(funnel(counted.get(String(row.id))!));
  const all = count(zone, { by: (event) => event.guide_id && 'all' }).get('all')!;
  expect(all.visits).toBeGreaterThan(100);
  expect(body.totals).toMatchObject({ visits: all.visits, bot_visits: all.botVisits });
  expect(body.totals).toMatchObject({ ...funnel(all), bot_views: all.botViews, bot_clicks: all.botClicks });
  // what was paid for readers of guides, line by line of the report
  const lines = (await get(`stats/report?dimensions=listicle&limit=-1&metrics=cost,profit&${DAYS}&tz=${zone}`)).data;
  for (const figure of ['cost', 'profit'])
    expect(micros(body.paid[figure])).toBe(
      lines
        .filter(({ dims }: ReportLine) => dims.listicle!.value !== null)
        .reduce((sum: bigint, { values }: ReportLine) => sum + micros(values[figure as 'cost'] ?? '0'), 0n),
    );
  expect(micros(body.paid.cost)).toBeGreaterThan(0n);
  const byDay = count(zone, { by: (event, day) => event.guide_id && day });
  for (const { day, views, clicks } of body.series)
    expect([day, views, clicks]).toEqual([day, byDay.get(day)?.views ?? 0, byDay.get(day)?.clicks ?? 0]);
  expect(body.series).toHaveLength(12);
  expect(body.totals.unconverted).toEqual(all.foreign ? [{ currency: 'EUR', ...all.foreign, cost: '0.00' }] : []);
});

test.each([
  ['stats/listicles', 'views'],
  ['stats/offer-content', 'views'],
  ['stats/conversions', 'approved'],
  ['tracking-links/3/stats', 'visits'],
])('the course of %s, and that of the days before', async (screen, figure) => {
  const asked = (from: string, to: string) =>
    get(`${screen}?date_from=${from}&date_to=${to}&tz=Europe/Berlin&compare=previous`);
  const now = await asked('2026-10-31', '2026-11-05');
  const earlier = await asked('2026-10-25', '2026-10-30');
  const days = now.course.days as { [key: string]: number }[];
  expect(days.map(({ day }) => day)[0]).toBe('2026-10-31');
  expect(days.reduce((sum, day) => sum + day[figure]!, 0)).toBe(now.totals[figure] ?? now.totals.by_status[figure]);
  // a link's or a screen's own names aside, each day is the same whichever question it answers
  expect(now.course.before).toEqual(earlier.course.days);
  expect(now.course.before).toHaveLength(6);
  expect((await get(`${screen}?${DAYS}&tz=Europe/Berlin`)).course.before).toBeNull();
});

test.each([
  ['stats/listicles', FUNNEL_COURSE],
  ['tracking-links/3/stats', LINK_COURSE],
])('each figure of %s can be asked day by day; those of one day are the figures of that day', async (screen, names) => {
  const asked = (more: string, from = '2026-10-31') =>
    get(`${screen}?date_from=${from}&date_to=2026-11-05&tz=UTC${more}`);
  const { totals } = await asked('', '2026-11-05');
  const own: Record<string, string> = {
    visit_visitors: 'uniques',
    bot_visits: 'bots',
    clicks: 'clicks_out',
    revenue_expected: 'revenue',
  };
  for (const name of names) {
    const { course } = await asked(`&course=${name}`);
    expect(course.days).toHaveLength(6);
    expect([name, course.days.at(-1)[name]]).toEqual([name, name in totals ? totals[name] : totals[own[name]!]]);
  }
  expect((await asked('&course=none')).errors).toHaveProperty('course');
});

test('a report by day tells the days before, those without anything too', async () => {
  const days = (from: string, to: string, more = '') =>
    get(
      `stats/report?dimensions=day&limit=1000&metrics=views,epc&date_from=${from}&date_to=${to}&tz=Europe/Berlin${more}`,
    );
  const earlier = await days('2026-10-11', '2026-10-24');
  const { days_before: before } = await days('2026-10-25', '2026-11-07', '&compare=previous');
  expect(before).toHaveLength(14);
  // there were no readers yet
  expect(before[0]).toEqual({ day: '2026-10-11', values: { views: 0, epc: null } });
  const told = before.filter((one: { values: { views: number } }) => one.values.views > 0);
  expect(told).toEqual(
    earlier.data.map((line: { dims: { day: { value: string } }; values: object }) => ({
      day: line.dims.day.value,
      values: line.values,
    })),
  );
  expect((await days('2026-10-25', '2026-11-07')).days_before).toBeNull();
});

test.each(ZONES)('the report by day and source in %s, by the time of conversion and of click', async (zone) => {
  for (const basis of ['conversion', 'click'] as const) {
    const metrics =
      'visits,views,visitors,impressions,clicks,pending,approved,rejected,reversed,revenue_expected,revenue_confirmed';
    const body = await get(
      `stats/report?dimensions=day,source&limit=1000&metrics=${metrics}&${DAYS}&tz=${zone}&time_basis=${basis}`,
    );
    const counted = count(zone, { basis, by: (event, day) => `${day} ${event.source_id ?? '(none)'}` });
    const said = Object.fromEntries(
      body.data.map((line: { dims: { day: { value: string }; source: { value: number | null } }; values: object }) => [
        `${line.dims.day.value} ${line.dims.source.value ?? '(none)'}`,
        line.values,
      ]),
    );
    const own = Object.fromEntries(
      [...counted]
        .filter(([, c]) => !c.isEmpty())
        .map(([key, c]) => [
          key,
          {
            visits: c.visits,
            views: c.views,
            visitors: c.visitors.size,
            impressions: c.impressions,
            clicks: c.clicks,
            pending: c.pending,
            approved: c.approved,
            rejected: c.rejected,
            reversed: c.reversed,
            revenue_expected: c.expected,
            revenue_confirmed: c.confirmed,
          },
        ]),
    );
    expect(said).toEqual(own);
  }
});

test.each(['conversion', 'click'] as const)(
  'the lag, leads and money of a conversion by day, by the time of %s',
  async (basis) => {
    const body = await get(
      `stats/report?dimensions=day&limit=1000&metrics=leads,sales,aov,avg_lag_seconds&${DAYS}&tz=Europe/Berlin&time_basis=${basis}`,
    );
    const counted = count('Europe/Berlin', { basis, by: (_event, day) => day });
    expect(body.data.length).toBeGreaterThan(8);
    for (const { dims, values } of body.data) {
      const c = counted.get(dims.day.value)!;
      expect([dims.day.value, values]).toEqual([
        dims.day.value,
        { leads: c.leads, sales: c.sales, aov: c.aov, avg_lag_seconds: c.avgLag },
      ]);
    }
  },
);

/** What came of a visit was told what it said; the rest of what a link brought was not. */
const saidOf = (event: By, said: string | undefined) =>
  said ?? (event.link_id !== undefined && event.params === undefined ? '(not recorded)' : '(none)');
const clockOf = (options: Intl.DateTimeFormatOptions) => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', ...options });
  return (_event: By, at: Date) => clock.format(at);
};
type By = Parameters<Parameters<typeof recount>[1]['by']>[0];
const WORDS: [dimension: string, by: (event: By, at: Date) => string][] = [
  ['param:site', (event) => saidOf(event, event.params?.['site'])],
  ['param:ad', (event) => saidOf(event, event.params?.['ad'])],
  ['param:never', (event) => saidOf(event, undefined)],
  ['sub1', (event) => event.subs?.['sub1'] ?? '(none)'],
  ['rule', (event) => saidOf(event, event.rule_id === undefined ? undefined : `Rule ${event.rule_id}`)],
  ['channel', (event) => CHANNELS[event.channel as Channel]],
  ['region', (event) => event.region ?? '(none)'],
  ['city', (event) => event.city ?? '(not recorded)'],
  ['os_version', (event) => event.os_version ?? '(not recorded)'],
  ['browser_version', (event) => event.browser_version ?? '(not recorded)'],
  ['language', (event) => event.language ?? '(none)'],
  ['referrer', (event) => event.referrer_host ?? '(none)'],
  ['weekday', clockOf({ weekday: 'long' })],
  ['hour_of_day', (event, at) => hourText(clockOf({ hour: '2-digit', hourCycle: 'h23' })(event, at))],
];
const hourText = (hour: string) => `${hour}:00 to ${String(Number(hour) + 1).padStart(2, '0')}:00`;

test.each(WORDS)('the report by %s', async (dimension, by) => {
  const metrics = 'visits,views,visitors,clicks,pending,approved,rejected,reversed,revenue_expected,revenue_confirmed';
  const body = await get(
    `stats/report?dimensions=${dimension}&limit=1000&metrics=${metrics}&${DAYS}&tz=America/New_York&sortBy=${dimension}`,
  );
  const counted = count('America/New_York', { by: (event, _day, at) => by(event, at) });
  const own = [...counted].filter(([, c]) => !c.isEmpty()).map(([label, c]) => [label, c.views, ...figuresOf(c)]);
  expect(own.length).toBeGreaterThan(dimension === 'param:never' ? 1 : 2);
  const said = body.data.map((line: ReportLine) => {
    const { views, revenue_expected, revenue_confirmed, ...rest } = line.values as Record<string, unknown>;
    return [line.dims[dimension as 'day']!.label, views, rest, revenue_expected, revenue_confirmed];
  });
  expect(sorted(said)).toEqual(sorted(own));
  // what keeps to one value finds its line again
  const [line] = body.data.filter((one: ReportLine) => Number(one.values.clicks) > 0);
  const { value } = line.dims[dimension];
  const key = dimension.startsWith('param:')
    ? `params=${encodeURIComponent(JSON.stringify({ [dimension.slice(6)]: value ?? '(none)' }))}`
    : `${{ rule: 'rule_id', referrer: 'referrer_host' }[dimension] ?? dimension}=${encodeURIComponent(value ?? '(none)')}`;
  const kept = await get(`stats/report?metrics=${metrics}&${DAYS}&tz=America/New_York&${key}`);
  expect(kept.totals.values).toEqual(line.values);
});
const figuresOf = (c: Counted) => [
  {
    visits: c.visits,
    visitors: c.visitors.size,
    clicks: c.clicks,
    pending: c.pending,
    approved: c.approved,
    rejected: c.rejected,
    reversed: c.reversed,
  },
  c.expected,
  c.confirmed,
];
const sorted = (lines: unknown[][]) => lines.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));

const AGES = [1, 7, 30] as const;
const daysAfter = (day: string, later: string) => (Date.parse(later) - Date.parse(day)) / 86_400_000;

test.each(ZONES)('what the clicks of each day have brought after so many days in %s, and the file', async (zone) => {
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const today = days.format(UNTIL);
  const counted = count(zone, {
    basis: 'click',
    by: (event, day) => {
      const came = event.type === 'conversion' ? days.format(new Date(event.ts)) : day;
      // today is not over
      if (came >= today || !['visit', 'conversion'].includes(event.type)) return undefined;
      return event.type === 'visit' ? day : `${day} ${daysAfter(day, came)}`;
    },
  });
  const path = `stats/cohorts?by=day&${DAYS}&tz=${zone}`;
  const { data, totals } = await get(path);
  const expected = data.map(({ from: day }: { from: string }) => {
    const age = daysAfter(day, today) - 1;
    const came = Array.from({ length: age + 1 }, (_, n) => counted.get(`${day} ${n}`));
    const brought = (last: number) => came.slice(0, last + 1).reduce((sum, c) => sum + micros(c?.expected), 0n);
    return [
      day,
      counted.get(day)!.visits,
      came.reduce((sum, c) => sum + (c ? c.pending + c.approved : 0), 0),
      brought(age),
      ...AGES.map((after) => (after > age ? null : brought(after))),
    ];
  });
  const told = (line: Record<string, string>) => [
    line['from'],
    Number(line['visits']),
    Number(line['conversions']),
    micros(line['revenue']),
    ...AGES.map((age) => (line[`after_${age}`] ? micros(line[`after_${age}`]) : null)),
  ];
  expect(data).toHaveLength(12);
  expect(data.map(told)).toEqual(expected);
  expect(tableOf(await get(`${path}&format=csv`)).map((row) => told(row as Record<string, string>))).toEqual(expected);
  expectSums(path, totals, data, ['visits', 'conversions', 'revenue']);
  expect(totals.conversions).toBeGreaterThan(0);
});

test('the totals of guides in one state are those of its guides alone', async () => {
  const zone = 'Europe/Berlin';
  const body = await get(`stats/listicles?${DAYS}&tz=${zone}&status=archived&compare=previous`);
  const own = count(zone, { by: (event) => event.guide_id }).get('1')!;
  expect(body.data.map((row: { id: number }) => row.id)).toEqual([1]);
  expect(body.totals).toMatchObject(funnel(own));
  const views = body.series.reduce((sum: number, day: { views: number }) => sum + day.views, 0);
  expect(views).toBe(own.views);
  const before = count(zone, { by: (event) => event.guide_id, from: '2026-10-13', to: '2026-10-24' });
  expect(body.before.views).toBe(before.get('1')?.views ?? 0);
  expect((await get(`stats/listicles?${DAYS}&status=featured`)).totals).toMatchObject({ views: 0, ctr: null });
});

test('the lines of offers add up to their totals', async () => {
  for (const group of ['offer', 'network', 'category']) {
    const { data, totals } = await get(`stats/offers?${DAYS}&tz=UTC&group=${group}`);
    for (const key of ['clicks', 'conversions', 'leads', 'sales', 'pending', 'approved', 'rejected', 'reversed']) {
      const sum = data.reduce((all: number, row: Record<string, number>) => all + row[key]!, 0);
      expect([group, key, totals[key]]).toEqual([group, key, sum]);
    }
    expect(totals.reversal_rate).toBe(totals.reversed / (totals.approved + totals.reversed));
  }
});

/** What of the money of a line has no rate, as it is told. */
function lackOf(counted: { foreign?: { revenue_expected: string } } | undefined): string | undefined {
  const foreign = counted?.foreign?.revenue_expected ?? '0.00';
  return foreign === '0.00' ? undefined : `${foreign} EUR`;
}

test('places, offers and conversions of the other calls', async () => {
  const zone = 'America/New_York';
  const ctr = await get(`stats/ctr?${DAYS}&tz=${zone}`);
  const places = count(zone, { by: (e) => e.item_id && `${e.guide_id} ${e.item_id} ${e.position}` });
  for (const row of ctr.data) {
    const c = places.get(`${row.listicle_id} ${row.item_id} ${row.position}`)!;
    expect(row).toMatchObject({ impressions: c.impressions, clicks: c.clicks, revenue_expected: c.expected });
    expect(row.unconverted).toBe(lackOf(c));
  }
  expect(ctr.data.filter((row: { unconverted?: string }) => row.unconverted !== undefined)).not.toEqual([]);
  const offers = await get(`stats/offers?${DAYS}&tz=${zone}&columns=uniques`);
  const byOffer = count(zone, { by: (e) => e.offer_id });
  for (const row of offers.data) {
    const c = byOffer.get(String(row.id))!;
    expect(row).toMatchObject({ clicks: c.clicks, approved: c.approved, rejected: c.rejected, reversed: c.reversed });
    expect(row).toMatchObject({ revenue_confirmed: c.confirmed, leads: c.leads, sales: c.sales });
    expect(row).toMatchObject({ aov: c.aov, avg_lag_seconds: c.avgLag, uniques: c.clickVisits.size });
  }
  const whole = count(zone).get('all')!;
  expect(offers.totals).toMatchObject({ leads: whole.leads, sales: whole.sales, aov: whole.aov });
  expect(offers.totals.avg_lag_seconds).toBe(whole.avgLag);
  expect(offers.totals.uniques).toBe(whole.clickVisits.size);
  expect(whole.clickVisits.size).toBeLessThan(whole.clicks);
  for (const some of [whole.leads, whole.sales, whole.avgLag]) expect(some).toBeGreaterThan(3);
  const conversions = await get(`stats/conversions?${DAYS}&tz=${zone}`);
  const all = count(zone).get('all')!;
  expect(conversions.totals).toMatchObject({
    by_status: { pending: all.pending, approved: all.approved, rejected: all.rejected, reversed: all.reversed },
    payout_expected: all.expected,
    payout_confirmed: all.confirmed,
  });
  const byDay = count(zone, { by: (_event, day) => day });
  for (const day of conversions.chart) expect(day.payout).toBe(byDay.get(day.date)?.expected ?? '0.00');
});

test.each(['', '&status=approved'])('how long conversions take after their click %s', async (status) => {
  const zone = 'America/New_York';
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const ends = [minute, 10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, 14 * day, 30 * day];
  const spanOf = (ts: string, clickTs: string): number =>
    ends.filter((end) => Date.parse(ts) - Date.parse(clickTs) >= end).length;
  const counted = count(zone, {
    by: (e) => (e.type === 'conversion' ? (e.click_ts ? `span ${spanOf(e.ts, e.click_ts)}` : 'unknown') : undefined),
  });
  const body = await get(`stats/conversions?${DAYS}&tz=${zone}${status}`);
  const all = (c: Counted | undefined): number =>
    c ? (status ? c.approved : c.pending + c.approved + c.rejected + c.reversed) : 0;
  expect(body.lags.map((one: { conversions: number }) => one.conversions)).toEqual(
    [0, ...ends].map((_, i) => all(counted.get(`span ${i}`))),
  );
  expect(body.lag_unknown).toBe(all(counted.get('unknown')));
  expect(body.lags.filter((one: { conversions: number }) => one.conversions > 0).length).toBeGreaterThan(1);
});

test.each(ZONES)('the screen of reviews in %s', async (zone) => {
  const body = await get(`stats/offer-content?${DAYS}&tz=${zone}`);
  const counted = count(zone, { by: (event) => event.review_id });
  expect(body.data).toHaveLength(SITE.reviews.length);
  for (const row of body.data) {
    const own = counted.get(String(row.id))!;
    expect(row).toMatchObject({ ...funnel(own), ...reading(own), last_view_at: own.lastViewAt });
  }
  const all = count(zone, { by: (event) => event.review_id && 'all' }).get('all')!;
  expect(all.views).toBeGreaterThan(40);
  const { verdict, sticky, end } = all.clicksAt;
  expect(Math.min(...Object.values(all.reads), verdict!, sticky!, end!)).toBeGreaterThan(0);
  expect(body.totals).toMatchObject({
    ...funnel(all),
    ...reading(all),
    bot_views: all.botViews,
    bot_clicks: all.botClicks,
  });
  const byDay = count(zone, { by: (event, day) => event.review_id && day });
  for (const { day, views, clicks } of body.series)
    expect([day, views, clicks]).toEqual([day, byDay.get(day)?.views ?? 0, byDay.get(day)?.clicks ?? 0]);
});

test.each(ZONES)('the report by place and by quarter of the text in %s', async (zone) => {
  const ask = async (dimension: string, metrics: string) => {
    const { data } = await get(`stats/report?dimensions=${dimension}&metrics=${metrics}&${DAYS}&tz=${zone}`);
    return Object.fromEntries(
      data.map(({ dims, values }: { dims: Record<string, { value: unknown }>; values: object }) => [
        dims[dimension]!.value ?? 'other',
        values,
      ]),
    );
  };
  const all = count(zone).get('all')!;
  const places = await ask('place', 'cta_impressions,clicks');
  expect(Object.keys(places).toSorted()).toEqual(['end', 'other', 'sticky', 'verdict']);
  for (const [place, clicks] of Object.entries(all.clicksAt)) expect(places[place]).toMatchObject({ clicks });
  const seen = ['end', 'sticky', 'verdict'].reduce((sum, place) => sum + places[place].cta_impressions, 0);
  expect([seen, places['other'].cta_impressions]).toEqual([all.ctaImpressions, 0]);
  const depths = await ask('depth', 'reads');
  for (const [depth, reads] of Object.entries(all.reads)) expect(depths[depth]).toEqual({ reads });
  // views of guides are none of which it is told how far they are read
  const reviews = count(zone, { by: (event) => event.review_id && 'all' }).get('all')!;
  const { data } = await get(`stats/report?metrics=views,read_depth,cta_seen&${DAYS}&tz=${zone}`);
  const { read_depth, cta_seen } = reading(reviews);
  expect(data[0].values).toEqual({ views: all.views, read_depth, cta_seen });
  expect(all.views).toBeGreaterThan(reviews.views);
});

test.each(ZONES)(
  'the screen of each tracking link in %s',
  async (zone) => {
    let lacking = 0;
    for (const { id } of SITE.links.slice(0, 2)) {
      const body = await get(`tracking-links/${id}/stats?${DAYS}&tz=${zone}`);
      expect(body.link.name).toBe(linkNames[id - 1]);
      const of = (by: Parameters<typeof recount>[1]['by']) =>
        count(zone, { by: (event, ...when) => (event.link_id === id ? by(event, ...when) : undefined) });
      const all = of(() => 'all').get('all')!;
      expect(body.totals).toMatchObject({
        visits: all.visits,
        uniques: all.visitVisitors.size,
        bots: all.botVisits,
        clicks_out: all.clicks,
        conversions: all.pending + all.approved,
        revenue: all.expected,
        revenue_confirmed: all.confirmed,
      });
      const byDay = of((_event, day) => day);
      for (const row of body.series) {
        const c = byDay.get(row.day);
        const sums = { visits: c?.visits ?? 0, clicks: c?.clicks ?? 0, revenue: c?.expected ?? '0.00' };
        expect(row).toMatchObject({ ...sums, conversions: (c?.pending ?? 0) + (c?.approved ?? 0) });
        expect(row.unconverted).toBe(lackOf(c));
      }
      lacking += body.series.filter((row: { unconverted?: string }) => row.unconverted).length;
      const destinations = of((event) => event.destination_id);
      expect(body.by_destination).toHaveLength(destinations.size);
      for (const row of body.by_destination) {
        expect(row.ctr).toBeCloseTo(row.clicks_out / row.visits, 12);
        expect(row.ci95[0]).toBeLessThan(row.ctr);
        expect(row.ci95[1]).toBeGreaterThan(row.ctr);
        const c = destinations.get(String(row.destination_id))!;
        expect(row).toMatchObject({ visits: c.visits, clicks_out: c.clicks, revenue: c.expected });
        expect(row.unconverted).toBe(lackOf(c));
      }
      for (const key of ['country', 'device'] as const) {
        const counted = [...of((event) => event[key] ?? '(unknown)')].filter(([, c]) => c.visits > 0);
        const said = body[`by_${key}`].map((row: Record<string, unknown>) => [row[key], row['visits']]);
        expect(Object.fromEntries(said)).toEqual(Object.fromEntries(counted.map(([name, c]) => [name, c.visits])));
      }
      const hosts = [...of((event) => (event.type === 'visit' ? (event.referrer_host ?? 'none') : undefined))];
      expect(hosts.length).toBeGreaterThan(2);
      expect(
        body.top_referrers.map((row: { referrer: string | null; visits: number }) => [
          row.referrer ?? 'none',
          row.visits,
        ]),
      ).toEqual(
        hosts
          .map(([host, c]): [string, number] => [host, c.visits])
          .filter(([, visits]) => visits > 0)
          .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
      );
    }
    expect(lacking).toBeGreaterThan(0);
  },
  60_000,
);

test.each(['destination', 'country', 'device', 'utm_term', 'utm_campaign'] as const)(
  'the lines of a link by %s',
  async (group) => {
    const { id } = SITE.links[0]!;
    const body = await get(`tracking-links/${id}/stats?${DAYS}&tz=UTC&group=${group}`);
    const counted = count('UTC', {
      by: (event) => {
        if (event.link_id !== id) return undefined;
        if (group === 'destination') return event.destination_id ?? '(none)';
        return (group === 'country' || group === 'device' ? event[group] : event.utm?.[group]) ?? '(none)';
      },
    });
    expect(body.groups.length).toBeGreaterThan(0);
    for (const row of body.groups) {
      const c = counted.get(String(row.value ?? '(none)'))!;
      expect(row).toMatchObject({ visits: c.visits, clicks_out: c.clicks, revenue: c.expected });
      expect(row.unconverted).toBe(lackOf(c));
    }
    const sum = body.groups.reduce((all: number, row: { visits: number }) => all + row.visits, 0);
    expect(sum).toBe(body.totals.visits);
  },
);

test('the values of the utm parameters', async () => {
  const body = await get('stats/utm-values');
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']) {
    const counted = count('UTC', {
      from: '2026-01-01',
      to: '2026-12-31',
      by: (event) => event.utm?.[name] ?? '(none)',
    });
    const seen = [...counted].filter(([, c]) => c.visits > 0 || c.views > 0);
    expect(seen.length).toBeLessThan(250);
    const said = body[name].map((row: { value: string; visits: number }) => [row.value, row.visits]);
    expect(said).toHaveLength(Math.min(200, seen.length));
    const own = Object.fromEntries(seen.map(([value, c]) => [value, c.visits]));
    for (const [value, visits] of said) expect([value, visits]).toEqual([value, own[value]]);
  }
});

test('the same days of all events sum to the same in every zone', async () => {
  const sums = await Promise.all(
    [...ZONES, 'UTC', 'Pacific/Auckland'].map(async (tz) => {
      const body = await get(
        `stats/report?dimensions=day&limit=1000&metrics=views,clicks,revenue_expected&tz=${tz}&date_from=2026-10-01&date_to=2026-11-20`,
      );
      return body.data.reduce(
        (sum: number[], { values }: { values: { views: number; clicks: number; revenue_expected: string } }) => [
          sum[0]! + values.views,
          sum[1]! + values.clicks,
          sum[2]! + Math.round(Number(values.revenue_expected) * 1e6),
        ],
        [0, 0, 0],
      );
    }),
  );
  expect(new Set(sums.map(String)).size).toBe(1);
  expect(sums[0]![0]).toBeGreaterThan(1000);
});

test('a file holds the rows of the screen', async () => {
  const { data } = await get(`stats/listicles?${DAYS}&tz=UTC`);
  const file = String(await get(`stats/listicles?${DAYS}&tz=UTC&format=csv`));
  const [head, ...lines] = file.trim().split('\r\n');
  const keys = head!.split(',');
  expect(lines.map((line) => line.split(',')[keys.indexOf('views')])).toEqual(
    data.map((row: { views: number }) => String(row.views)),
  );
  expect(keys).not.toContain('trend');
  expect(lines.every((line) => line.endsWith(',USD,UTC'))).toBe(true);
});

test('the file of reviews holds how far they are read and where their clicks were, in the order of the screen', async () => {
  const path = `stats/offer-content?${DAYS}&tz=UTC&sortBy=read_depth&order=asc`;
  const { data } = await get(path);
  const [head, ...lines] = String(await get(`${path}&format=csv`))
    .trim()
    .split('\r\n');
  const keys = head!.split(',');
  const KEYS = ['id', 'read_depth', 'cta_seen', 'clicks_verdict', 'clicks_sticky', 'clicks_end', 'clicks_other'];
  expect(lines.map((line) => KEYS.map((key) => line.split(',')[keys.indexOf(key)]))).toEqual(
    data.map((row: Record<string, number>) => KEYS.map((key) => String(row[key] ?? ''))),
  );
  const depths = data.map((row: { read_depth: number }) => row.read_depth);
  expect(depths).toEqual(depths.toSorted((a: number, b: number) => a - b));
  expect((await app.call('GET', '/api/admin/stats/listicles?sortBy=read_depth')).status).toBe(400);
});

test('a file holds what was searched for, in the order of the screen', async () => {
  const { data } = await get(`stats/listicles?${DAYS}&tz=UTC`);
  const title = data[2].title as string;
  const columnOf = (file: unknown, key: string): (string | undefined)[] => {
    const [head, ...lines] = String(file).trim().split('\r\n');
    return lines.map((line) => line.split(',')[head!.split(',').indexOf(key)]);
  };
  const file = (more: string) => get(`stats/listicles?${DAYS}&tz=UTC&format=csv&${more}`);
  expect(columnOf(await file(`search=${encodeURIComponent(title.toUpperCase())}`), 'title')).toEqual([title]);
  const clicks = data.map((row: { clicks: number }) => row.clicks).toSorted((a: number, b: number) => a - b);
  expect(columnOf(await file('sortBy=clicks&order=asc'), 'clicks')).toEqual(clicks.map(String));
  expect((await app.call('GET', '/api/admin/stats/listicles?sortBy=payout')).status).toBe(400);
});

/** How many figures the tests below have compared. */
let compared = 0;
afterAll(() =>
  process.stdout.write(`recount: ${compared} figures compared with the rows that they are made of, 0 differences\n`),
);

const ADDITIVE = [
  'visits',
  'views',
  'impressions',
  'clicks',
  'conversions',
  'pending',
  'approved',
  'rejected',
  'reversed',
  'leads',
  'sales',
  'revenue_expected',
  'revenue_confirmed',
  'cost',
  'profit',
  'profit_confirmed',
];
const IS_FULL = process.env['RECOUNT_EVENTS'] !== undefined;
const CUTS = [
  ...DIMENSIONS.filter((dimension) =>
    IS_FULL ? dimension !== 'hour' : ['source', 'country', 'offer'].includes(dimension),
  ),
  'day,source',
  ...(IS_FULL
    ? ['country,device', 'listicle,position', 'link,destination', 'offer,network', 'source,country,day']
    : []),
];
type Figure = string | number | null | undefined;
/** Decimal text and counts as whole micros; what is not told counts nothing. */
const micros = (value: Figure): bigint => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value ?? '0') || '0')!;
  const sum = BigInt(whole!) * 1_000_000n + BigInt(part.padEnd(6, '0'));
  return sign ? -sum : sum;
};
type Row = Record<string, Figure>;
const tableOf = (file: unknown): Row[] => {
  const [head, ...lines] = parse(String(file)) as string[][];
  return lines.map((line) => Object.fromEntries(head!.map((name, i) => [name, line[i]])));
};
/** Each figure of a total against the sum of the same figure of its rows. */
function expectSums(what: string, totals: Row, rows: readonly Row[], keys: readonly string[]): void {
  for (const key of keys) {
    const sum = rows.reduce((all, row) => all + micros(row[key]), 0n);
    expect([what, key, sum]).toEqual([what, key, micros(totals[key])]);
    compared += rows.length + 1;
  }
}
/** In a file a sum whose money all lacks a rate is blank, never 0.00. */
const told = (row: Row, unconverted: unknown, key: string): string =>
  unconverted && key.startsWith('revenue_') && Number(row[key]) === 0 ? '' : String(row[key] ?? '');
/** The rows of a screen against those of its file, which names what lacks a rate in a column of its own. */
function expectSame(what: string, rows: readonly Row[], file: readonly Row[], keys: readonly string[]): void {
  expect([what, file.length]).toEqual([what, rows.length]);
  for (const [i, row] of rows.entries())
    for (const key of keys) {
      expect([what, i, key, String(file[i]![key])]).toEqual([what, i, key, told(row, file[i]!['unconverted'], key)]);
      compared += 1;
    }
}

test.each(ZONES)(
  'each total of a report is the sum of its rows, and its file holds the same, in %s',
  async (zone) => {
    for (const cut of CUTS) {
      const ask = `stats/report?dimensions=${cut}&metrics=${ADDITIVE}&${DAYS}&tz=${zone}`;
      const { data, totals, total, metrics } = await get(`${ask}&limit=-1`);
      const rows = data.map((line: { values: Row }) => line.values);
      const file = tableOf(await get(`${ask}&format=csv`));
      expect([cut, file.length]).toEqual([cut, total]);
      if (total === data.length) expectSums(`${cut} ${zone}`, totals.values, rows, ADDITIVE);
      expectSums(`file of ${cut} ${zone}`, totals.values, file, ADDITIVE);
      expectSame(`${cut} ${zone}`, rows, file.slice(0, rows.length), metrics);
    }
  },
  600_000,
);

test.each(ZONES)(
  'each total of a screen is the sum of its rows, and its file holds the same, in %s',
  async (zone) => {
    const FUNNEL = ['views', 'impressions', 'clicks', 'conversions', 'revenue_expected', 'revenue_confirmed'];
    const COMMERCE = [...FUNNEL.slice(2), 'leads', 'sales', 'pending', 'approved', 'rejected', 'reversed'];
    for (const [path, keys] of [
      ['listicles?', FUNNEL],
      ['offer-content?', [...FUNNEL, 'clicks_verdict', 'clicks_sticky', 'clicks_end', 'clicks_other']],
      ['offers?group=offer&', COMMERCE],
      ['offers?group=network&', COMMERCE],
      ['offers?group=category&', COMMERCE],
    ] as const) {
      const ask = `stats/${path}${DAYS}&tz=${zone}`;
      const { data, totals } = await get(ask);
      expectSums(`${path} ${zone}`, totals, data, keys);
      expectSame(`${path} ${zone}`, data, tableOf(await get(`${ask}&format=csv`)), keys);
    }
    const ctr = await get(`stats/ctr?${DAYS}&tz=${zone}`);
    expectSame(
      `ctr ${zone}`,
      ctr.data,
      tableOf(await get(`stats/ctr?${DAYS}&tz=${zone}&format=csv`)),
      FUNNEL.slice(1, 5),
    );
    const { totals, chart } = await get(`stats/conversions?${DAYS}&tz=${zone}`);
    expectSums(`conversions ${zone}`, totals.by_status, chart, ['pending', 'approved', 'rejected', 'reversed']);
    expectSums(`payout ${zone}`, { payout: totals.payout_expected }, chart, ['payout']);
    const why = await get(`stats/why?${DAYS}&tz=${zone}`);
    expect([why.parts.expected, why.parts.confirmed]).toEqual([totals.payout_expected, totals.payout_confirmed]);
    for (const { id } of IS_FULL ? SITE.links : SITE.links.slice(0, 2)) {
      const OF_LINK = ['visits', 'clicks_out', 'conversions', 'revenue', 'cost', 'profit'];
      for (const group of IS_FULL ? LINK_GROUPS : (['day', 'rule'] as const)) {
        const link = await get(`tracking-links/${id}/stats?${DAYS}&tz=${zone}&group=${group}`);
        expectSums(`link ${id} by ${group} ${zone}`, link.totals, link.groups, OF_LINK);
        if (group !== 'day') continue;
        expectSums(`destinations of ${id} ${zone}`, link.totals, link.by_destination, OF_LINK);
        expectSums(`days of ${id} ${zone}`, link.totals, link.series, ['visits', 'conversions', 'revenue', 'cost']);
      }
    }
  },
  600_000,
);

test.each(ZONES)('profit is what source-days with a known cost earned less what they cost, in %s', async (zone) => {
  const name = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const paid = new Map<string, bigint>();
  for (const bill of bills()) {
    const day = name.format(new Date(bill.ts));
    if (day < '2026-10-25' || day > '2026-11-05') continue;
    const key = `${day} ${bill.source_id}`;
    paid.set(key, (paid.get(key) ?? 0n) + BigInt(bill.cost_micros));
  }
  const earned = count(zone, { by: (event, day) => `${day} ${event.source_id ?? '(none)'}` });
  const lines = await get(`stats/report?dimensions=day,source&limit=-1&metrics=profit,cost&${DAYS}&tz=${zone}`);
  let leftOut = 0;
  for (const { dims, values } of lines.data) {
    const key = `${dims.day.value} ${dims.source.value ?? '(none)'}`;
    const cost = paid.get(key);
    if (cost === undefined) leftOut += values.unknown_days;
    expect([key, values.profit === null ? null : micros(values.profit)]).toEqual([
      key,
      cost === undefined ? null : micros(earned.get(key)?.expected ?? '0') - cost,
    ]);
    compared += 1;
  }
  const whole = [...paid].reduce((sum, [key, cost]) => sum + micros(earned.get(key)?.expected ?? '0') - cost, 0n);
  expect([micros(lines.totals.values.profit), lines.totals.values.unknown_days]).toEqual([whole, leftOut]);
  expect([paid.size > 5, leftOut > 5]).toEqual([true, true]);
});
