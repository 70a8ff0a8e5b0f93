import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { buildRow, buildVisit } from '../../events/server/testing.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { statsRoutes } from './routes.ts';

/** A file holds every row of its question, whatever page the screen shows, or it is no file at all. */
let app: TestApp;
let url: string;
let store: EventStore;
/** After so many pieces an answer that comes in pieces breaks; undefined: never. */
let breaksAfter: number | undefined;
let closed = 0;
/** What an answer that begins now waits for after each piece. */
let mayGoOn: Promise<void> | undefined;
const NOW = new Date('2026-03-20T12:00:00Z');
const CONVERSIONS = 4321;
const TERMS = 5000;

beforeAll(async () => {
  store = await testEventStore();
  const eventStore: EventStore = {
    ...store,
    async *stream<T extends Record<string, unknown>>(...args: Parameters<EventStore['stream']>) {
      let pieces = 0;
      const wait = mayGoOn;
      try {
        for await (const piece of store.stream<T>(...args)) {
          if (pieces === breaksAfter) throw new Error('the process of the event store ended');
          pieces += 1;
          yield piece;
          await wait;
        }
      } finally {
        closed += 1;
      }
    },
  };
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
  const network = await buildNetwork(app.deps);
  // times of several to the microsecond and not at all apart: a row that is lost or comes twice would be seen
  await sql`insert into conversions (network_id, click_key, event_type, status, payout_micros, payout_currency, attribution, occurred_at, received_at)
    select ${network.id}, 'c' || n, 'sale', (array['pending', 'approved', 'rejected', 'reversed'])[1 + n % 4], (n % 7) * 1000000, 'USD', 'orphan',
      timestamptz '2026-03-19T10:00:00Z' + (n / 3) * interval '1 second', timestamptz '2026-03-19T12:00:00Z' + (n / 2) * interval '7 microseconds'
    from generate_series(1, ${CONVERSIONS}) as n`.execute(app.deps.db);
  const visits = Array.from({ length: TERMS }, (_, n) =>
    buildVisit({
      ts: '2026-03-19T10:00:00Z',
      utm: { utm_term: `term ${n}` },
      visitor: n.toString(16).padStart(16, '0'),
    }),
  );
  await store.append({ cursor: 't', position: '1', table: 'events', rows: visits.map(buildRow) });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await store.close();
  await app.close();
});

const linesOf = (body: unknown): string[][] =>
  String(body)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
const file = (path: string) => app.call('GET', `/api/admin/stats/${path}&format=csv&tz=UTC`);

test.each(['occurred_at', 'received_at', 'payout', 'status'])(
  'the file of conversions by %s holds all of them once, in the order of the screen',
  async (sortBy) => {
    for (const order of ['asc', 'desc']) {
      const { status, body } = await file(`conversions?days=5&sortBy=${sortBy}&order=${order}`);
      expect(status).toBe(200);
      const [head, ...rows] = linesOf(body);
      const ids = rows.map((row) => Number(row[head!.indexOf('id')]));
      expect([rows.length, new Set(ids).size]).toEqual([CONVERSIONS, CONVERSIONS]);
      const screen = await app.call(
        'GET',
        `/api/admin/stats/conversions?days=5&sortBy=${sortBy}&order=${order}&limit=500`,
      );
      expect(ids.slice(0, 500)).toEqual(screen.body.data.map((row: { id: string }) => Number(row.id)));
    }
  },
  60_000,
);

test('the file of a report holds every line, in the order of the screen', async () => {
  const ask = 'report?days=5&dimensions=utm_term&metrics=visits&sortBy=utm_term';
  const [head, ...rows] = linesOf((await file(ask)).body);
  expect(head!.slice(0, 2)).toEqual(['utm_term', 'visits']);
  expect([rows.length, new Set(rows.map(([term]) => term)).size]).toEqual([TERMS, TERMS]);
  const { body } = await app.call('GET', `/api/admin/stats/${ask}&tz=UTC&limit=100`);
  expect(rows.slice(0, 100).map(([term]) => term)).toEqual(
    body.data.map((line: { dims: { utm_term: { label: string } } }) => line.dims.utm_term.label),
  );
  const held = await file(`${ask}&compare=previous&page=3`);
  expect(linesOf(held.body)).toHaveLength(TERMS + 1);
});

test('a number of rows is refused by its name, since a file holds all', async () => {
  for (const path of [
    'report?dimensions=day',
    'conversions?days=2',
    'listicles?days=2',
    'offers?days=2',
    'ctr?days=2',
  ]) {
    const { status, body } = await file(`${path}&limit=25`);
    expect([path, status, body.error, Object.keys(body.errors)]).toEqual([path, 400, 'validation_failed', ['limit']]);
  }
  expect((await file('conversions?days=2&itemsPerPage=20')).body.errors).toHaveProperty('itemsPerPage');
});

test('what fails before the first row is a refusal, what fails later breaks the connection', async () => {
  const ask = () =>
    fetch(`${url}/api/admin/stats/report?days=5&dimensions=utm_term&metrics=visits&format=csv`, {
      headers: { authorization: `Bearer ${app.token}` },
    });
  breaksAfter = 0;
  expect(await ask()).toMatchObject({ status: 500 });
  breaksAfter = 1;
  const broken = await ask();
  expect(broken.status).toBe(200);
  await expect(broken.text()).rejects.toThrow('terminated');
  breaksAfter = undefined;
  expect(linesOf(await (await ask()).text())).toHaveLength(TERMS + 1);
});

test('whoever leaves in the middle leaves nothing open, and many at once are put off', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  mayGoOn = promise;
  const gone = new AbortController();
  const before = closed;
  const ask = () =>
    fetch(`${url}/api/admin/stats/report?days=5&dimensions=utm_term,hour&metrics=visits&format=csv`, {
      headers: { authorization: `Bearer ${app.token}` },
      signal: gone.signal,
    });
  const replies = await Promise.all(Array.from({ length: 4 }, ask));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  mayGoOn = undefined;
  const fifth = await file('report?days=5&dimensions=utm_term&metrics=visits');
  gone.abort();
  goOn();
  expect([fifth.status, fifth.body.error, fifth.headers['retry-after']]).toEqual([429, 'too_many_requests', '60']);
  await expect.poll(() => closed - before, { timeout: 5000 }).toBe(4);
  expect((await file('report?days=5&dimensions=utm_term&metrics=visits')).status).toBe(200);
});

test.each([
  ['listicles?days=30', 'listicles-2026-02-19-to-2026-03-20'],
  ['offer-content?days=7', 'offer-content-2026-03-14-to-2026-03-20'],
  ['ctr?days=1', 'ctr-2026-03-20'],
  ['offers?date_from=2026-03-01&date_to=2026-03-05', 'offers-2026-03-01-to-2026-03-05'],
  ['conversions?days=2', 'conversions-2026-03-19-to-2026-03-20'],
  ['report?days=5&dimensions=utm_term&metrics=visits', 'report-utm_term-2026-03-16-to-2026-03-20'],
])('the file of %s is named after what is in it and its days', async (path, name) => {
  expect((await file(path)).headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
});
