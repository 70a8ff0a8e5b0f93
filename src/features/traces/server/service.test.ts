import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { rowsOf } from '../../../platform/server/postgres/testing.ts';
import { newEventId } from '../../../platform/ids.ts';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { HOUR_SUMS } from '../../events/contract.ts';
import { sumUpHours } from '../../events/server/hours.ts';
import { removeOldEvents } from '../../events/server/service.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { forgetTraces } from './service.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';

let t: TestApp;
let eventStore: EventStore;
let batch = 0;
let now = new Date('2026-03-06T10:00:00Z');

beforeAll(async () => {
  eventStore = await testEventStore();
  t = await testApp(moneyRoutes, { clock: () => now, eventStore });
});
afterAll(async () => {
  await eventStore.close();
  await t.close();
});

type Row = Awaited<ReturnType<TestApp['call']>>['body'];
const rows = (table: string): Promise<Row[]> => rowsOf(t.deps.db, table);
const insert = async (table: string, row: Record<string, unknown>) => {
  await t.deps.db.withTables<Record<string, Record<string, unknown>>>().insertInto(table).values(row).execute();
};
const sums = () =>
  eventStore.query(
    `select type, count(*) as n, count(distinct visitor) as visitors, sum(delta_micros) as micros, sum(delta_count) as moved
       from events group by 1 order by 1`,
  );

/** A person who came, read, clicked and bought; everything that would tell who it was carries the canary. */
async function person(canary: string, net: { postback_url: string }) {
  const [visitId, viewId, clickId] = [0, 1, 2].map(() => newEventId(now.getTime())) as [string, string, string];
  const ts = now.toISOString();
  const own = {
    external_id: `${canary}-ext`,
    ad_ids: JSON.stringify({ gclid: `${canary}-gclid` }),
    subs: JSON.stringify({ sub1: `${canary}-sub` }),
    // few come from one place with one version of everything
    city: `${canary}-city`,
    os_version: `${canary}-os`,
    browser_version: `${canary}-browser`,
  };
  const { city, os_version, browser_version } = own;
  await insert('visits', { visit_id: visitId, ts, ...own });
  await insert('clicks', { click_id: clickId, ts, visit_id: visitId, view_id: viewId, ...own });
  const row = (given: EventRow): EventRow => ({
    ts,
    is_bot: false,
    is_internal: false,
    visitor: BigInt(1000 + batch),
    ...(['visit', 'view', 'click'].includes(String(given['type'])) && { city, os_version, browser_version }),
    ...given,
  });
  await eventStore.append({
    cursor: 'test',
    position: String((batch += 1)),
    table: 'events',
    rows: [
      row({
        type: 'visit',
        visit_id: visitId,
        subs: `{"sub1":"${canary}-sub"}`,
        params: `{"x":"${canary}"}`,
        guide_id: 4,
      }),
      row({ type: 'view', visit_id: visitId, view_id: viewId, guide_id: 4 }),
      row({ type: 'impression', view_id: viewId, item_id: 5, guide_id: 4 }),
      row({ type: 'read', view_id: viewId, review_id: 3, depth: 25 }),
      row({ type: 'cta_impression', view_id: viewId, review_id: 3, place: 'verdict' }),
      row({ type: 'click', visit_id: visitId, view_id: viewId, click_id: clickId, item_id: 5 }),
      row({
        type: 'conversion',
        click_id: clickId,
        external_id: `${canary}-ext`,
        delta_count: 1,
        delta_micros: 5_000_000n,
        currency: 'USD',
        status: 'approved',
      }),
    ],
  });
  const path = new URL(net.postback_url).pathname;
  const post = (txid: string) => t.guest('GET', `${path}?cid=${clickId}&payout=5&txid=${txid}&sub9=${canary}-said`);
  await post('A');
  return { visitId, viewId, clickId, post };
}

/** As the program does each minute. */
const sumUp = () => sumUpHours({ eventStore, clock: () => new Date(now.getTime() + 2 * 3_600_000) });

/** Every stored text, in both stores. */
async function everything(): Promise<string> {
  const tables = ['visits', 'clicks', 'conversions', 'conversion_events', 'postback_logs', 'event_outbox', 'audit'];
  const all = [];
  for (const table of tables) all.push(...(await rows(table)));
  for (const table of ['events', ...HOUR_SUMS.map((one) => one.table), 'hours.conversions'])
    all.push(...(await eventStore.query(`select * from ${table}`)));
  return JSON.stringify(all, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

test('what is held about a click is exported whole, then deleted whole; the money, the sums and everybody else stay', async () => {
  const net = await buildNetwork(t.deps);
  const [one, other] = [await person('canary-one', net), await person('canary-two', net)];
  const held = await t.call('GET', `/api/admin/personal-data?click_id=${one.clickId}`);
  expect(held.body).toMatchObject({
    visit: { visit_id: one.visitId, external_id: 'canary-one-ext' },
    clicks: [{ click_id: one.clickId }],
    conversions: [{ click_id: one.clickId, payout_micros: '5000000' }],
    messages: [{ reason_code: 'recorded' }],
  });
  expect(held.body.events.map((row: { type: string }) => row.type).toSorted()).toEqual([
    'click',
    'conversion',
    'cta_impression',
    'impression',
    'read',
    'view',
    'visit',
  ]);
  const view = held.body.events.find((row: { type: string }) => row.type === 'view');
  expect(view).toMatchObject({ listicle_id: 4 });
  expect(view).not.toHaveProperty('guide_id');
  const before = await sums();
  await sumUp();
  for (const told of ['subs', 'params'])
    expect(JSON.stringify(await eventStore.query(`select * from hours.${told}`))).toContain('canary-one');
  const erase = () =>
    t.call('POST', '/api/admin/personal-data/erase', { click_id: one.clickId, reason: 'Asked by letter' });
  expect(
    (await t.call('POST', '/api/admin/personal-data/erase', { click_id: one.clickId })).body.errors,
  ).toHaveProperty('reason');
  expect((await erase()).status).toBe(200);
  await sumUp();
  const left = await everything();
  for (const trace of ['canary-one', one.clickId, one.visitId, one.viewId]) expect(left).not.toContain(trace);
  for (const trace of ['canary-two', other.clickId, other.visitId, other.viewId]) expect(left).toContain(trace);
  expect(await sums()).toEqual(before);
  const own = async () => (await rows('conversions')).filter((row) => row['network_id'] === net.id);
  expect((await own()).map((row) => row['payout_micros'])).toEqual([5_000_000n, 5_000_000n]);
  expect((await erase()).status).toBe(404);
  expect((await t.call('GET', `/api/admin/personal-data?click_id=${one.clickId}`)).body).toMatchObject({
    visit: null,
    clicks: [],
    events: [],
    conversions: [],
    messages: [],
  });
  // the network says it again: still one conversion
  expect((await one.post('A')).body).toMatchObject({ reason: 'duplicate_ignored' });
  expect(await own()).toHaveLength(2);
  // and so do its files
  const told = await t.call('POST', '/api/admin/conversions/reconcile', {
    network_id: net.id,
    csv: `SubID;Commission;Status\n${one.clickId};5,00;approved`,
  });
  expect(told.body, JSON.stringify(told.body)).toMatchObject({ counts: { matched: 1, unknown: 0 } });
  const file = await t.call('POST', '/api/admin/conversions/import', {
    network_id: net.id,
    csv: `Order ID;SubID;Commission;Status\nA;${one.clickId};5,00;approved`,
    dry_run: false,
    file_name: 'march.csv',
  });
  expect(file.body, JSON.stringify(file.body)).toMatchObject({ counts: { recorded: 0, orphan: 0 } });
  const keys = (await own()).map((row) => row['click_key']);
  expect(keys).toHaveLength(2);
  expect(keys).not.toContain(one.clickId);
  const after = await everything();
  for (const trace of ['canary-one', one.clickId]) expect(after).not.toContain(trace);
});

test('whatever a network says of an erased click brings neither its id back nor what else it carried, counted or not', async () => {
  const net = await buildNetwork(t.deps);
  const path = new URL(net.postback_url).pathname;
  const clickId = newEventId(now.getTime());
  await insert('clicks', { click_id: clickId, ts: now.toISOString() });
  const erased = await t.call('POST', '/api/admin/personal-data/erase', {
    click_id: clickId,
    reason: 'Asked by letter',
  });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  const said = { cid: clickId.toUpperCase(), payout: '7', txid: 'late', s5: 'canary-late', note: `about ${clickId}` };
  const ask = (given: Record<string, string>) => t.guest('GET', `${path}?${String(new URLSearchParams(given))}`);
  // never heard of before: its money waits among the orphans, under a name that tells nobody
  const first = await ask(said);
  expect(first.body).toMatchObject({ ok: true, reason: 'unmatched_click' });
  expect((await ask({ ...said, status: 'nobody knows' })).body).toMatchObject({ reason: 'unmapped_status' });
  expect((await t.guest('POST', path, { ...said, payout: 7 })).body).toMatchObject({ id: first.body.id });
  const left = await everything();
  for (const trace of [clickId, clickId.toUpperCase(), 'canary-late']) expect(left).not.toContain(trace);
  const logged = (await rows('postback_logs')).filter((row) => row['network_id'] === net.id);
  expect(logged).toHaveLength(3);
  for (const row of logged)
    expect(`${row['url_masked']} ${JSON.stringify(row['request_query'])} ${row['request_body']}`).toMatch(
      /late.*\*\*\*/,
    );
  // what is refused before it is read loses it with the next day's cleaning
  const closed = await buildNetwork(t.deps, { ip_allowlist: ['203.0.113.9'] });
  const refused = new URL(closed.postback_url).pathname;
  expect((await t.guest('GET', `${refused}?${String(new URLSearchParams(said))}`)).status).toBe(403);
  expect((await t.guest('GET', `/postback/nobody?${String(new URLSearchParams(said))}`)).status).toBe(401);
  await forgetTraces(t.deps, new Date(0));
  const cleaned = await everything();
  for (const trace of [clickId, clickId.toUpperCase(), 'canary-late']) expect(cleaned).not.toContain(trace);
  expect(cleaned).toContain('ip_not_allowed');
  // judged again once its word is explained, it is still about the same click
  const map = { network_id: net.id, word: 'nobody knows', status: 'reversed' };
  expect((await t.call('POST', '/api/admin/affiliate-networks/unmapped-statuses', map)).body).toMatchObject({
    judged: 1,
  });
  const [row] = (await rows('conversions')).filter((one) => String(one['id']) === first.body.id);
  expect(row).toMatchObject({ status: 'reversed', txid: 'late' });
});

test('a message that names a parameter twice is held, deleted and masked with the clicks that it names, the second one too', async () => {
  const net = await buildNetwork(t.deps);
  const path = new URL(net.postback_url).pathname;
  const [clickId, other] = [newEventId(now.getTime()), newEventId(now.getTime())];
  for (const id of [clickId, other]) await insert('clicks', { click_id: id, ts: now.toISOString() });
  const ask = async (query: string) => (await t.guest('GET', `${path}?${query}`)).body.error;
  expect(await ask(`cid=${clickId}&payout=1&payout=2&s5=canary-twice`)).toBe('parameter_pollution');
  expect(await ask(`cid=${other}&cid=${clickId}&s5=canary-second`)).toBe('parameter_pollution');
  const held = await t.call('GET', `/api/admin/personal-data?click_id=${clickId}`);
  expect(held.body.messages).toMatchObject([{ reason_code: 'parameter_pollution', click_id: clickId }]);
  await t.call('POST', '/api/admin/personal-data/erase', { click_id: clickId, reason: 'Asked by letter' });
  expect(await ask(`cid=${clickId}&payout=1&payout=2&s5=canary-again`)).toBe('parameter_pollution');
  const left = await everything();
  expect(left).not.toContain('canary-twice');
  expect(left).not.toContain('canary-again');
  await forgetTraces(t.deps, new Date(0));
  const cleaned = await everything();
  for (const trace of [clickId, 'canary-second']) expect(cleaned).not.toContain(trace);
  expect(cleaned).toContain(other);
});

test('the timeline of a conversion whose traces were deleted says so, and claims nothing about what is not known any more', async () => {
  const net = await buildNetwork(t.deps);
  const source = await buildSource(t.deps, {
    postback_enabled: true,
    postback_url: 'https://ads.example/?c={click_id}',
  });
  const clickId = newEventId(now.getTime());
  await insert('clicks', { click_id: clickId, ts: now.toISOString(), source_id: source.id });
  await t.guest('GET', `${new URL(net.postback_url).pathname}?cid=${clickId}&payout=5&txid=GONE`);
  const gaps = async () =>
    (await t.call('GET', '/api/admin/timeline?id=GONE')).body.data[0].steps
      .filter((step: Row) => step.kind === 'gap')
      .map((step: Row) => step.reason);
  expect(await gaps()).toContain('waits_to_be_sent');
  await t.call('POST', '/api/admin/personal-data/erase', { click_id: clickId, reason: 'Asked by letter' });
  const after = await gaps();
  expect(after.filter((reason: string) => reason === 'traces_deleted')).toHaveLength(2);
  expect(after).not.toContain('waits_to_be_sent');
  expect(after).not.toContain('click_removed');
});

test('retention removes clicks and visits, then every id in conversions and the event store, once and for all, and no sum moves', async () => {
  const net = await buildNetwork(t.deps);
  const old = await person('canary-old', net);
  now = new Date(now.getTime() + 100 * 86_400_000);
  const young = await person('canary-young', net);
  const before = new Date(now.getTime() - 90 * 86_400_000);
  const payouts = async () =>
    (await rows('conversions')).map((row) => Number(row['payout_micros'])).toSorted((a, b) => a - b);
  const [state, money] = [await sums(), await payouts()];
  await removeOldEvents(t.deps.db, before);
  expect(await forgetTraces(t.deps, before)).toBeGreaterThan(0);
  const held = async () =>
    (await eventStore.query('select * from events'))
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join();
  const stored = await held();
  for (const trace of ['canary-old', old.clickId, old.visitId, old.viewId]) expect(stored).not.toContain(trace);
  for (const trace of ['canary-young', young.clickId, young.visitId]) expect(stored).toContain(trace);
  const kept = (await rows('conversions')).find((row) => row['click_key'] === old.clickId)!;
  expect(kept).toMatchObject({ visit_id: null, external_id: null, ad_ids: {}, subs: {}, payout_micros: 5_000_000n });
  expect(kept).toMatchObject({ city: null, os_version: null, browser_version: null });
  expect(await sums()).toEqual(state);
  expect(await payouts()).toEqual(money);
  expect(await forgetTraces(t.deps, before)).toBe(0);
  expect(await held()).toBe(stored);
  // a refund that comes later still finds its sale
  const path = new URL(net.postback_url).pathname;
  expect((await t.guest('GET', `${path}?cid=${old.clickId}&txid=A&status=refund`)).body).toMatchObject({
    reason: 'updated',
  });
});
