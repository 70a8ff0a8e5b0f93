import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { buildDestination, buildLink } from '../../../links/server/testing.ts';
import type { LinkStats } from '../../link-stats-contract.ts';
import { comparedRange } from '../../../reports/server/report.ts';
import { statsRoutes } from '../routes.ts';

let app: TestApp;
const NOW = new Date('2026-03-20T12:00:00Z');

const view = (ts: string, given: object = {}): Parameters<typeof buildRow>[0] => ({
  ...buildVisit({ ts: `${ts}Z` }),
  type: 'view',
  guide_id: 1,
  ...given,
});

beforeAll(async () => {
  const eventStore = await testEventStore();
  const events: Parameters<typeof buildRow>[0][] = [
    view('2026-03-19T10:00:00', { utm: { utm_source: '=cmd()' } }),
    view('2026-03-19T11:00:00'),
    view('2026-03-20T11:00:00', { is_bot: true }),
    buildClick({ ts: '2026-03-19T10:01:00Z', guide_id: 1, offer_id: 4 }),
    buildClick({ ts: '2026-03-20T10:01:00Z', offer_id: 5 }),
    buildClick({ ts: '2026-03-20T10:02:00Z', offer_id: 5 }),
    buildDelta({ ts: '2026-03-20T10:00:00Z', guide_id: 1, offer_id: 4, click_ts: '2026-03-19T10:01:00Z' }),
    view('2026-03-18T11:00:00'),
    // after this hour of the days before: not held against a day that is half over
    view('2026-03-18T13:00:00'),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: events.map(buildRow) });
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const ask = (query: string) => app.call('GET', `/api/admin/stats/report?tz=UTC&${query}`);

test('lines have names, and shares are made from sums', async () => {
  const { body } = await ask('dimensions=listicle&listicle_id=1&metrics=views,clicks,ctr,revenue_expected,epc&days=2');
  expect(body.data).toEqual([
    {
      dims: { listicle: { value: 1, label: 'Guide 1' } },
      values: { views: 2, clicks: 1, ctr: 0.5, revenue_expected: '12.50', epc: '12.50' },
    },
  ]);
  expect(body).toMatchObject({ total: 1, bots_hidden: 1, tz: 'UTC', currency: 'USD' });
});

test('without an order lines stand by the first metric that is not empty, the greatest first', async () => {
  const lines = async (query: string) => {
    const { body } = await ask(`dimensions=offer&days=3&${query}`);
    return [body.sorted_by, body.data.map((line: { dims: { offer: { value: number } } }) => line.dims.offer.value)];
  };
  // views belong to no offer
  expect(await lines('metrics=views,clicks')).toEqual(['clicks', [5, 4, null]]);
  expect(await lines('metrics=clicks')).toEqual(['clicks', [5, 4]]);
  expect(await lines('metrics=views,ctr,revenue_expected')).toEqual(['revenue_expected', [4, 5, null]]);
  expect(await lines('metrics=views,clicks&sortBy=clicks&order=asc')).toEqual(['clicks', [null, 4, 5]]);
  expect((await ask('dimensions=day&metrics=views&days=3')).body.sorted_by).toBe('day');
});

test('every page says how many lines there are, one past the end too', async () => {
  for (const [page, days] of [
    [1, ['2026-03-18']],
    [2, ['2026-03-19']],
    [9, []],
  ] as const) {
    const { body } = await ask(`dimensions=day&metrics=views&days=4&limit=1&page=${page}`);
    expect(body.data.map((line: { dims: { day: { value: string } } }) => line.dims.day.value)).toEqual(days);
    expect(body).toMatchObject({ total: 2, pages: 2, page });
  }
  expect((await ask('dimensions=day&metrics=views&days=1')).body).toMatchObject({ data: [], total: 0 });
});

test('a body asks the same as an address', async () => {
  const inBody = await app.call('POST', '/api/admin/stats/report', {
    dimensions: ['day'],
    metrics: ['views'],
    days: 2,
    tz: 'UTC',
    page: 1,
    listicle_id: 1,
  });
  expect(inBody).toMatchObject({ status: 200 });
  expect(inBody.body.data).toEqual((await ask('dimensions=day&metrics=views&days=2&listicle_id=1')).body.data);
});

test('the days before are cut where today ends', async () => {
  const { body } = await ask('dimensions=day&metrics=views&days=1&compare=previous&date_from=no');
  expect(body.error).toBe('validation_failed');
  const day = await ask('metrics=views&date_from=2026-03-19&date_to=2026-03-20&compare=previous');
  expect(day.body.totals).toEqual({ values: { views: 2 }, before: { views: 1 } });
  expect(day.body.compared).toEqual({ from: '2026-03-17T00:00:00.000Z', to: '2026-03-18T12:00:00.000Z' });
});

test('a day is held against the day that lies as far back', async () => {
  const { body } = await ask('dimensions=day&metrics=views&date_from=2026-03-19&date_to=2026-03-20&compare=previous');
  expect(body.data).toEqual([
    { dims: { day: { value: '2026-03-19', label: '2026-03-19' } }, values: { views: 2 }, before: { views: 0 } },
  ]);
});

test('a CSV holds what the answer holds, and no spreadsheet runs it', async () => {
  const csv = (await ask('dimensions=utm_source&metrics=views&days=2&format=csv')) as unknown as {
    body: string;
    headers: Record<string, string>;
  };
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.body.split('\r\n').slice(0, 3)).toEqual([
    'utm_source,views,currency,zone,from,to',
    "'=cmd(),1,USD,UTC,2026-03-19T00:00:00.000Z,2026-03-21T00:00:00.000Z",
    '(none),1,USD,UTC,2026-03-19T00:00:00.000Z,2026-03-21T00:00:00.000Z',
  ]);
});

test('the days before may take as long in a file as its lines, and no longer on a screen than anybody waits', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const limitsOf = async (format: string): Promise<number[]> => {
    limits.mockClear();
    expect((await ask(`dimensions=utm_source&metrics=views&days=2&compare=previous${format}`)).status).toBe(200);
    return limits.mock.calls.map(([ms]) => ms);
  };
  expect(await limitsOf('')).toContain(30_000);
  expect(await limitsOf('&format=csv')).not.toContain(30_000);
  limits.mockRestore();
});

test.each([
  ['a dimension that is none', 'dimensions=wings', 'dimensions.0'],
  ['a name that every object has', 'dimensions=toString', 'dimensions.0'],
  ['a parameter that no alias is', 'dimensions=param:A', 'dimensions.0'],
  ['words that are no object', 'params=oops', 'params'],
  ['four dimensions', 'dimensions=day,offer,link,source', 'dimensions'],
  ['a dimension twice', 'dimensions=day,day', 'dimensions'],
  ['a figure that is none', 'metrics=wings', 'metrics.0'],
  ['a key that is none', 'wings=2', 'wings'],
  ['a zone that is none', 'tz=Mars/Olympus', 'tz'],
  ['more days than two years', 'days=731', 'days'],
])('%s is refused by its name', async (_name, query, field) => {
  const { status, body } = await app.call('GET', `/api/admin/stats/report?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  // a reason for people, no pattern
  expect(JSON.stringify(body.errors)).not.toContain('match pattern');
});

test('compared days keep their midnight when the clocks change between', () => {
  const range = { from: new Date('2026-03-28T23:00:00Z'), to: new Date('2026-03-30T22:00:00Z') };
  expect(comparedRange(range, 'Europe/Berlin', 'previous', new Date('2026-05-01T00:00:00Z'))?.range).toEqual({
    from: new Date('2026-03-26T23:00:00Z'),
    to: new Date('2026-03-28T23:00:00Z'),
  });
});

test('a report is kept under a name, once, and forgotten', async () => {
  const view = { name: 'By source', query: 'dimensions=utm_source&days=7' };
  const saved = await app.call('POST', '/api/admin/stats/views', view);
  expect(saved.status).toBe(201);
  expect((await app.call('POST', '/api/admin/stats/views', view)).body.error).toBe('name_taken');
  const alike = { ...view, name: view.name.replace('e', 'É') };
  expect((await app.call('POST', '/api/admin/stats/views', alike)).body.error).toBe('name_taken');
  expect((await app.call('GET', '/api/admin/stats/views')).body.data).toMatchObject([view]);
  const { id } = saved.body.data;
  expect((await app.call('DELETE', `/api/admin/stats/views/${id}`)).status).toBe(200);
  expect((await app.call('DELETE', `/api/admin/stats/views/${id}`)).status).toBe(404);
  expect((await app.call('GET', '/api/admin/stats/views')).body.data).toEqual([]);
});

test('the screens hold their totals against the days before', async () => {
  const { body } = await app.call(
    'GET',
    '/api/admin/stats/listicles?tz=UTC&date_from=2026-03-19&date_to=2026-03-20&compare=previous',
  );
  expect([body.totals.views, body.before.views]).toEqual([2, 1]);
  expect((await app.call('GET', '/api/admin/stats/listicles?days=2')).body.before).toBeNull();
});

test('money without a rate is named in every line, and a file never says 0.00 of it', async () => {
  const at = '2026-01-10T10:00:00Z';
  const place = { guide_id: 6, item_id: 5, position: 2 };
  const rows = [
    buildDelta({ ts: at, offer_id: 8, currency: 'EUR', delta_micros: '12000000', click_ts: at, ...place }),
    buildDelta({ ts: at, offer_id: 9, currency: 'CHF', delta_micros: '5000000', click_ts: at }),
    buildDelta({ ts: at, offer_id: 9, currency: 'USD', delta_micros: '1000000', click_ts: at }),
    { ...buildVisit({ ts: at }), source_id: 3, cost_micros: '3000000', cost_currency: 'EUR' },
  ];
  await app.deps.eventStore.append({ cursor: 't', position: '2', table: 'events', rows: rows.map(buildRow) });
  const days = 'date_from=2026-01-10&date_to=2026-01-10';
  const { body } = await ask(`dimensions=offer&metrics=conversions,revenue_expected&${days}`);
  expect(body.data.map((line: { unconverted?: string }) => line.unconverted)).toEqual(['5.00 CHF', '12.00 EUR']);
  const bySource = await ask(`dimensions=source&metrics=visits,cost&${days}`);
  expect(
    bySource.body.data.find((line: { dims: { source: { value: number } } }) => line.dims.source.value === 3),
  ).toMatchObject({
    unconverted: 'cost 3.00 EUR',
  });
  const file = (await ask(`dimensions=offer&metrics=conversions,revenue_expected&format=csv&${days}`)).body as string;
  expect(file.split('\r\n').map((line) => line.split(',').slice(0, 4))).toEqual([
    ['offer', 'conversions', 'revenue_expected', 'unconverted'],
    ['Offer 9', '2', '1.00', '5.00 CHF'],
    ['Offer 8', '1', '', '12.00 EUR'],
    [''],
  ]);
  const offers = (
    await app.call('GET', `/api/admin/stats/offers?tz=UTC&format=csv&columns=revenue_expected,epc&${days}`)
  ).body as string;
  expect(offers.split('\r\n')[0]).toBe('id,name,revenue_expected,epc,unconverted,currency,zone');
  expect(offers).toContain('8,offer 8,,,12.00 EUR,USD,UTC');
  const places = (await app.call('GET', `/api/admin/stats/ctr?tz=UTC&listicle_id=6&${days}`)).body.data;
  expect(places).toMatchObject([{ item_id: 5, position: 2, unconverted: '12.00 EUR' }]);
});

test('a line whose only figure is money without a rate stands in the report and in its file', async () => {
  const at = '2026-01-12T10:00:00Z';
  const rows = [
    buildDelta({ ts: at, offer_id: 8, source_id: 6, currency: 'EUR', delta_micros: '12000000', click_ts: at }),
    buildDelta({ ts: at, offer_id: 9, source_id: 6, currency: 'EUR', delta_micros: '7000000', click_ts: at }),
    buildDelta({ ts: at, offer_id: 9, source_id: 6, currency: 'EUR', delta_micros: '-7000000', click_ts: at }),
    { ...buildVisit({ ts: at }), source_id: 7, cost_micros: '3000000', cost_currency: 'EUR' },
  ];
  await app.deps.eventStore.append({ cursor: 't', position: '3', table: 'events', rows: rows.map(buildRow) });
  const days = 'date_from=2026-01-12&date_to=2026-01-12';
  const linesBy = async (dimension: string, metrics: string) => {
    const { body } = await ask(`dimensions=${dimension}&metrics=${metrics}&${days}`);
    return body.data.map(
      (line: { dims: Record<string, { value: number }>; unconverted?: string }) =>
        [line.dims[dimension]!.value, line.unconverted] as const,
    );
  };
  // what was taken back again is nothing, in whatever currency
  expect(await linesBy('offer', 'revenue_expected')).toEqual([[8, '12.00 EUR']]);
  expect(await linesBy('source', 'cost')).toContainEqual([7, 'cost 3.00 EUR']);
  expect(await linesBy('source', 'profit')).toEqual([
    [6, '12.00 EUR'],
    [7, 'cost 3.00 EUR'],
  ]);
  expect(await linesBy('offer', 'clicks')).toEqual([]);
  const file = (await ask(`dimensions=offer&metrics=revenue_expected,epc&format=csv&${days}`)).body as string;
  expect(file.split('\r\n')[1]).toMatch(/^Offer 8,,,12.00 EUR,/);
});

test('a link names what lacks a rate by destination, day and every other line', async () => {
  const link = await buildLink(app.deps);
  const first = await buildDestination(app.deps, link.id);
  const second = await buildDestination(app.deps, link.id);
  const of = { ts: '2026-01-14T10:00:00Z', link_id: link.id, destination_id: first.id, country: 'DE' };
  const euros = { ...of, currency: 'EUR', delta_micros: '12000000', click_ts: of.ts };
  const rows = [
    { ...buildVisit(of), cost_micros: '3000000', cost_currency: 'EUR' },
    buildDelta(euros),
    buildDelta({ ...euros, destination_id: second.id, delta_micros: '2000000' }),
    buildDelta({ ...euros, destination_id: second.id, currency: 'USD' }),
  ];
  await app.deps.eventStore.append({ cursor: 't', position: '4', table: 'events', rows: rows.map(buildRow) });
  const stats = async (group: string) =>
    (
      await app.call(
        'GET',
        `/api/admin/tracking-links/${link.id}/stats?tz=UTC&date_from=2026-01-13&date_to=2026-01-14&group=${group}`,
      )
    ).body as LinkStats;
  const { by_destination: destinations, series, groups: countries } = await stats('country');
  expect(destinations.map((one) => one.unconverted)).toEqual(['12.00 EUR; cost 3.00 EUR', '2.00 EUR']);
  expect(series.map((one) => one.unconverted)).toEqual([undefined, '14.00 EUR; cost 3.00 EUR']);
  expect(countries.map((one) => [one.value, one.unconverted])).toEqual([['DE', '14.00 EUR; cost 3.00 EUR']]);
  // both stand in no rule: what they lack is one sum
  expect((await stats('rule')).groups.map((one) => one.unconverted)).toEqual(['14.00 EUR; cost 3.00 EUR']);
});
