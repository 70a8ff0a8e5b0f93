import { sql } from 'kysely';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { rowsOf } from '../../../platform/server/postgres/testing.ts';
import { printFigures } from '../../../../tests/support/figures.ts';
import { newEventId } from '../../../platform/ids.ts';
import type { Jobs } from '../../../platform/server/jobs/jobs.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createOutgoing } from '../../../platform/server/outgoing/over-http.ts';
import type { Outgoing } from '../../../platform/server/outgoing/outgoing.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { buildLink } from '../../links/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';
import { deliveryJobs, sourceNumbers } from './service.ts';
import { buildConversion } from '../../postbacks/server/testing.ts';

type Job = {
  name: string;
  payload: Record<string, unknown>;
  key: string | undefined;
  runAt: Date | undefined;
  queue: string | undefined;
};

let t: TestApp;
let receiver: Server;
let outgoing: Outgoing;
let origin: string;
let allow: string[];
let postbackUrl: string;
let seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
let answers: number[] = [];
/** What the source answers besides the address, from the body that it got. */
let echo: (body: string) => string = () => '';
let waiting: Job[] = [];
let now = new Date('2026-03-01T10:00:00Z');

const jobs: Jobs = {
  add(_db, name, payload, options) {
    const { key, runAt, queue } = options ?? {};
    // as the real queue does: a job takes the place of the one that waits under its key, and the database holds JSON
    waiting = waiting.filter((job) => key === undefined || job.key !== key);
    waiting.push({ name, payload: JSON.parse(JSON.stringify(payload)), key, runAt, queue });
    return Promise.resolve();
  },
};

beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = '';
    request
      .on('data', (part) => (body += part))
      .on('end', () => {
        seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
        reply
          .writeHead(answers.shift() ?? 200)
          .end(`got ${request.url} ${request.headers['x-key'] ?? ''}${echo(body)}`);
      });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  allow = [`127.0.0.1:${port}`];
  outgoing = createOutgoing({ allow, log: createLog('silent') });
  t = await testApp(moneyRoutes, { clock: () => now, jobs, outgoing });
  postbackUrl = (await buildNetwork(t.deps)).postback_url;
});
afterAll(async () => {
  await outgoing.close();
  await t.close();
  await new Promise((done) => receiver.close(done));
});
beforeEach(() => {
  [seen, answers, waiting] = [[], [], []];
  echo = () => '';
});

const source = (input: Partial<SourceInput> = {}) =>
  buildSource(
    t.deps,
    {
      postback_enabled: true,
      postback_url: `${origin}/pb?token=canary-7&c={external_id}&e={event}&r={payout}&cur={currency}&t={txid}&s={status:approved=ok}&none={sub9}`,
      ...input,
    },
    allow,
  );

async function convert(sourceId: number, params: Record<string, string> = {}, click: Record<string, unknown> = {}) {
  const click_id = newEventId(now.getTime());
  await t.deps.db
    .withTables<{ clicks: Record<string, unknown> }>()
    .insertInto('clicks')
    .values({ click_id, ts: now.toISOString(), source_id: sourceId, external_id: 'EXT/1 ü', ...click })
    .execute();
  const answer = await buildConversion(t.deps, postbackUrl, { cid: click_id, payout: '12.50', txid: 'T&1', ...params });
  return { click_id, id: answer.id! };
}

/** Works off what waits now, whatever its hour; what that adds waits for the next call. */
async function runJobs(): Promise<Job[]> {
  const taken = waiting.splice(0);
  for (const job of taken) await deliveryJobs(t.deps)[job.name as 'postback_out'](job.payload);
  return taken;
}
const logs = async (id: number, query = '') =>
  (await t.call('GET', `/api/admin/traffic-sources/${id}/postback-logs${query}`)).body;

test('the source is told in its own words, and the log shows all of it but the secrets', async () => {
  const made = await source({
    event_map: { sale: 'Purchase' },
    postback_headers: [{ name: 'X-Key', value: 'canary-8' }],
  });
  const { click_id, id } = await convert(made.id);
  expect(waiting).toMatchObject([{ name: 'postback_out', queue: `source-${made.id}-${BigInt(id) % 4n}` }]);
  await runJobs();
  expect(seen.map((one) => one.url)).toEqual([
    '/pb?token=canary-7&c=EXT%2F1%20%C3%BC&e=Purchase&r=12.50&cur=USD&t=T%261&s=ok',
  ]);
  expect(seen[0]!.headers['x-key']).toBe('canary-8');
  const log = await logs(made.id);
  expect(log).toMatchObject({
    total: 1,
    limit: 25,
    summary: { sent: 1, failed: 0, retrying: 0, skipped: 0, p95_ms: expect.any(Number) },
    data: [
      {
        direction: 'out',
        state: 'sent',
        attempt: 1,
        max_attempts: 8,
        response_status: 200,
        click_id,
        conversion_id: id,
        event_type: 'sale',
        url_masked: `${origin}/pb?token=***&c=EXT%2F1%20%C3%BC&e=Purchase&r=12.50&cur=USD&t=T%261&s=ok`,
      },
    ],
  });
  expect(log.data[0].response_body).toContain('got /pb?token=***');
  expect(JSON.stringify(log)).not.toContain('canary');
});

test('a secret of the body that the source repeats is in neither the log nor the reply to a test', async () => {
  const made = await source({
    postback_method: 'POST',
    postback_body: '{"access_token":"canary-9/+ x","event":"{event}","app":"canary10a11b12c"}',
    postback_headers: [{ name: 'Authorization', value: 'Bearer canary-13' }],
  });
  echo = (body) => `${body} ${encodeURIComponent('canary-9/+ x')} canary-9\\/+ x ${btoa('canary-9/+ x')} canary-13`;
  await convert(made.id);
  await runJobs();
  const tested = await t.call('POST', `/api/admin/traffic-sources/${made.id}/test-postback`, { confirm: true });
  expect(seen).toHaveLength(2);
  expect(seen[0]!.body).toContain('canary-9/+ x');
  expect(tested.body.data.response_body).toContain('***');
  const shown = JSON.stringify([await logs(made.id), tested.body]);
  expect(shown).not.toContain('canary');
  expect(shown).not.toContain(btoa('canary-9/+ x').slice(0, 12));
  const stored = await t.deps.db
    .withTables<{ postback_logs: object }>()
    .selectFrom('postback_logs')
    .selectAll()
    .execute();
  expect(
    JSON.stringify(stored, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('canary');
});

test('what fails is tried again with the same event, until it is taken; each attempt stands in the log', async () => {
  const made = await source();
  answers = [500, 429, 200];
  await convert(made.id);
  const runs: (Date | undefined)[] = [];
  for (let i = 0; i < 3; i += 1) runs.push(...(await runJobs()).map((job) => job.runAt));
  expect(waiting).toEqual([]);
  expect(new Set(seen.map((one) => one.url)).size).toBe(1);
  expect(runs.map((at) => at && (at.getTime() - now.getTime()) / 60_000)).toEqual([undefined, 1, 5]);
  const log = await logs(made.id);
  expect(
    log.data.map(
      (row: { state: string; attempt: number; reason_code: string }) =>
        `${row.attempt} ${row.state} ${row.reason_code}`,
    ),
  ).toEqual(['3 sent null', '2 retrying http_429', '1 retrying http_500']);
  expect(new Set(log.data.map((row: { event_key: string }) => row.event_key)).size).toBe(1);
  expect(log.summary).toMatchObject({ sent: 1, failed: 0, retrying: 0 });
});

test('after eight attempts it has failed, and says so', async () => {
  const made = await source();
  answers = Array.from({ length: 8 }, () => 503);
  await convert(made.id);
  let waitedMs = 0;
  for (let i = 0; i < 10; i += 1)
    for (const { runAt } of await runJobs()) waitedMs += (runAt ?? now).getTime() - now.getTime();
  printFigures('P8', { attempts: seen.length, over_hours: waitedMs / 3_600_000 });
  expect(seen).toHaveLength(8);
  expect(waitedMs / 3_600_000).toBeCloseTo(27.6);
  const log = await logs(made.id);
  expect(log.data[0]).toMatchObject({ state: 'failed', attempt: 8, next_attempt_at: null });
  expect(log.summary).toMatchObject({ failed: 1, retrying: 0 });
  expect((await sourceNumbers(t.deps.db, [made.id], now)).get(made.id)).toEqual({
    postbacks_ok_rate_24h: 0,
    last_error: 'http_503',
  });
});

test.each([
  [400, 'failed', 0],
  [404, 'failed', 0],
  [301, 'failed', 0],
  [408, 'retrying', 1],
])('an answer of %i is %s', async (status, state, more) => {
  const made = await source();
  answers = [status];
  await convert(made.id);
  await runJobs();
  expect((await logs(made.id)).data).toMatchObject([{ state, response_status: status }]);
  expect(waiting).toHaveLength(more);
});

test('a receiver that is gone is tried again; a forbidden one is not', async () => {
  const gone = await buildSource(
    t.deps,
    { postback_enabled: true, postback_url: 'http://127.0.0.1:1/?c={external_id}' },
    ['127.0.0.1:1'],
  );
  await convert(gone.id);
  await runJobs();
  expect((await logs(gone.id)).data).toMatchObject([
    { state: 'failed', reason_code: 'port_not_allowed', response_status: null },
  ]);
  expect(waiting).toEqual([]);
  const dead = await source({ postback_url: 'https://gone.invalid/?c={external_id}' });
  await convert(dead.id);
  await runJobs();
  expect((await logs(dead.id)).data).toMatchObject([{ state: 'retrying', reason_code: 'name_not_found' }]);
});

test.each<[string, Partial<SourceInput>, Record<string, string>, Record<string, unknown>, string, string]>([
  ['a click without the id of the source', {}, {}, { external_id: null }, 'skipped', 'no_external_id'],
  ['a payout of nothing', {}, { payout: '0' }, {}, 'skipped', 'zero_payout'],
])('%s is not sent, visibly', async (_name, input, params, click, state, reason) => {
  const made = await source(input);
  await convert(made.id, params, click);
  await runJobs();
  expect(seen).toEqual([]);
  const log = await logs(made.id);
  expect(log.data).toMatchObject([{ state, reason_code: reason }]);
  expect(log.summary).toMatchObject({ skipped: 1 });
});

test('a source that was paused meanwhile is not told', async () => {
  const made = await source();
  await convert(made.id);
  await t.deps.db
    .withTables<{ sources: { id: number; status: string } }>()
    .updateTable('sources')
    .set({ status: 'paused' })
    .where('id', '=', made.id)
    .execute();
  await runJobs();
  expect(seen).toEqual([]);
  expect((await logs(made.id)).data).toMatchObject([{ state: 'cancelled', reason_code: 'source_paused' }]);
});

test('only the statuses that the source wants are sent, each once, after its delay', async () => {
  const made = await source({
    postback_statuses: ['approved', 'reversed'],
    delay_seconds: 90,
    status_map: { reversed: 'gone' },
  });
  const { click_id } = await convert(made.id, { status: 'pending' });
  expect(waiting).toEqual([]);
  for (const status of ['approved', 'approved', 'refund'])
    await buildConversion(t.deps, postbackUrl, { cid: click_id, payout: '12.50', txid: 'T&1', status });
  expect(waiting.map((job) => job.runAt?.getTime())).toEqual([90_000, 90_000].map((ms) => now.getTime() + ms));
  await runJobs();
  expect(seen.map((one) => /s=(\w+)/.exec(one.url)![1])).toEqual(['ok', 'gone']);
});

test('a body of JSON is filled without breaking it', async () => {
  const made = await source({
    postback_method: 'POST',
    postback_url: `${origin}/json`,
    postback_body: '{"id":"{external_id}","amount":{payout},"name":"{event}"}',
    postback_headers: [{ name: 'Content-Type', value: 'application/json' }],
  });
  await convert(made.id, {}, { external_id: 'a"b\\c' });
  await runJobs();
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/json' });
  expect(JSON.parse(seen[0]!.body)).toEqual({ id: 'a"b\\c', amount: 12.5, name: 'sale' });
});

test.each([
  ['in the currency of the payout', 'USD', '&cost=2.25&profit=10.25'],
  ['in another one without a rate', 'EUR', ''],
])('the source is told of the cost %s, its own name, the link and the language', async (_name, cost_currency, told) => {
  const made = await source({
    name: `News & more ${cost_currency}`,
    postback_url: `${origin}/pb?cost={cost}&profit={profit}&by={source.name}&link={link.slug}&lang={lang}`,
  });
  const link = await buildLink(t.deps);
  const visit_id = newEventId(now.getTime());
  await t.deps.db
    .withTables<Record<string, Record<string, unknown>>>()
    .insertInto('visits')
    .values({ visit_id, ts: now.toISOString(), source_id: made.id, cost_micros: 2_250_000n, cost_currency })
    .execute();
  await convert(made.id, {}, { visit_id, link_id: link.id, language: 'de' });
  await runJobs();
  expect(seen.map((one) => one.url)).toEqual([
    `/pb?${told.slice(1)}${told && '&'}by=News%20%26%20more%20${cost_currency}&link=${link.slug}&lang=de`,
  ]);
});

test('an attempt that was logged is not made twice, though its job runs again', async () => {
  const made = await source();
  await convert(made.id);
  const again = [...waiting];
  await runJobs();
  waiting = again;
  await runJobs();
  expect(seen).toHaveLength(1);
});

test('a failed postback is sent again on request, with the same event id and on record', async () => {
  const made = await source();
  answers = [404];
  await convert(made.id);
  await runJobs();
  const [failed] = (await logs(made.id)).data;
  const path = `/api/admin/traffic-sources/${made.id}/postback-logs/${failed.id}/replay`;
  expect((await t.guest('POST', path)).status).toBe(401);
  expect((await t.call('POST', path)).body).toEqual({ message: 'The postback is sent again now.' });
  await runJobs();
  expect((await logs(made.id)).data).toMatchObject([
    { state: 'sent', attempt: 2, event_key: failed.event_key },
    { state: 'failed', attempt: 1 },
  ]);
  const other = await source();
  expect(
    (await t.call('POST', `/api/admin/traffic-sources/${other.id}/postback-logs/${failed.id}/replay`)).status,
  ).toBe(404);
});

test('a postback that waits for its next attempt is sent at once and not a second time', async () => {
  const made = await source();
  answers = [503];
  await convert(made.id);
  await runJobs();
  const [retrying] = (await logs(made.id)).data;
  await t.call('POST', `/api/admin/traffic-sources/${made.id}/postback-logs/${retrying.id}/replay`);
  expect(waiting).toMatchObject([{ payload: { attempt: 2 }, runAt: undefined }]);
  await runJobs();
  expect(seen).toHaveLength(2);
});

test('all that failed for good is sent again by one press, each with its id, and nothing else', async () => {
  const made = await source();
  const path = `/api/admin/traffic-sources/${made.id}`;
  answers = [404, 404, 200];
  for (let i = 0; i < 3; i += 1) await convert(made.id);
  await runJobs();
  const before = (await logs(made.id)).data;
  expect(before.map((log: { state: string }) => log.state).toSorted()).toEqual(['failed', 'failed', 'sent']);
  await sql`update sources set postback_enabled = false where id = ${made.id}`.execute(t.deps.db);
  expect(await t.call('POST', `${path}/postback-logs/resend-failed`)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/are off: switch them on first/) },
  });
  expect((await t.call('GET', `${path}/postback-state`)).body.data.is_on).toBe(false);
  await sql`update sources set postback_enabled = true where id = ${made.id}`.execute(t.deps.db);
  const { body } = await t.call('POST', `${path}/postback-logs/resend-failed`);
  expect(body).toEqual({ message: '2 postbacks are sent again now.' });
  answers = [];
  await runJobs();
  const again = (await logs(made.id)).data.filter((log: { attempt: number }) => log.attempt === 2);
  expect(again.map((log: { state: string }) => log.state)).toEqual(['sent', 'sent']);
  const keys = (all: { event_key: string }[]) => all.map((log) => log.event_key).toSorted();
  expect(keys(again)).toEqual(keys(before.filter((log: { state: string }) => log.state === 'failed')));
  expect((await t.call('POST', `${path}/postback-logs/resend-failed`)).body.message).toMatch(/^0 postbacks/);
});

test('demo rows come from the real template, call nobody, are marked, filtered and cleared', async () => {
  const made = await source();
  const path = `/api/admin/traffic-sources/${made.id}/demo-postback-logs`;
  const dry = await t.call('POST', path, { dry_run: true, event_type: 'lead', payout: '1.20' });
  expect(dry.status).toBe(201);
  expect(dry.body).toMatchObject({ data: [], problems: [] });
  expect(dry.body.resolved_url).toContain('token=***&c=demo-external-id&e=lead&r=1.20');
  const reply = await t.call('POST', path, { scenario: 'mixed' });
  expect(reply.body.message).toBe('5 demo rows written. Nothing was sent.');
  expect(reply.body.data.map((row: { state: string }) => row.state)).toEqual([
    'retrying',
    'retrying',
    'failed',
    'sent',
    'sent',
  ]);
  expect(reply.body.data.every((row: { is_demo: boolean }) => row.is_demo)).toBe(true);
  for (let i = 0; i < 3; i += 1) await t.call('POST', path, { count: 50, scenario: 'success' });
  expect(await logs(made.id)).toMatchObject({ total: 100, summary: { sent: 0 } });
  expect(await logs(made.id, '?include_demo=false')).toMatchObject({ total: 0, summary: { sent: 0 } });
  expect((await sourceNumbers(t.deps.db, [made.id], now)).get(made.id)).toBeUndefined();
  const [demo] = (await logs(made.id)).data;
  expect((await t.call('POST', `/api/admin/traffic-sources/${made.id}/postback-logs/${demo.id}/replay`)).status).toBe(
    409,
  );
  expect((await t.call('DELETE', path)).body.message).toBe('100 demo rows removed.');
  expect(await logs(made.id)).toMatchObject({ total: 0 });
  expect(seen).toEqual([]);
  expect(waiting).toEqual([]);
});

test('a template with problems says so', async () => {
  const made = await source({
    postback_enabled: false,
    postback_statuses: [],
    postback_url: 'https://pb.example/?x={nothing}',
  });
  const reply = await t.call('POST', `/api/admin/traffic-sources/${made.id}/demo-postback-logs`, {
    dry_run: true,
    payout: '0',
  });
  expect(reply.body.problems).toEqual([
    'Postbacks are switched off.',
    'No status is selected, so nothing is sent.',
    'The source needs its own click id, but {external_id} is not in the template.',
    'Conversions without a payout are not sent.',
    'The macro {nothing} is not known and will be empty.',
  ]);
});

test.each([
  ['too many', { count: 51 }],
  ['none', { count: 0 }],
  ['an unknown scenario', { scenario: 'magic' }],
  ['a negative payout', { payout: '-1' }],
  ['an unknown key', { send: true }],
])('demo rows with %s are refused', async (_name, body) => {
  const made = await source();
  expect((await t.call('POST', `/api/admin/traffic-sources/${made.id}/demo-postback-logs`, body)).status).toBe(400);
});

test('the log filters by state, kind, click and direction', async () => {
  const made = await source();
  answers = [404, 200];
  await convert(made.id, { event: 'lead' });
  const { click_id } = await convert(made.id);
  await runJobs();
  expect(await logs(made.id, '?state=failed')).toMatchObject({ total: 1, data: [{ event_type: 'lead' }] });
  expect(await logs(made.id, '?event_type=sale')).toMatchObject({ total: 1, data: [{ click_id }] });
  expect(await logs(made.id, `?click_id=${click_id}`)).toMatchObject({ total: 1 });
  expect(await logs(made.id, '?direction=in')).toMatchObject({ total: 2, data: [{ reason_code: 'recorded' }, {}] });
  expect((await t.call('GET', `/api/admin/traffic-sources/${made.id}/postback-logs?colour=red`)).status).toBe(400);
  expect((await t.call('GET', '/api/admin/traffic-sources/999999/postback-logs')).status).toBe(404);
  now = new Date(now);
});

test.each([
  ['2xx', 204, 'sent'],
  ['200', 204, 'failed'],
  ['302', 302, 'sent'],
])('a source that answers as expected has taken the postback: %s and %i is %s', async (expected, status, state) => {
  const made = await source({ expected_status: expected });
  await convert(made.id);
  answers = [status];
  await runJobs();
  expect((await logs(made.id)).data[0]).toMatchObject({ state, response_status: status });
});

test('after 25 failures in a row a source is left alone with an alert, what is due is held, and goes out when it is let go on', async () => {
  const made = await source();
  const state = async () => (await t.call('GET', `/api/admin/traffic-sources/${made.id}/postback-state`)).body.data;
  const alerts = async () =>
    (await rowsOf<Record<string, unknown>>(t.deps.db, 'alerts')).filter((row) => row['subject_id'] === made.id);
  for (let i = 0; i < 24; i += 1) {
    answers = [404];
    await convert(made.id, { txid: `T${i}` });
    await runJobs();
  }
  answers = [200];
  await convert(made.id, { txid: 'works' });
  await runJobs();
  expect(await state()).toMatchObject({ failures_in_a_row: 0, stopped_at: null });
  for (let i = 0; i < 25; i += 1) {
    expect(await alerts()).toEqual([]);
    answers = [404];
    await convert(made.id, { txid: `U${i}` });
    await runJobs();
  }
  expect(await alerts()).toMatchObject([{ kind: 'postbacks_stopped', severity: 'critical', state: 'open' }]);
  seen = [];
  await convert(made.id, { txid: 'held-1' });
  await convert(made.id, { txid: 'held-2' });
  await runJobs();
  expect(seen).toEqual([]);
  expect(await state()).toMatchObject({ failures_in_a_row: 25, last_reason: 'http_404', held: 2 });
  expect((await sourceNumbers(t.deps.db, [made.id], now)).get(made.id)?.last_error).toMatch(/^stopped/);
  const resume = () => t.call('POST', `/api/admin/traffic-sources/${made.id}/resume-postbacks`);
  expect((await resume()).body.message).toBe('Postbacks go on. 2 that were held are sent now.');
  await runJobs();
  expect(seen.map((one) => /t=([^&]+)/.exec(one.url)![1])).toEqual(['held-1', 'held-2']);
  expect(await state()).toMatchObject({ stopped_at: null, held: 0 });
  expect(await alerts()).toMatchObject([{ state: 'closed' }]);
  expect((await resume()).status).toBe(409);
});
