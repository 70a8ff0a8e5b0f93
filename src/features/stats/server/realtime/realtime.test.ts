import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { realtimeRoutes, statsRoutes } from '../routes.ts';
import { standingOf, type Shipping } from './realtime.ts';

let app: TestApp;
let shipping: Awaited<ReturnType<Shipping>>['lags'];
const NOW = new Date('2026-03-20T12:00:30.500Z');
const RUNNING = '2026-03-20T12:00:10.250Z';
const BEFORE = '2026-03-20T11:59:59.999Z';
const FIRST = '2026-03-20T11:31:00.000Z';
const OUT = '2026-03-20T11:30:59.999Z';

type Lag = (typeof shipping)[number];
const lag = (given: Partial<Lag>): Lag => ({
  name: 'event_store',
  waiting: 0,
  lagMs: 0,
  failures: 0,
  lastError: undefined,
  refused: 0,
  ...given,
});

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(
    (route, deps) => {
      statsRoutes(route, deps);
      realtimeRoutes(route, deps, () => Promise.resolve({ lags: shipping }) as ReturnType<Shipping>);
    },
    { eventStore, clock: () => NOW },
  );
  const robot = { is_bot: true, bot_reason: 'bot_agent' } as const;
  const rows = [
    buildVisit({ ts: RUNNING }),
    buildVisit({ ts: RUNNING }),
    { ...buildVisit({ ts: '2026-03-20T12:00:20.000Z' }), ...robot },
    { ...buildVisit({ ts: RUNNING }), is_internal: true },
    buildClick({ ts: BEFORE }),
    { ...buildClick({ ts: BEFORE }), ...robot },
    buildVisit({ ts: FIRST }),
    buildVisit({ ts: OUT }),
    buildDelta({ ts: BEFORE }),
    buildDelta({ ts: FIRST, status: 'pending', delta_micros: '1000001' }),
    // one that was pending is taken back within the same minutes
    buildDelta({ ts: FIRST, status: 'pending', delta_micros: '2000000' }),
    buildDelta({ ts: FIRST, status: 'pending', delta_count: -1, delta_micros: '-2000000' }),
    buildDelta({ ts: FIRST, status: 'rejected', delta_micros: '2000000' }),
    // of another currency: with a rate, and without
    buildDelta({ ts: FIRST, delta_micros: '9000000', currency: 'EUR', base_micros: '10000000', base_currency: 'USD' }),
    buildDelta({ ts: FIRST, delta_micros: '3500000', currency: 'CHF' }),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: rows.map(buildRow) });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const ask = async () => {
  const { status, body } = await app.call('GET', '/api/admin/stats/realtime');
  expect(status).toBe(200);
  return body;
};

test('each of the last 30 minutes is told, robots and own visits left out, with what they come to', async () => {
  shipping = [lag({})];
  const { data, totals, unconverted, newest_at, as_of, is_stuck } = await ask();
  expect(data).toHaveLength(30);
  expect(data[0]).toEqual({
    minute: '2026-03-20T11:31:00.000Z',
    visits: 1,
    clicks: 0,
    conversions: 3,
    revenue_expected: '11.000001',
  });
  expect(data[28]).toMatchObject({ clicks: 1, conversions: 1, revenue_expected: '12.50' });
  expect(data[29]).toMatchObject({ minute: '2026-03-20T12:00:00.000Z', visits: 2, clicks: 0 });
  expect(totals).toEqual({ visits: 3, clicks: 1, conversions: 4, revenue_expected: '23.500001' });
  expect(unconverted).toBe('3.50 CHF');
  expect({ newest_at, as_of, is_stuck }).toEqual({
    newest_at: '2026-03-20T12:00:20.000Z',
    as_of: NOW.toISOString(),
    is_stuck: false,
  });
});

test('the sums are those of a report of the same day', async () => {
  shipping = [lag({})];
  const { totals } = await ask();
  const report = await app.call(
    'GET',
    '/api/admin/stats/report?days=1&tz=UTC&dimensions=&metrics=visits,clicks,conversions,revenue_expected',
  );
  // one visit of the day lies before these minutes
  expect(report.body.totals.values).toEqual({ ...totals, visits: totals.visits + 1 });
});

test('what waits to be counted is told by its age, and when it stands still', async () => {
  shipping = [lag({ waiting: 900, lagMs: 400 })];
  expect(await ask()).toMatchObject({ as_of: '2026-03-20T12:00:30.100Z', is_stuck: false });
  shipping = [lag({}), lag({ name: 'outbox', waiting: 3, lagMs: 90_000 })];
  expect(await ask()).toMatchObject({ as_of: '2026-03-20T11:59:00.500Z', is_stuck: true });
  // a disk without room: nothing of it was read, so that nobody knows how old it is
  shipping = [lag({ waiting: 900, failures: 2 })];
  expect(await ask()).toMatchObject({ as_of: '2026-03-20T12:00:20.000Z', is_stuck: true });
});

test.each([
  ['PostgreSQL alone is behind', [lag({ name: 'postgres', waiting: 10, lagMs: 90_000 })], '1970-01-01T00:16:40.000Z'],
  [
    'what the outbox keeps was refused',
    [lag({ name: 'outbox', waiting: 1, refused: 1, lagMs: 9e6 })],
    '1970-01-01T00:16:40.000Z',
  ],
  ['something waits of which nothing is known', [lag({ waiting: 10 })], null],
] as const)('when %s', (_, lags, asOf) => {
  expect(standingOf(lags, undefined, 1_000_000)).toEqual({ as_of: asOf, is_stuck: false });
});
