import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { readCsv } from '../../../platform/csv.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createOutgoing } from '../../../platform/server/outgoing/over-http.ts';
import type { Outgoing } from '../../../platform/server/outgoing/outgoing.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';
import { sourceNumbers } from './service.ts';

let t: TestApp;
let receiver: Server;
let outgoing: Outgoing;
let origin: string;
let allow: string[];
let seen: { method: string; url: string; body: string }[] = [];
let answer = 200;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = '';
    request
      .on('data', (part) => (body += part))
      .on('end', () => {
        seen.push({ method: request.method!, url: request.url!, body });
        reply.writeHead(answer).end(`got ${request.url}`);
      });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  [origin, allow] = [`http://127.0.0.1:${port}`, [`127.0.0.1:${port}`]];
  outgoing = createOutgoing({ allow, log: createLog('silent') });
  t = await testApp(moneyRoutes, { clock: () => now, outgoing });
});
beforeEach(() => {
  now = new Date('2026-03-01T10:00:00Z');
  [seen, answer] = [[], 200];
});
afterAll(async () => {
  await outgoing.close();
  await t.close();
  await new Promise((done) => receiver.close(done));
});

const source = (input: Partial<SourceInput> = {}) =>
  buildSource(
    t.deps,
    { postback_url: `${origin}/pb?token=canary-7&c={external_id}&r={payout}&e={event}`, ...input },
    allow,
  );
const pathOf = (id: number, end: string) => `/api/admin/traffic-sources/${id}/${end}`;
const sendTest = (id: number, body: object = { confirm: true }) => t.call('POST', pathOf(id, 'test-postback'), body);
const logs = async (id: number, query = '') => (await t.call('GET', pathOf(id, `postback-logs${query}`))).body;

test('a test and a preview tell the id of the source that they are for', async () => {
  await source();
  const made = await source({ postback_url: `${origin}/pb?s={source.id}&c={external_id}` });
  await sendTest(made.id);
  const said = `/pb?s=${made.id}&c=demo-external-id`;
  expect(seen.map(({ url }) => url)).toEqual([said]);
  const preview = await t.call('POST', pathOf(made.id, 'demo-postback-logs'), { dry_run: true });
  expect(preview.body.resolved_url).toBe(`${origin}${said}`);
});

test('a test really reaches the source, is marked, and is counted nowhere', async () => {
  const made = await source({ event_map: { sale: 'Purchase' } });
  const reply = await sendTest(made.id, { payout: '2.50', external_id: 'REAL-1', confirm: true });
  expect(reply.body.message).toBe('The traffic source took the test: HTTP 200.');
  expect(seen).toEqual([{ method: 'GET', url: '/pb?token=canary-7&c=REAL-1&r=2.50&e=Purchase', body: '' }]);
  const page = await logs(made.id);
  expect(page).toMatchObject({
    total: 1,
    data: [{ is_test: true, is_demo: false, state: 'sent', response_status: 200, conversion_id: null, attempt: 1 }],
    summary: { sent: 0, failed: 0, retrying: 0, skipped: 0, p95_ms: null },
  });
  expect(JSON.stringify(page)).not.toContain('canary');
  expect((await sourceNumbers(t.deps.db, [made.id], now)).get(made.id)?.postbacks_ok_rate_24h ?? null).toBeNull();
  const replay = await t.call('POST', pathOf(made.id, `postback-logs/${page.data[0].id}/replay`));
  expect(replay.status).toBe(409);
});

test('a test that the source refuses says so, and is not tried again', async () => {
  answer = 500;
  const made = await source({ postback_method: 'POST', postback_body: '{"payout":"{payout}"}' });
  const reply = await sendTest(made.id);
  expect(reply.body).toMatchObject({
    message: 'The test failed: HTTP 500.',
    data: { state: 'failed', reason_code: 'http_500', next_attempt_at: null },
  });
  expect(seen).toEqual([expect.objectContaining({ method: 'POST', body: '{"payout":"1.00"}' })]);
});

test('a test goes through the guard like everything else', async () => {
  const elsewhere = ['10.0.0.8:8080'];
  const made = await buildSource(t.deps, { postback_url: `http://${elsewhere[0]}/pb` }, elsewhere);
  expect((await sendTest(made.id)).body).toMatchObject({ data: { state: 'failed', response_status: null } });
});

test('nothing is sent without the word of a person, or without an address', async () => {
  const made = await source();
  for (const body of [{}, { confirm: false }, { confirm: 'yes' }]) {
    const reply = await sendTest(made.id, body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['confirm']]);
  }
  const bare = await source({ postback_url: null });
  expect((await sendTest(bare.id)).status).toBe(409);
  expect((await sendTest(999_999)).status).toBe(404);
  expect(seen).toEqual([]);
});

test('the log is narrowed to days of a zone, both included', async () => {
  const made = await source();
  for (const at of ['2026-03-01T22:30:00Z', '2026-03-01T23:30:00Z', '2026-03-03T10:00:00Z']) {
    now = new Date(at);
    await sendTest(made.id);
  }
  const total = async (query: string) => (await logs(made.id, query)).total;
  expect(await total('?date_from=2026-03-01&date_to=2026-03-01')).toBe(2);
  expect(await total('?date_from=2026-03-02')).toBe(1);
  expect(await total('?date_from=2026-03-02&tz=Europe/Berlin')).toBe(2);
  expect(await total('?date_to=2026-03-02')).toBe(2);
  for (const [query, field] of [
    ['?date_from=2026-03-02&date_to=2026-03-01', 'date_to'],
    ['?date_from=yesterday', 'date_from'],
    ['?tz=Nowhere', 'tz'],
  ] as const) {
    const reply = await t.call('GET', pathOf(made.id, `postback-logs${query}`));
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
  }
});

test('demo rows are in the list and in no sum', async () => {
  const made = await source();
  await t.call('POST', pathOf(made.id, 'demo-postback-logs'), { count: 3, scenario: 'success' });
  expect(await logs(made.id)).toMatchObject({ total: 3, summary: { sent: 0, p95_ms: null } });
  expect(seen).toEqual([]);
});

test('one row comes with all attempts of its postback, wherever they stand in the list', async () => {
  const made = await source();
  const rows = [1, 2, 3].map((attempt) => ({
    direction: 'out',
    source_id: made.id,
    event_key: 'e77',
    attempt,
    max_attempts: 8,
    method: 'GET',
    url_masked: 'https://pb.example/',
    state: attempt === 3 ? 'sent' : 'retrying',
    created_at: new Date(now.getTime() + attempt * 60_000).toISOString(),
  }));
  await t.deps.db
    .withTables<{ postback_logs: Record<string, unknown> }>()
    .insertInto('postback_logs')
    .values(rows)
    .execute();
  const [newest] = (await logs(made.id, '?limit=1')).data;
  const { body } = await t.call('GET', pathOf(made.id, `postback-logs/${newest.id}`));
  expect(body.data.id).toBe(newest.id);
  expect(body.attempts.map((one: { attempt: number }) => one.attempt)).toEqual([3, 2, 1]);
  const other = await source();
  expect((await t.call('GET', pathOf(other.id, `postback-logs/${newest.id}`))).status).toBe(404);
});

test('the log is put in order by its numbers, and is a file with all that it finds, however many', async () => {
  const made = await source();
  const many = 1003;
  const rows = Array.from({ length: many }, (_, nth) => ({
    direction: 'out',
    source_id: made.id,
    event_key: `f${nth}`,
    attempt: 1 + (nth % 3),
    max_attempts: 8,
    method: 'GET',
    url_masked: 'https://pb.example/?key=***',
    state: nth % 2 ? 'sent' : 'failed',
    response_status: nth % 2 ? 200 : nth % 4 ? 404 : null,
    duration_ms: nth % 5 ? 1000 - (nth % 7) : null,
    created_at: new Date(Date.UTC(2026, 1, 3) + nth * 120_000).toISOString(),
  }));
  await t.deps.db
    .withTables<Record<string, Record<string, unknown>>>()
    .insertInto('postback_logs')
    .values(rows)
    .execute();
  const list = async (query: string) => (await logs(made.id, `?limit=all&${query}`)).data as Record<string, unknown>[];
  const least = (value: unknown): number => (value === null ? -1 : Number(value));
  for (const figure of ['attempt', 'response_status', 'duration_ms'])
    for (const [order, turn] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const told = await list(`sortBy=${figure}&order=${order}`);
      const wanted = told.toSorted(
        (a, b) => turn * (least(a[figure]) - least(b[figure]) || Number(a['id']) - Number(b['id'])),
      );
      expect(
        told.map(({ id }) => id),
        `${figure} ${order}`,
      ).toEqual(wanted.map(({ id }) => id));
      expect(new Set(told.map((row) => row[figure])).size).toBeGreaterThan(1);
    }

  const path = pathOf(made.id, 'postback-logs');
  const file = async (query: string) => {
    const { headers, body } = await t.call('GET', `${path}?format=csv${query}`);
    const read = readCsv(body as string, 2000);
    if ('problem' in read) throw new Error(read.problem);
    const name = /filename="(.*)"/.exec(headers['content-disposition'] as string)?.[1];
    return { name, read, rows: read.records.map(({ cells }) => cells) };
  };
  const whole = await file('&sortBy=duration_ms&order=desc');
  expect(whole.name).toBe(`postback-log-source-${made.id}-2026-03-01.csv`);
  expect(new Set(whole.rows.map((cells) => cells['event_key'])).size).toBe(many);
  const took = whole.rows.map((cells) => Number(cells['duration_ms'] || -1));
  expect(took).toEqual(took.toSorted((a, b) => b - a));
  // what was sent and answered is not in it
  expect(whole.read.head).not.toContain('request_body');
  const some = await file('&state=failed&date_from=2026-02-03&date_to=2026-02-03');
  expect([some.name, some.rows.length]).toEqual([`postback-log-source-${made.id}-2026-02-03.csv`, 360]);
  expect((await file('&date_from=2026-02-04')).name).toBe(`postback-log-source-${made.id}-from-2026-02-04.csv`);
  expect((await t.call('GET', `${path}?format=csv&limit=5`)).body.errors).toHaveProperty('limit');
  expect((await t.call('GET', `${pathOf(999_999, 'postback-logs')}?format=csv`)).status).toBe(404);
});
