import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { isOnClickHouse, testEventStore } from '../../../../tests/support/event-store.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { buildLink } from '../../links/server/testing.ts';
import { statsRoutes } from './routes.ts';

/** Whoever leaves a screen leaves no report behind that works on for nobody. */
const [NUMBERS, N] = isOnClickHouse ? ['numbers', 'number'] : ['range', 'range'];
const SLOW = `select count(*) as n from ${NUMBERS}(100000) a, ${NUMBERS}(1000000) b where a.${N} * b.${N} % 7 = 3`;

let app: TestApp;
let store: EventStore;
let url: string;
/** How each report of a call ended. */
let ends: string[];
let running: number;
/** Does every question take long, or only what is read piece by piece? */
let areAllSlow = true;

beforeAll(async () => {
  store = await testEventStore();
  const eventStore: EventStore = {
    ...store,
    // the hours that have changed are asked for by all at once, so nobody's going ends that
    query: async (sql, params, options) => {
      if (!areAllSlow || sql.includes('from touched.')) return store.query(sql, params, options);
      return watched(() => store.query(SLOW, [], { ...options, timeoutMs: 60_000 }));
    },
    async *stream<T extends Record<string, unknown>>(_sql: string, _params: unknown, signal: AbortSignal) {
      const pieces = store.stream<T>(SLOW, [], signal)[Symbol.asyncIterator]();
      const piece = await watched(() => pieces.next());
      if (!piece.done) yield piece.value;
    },
  };
  const event = { type: 'visit', ts: new Date().toISOString().replace('T', ' ').replace('Z', ''), link_id: 1 };
  const row = { ...event, is_bot: false, is_internal: false };
  await store.append({ cursor: 'test', position: '1', table: 'events', rows: [row] });
  app = await testApp(statsRoutes, { eventStore });
  await buildLink(app.deps);
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
async function watched<T>(ask: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await ask();
  } catch (error) {
    ends.push((error as Error).message);
    throw error;
  } finally {
    running -= 1;
  }
}
afterAll(async () => {
  await store.close();
  await app.close();
});

/** @param withinMs the process of the reports stands back behind all others */
async function leave(path: string, withinMs = 50_000): Promise<void> {
  [ends, running] = [[], 0];
  const gone = new AbortController();
  const asking = fetch(`${url}/api/admin/${path}`, {
    headers: { authorization: `Bearer ${app.token}` },
    signal: gone.signal,
  });
  try {
    // the list of changed hours is asked for first, of an engine that may be starting anew
    await expect.poll(() => running, { timeout: 50_000 }).toBeGreaterThan(0);
  } finally {
    // or its reports would hold up those of the next one
    gone.abort();
  }
  await expect(asking).rejects.toThrow('aborted');
  await expect.poll(() => running, { timeout: withinMs }).toBe(0);
  expect(new Set(ends)).toEqual(new Set(['The report was called off.']));
}

test.each([
  'stats/listicles',
  'stats/offer-content',
  'stats/ctr',
  'stats/utm-values',
  'stats/conversions',
  'stats/offers',
  'stats/report?dimensions=day&metrics=views',
  'tracking-links/1/stats',
])('%s ends its reports when the caller goes', (path) => leave(path), 120_000);

test('and the days before, which are read piece by piece', async () => {
  areAllSlow = false;
  // 30 s would end it by themselves
  await leave('stats/report?dimensions=hour&metrics=visits&compare=previous', 20_000);
}, 120_000);
