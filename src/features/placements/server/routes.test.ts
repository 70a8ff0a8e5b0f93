import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { buildDelta, buildRow, buildVisit } from '../../events/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { watchPlacements } from './service.ts';
import { placementRoutes } from './routes.ts';

let app: TestApp;
let source: number;
let bare: number;
const NOW = new Date('2026-03-20T12:00:00Z');
let now = NOW;
const PAGE = { page: 1, itemsPerPage: 20, sortBy: 'last_at', order: 'desc' } as const;
const parameter = (alias: string) => ({ alias, param: alias, token: `{${alias}}`, label: '', group_in_reports: true });
const VISIT = { cost_micros: '500000', cost_currency: 'USD' };

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(placementRoutes, { eventStore, clock: () => now });
  source = (await buildSource(app.deps, { name: 'Big Native', parameters: [parameter('ad'), parameter('site')] })).id;
  bare = (await buildSource(app.deps, { name: 'Bare', parameters: [] })).id;
  const at = (site: string | undefined) => ({
    ts: '2026-03-10T10:00:00Z',
    source_id: source,
    ...(site !== undefined && { params: { site } }),
  });
  const sale = (site: string) =>
    buildDelta({ ...at(site), ts: '2026-03-10T12:00:00Z', click_ts: '2026-03-10T10:30:00Z', delta_micros: '20000000' });
  const visits = (site: string | undefined, n: number) =>
    Array.from({ length: n }, () => buildVisit({ ...at(site), ...VISIT }));
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [
      // costs 200, earned nothing
      ...visits('loses.example', 400),
      // costs 200, earned 240
      ...visits('wins.example', 400),
      ...Array.from({ length: 12 }, () => sale('wins.example')),
      // costs 25: nobody knows yet
      ...visits('small.example', 50),
      ...visits(undefined, 30),
      // of days whose conversions still come
      ...Array.from({ length: 500 }, () =>
        buildVisit({ ...at('today.example'), ...VISIT, ts: '2026-03-20T10:00:00Z' }),
      ),
    ].map(buildRow),
  });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const append = (position: string, rows: readonly Parameters<typeof buildRow>[0][]) =>
  app.deps.eventStore.append({
    cursor: position,
    position: '1',
    table: 'events',
    rows: rows.map((row) => buildRow(row)),
  });
const body = (placements: readonly string[]) => ({ source_id: source, param: 'site', days: 30, placements });
const keep = async (placements: readonly string[]) => {
  const reply = await app.call('POST', '/api/admin/stats/placement-lists', body(placements));
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const ask = (query: string) => app.call('GET', `/api/admin/stats/losing-placements?${query}`);

test('a placement that cost much and earned nothing is named, with what it lost and how unlikely that is by chance', async () => {
  const { status, body } = await ask(`source_id=${source}`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    losing: [
      { placement: 'loses.example', visits: 400, conversions: 0, revenue: '0.00', cost: '200.00', profit: '-200.00' },
    ],
    lost: '200.00',
    judged: 2,
    few: 1,
    unknown_visits: 30,
    wait_days: 1,
    param: 'site',
    source: 'Big Native',
  });
  // ten sales of 20 should have come
  expect(body.data.losing[0].chance).toBeCloseTo(Math.exp(-10), 8);
});

test('what loses is put in order by every figure, and is a file named after the days that were judged', async () => {
  const all = `source_id=${source}&min_visits=1&below=1000000&certainty=50`;
  const names = async (query: string) =>
    (await ask(`${all}&${query}`)).body.data.losing.map((one: { placement: string }) => one.placement);
  expect((await names(''))[0]).toBe('loses.example');
  const byVisits = await names('sortBy=visits&order=asc');
  expect(byVisits.length).toBeGreaterThan(1);
  expect(byVisits).not.toEqual(await names(''));
  const file = await ask(`${all}&sortBy=visits&order=asc&format=csv`);
  expect(file.headers['content-disposition']).toMatch(/"losing-placements-2026-02-\d\d-to-2026-03-\d\d\.csv"/);
  const lines = String(file.body).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(byVisits);
});

test('the rule is obeyed: a limit that all reach names none, a lower number of visits judges more', async () => {
  expect((await ask(`source_id=${source}&below=-300`)).body.data.losing).toEqual([]);
  expect((await ask(`source_id=${source}&min_visits=40`)).body.data).toMatchObject({ judged: 3, few: 0 });
});

test('of a source with more than a hundred thousand sites all are judged, the last of them too, and all visits counted', async () => {
  const wide = (await buildSource(app.deps, { name: 'Wide', parameters: [parameter('site')] })).id;
  const at = { ts: '2026-03-10T10:00:00Z', source_id: wide };
  const once = (n: number) =>
    Array.from({ length: 25_100 }, (_, i) => buildVisit({ ...at, ...VISIT, params: { site: `${n}-${i}.example` } }));
  for (const n of [1, 2, 3, 4]) await append(`wide ${n}`, once(n));
  await append('wide', [
    ...Array.from({ length: 400 }, () => buildVisit({ ...at, ...VISIT, params: { site: 'zz.example' } })),
    ...Array.from({ length: 30 }, () => buildVisit(at)),
    // it pays at all
    buildDelta({
      ...at,
      ts: '2026-03-10T12:00:00Z',
      click_ts: at.ts,
      params: { site: '1-0.example' },
      delta_micros: '20000000',
    }),
  ]);
  const { data } = (await ask(`source_id=${wide}`)).body;
  expect(data.losing.map((one: { placement: string }) => one.placement)).toEqual(['zz.example']);
  expect(data).toMatchObject({ judged: 1, few: 100_400, unknown_visits: 30 });
});

test('what cannot be told apart is refused in words', async () => {
  expect((await ask(`source_id=${source}&param=zone`)).body.errors).toEqual({
    param: ['is no parameter of Big Native: it has ad, site'],
  });
  expect(await ask(`source_id=${bare}`)).toMatchObject({
    status: 409,
    body: { message: 'Bare has no parameter that tells placements apart: add one to the source.' },
  });
  expect((await ask('source_id=999999')).status).toBe(404);
});

test('days whose clicks do not say where they were from are left out, or what they earned would be missed', async () => {
  const old = (await buildSource(app.deps, { name: 'Old', parameters: [parameter('site')] })).id;
  const link_id = 9;
  const at = { ts: '2026-03-10T10:00:00Z', source_id: old, link_id };
  const paid = { ...at, ts: '2026-03-10T12:00:00Z', click_ts: '2026-03-10T10:30:00Z', delta_micros: '20000000' };
  await append('old', [
    ...Array.from({ length: 400 }, () => buildVisit({ ...at, ...VISIT, params: { site: 'a.example' } })),
    ...Array.from({ length: 400 }, () =>
      buildVisit({ ...at, ...VISIT, ts: '2026-03-12T10:00:00Z', params: { site: 'b.example' } }),
    ),
    buildDelta(paid),
  ]);
  expect((await ask(`source_id=${old}`)).body.data).toMatchObject({
    losing: [{ placement: 'b.example' }],
    recorded_from: '2026-03-11',
    judged: 1,
  });
});

describe('rules', () => {
  const rule = { days: 30, min_visits: 100, below: '0.00', certainty: 90, param: 'site' };
  const goingOn = async () => (await listAlerts(app.deps, { state: 'open', ...PAGE })).data;

  test('one is looked at once a day, and says which placements lose until none does', async () => {
    const made = await app.call('POST', '/api/admin/stats/placement-rules', { ...rule, source_id: source });
    expect([made.status, made.body.data]).toEqual([
      201,
      { ...rule, id: expect.any(Number), source_id: source, created_at: NOW.toISOString(), ran_at: null, found: null },
    ]);
    await watchPlacements(app.deps);
    expect(await goingOn()).toMatchObject([
      {
        kind: 'losing_placements',
        subject_kind: 'source',
        subject_id: source,
        subject_name: 'Big Native',
        message:
          '1 placement loses money for sure: 200.00 USD in the days that were judged. Take the block list to the source.',
        details: [{ label: 'site loses.example', text: '400 visits, profit -200.00 USD' }],
      },
    ]);
    const after = async () => (await app.call('GET', `/api/admin/stats/placement-rules?source_id=${source}`)).body.data;
    expect(await after()).toMatchObject([{ ran_at: NOW.toISOString(), found: 1 }]);
    // what is on a list is no news
    const list = await keep(['loses.example']);
    await watchPlacements(app.deps);
    expect(await goingOn()).toHaveLength(1);
    await watchPlacements({ ...app.deps, clock: () => new Date('2026-03-21T12:00:00Z') });
    expect(await goingOn()).toEqual([]);
    expect(await after()).toMatchObject([{ found: 0 }]);
    await app.call('DELETE', `/api/admin/stats/placement-lists/${list.id}`);
    await watchPlacements({ ...app.deps, clock: () => new Date('2026-03-22T12:00:00Z') });
    expect(await goingOn()).toHaveLength(1);
    expect((await app.call('DELETE', `/api/admin/stats/placement-rules/${made.body.data.id}`)).status).toBe(200);
    // nobody asks any more
    await watchPlacements(app.deps);
    expect(await goingOn()).toEqual([]);
  });

  test('a rule by a parameter that the source lost keeps the others from nothing, and the trash is not watched', async () => {
    const send = (param: string) =>
      app.call('POST', '/api/admin/stats/placement-rules', { ...rule, source_id: source, param });
    const made = [await send('ad'), await send('site')].map(({ body }) => body.data.id);
    const kept = JSON.stringify([parameter('site')]);
    await sql`update sources set parameters = ${kept}::jsonb where id = ${source}`.execute(app.deps.db);
    await watchPlacements(app.deps);
    expect(await goingOn()).toHaveLength(1);
    await sql`update sources set deleted_at = now() where id = ${source}`.execute(app.deps.db);
    await watchPlacements(app.deps);
    expect(await goingOn()).toEqual([]);
    const both = JSON.stringify([parameter('ad'), parameter('site')]);
    await sql`update sources set deleted_at = null, parameters = ${both}::jsonb where id = ${source}`.execute(
      app.deps.db,
    );
    for (const id of made) await app.call('DELETE', `/api/admin/stats/placement-rules/${id}`);
  });

  test('the same one twice, and what the source does not send, are refused', async () => {
    const send = (more: object) =>
      app.call('POST', '/api/admin/stats/placement-rules', { ...rule, source_id: source, ...more });
    const { body } = await send({ days: 60 });
    expect(await send({ days: 60 })).toMatchObject({ status: 409, body: { message: 'This rule is watched already.' } });
    expect((await send({ param: 'zone' })).body.errors).toHaveProperty('param');
    expect((await send({ below: '1e3' })).body.errors).toHaveProperty('below');
    expect((await send({ source_id: 999_999 })).status).toBe(404);
    await app.call('DELETE', `/api/admin/stats/placement-rules/${body.data.id}`);
    expect((await app.call('DELETE', `/api/admin/stats/placement-rules/${body.data.id}`)).status).toBe(404);
  });
});

test('a list that is kept is not judged again, and says what it saved since by what the others cost', async () => {
  const list = await keep(['loses.example']);
  expect(list).toMatchObject({
    placements: ['loses.example'],
    judged_from: '2026-02-17',
    judged_to: '2026-03-18',
    lost: '200.00',
    since_days: 0,
    saved: null,
  });
  expect((await ask(`source_id=${source}`)).body.data).toMatchObject({ losing: [], judged: 1, kept: 1 });
  const again = await app.call('POST', '/api/admin/stats/placement-lists', body(['loses.example']));
  expect(again.body.errors).toEqual({ placements: ['loses.example is on a list already'] });
  const unknown = await app.call('POST', '/api/admin/stats/placement-lists', body(['nobody.example']));
  expect(unknown.body.errors).toEqual({ placements: ['nobody.example sent no visits in the days that are judged'] });
  // the others cost 240 before, and 24 on the first two days since: a tenth of 200, less a visit that came all the same
  const since = { source_id: source, ...VISIT, ts: '2026-03-21T10:00:00Z' };
  await append('since', [
    ...Array.from({ length: 48 }, () => buildVisit({ ...since, params: { site: 'wins.example' } })),
    buildVisit({ ...since, ts: '2026-03-22T10:00:00Z', params: { site: 'loses.example' } }),
  ]);
  now = new Date('2026-03-23T12:00:00Z');
  const { data } = (await app.call('GET', `/api/admin/stats/placement-lists?source_id=${source}`)).body;
  expect(data).toMatchObject([{ since_days: 2, since_visits: 1, saved: { amount: '19.50', high: '19.50' } }]);
  // nothing was paid for it: up to three payouts of twenty might have been by chance
  expect(Number(data[0].saved.low)).toBeCloseTo((200 - 2.995_73 * 20) * 0.1 - 0.5, 4);
  now = NOW;
  await app.call('DELETE', `/api/admin/stats/placement-lists/${list.id}`);
  expect((await ask(`source_id=${source}`)).body.data).toMatchObject({ judged: 2, kept: 0 });
});
