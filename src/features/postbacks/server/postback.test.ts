import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { rowsOf } from '../../../platform/server/postgres/testing.ts';
import { newEventId } from '../../../platform/ids.ts';
import type { Jobs } from '../../../platform/server/jobs/jobs.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import type { NetworkInput } from '../../networks/contract.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { networksById, notePostback, updateNetwork } from '../../networks/server/service.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { conversionJobs, countOrphans, listConversions } from '../../conversions/server/service.ts';
import { removeOldLogs } from '../../postbacks/server/service.ts';
import { tendConversions } from '../../postbacks/server/service.ts';
import { recoverReceived } from '../../postbacks/server/service.ts';
import { unmatchedMessages } from '../../postbacks/server/service.ts';
import { removeOldUnknown } from './unknown.ts';
import { insertLog } from '../../conversions/server/store-logs.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';

let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');
let queued: { name: string; payload: Record<string, unknown>; runAt?: Date | undefined; queue?: string | undefined }[] =
  [];
let isBroken = false;
const jobs: Jobs = {
  add(_db, name, payload, options) {
    if (isBroken) return Promise.reject(new Error('the queue is gone'));
    queued.push({ name, payload, runAt: options?.runAt, queue: options?.queue });
    return Promise.resolve();
  },
};

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now, jobs });
});
afterAll(() => t.close());
beforeEach(() => {
  now = new Date('2026-03-01T10:00:00Z');
  queued = [];
  isBroken = false;
});

// A test reads whatever columns it needs.
type Rows = Awaited<ReturnType<TestApp['call']>>['body'];
const rows = (table: string, db: Db = t.deps.db): Promise<Rows[]> => rowsOf(db, table);
const conversions = async (network: { id: number }) =>
  (await rows('conversions'))
    .filter((row) => row['network_id'] === network.id)
    .toSorted((a, b) => Number(a['id'] - b['id']));
const logsOf = async (network: { id: number }) =>
  (await rows('postback_logs'))
    .filter((row) => row['network_id'] === network.id)
    .toSorted((a, b) => Number(a['id'] - b['id']));
const sumsOf = async (conversion: Rows) => {
  const sums: Record<string, [count: number, micros: bigint]> = {};
  for (const { payload } of await rows('event_outbox')) {
    if (payload.conversion_id !== String(conversion['id'])) continue;
    const key = `${payload.event_kind} ${payload.status} ${payload.currency}`;
    const [count, micros] = sums[key] ?? [0, 0n];
    sums[key] = [count + payload.delta_count, micros + BigInt(payload.delta_micros)];
    if (sums[key][0] === 0 && sums[key][1] === 0n) delete sums[key];
  }
  return sums;
};

const network = async (input: Partial<NetworkInput> = {}) => {
  const made = await buildNetwork(t.deps, input);
  return { ...made, path: new URL(made.postback_url).pathname };
};
const click = async (given: Record<string, unknown> = {}) => {
  const row = { click_id: newEventId(now.getTime()), ts: now.toISOString(), ...given };
  await t.deps.db.withTables<{ clicks: Record<string, unknown> }>().insertInto('clicks').values(row).execute();
  return String(row.click_id);
};
const hit = (path: string, params: Record<string, string> | string) =>
  t.guest('GET', `${path}?${typeof params === 'string' ? params : new URLSearchParams(params).toString()}`);

const visit = async (given: Record<string, unknown> = {}) => {
  const row = { visit_id: newEventId(now.getTime()), ts: now.toISOString(), ...given };
  await t.deps.db.withTables<{ visits: Record<string, unknown> }>().insertInto('visits').values(row).execute();
  return String(row.visit_id);
};

test('a postback becomes a conversion with the dimensions of its click, a history, a delta and a log without the key', async () => {
  const net = await network();
  const source = await buildSource(t.deps);
  const offer = await buildOffer(t.deps);
  const visitId = await visit({ params: JSON.stringify({ site: 's-9' }), rule_id: 3 });
  const id = await click({
    ts: '2026-02-28T10:00:00Z',
    visit_id: visitId,
    source_id: source.id,
    offer_id: offer.id,
    listicle_id: 4,
    item_id: 5,
    position: 2,
    external_id: 'Case-Kept',
    utm: JSON.stringify({ utm_source: 'tab' }),
    country: 'DE',
    region: 'Bavaria',
    device: 'mobile',
  });
  const reply = await hit(net.path, { cid: id, payout: '38.42', txid: 'T1', status: 'PAID' });
  const [row] = await conversions(net);
  expect(reply.status).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.body).toEqual({ ok: true, result: 'recorded', id: String(row!['id']), reason: 'recorded' });
  expect(row).toMatchObject({
    click_id: id,
    status: 'approved',
    original_status: 'PAID',
    payout_micros: 38_420_000n,
    payout_currency: 'USD',
    attribution: 'matched',
    source_id: source.id,
    offer_id: offer.id,
    guide_id: 4,
    item_id: 5,
    external_id: 'Case-Kept',
    utm: { utm_source: 'tab' },
    params: { site: 's-9' },
    rule_id: 3,
    country: 'DE',
    region: 'Bavaria',
  });
  const history = (await rows('conversion_events')).filter((event) => event['conversion_id'] === row!['id']);
  expect(history).toMatchObject([
    { kind: 'recorded', old_status: null, new_status: 'approved', said_payout_micros: 38_420_000n },
  ]);
  const [delta] = (await rows('event_outbox')).filter(({ payload }) => payload.conversion_id === String(row!['id']));
  expect(delta!['payload']).toEqual({
    type: 'conversion',
    event_id: `c${history[0]!['id']}.0`,
    conversion_id: String(row!['id']),
    ts: '2026-03-01T10:00:00.000Z',
    click_ts: '2026-02-28T10:00:00.000Z',
    click_id: id,
    source_id: source.id,
    offer_id: offer.id,
    listicle_id: 4,
    item_id: 5,
    position: 2,
    network_id: net.id,
    external_id: 'Case-Kept',
    ad_ids: {},
    utm: { utm_source: 'tab' },
    subs: {},
    visit_id: visitId,
    params: { site: 's-9' },
    rule_id: 3,
    country: 'DE',
    region: 'Bavaria',
    device: 'mobile',
    event_kind: 'sale',
    status: 'approved',
    delta_count: 1,
    delta_micros: '38420000',
    currency: 'USD',
    attribution: 'matched',
  });
  expect(await logsOf(net)).toMatchObject([
    {
      state: 'done',
      reason_code: 'recorded',
      remote_net: '127.0.0.0/24',
      url_masked: expect.stringMatching(/^\/postback\/\*\*\*\?cid=/),
    },
  ]);
  const dump = JSON.stringify(await rows('postback_logs'), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(dump).not.toContain(net.path.split('/').at(-1));
});

test('20 copies at once, sent 5 times over, are one conversion of the exact amount', async () => {
  const net = await network();
  const id = await click();
  const replies = [];
  for (let round = 0; round < 5; round += 1)
    replies.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => hit(net.path, { cid: id, payout: '0.1', txid: 'X' })))),
    );
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  expect(replies.filter((reply) => reply.body.result === 'recorded')).toHaveLength(1);
  expect(replies.filter((reply) => reply.body.result === 'duplicate')).toHaveLength(99);
  const all = await conversions(net);
  expect(all).toHaveLength(1);
  expect(await sumsOf(all[0]!)).toEqual({ 'sale approved USD': [1, 100_000n] });
  expect((await logsOf(net)).filter((log) => log['state'] === 'done')).toHaveLength(100);
});

test('messages and the click itself, in all 24 orders, end in one state and one total', async () => {
  const messages = [
    { payout: '8', txid: 'P', status: 'pending', ts: '2026-03-01T09:00:00Z' },
    { payout: '10', txid: 'P', status: 'approved', ts: '2026-03-01T09:10:00Z' },
    { payout: '-10', txid: 'P', status: 'refund', ts: '2026-03-01T09:20:00Z' },
  ];
  const orders = permute([0, 1, 2, 3]);
  expect(orders).toHaveLength(24);
  const ends = new Set<string>();
  for (const order of orders) {
    const net = await network();
    const id = newEventId(now.getTime());
    for (const step of order) {
      if (step < 3) await hit(net.path, { cid: id, ...messages[step]! });
      else {
        await click({ click_id: id, ts: '2026-03-01T08:00:00Z', country: 'FR' });
        await conversionJobs(t.deps).clicks_stored();
      }
    }
    const [row, ...more] = await conversions(net);
    expect(more).toEqual([]);
    const { status, payout_micros, payout_currency, occurred_at, attribution, country, event_type } = row!;
    const sums = await sumsOf(row!);
    ends.add(
      JSON.stringify({
        status,
        payout: String(payout_micros),
        payout_currency,
        occurred_at,
        attribution,
        country,
        event_type,
        sums: Object.entries(sums).map(([key, [count, micros]]) => `${key} ${count} ${micros}`),
      }),
    );
  }
  expect([...ends].map((end) => JSON.parse(end))).toEqual([
    {
      status: 'reversed',
      payout: '10000000',
      payout_currency: 'USD',
      occurred_at: '2026-03-01T09:00:00.000Z',
      attribution: 'matched',
      country: 'FR',
      event_type: 'sale',
      sums: ['sale reversed USD 1 10000000'],
    },
  ]);
});

const permute = <T>(list: readonly T[]): T[][] =>
  list.length <= 1
    ? [[...list]]
    : list.flatMap((one, i) => permute(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));

test('a conversion before its click is kept as orphan, counted by nobody, and matched when the click is stored', async () => {
  const net = await network();
  const offer = await buildOffer(t.deps, { payout_amount: '12.34', payout_currency: 'EUR' });
  const source = await buildSource(t.deps, {
    postback_enabled: true,
    postback_url: 'https://pb.example/?c={external_id}',
  });
  const id = newEventId(now.getTime());
  const first = await hit(net.path, { cid: id });
  expect(first.body).toMatchObject({
    result: 'unmatched',
    reason: 'unmatched_click',
    id: expect.stringMatching(/^\d+$/),
  });
  let [row] = await conversions(net);
  expect(row).toMatchObject({ attribution: 'orphan', click_id: null, payout_micros: 0n });
  expect(await sumsOf(row!)).toEqual({});
  expect(queued).toEqual([]);
  const filters = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T00:00:00Z'), network_id: net.id };
  expect(await countOrphans(t.deps.db, filters)).toBe(1);

  await click({ click_id: id, offer_id: offer.id, source_id: source.id });
  await conversionJobs(t.deps).clicks_stored();
  await conversionJobs(t.deps).clicks_stored();
  [row] = await conversions(net);
  expect(row).toMatchObject({
    attribution: 'matched',
    click_id: id,
    payout_micros: 12_340_000n,
    payout_currency: 'EUR',
  });
  expect(await sumsOf(row!)).toEqual({ 'sale approved EUR': [1, 12_340_000n] });
  expect(queued).toMatchObject([{ name: 'postback_out', queue: `source-${source.id}-${row!['id'] % 4n}` }]);
  expect(await countOrphans(t.deps.db, filters)).toBe(0);
  expect((await hit(net.path, { cid: id })).body).toMatchObject({ result: 'duplicate' });
});

test('what comes beyond the conversions that an offer takes in its day is counted, and says so', async () => {
  const net = await network();
  const other = await buildOffer(t.deps);
  const limits = { cap_conversions_daily: 2, cap_timezone: 'Asia/Tokyo', overflow_offer_id: other.id };
  const offer = await buildOffer(t.deps, limits);
  const today = now;
  const send = async (params: Record<string, string> = {}) =>
    (await hit(net.path, { cid: await click({ offer_id: offer.id }), payout: '5', ...params })).body;
  // 23:30 in Tokyo
  now = new Date('2026-03-01T14:30:00Z');
  await hit(net.path, { cid: newEventId(now.getTime()), payout: '5' });
  expect(await send({ test: '1' })).toMatchObject({ reason: 'recorded' });
  expect(await send({ status: 'rejected' })).toMatchObject({ reason: 'recorded' });
  expect(await send()).toMatchObject({ reason: 'recorded' });
  expect(await send({ status: 'pending' })).toMatchObject({ reason: 'recorded' });
  const beyond = await send();
  expect(beyond).toMatchObject({ ok: true, result: 'recorded', reason: 'offer_capped' });
  const row = (await conversions(net)).find((one) => String(one['id']) === beyond.id)!;
  expect(await sumsOf(row)).toEqual({ 'sale approved USD': [1, 5_000_000n] });
  now = new Date('2026-03-01T15:01:00Z');
  expect(await send()).toMatchObject({ reason: 'recorded' });
  now = today;
});

test('an orphan is looked for during 72 hours and no longer', async () => {
  const net = await network();
  const id = newEventId(now.getTime());
  await hit(net.path, { cid: id, payout: '1' });
  await click({ click_id: id });
  const today = now;
  now = new Date(today.getTime() + 73 * 3_600_000);
  await tendConversions(t.deps);
  expect((await conversions(net))[0]).toMatchObject({ attribution: 'orphan' });
  now = new Date(today.getTime() + 71 * 3_600_000);
  await tendConversions(t.deps);
  expect((await conversions(net))[0]).toMatchObject({ attribution: 'matched' });
  now = today;
});

test('when we fail, the network is told to come again, and what was stored is judged once', async () => {
  const net = await network();
  const source = await buildSource(t.deps, {
    postback_enabled: true,
    postback_url: 'https://pb.example/?c={external_id}',
  });
  const id = await click({ source_id: source.id });
  // what other tests left
  await recoverReceived(t.deps, 'all');
  isBroken = true;
  const failed = await hit(net.path, { cid: id, payout: '5', txid: 'F' });
  expect(failed.status).toBe(503);
  expect(await conversions(net)).toEqual([]);
  expect(await logsOf(net)).toMatchObject([{ state: 'received', reason_code: null, attempt: 2 }]);
  isBroken = false;
  expect((await hit(net.path, { cid: id, payout: '5', txid: 'F' })).body).toMatchObject({ result: 'recorded' });
  expect(await recoverReceived(t.deps, 'all')).toBe(1);
  expect(await recoverReceived(t.deps, 'all')).toBe(0);
  const all = await conversions(net);
  expect(all).toHaveLength(1);
  expect(await sumsOf(all[0]!)).toEqual({ 'sale approved USD': [1, 5_000_000n] });
  expect(queued).toHaveLength(1);
  expect((await logsOf(net)).map((log) => log['reason_code'])).toEqual(['duplicate_ignored', 'recorded']);
});

test('a message that a crash left stored and unjudged is counted at the next start, however many start at once', async () => {
  const net = await network();
  const id = await click();
  await insertLog(t.deps.db, {
    direction: 'in',
    network_id: net.id,
    method: 'GET',
    url_masked: '/postback/***',
    request_query: JSON.stringify([
      ['cid', id],
      ['payout', '7'],
    ]),
    state: 'received',
    created_at: now.toISOString(),
  });
  await Promise.all([recoverReceived(t.deps, 'all'), recoverReceived(t.deps, 'all'), recoverReceived(t.deps, 'all')]);
  const all = await conversions(net);
  expect(all).toMatchObject([{ payout_micros: 7_000_000n }]);
  expect(await sumsOf(all[0]!)).toEqual({ 'sale approved USD': [1, 7_000_000n] });
});

test('a message that cannot be judged however often goes into quarantine', async () => {
  const net = await network();
  const source = await buildSource(t.deps, {
    postback_enabled: true,
    postback_url: 'https://pb.example/?c={external_id}',
  });
  const id = await click({ source_id: source.id });
  isBroken = true;
  await hit(net.path, { cid: id });
  for (let i = 0; i < 12; i += 1) await recoverReceived(t.deps, 'all');
  const [log] = await logsOf(net);
  expect(log).toMatchObject({ state: 'failed', reason_code: 'internal_error' });
  isBroken = false;
  const replay = await t.call('POST', `/api/admin/affiliate-networks/${net.id}/postback-logs/${log!['id']}/replay`);
  expect(replay.body).toMatchObject({ result: 'recorded' });
});

test.each([
  ['no click id', 'payout=1', 400, 'missing_click_id'],
  ['a parameter twice', 'cid=a&amount=1&amount=999', 400, 'parameter_pollution'],
])('%s answers 400 and is stored all the same', async (_name, query, status, error) => {
  const net = await network();
  const reply = await hit(net.path, query);
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ error });
  expect(await logsOf(net)).toMatchObject([{ state: 'done', reason_code: error }]);
  expect(await conversions(net)).toEqual([]);
});

test.each([
  ['a literal macro', 'cid={subid}&payout=1', 'literal_macro'],
  ['a word nobody knows', 'cid=a&status=frobbed', 'unmapped_status'],
  ['a bad amount', 'cid=a&payout=1.234,56', 'bad_amount'],
  ['a bad currency', 'cid=a&currency=dollar', 'bad_currency'],
])('%s is kept in quarantine with its reason and answered 200', async (_name, query, reason) => {
  const net = await network();
  const reply = await hit(net.path, query);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ ok: true, result: 'ignored', id: null, reason });
  expect(await logsOf(net)).toMatchObject([{ state: 'done', reason_code: reason }]);
  expect(await conversions(net)).toEqual([]);
});

test('a word that is mapped later counts what came before', async () => {
  const net = await network();
  const id = await click();
  await hit(net.path, { cid: id, payout: '9', status: 'frobbed' });
  await tendConversions(t.deps);
  expect(await conversions(net)).toEqual([]);
  now = new Date(now.getTime() + 60_000);
  const scope = { ...t.deps, origin: '', count: () => Promise.resolve(new Map()) };
  await updateNetwork(scope, t.actor, net.id, { status_map: { frobbed: 'pending' } });
  expect((await tendConversions(t.deps)).judged).toBeGreaterThanOrEqual(1);
  expect(await conversions(net)).toMatchObject([{ status: 'pending', payout_micros: 9_000_000n }]);
  const again = await t.call(
    'POST',
    `/api/admin/affiliate-networks/${net.id}/postback-logs/${(await logsOf(net))[0]!['id']}/replay`,
  );
  expect(again.status).toBe(409);
});

test('an unknown key is 401, stored without the key, and only so often', async () => {
  const before = (await rows('postback_logs')).length;
  for (let i = 0; i < 40; i += 1) {
    const reply = await hit('/postback/canary-wrong-key', { cid: 'a' });
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ error: 'bad_key' });
  }
  const stored = (await rows('postback_logs')).slice(before);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(20);
  const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  expect(JSON.stringify(stored, plain)).not.toContain('canary');
});

test('messages to an unknown address are listed by sender with the beginning of the key, and with whose it may be', async () => {
  const [cut, lost] = [await network(), await network()];
  const key = cut.path.split('/').at(-1)!;
  const id = await click({ network_id: lost.id });
  const from = (address: string, path: string, query: string) =>
    t.app.inject({ method: 'GET', url: `${path}?${query}`, remoteAddress: address });
  now = new Date(now.getTime() + 3_600_000);
  await from('198.51.100.1', `/postback/${key.slice(0, -2)}`, 'cid=a&payout=5');
  await from('198.51.100.2', `/postback/${key.slice(0, -2)}`, 'cid=b&payout=6');
  await from('203.0.113.9', `/pixel/zzzzzzzz.gif`, `cid=${id}`);
  const { body } = await t.call('GET', '/api/admin/conversions/unknown-addresses');
  const ours = body.data.filter((one: { remote_net: string }) => /^(198\.51|203\.0\.113)/.test(one.remote_net));
  expect(ours).toMatchObject([
    { key_head: 'zzzz', key_length: 8, is_pixel: true, messages: 1, network: { id: lost.id }, query: `cid=${id}` },
    {
      key_head: key.slice(0, 4),
      key_length: key.length - 2,
      is_pixel: false,
      messages: 2,
      network: { id: cut.id, name: cut.name },
      advice: expect.stringContaining('2 characters short'),
      query: 'cid=b&payout=6',
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(key.slice(0, 6));
  now = new Date(now.getTime() + 31 * 86_400_000);
  expect((await t.call('GET', '/api/admin/conversions/unknown-addresses')).body).toEqual({ data: [], total: 0 });
  expect(await removeOldUnknown(t.deps.db, now)).toBeGreaterThan(2);
  expect((await rows('postback_logs')).filter((row) => row['reason_code'] === 'bad_key')).toEqual([]);
  now = new Date('2026-03-01T10:00:00Z');
});

test.each([
  ['without a key', '/postback'],
  ['with something behind its key', '/postback/some-key/extra'],
])('an address %s is a wrong one, told and listed', async (_name, path) => {
  now = new Date(now.getTime() + 7_200_000);
  const reply = await hit(path, { cid: 'a' });
  expect(reply.status).toBe(401);
  expect(reply.body).toMatchObject({ error: 'bad_key' });
  const { body } = await t.call('GET', '/api/admin/conversions/unknown-addresses');
  expect(body.data[0]).toMatchObject({ key_head: path.split('/').slice(2).join('/').slice(0, 4), query: 'cid=a' });
  now = new Date('2026-03-01T10:00:00Z');
});

test('of messages to unknown addresses only the newest 5000 are kept', async () => {
  const { db } = t.deps;
  await sql`delete from postback_logs where reason_code = 'bad_key'`.execute(db);
  await sql`insert into postback_logs (direction, method, url_masked, state, reason_code, key_head, key_length)
    select 'in', 'GET', '/postback/***?n=' || n, 'done', 'bad_key', 'aaaa', 40 from generate_series(1, 5003) as n`.execute(
    db,
  );
  expect(await removeOldUnknown(db, new Date())).toBe(3);
  const { rows: left } = await sql<{ first: string }>`
    select url_masked as first from postback_logs where reason_code = 'bad_key' order by id limit 1`.execute(db);
  expect(left).toEqual([{ first: '/postback/***?n=4' }]);
  await sql`delete from postback_logs where reason_code = 'bad_key'`.execute(db);
});

test('among many conversions one is found by the click id of its source through an index', async () => {
  const net = await network();
  const { rows: steps } = await inTransaction(t.deps.db, async (trx) => {
    await sql`insert into conversions (network_id, click_key, event_type, txid, external_id, status, payout_micros, payout_currency,
        attribution, occurred_at)
      select ${net.id}::int, 'k' || n, 'sale', 't' || n, 'e' || n, 'approved', 1, 'USD', 'matched',
        timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 20000) as n`.execute(trx);
    await sql`analyze conversions`.execute(trx);
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select * from conversions where voided_at is null and occurred_at >= '2026-01-01' and occurred_at < '2026-03-01'
        and (click_key = 'e77' or txid = 'e77' or external_id = 'e77')
       order by occurred_at desc, id desc limit 20`.execute(trx);
    await sql`delete from conversions where network_id = ${net.id}`.execute(trx);
    return plan;
  });
  const plan = steps.map((step) => step['QUERY PLAN']).join('\n');
  expect(plan).toContain('conversions_external_idx');
  expect(plan).not.toContain('Seq Scan');
});

test('a network that sends too much at once is told to come again, and the log says so once a minute', async () => {
  const net = await network({ ip_allowlist: ['203.0.113.0/24'] });
  const today = now;
  const statuses = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => hit(net.path, { cid: 'a' })))).map(({ status }) => status);
  const refused = async () => (await logsOf(net)).filter((log) => log['reason_code'] === 'rate_limited').length;
  expect(new Set(await statuses(2000))).toEqual(new Set([403]));
  expect(await statuses(2)).toEqual([429, 429]);
  now = new Date(today.getTime() + 20);
  expect((await statuses(12)).filter((status) => status === 429)).toHaveLength(2);
  expect(await refused()).toBe(1);
  now = new Date(today.getTime() + 61_000);
  await statuses(2001);
  expect(await refused()).toBe(2);
  await sql`delete from postback_logs where network_id = ${net.id}`.execute(t.deps.db);
  now = today;
});

test('a foreign address is 403 and a wrong signature 401, both stored with their reason', async () => {
  const closed = await network({ ip_allowlist: ['203.0.113.0/24'] });
  expect((await hit(closed.path, { cid: 'a' })).status).toBe(403);
  expect(await logsOf(closed)).toMatchObject([{ reason_code: 'ip_not_allowed', state: 'done' }]);

  const signed = await network({ hmac_secret: 's3cret', hmac_param: 'sig' });
  const sign = (text: string) => createHmac('sha256', 's3cret').update(text).digest('hex');
  const id = await click();
  const query = `cid=${id}&payout=3`;
  expect((await hit(signed.path, `${query}&sig=${sign('cid=other')}`)).status).toBe(401);
  expect((await hit(signed.path, query)).status).toBe(401);
  expect((await hit(signed.path, `sig=${sign(query)}&${query}`)).body).toMatchObject({ result: 'recorded' });
  const stamp = (seconds: number) => `${query}&txid=2&sig_ts=${Math.floor(now.getTime() / 1000) + seconds}`;
  expect((await hit(signed.path, `${stamp(-400)}&sig=${sign(stamp(-400))}`)).status).toBe(401);
  expect((await hit(signed.path, `${stamp(-200)}&sig=${sign(stamp(-200))}`)).status).toBe(200);
  expect((await logsOf(signed)).map((log) => log['reason_code'])).toEqual([
    'bad_signature',
    'bad_signature',
    'recorded',
    'bad_signature',
    'recorded',
  ]);
});

test.each([
  ['JSON', 'application/json', (id: string) => JSON.stringify({ cid: id, payout: 12.3, txid: 77, test: false })],
  ['a form', 'application/x-www-form-urlencoded', (id: string) => `cid=${id}&payout=12.30&txid=77`],
  ['text that is a form', 'text/plain', (id: string) => `cid=${id}&payout=12.30&txid=77`],
  [
    'JSON without saying so',
    'application/octet-stream',
    (id: string) => `{"cid":"${id}","payout":"12.30","txid":"77"}`,
  ],
])('%s in the body is read', async (_name, type, body) => {
  const net = await network();
  const id = await click();
  const reply = await t.guest('POST', net.path, body(id), { 'content-type': type });
  expect(reply.body).toMatchObject({ result: 'recorded' });
  expect(await conversions(net)).toMatchObject([{ txid: '77', payout_micros: 12_300_000n }]);
});

/** A multipart form as libraries write it. */
const multipart = (fields: [name: string, value: string][], files = 1, boundary = '--x1'): string =>
  [
    ...fields.map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\nContent-Disposition: form-data; name="note"; filename="a.txt"\r\n\r\ncid=other\r\n`.repeat(files),
    `--${boundary}--\r\n`,
  ].join('');
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=--x1' };

test('a multipart form is read, its files are not, and what it repeats is pollution', async () => {
  const net = await network();
  const id = await click();
  const sent = multipart([
    ['cid', id],
    ['payout', '12.30'],
    ['txid', '77'],
  ]);
  expect((await t.guest('POST', net.path, sent, MULTIPART)).body).toMatchObject({ result: 'recorded' });
  expect(await conversions(net)).toMatchObject([{ txid: '77', payout_micros: 12_300_000n }]);
  expect((await logsOf(net))[0]!['request_body']).toBe(`cid=${id}&payout=12.30&txid=77`);
  const twice = multipart([
    ['cid', id],
    ['cid', 'b'],
  ]);
  expect((await t.guest('POST', net.path, twice, MULTIPART)).body).toMatchObject({ error: 'parameter_pollution' });
});

test.each([
  ['many parts', multipart(Array.from({ length: 200 }, (_, i) => [`k${i}`, '1'])), MULTIPART],
  ['six files', multipart([['cid', 'a']], 6), MULTIPART],
  ['no end', multipart([['cid', 'a']]).slice(0, 60), MULTIPART],
  ['no boundary', multipart([['cid', 'a']]), { 'content-type': 'multipart/form-data; charset=utf-8' }],
])('a multipart form of %s is stored as it came and refused for what it does not say', async (_name, body, headers) => {
  const net = await network();
  expect((await t.guest('POST', net.path, body, headers)).body).toMatchObject({ error: 'missing_click_id' });
  expect((await logsOf(net))[0]!['request_body']).toBe(body);
});

test('a signature covers the body as well as the query, whatever form the body has', async () => {
  const signed = await network({ hmac_secret: 's3cret', hmac_param: 'sig' });
  const sign = (text: string) => createHmac('sha256', 's3cret').update(text).digest('hex');
  const id = await click();
  const post = (query: string, body: string, signature: string, headers = {}) =>
    t.guest('POST', `${signed.path}?${query}&sig=${signature}`, body, { 'content-type': 'text/plain', ...headers });
  const [query, body] = [`cid=${id}`, 'payout=3.00'];
  const form = multipart([['payout', '3.00']]);
  expect((await post(query, 'payout=900.00', sign(`${query}${body}`))).status).toBe(401);
  expect((await post(`${query}&txid=9`, body, sign(`${query}${body}`))).status).toBe(401);
  expect((await post(query, body, sign(query))).status).toBe(401);
  expect((await post(query, form.replace('3.00', '900.00'), sign(`${query}${form}`), MULTIPART)).status).toBe(401);
  expect(await conversions(signed)).toEqual([]);
  expect((await post(query, body, sign(`${query}${body}`))).body).toMatchObject({ result: 'recorded' });
  expect((await post(query, form, sign(`${query}${form}`), MULTIPART)).body).toMatchObject({ result: 'duplicate' });
  expect(await conversions(signed)).toMatchObject([{ payout_micros: 3_000_000n }]);
});

test('a network that reports on a click of another one is put into quarantine; a click without a network takes any', async () => {
  const [own, other] = [await network(), await network()];
  const [clicked, free] = [await click({ network_id: own.id }), await click()];
  expect((await hit(other.path, { cid: clicked, payout: '3' })).body).toEqual({
    ok: true,
    result: 'ignored',
    id: null,
    reason: 'foreign_click',
  });
  expect(await logsOf(other)).toMatchObject([{ state: 'done', reason_code: 'foreign_click', click_id: clicked }]);
  expect((await hit(own.path, { cid: clicked, payout: '3' })).body).toMatchObject({ reason: 'recorded' });
  expect((await hit(other.path, { cid: free, payout: '3' })).body).toMatchObject({ reason: 'recorded' });
  expect(await conversions(other)).toMatchObject([{ click_id: free }]);
});

test('what a network told of a click that then turned out to be of another one stays an orphan', async () => {
  const [own, other] = [await network(), await network()];
  const id = newEventId(now.getTime());
  expect((await hit(other.path, { cid: id, payout: '3' })).body).toMatchObject({ reason: 'unmatched_click' });
  await click({ click_id: id, network_id: own.id });
  await conversionJobs(t.deps).clicks_stored();
  expect(await conversions(other)).toMatchObject([{ attribution: 'orphan' }]);
});

test('what a network has told already of such a click stays its own to take back', async () => {
  const [own, other] = [await network(), await network()];
  const id = await click();
  await hit(other.path, { cid: id, payout: '3', txid: 'A' });
  const { db } = t.deps;
  await db
    .withTables<{ clicks: Rows }>()
    .updateTable('clicks')
    .set({ network_id: own.id })
    .where('click_id', '=', id)
    .execute();
  expect((await hit(other.path, { cid: id, txid: 'A', status: 'refunded' })).body).toMatchObject({ reason: 'updated' });
  expect(await conversions(other)).toMatchObject([{ status: 'reversed' }]);
});

test('a body may be empty, broken, or too large', async () => {
  const net = await network();
  const post = (body: string, type: string) => t.guest('POST', `${net.path}?cid=a`, body, { 'content-type': type });
  expect((await post('', 'application/json')).status).toBe(200);
  expect((await post('{"cid":', 'application/json')).status).toBe(200);
  expect((await post('\0\ud800', 'text/plain')).status).toBe(200);
  expect((await post('x'.repeat(65_537), 'text/plain')).status).toBe(413);
  expect((await hit(net.path, 'cid=%00%ED%A0%80')).status).toBe(200);
  expect((await t.guest('HEAD', `${net.path}?cid=head`)).status).toBe(405);
});

test('a test message never stands in the way of a real one, and counts nowhere', async () => {
  const net = await network();
  const source = await buildSource(t.deps, {
    postback_enabled: true,
    postback_url: 'https://pb.example/?c={external_id}',
  });
  const id = await click({ source_id: source.id });
  await hit(net.path, { cid: id, payout: '4', txid: 'Z', test: '1' });
  expect(queued).toEqual([]);
  expect((await hit(net.path, { cid: id, payout: '4', txid: 'Z' })).body).toMatchObject({ result: 'recorded' });
  const [trial, real] = await conversions(net);
  expect(await sumsOf(trial!)).toEqual({});
  expect(await sumsOf(real!)).toEqual({ 'sale approved USD': [1, 4_000_000n] });
});

test('the same transaction with another amount keeps the first and says so', async () => {
  const net = await network();
  const id = await click();
  await hit(net.path, { cid: id, payout: '10', txid: 'C' });
  const reply = await hit(net.path, { cid: id, payout: '999', txid: 'C' });
  expect(reply.body).toMatchObject({ result: 'duplicate', reason: 'amount_conflict' });
  const [row] = await conversions(net);
  expect(row).toMatchObject({ payout_micros: 10_000_000n });
  expect((await rows('conversion_events')).filter((event) => event['conversion_id'] === row!['id'])).toMatchObject([
    { kind: 'recorded' },
    { kind: 'amount_conflict', said_payout_micros: 999_000_000n, new_payout_micros: 10_000_000n },
  ]);
});

test.each([
  [
    'update',
    [
      ['A', 'pending', '1'],
      ['A', 'approved', '2'],
      ['B', 'approved', '3'],
    ],
    ['approved 2', 'approved 3'],
  ],
  [
    'add',
    [
      ['A', 'approved', '2'],
      ['A', 'approved', '2'],
      ['B', 'approved', '3'],
    ],
    ['approved 2', 'approved 3'],
  ],
  [
    'ignore',
    [
      ['A', 'pending', '1'],
      ['A', 'approved', '2'],
    ],
    ['pending 1'],
  ],
  [
    'ignore',
    [
      ['A', 'approved', '2'],
      ['A', 'refund', '2'],
    ],
    ['reversed 2'],
  ],
  [
    'add_payout',
    [
      ['A', 'approved', '2'],
      ['B', 'approved', '3'],
      ['B', 'approved', '3'],
    ],
    ['approved 5'],
  ],
  [
    'add_payout',
    [
      ['A', 'approved', '2'],
      ['B', 'approved', '3'],
      ['A', 'refund', '2'],
    ],
    ['approved 3'],
  ],
] as const)('mode %s of %j gives %j', async (mode, messages, expected) => {
  const net = await network({ duplicate_mode: mode });
  const id = await click();
  for (const [txid, status, payout] of messages) await hit(net.path, { cid: id, txid, status, payout });
  const all = await conversions(net);
  expect(all.map((row) => `${row['status']} ${row['payout_micros'] / 1_000_000n}`)).toEqual(expected);
});

test('a refund event moves the conversion of its transaction, whatever kind that is, and may come first', async () => {
  const net = await network();
  const id = await click();
  await hit(net.path, { cid: id, txid: 'U', event: 'upsell', payout: '20' });
  await hit(net.path, { cid: id, txid: 'U', event: 'refund', payout: '-20' });
  await hit(net.path, { cid: id, txid: 'V', event: 'chargeback', payout: '-30' });
  await hit(net.path, { cid: id, txid: 'V', event: 'rebill', payout: '30' });
  const all = await conversions(net);
  expect(all.map((row) => [row['event_type'], row['status'], row['payout_micros']])).toEqual([
    ['upsell', 'reversed', 20_000_000n],
    ['rebill', 'reversed', 30_000_000n],
  ]);
  expect(await sumsOf(all[1]!)).toEqual({ 'rebill reversed USD': [1, 30_000_000n] });
});

test('a refusal that seemed to mean the only sale gets a row of its own once there is another sale', async () => {
  const net = await network({ status_map: { refused: 'rejected' } });
  const id = await click();
  const said = async () => (await conversions(net)).map((row) => [row['event_type'], row['txid'], row['status']]);
  await hit(net.path, { cid: id, payout: '5' });
  await hit(net.path, { cid: id, txid: 'R', status: 'refused' });
  expect(await said()).toEqual([['sale', null, 'reversed']]);
  expect((await hit(net.path, { cid: id, txid: 'B', payout: '7' })).body).toMatchObject({ result: 'recorded' });
  expect((await said()).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['sale', null, 'approved'],
    ['sale', 'B', 'approved'],
    ['sale', 'R', 'rejected'],
  ]);
  const refused = (await conversions(net)).find((row) => row['txid'] === 'R')!;
  expect((await rows('conversion_events')).filter((event) => event['conversion_id'] === refused['id'])).toMatchObject([
    { kind: 'moved' },
  ]);
});

test('a conversion after the window is late: marked and counted', async () => {
  const net = await network({ attribution_window_days: 10 });
  const id = await click({ ts: new Date(now.getTime() - 11 * 86_400_000).toISOString() });
  expect((await hit(net.path, { cid: id, payout: '6' })).body).toMatchObject({
    result: 'recorded',
    reason: 'late_click',
  });
  const [row] = await conversions(net);
  expect(row).toMatchObject({ attribution: 'late' });
  expect(await sumsOf(row!)).toEqual({ 'sale approved USD': [1, 6_000_000n] });
});

test('lists, numbers and the log of a network tell what came', async () => {
  const net = await network();
  const id = await click({ country: 'SE', utm: JSON.stringify({ utm_source: 'mail' }) });
  await hit(net.path, { cid: id, txid: 'L1', payout: '1' });
  await hit(net.path, { cid: id, txid: 'L2', payout: '2', status: 'pending' });
  await hit(net.path, { cid: 'nobody', payout: '3' });
  const range = { from: new Date(now.getTime() - 1000), to: new Date(now.getTime() + 1000), network_id: net.id };
  const page = { page: 1, limit: 2, offset: 0, order: 'desc' as const };
  const list = async (filters: object) => (await listConversions(t.deps.db, { ...range, ...filters }, page)).total;
  expect((await listConversions(t.deps.db, range, page)).rows).toHaveLength(2);
  expect(await list({})).toBe(3);
  expect(await list({ status: ['pending'] })).toBe(1);
  expect(await list({ country: 'SE', utm_source: 'mail' })).toBe(2);
  expect(await list({ search: 'L2', time_basis: 'click' })).toBe(1);
  expect(await list({ attribution: 'orphan' })).toBe(1);
  expect((await unmatchedMessages(t.deps.db, [net.id], now)).get(net.id)).toBe(1);
  const log = await t.call('GET', `/api/admin/affiliate-networks/${net.id}/postback-logs?limit=2`);
  expect(log.body).toMatchObject({
    total: 3,
    limit: 2,
    data: [{ reason_code: 'unmatched_click', click_id: 'nobody' }, { reason_code: 'recorded' }],
  });
  expect((await t.guest('GET', `/api/admin/affiliate-networks/${net.id}/postback-logs`)).status).toBe(401);
  expect((await t.call('GET', '/api/admin/affiliate-networks/999999/postback-logs')).status).toBe(404);
});

test('when a network spoke last is the newest of what came, in whatever order', async () => {
  const net = await network();
  const heardAt = async () => (await networksById(t.deps.db, [net.id])).get(net.id)!.last_postback_at;
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 11, 0, seconds));
  const before = now;
  for (const seconds of [10, 5, 30, 20]) {
    now = at(seconds);
    await hit(net.path, { cid: `heard-${seconds}` });
  }
  now = before;
  await vi.waitFor(async () => expect(await heardAt()).toBe(at(30).toISOString()), 5000);
  await notePostback(t.deps.db, net.id, at(7));
  expect(await heardAt()).toBe(at(30).toISOString());
});

test('logs go when they are old, but never a message that was not judged', async () => {
  const net = await network();
  await hit(net.path, { cid: 'x1' });
  await insertLog(t.deps.db, {
    direction: 'in',
    network_id: net.id,
    method: 'GET',
    url_masked: '/',
    request_query: '[]',
    state: 'received',
    created_at: now.toISOString(),
  });
  expect(await removeOldLogs(t.deps.db, { before: new Date(now.getTime() + 1), waiting: new Date(0) })).toBeGreaterThan(
    0,
  );
  expect(await logsOf(net)).toMatchObject([{ state: 'received' }]);
  expect(await conversions(net)).toHaveLength(1);
});

type Example = { case: string; after: string | null; expect_status: string | null; query: Record<string, string> };
const SAMPLES = JSON.parse(readFileSync('tests/real-input/postbacks.json', 'utf8')) as {
  network: string;
  examples: Example[];
}[];

test.each(SAMPLES.map((sample) => [sample.network, sample.examples] as const))(
  'what %s sends is understood with its shipped template',
  async (template, examples) => {
    for (const example of examples) {
      const net = await network({ template_key: template });
      const id = await click();
      const chain: Example[] = [];
      for (let one: Example | undefined = example; one; one = examples.find((other) => other.case === one!.after))
        chain.unshift(one);
      const replies = [];
      for (const { query } of chain)
        replies.push(
          await hit(net.path, {
            ...query,
            ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, value.replace('@CLICK_ID@', id)])),
          }),
        );
      expect(replies.map((reply) => reply.status)).toEqual(chain.map(() => 200));
      const all = await conversions(net);
      expect(all.map((row) => row['status'])).toEqual(example.expect_status === null ? [] : [example.expect_status]);
      const sale = examples.find((one) => one.case === 'sale')!.query;
      if (all.length > 0)
        expect(all[0]!['payout_micros']).toBe(BigInt(Math.round(Number(sale['payout']) * 100)) * 10_000n);
    }
  },
);
