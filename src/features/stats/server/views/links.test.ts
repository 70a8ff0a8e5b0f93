import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildAdministrator } from '../../../accounts/server/testing.ts';
import { buildClick, buildRow, buildVisit } from '../../../events/server/testing.ts';
import type { SharedView } from '../../shared-view-contract.ts';
import { sharingRoutes, statsRoutes } from '../routes.ts';
import { SHUT } from './shared-view.ts';

const VIEWS = '/api/admin/stats/views';
const NOON = new Date('2026-03-20T12:00:00Z');
const DAY_MS = 86_400_000;

let t: TestApp;
let now = NOON;
let network = 0;

beforeAll(async () => {
  const eventStore = await testEventStore();
  const visits = ['mobile', 'mobile', 'desktop'] as const;
  const rows = [
    ...visits.map((device) => buildVisit({ ts: '2026-03-19T10:00:00Z', device })),
    buildClick({ ts: '2026-03-19T10:01:00Z', guide_id: 1, offer_id: 4, device: 'mobile' }),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: rows.map(buildRow) });
  t = await testApp(
    (route, deps) => {
      statsRoutes(route, deps);
      sharingRoutes(route, deps, {
        shipping: () =>
          Promise.resolve({ lags: [{ name: 'duckdb', waiting: 1, lagMs: 60_000, failures: 0 }] } as never),
        isWhole: () => Promise.resolve(true),
      });
    },
    { eventStore, clock: () => now },
  );
});
beforeEach(async () => {
  now = NOON;
  // each test reads from a network of its own
  network += 1;
  await sql`delete from stats_views`.execute(t.deps.db);
});
afterAll(async () => {
  await t.deps.eventStore.close();
  await t.close();
});

const QUERY = 'dimensions=device&metrics=visits,clicks&days=7';

async function saved(query = QUERY, name = 'Devices'): Promise<number> {
  const reply = await t.call('POST', VIEWS, { name, query });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id as number;
}

const make = (view: number, body: object = {}) => t.call('POST', `${VIEWS}/${view}/links`, body);
const tokenOf = ({ body }: { body: { link: string } }): string => body.link.split('#')[1]!;

async function read(token: string, query = '') {
  const reply = await t.app.inject({
    method: 'GET',
    url: `/api/shared/report${query}`,
    headers: { authorization: `Bearer ${token}` },
    remoteAddress: `10.0.${network}.1`,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

test('a link shows its view, with the numbers that the report has for everybody, and is told this once', async () => {
  const view = await saved();
  const made = await make(view);
  expect([made.status, made.body.data.expires_at]).toEqual([201, '2026-04-19T12:00:00.000Z']);
  expect(made.body.link).toMatch(/\/shared\/report#[\w-]{43}$/);
  const shared = await read(tokenOf(made));
  expect([shared.status, shared.headers['cache-control'], shared.headers['x-robots-tag']]).toEqual([
    200,
    'no-store',
    'noindex',
  ]);
  const asked = await t.call('GET', `/api/admin/stats/report?${QUERY}&limit=-1`);
  const body = shared.body as SharedView;
  expect(body.report).toEqual(asked.body);
  expect(body.report.data.map(({ dims, values }) => [dims.device!.label, values.visits])).toEqual([
    ['mobile', 2],
    ['desktop', 1],
  ]);
  expect(body).toMatchObject({ name: 'Devices', filters: [], complete_until: '2026-03-20T11:59:00.000Z' });

  const { rows } = await sql`select to_jsonb(l)::text as row from stats_view_links l`.execute(t.deps.db);
  expect(JSON.stringify(rows)).toContain(createHash('sha256').update(tokenOf(made)).digest('hex'));
  const { body: list } = await t.call('GET', `${VIEWS}/${view}/links`);
  expect(list.data).toMatchObject([{ username: 'ada', last_used_at: NOON.toISOString() }]);
  const { rows: audit } = await sql`select audit::text as row from audit`.execute(t.deps.db);
  expect(JSON.stringify([rows, list, audit])).not.toContain(tokenOf(made));
});

test('its filters are said in words, and nothing from outside changes the question', async () => {
  const token = tokenOf(await make(await saved(`${QUERY}&device=mobile&listicle_id=7&page=3&itemsPerPage=1&trail=[]`)));
  const { body } = await read(token);
  expect(body.filters).toEqual([
    { label: 'Guide', value: 'Guide 7' },
    { label: 'Device', value: 'mobile' },
  ]);
  expect(body.report).toMatchObject({ page: 1, limit: 1000, dimensions: ['device'] });
  expect((await read(token, '?device=desktop')).status).toBe(400);
});

const ENDS: [how: string, end: (view: number, link: number) => Promise<unknown>][] = [
  ['its time', () => Promise.resolve((now = new Date(NOON.getTime() + 7 * DAY_MS)))],
  ['being revoked', (view, link) => t.call('DELETE', `${VIEWS}/${view}/links/${link}`)],
  ['its view', (view) => t.call('DELETE', `${VIEWS}/${view}`)],
  ['a copy that lacks a character', () => Promise.resolve()],
];
test.each(ENDS)('a link ends with %s, and one sentence says so', async (how, end) => {
  const view = await saved();
  const made = await make(view, { days: 7 });
  const token = tokenOf(made);
  now = new Date(NOON.getTime() + 7 * DAY_MS - 1000);
  expect((await read(token)).status).toBe(200);
  now = NOON;
  await end(view, made.body.data.id);
  const shut = await read(how.startsWith('a copy') ? token.slice(1) : token);
  expect([shut.status, shut.body.message]).toEqual([404, SHUT]);
});

test.each([
  ['is disabled', 'is_disabled = true', 'is_disabled = false'],
  ['may not share any more', "role = 'analyst'", "role = 'admin'"],
])('a link ends with its maker who %s, and does not come back with them', async (_how, gone, back) => {
  const { token: session, actor } = await buildAdministrator(t.deps.db, { username: `kay ${gone}` });
  const made = await t.guest('POST', `${VIEWS}/${await saved()}/links`, {}, { authorization: `Bearer ${session}` });
  expect(made.status).toBe(201);
  const change = (to: string) => sql`update users set ${sql.raw(to)} where id = ${actor.id}`.execute(t.deps.db);
  expect((await read(tokenOf(made))).status).toBe(200);
  await change(gone);
  expect((await read(tokenOf(made))).status).toBe(404);
  await change(back);
  expect((await read(tokenOf(made))).status).toBe(404);
});

test.each([
  ['a cut by a sub id', 'dimensions=sub1'],
  ['a filter by one', `${QUERY}&sub2=someone`],
  ['one as a parameter of sources', 'dimensions=param:sub3'],
])('a view with %s cannot be shared: it may tell who somebody is', async (_what, query) => {
  const refused = await make(await saved(query));
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('cannot be shared: it holds')]);
});

test('what no report answers cannot be shared, nor a view that is not there, nor for another time', async () => {
  expect((await make(await saved('days=9999'))).body.message).toContain('days');
  expect((await make(999_999)).status).toBe(404);
  const refused = await make(await saved(QUERY, 'Other'), { days: 365 });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['days']]);
});

test('the token opens nothing but its view, and who only looks makes and sees no links', async () => {
  const view = await saved();
  const token = tokenOf(await make(view));
  const { token: analyst } = await buildAdministrator(t.deps.db, { username: 'ann', role: 'analyst' });
  const as = (method: 'GET' | 'POST', path: string, bearer: string) =>
    t.guest(method, path, method === 'POST' ? {} : undefined, { authorization: `Bearer ${bearer}` });
  for (const path of [VIEWS, '/api/admin/stats/report', '/api/auth/me'])
    expect((await as('GET', path, token)).status, path).toBe(401);
  for (const method of ['GET', 'POST'] as const)
    expect((await as(method, `${VIEWS}/${view}/links`, analyst)).status).toBe(403);
});

test('a view has twenty links at most, and whoever guesses is held up', async () => {
  const view = await saved();
  for (let made = 0; made < 20; made += 1) expect((await make(view)).status).toBe(201);
  expect((await make(view)).body.message).toContain('Revoke one');
  const statuses: number[] = [];
  for (let guess = 0; guess < 25; guess += 1) statuses.push((await read('x'.repeat(43))).status);
  expect(statuses.filter((one) => one === 404).length).toBeLessThan(25);
  expect(statuses.at(-1)).toBe(429);
});
