import { sql } from 'kysely';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { newEventId } from '../../../platform/ids.ts';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Jobs } from '../../../platform/server/jobs/jobs.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createOutgoing } from '../../../platform/server/outgoing/over-http.ts';
import type { Outgoing } from '../../../platform/server/outgoing/outgoing.ts';
import { buildGuide, buildItem } from '../../guides/server/testing.ts';
import { buildLink } from '../../links/server/testing.ts';
import type { NetworkInput } from '../../networks/contract.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { buildSource } from '../../sources/server/testing.ts';
import type { Journey, TimelineStep } from '../contract.ts';
import { deliveryJobs } from '../../deliveries/server/service.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';

let t: TestApp;
let eventStore: EventStore;
let receiver: Server;
let outgoing: Outgoing;
let origin: string;
let answer = 200;
let batch = 0;
let now = new Date('2026-03-06T10:00:00Z');
let waiting: { name: string; payload: unknown }[] = [];
let place: { guide: number; item: number; link: number };

const jobs: Jobs = {
  add(_db, name, payload) {
    waiting.push({ name, payload });
    return Promise.resolve();
  },
};

beforeAll(async () => {
  eventStore = await testEventStore();
  receiver = createServer((_request, reply) => reply.writeHead(answer).end());
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  origin = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  outgoing = createOutgoing({ allow: [origin], log: createLog('silent') });
  t = await testApp(moneyRoutes, { clock: () => now, jobs, outgoing, eventStore });
  const guide = await buildGuide(t.deps, { title: 'Ten pillows' });
  const item = await buildItem(t.deps, guide.id, { title: 'Soft one' });
  place = { guide: guide.id, item: item.id, link: (await buildLink(t.deps, { name: 'Spring ad' })).id };
});
afterAll(async () => {
  await outgoing.close();
  await eventStore.close();
  await t.close();
  await new Promise((done) => receiver.close(done));
});

const insert = async (table: string, row: Record<string, unknown>) => {
  await t.deps.db.withTables<Record<string, Record<string, unknown>>>().insertInto(table).values(row).execute();
};
const behaviour = (rows: EventRow[]) =>
  eventStore.append({
    cursor: 'test',
    position: String((batch += 1)),
    table: 'events',
    rows: rows.map((row) => ({ is_bot: false, is_internal: false, ts: now.toISOString(), ...row })),
  });
const network = async (input: Partial<NetworkInput> = {}) => {
  const made = await buildNetwork(t.deps, input);
  return { ...made, path: new URL(made.postback_url).pathname };
};
const source = (input: Partial<SourceInput> = {}) =>
  buildSource(
    t.deps,
    {
      postback_enabled: true,
      postback_url: `http://${origin}/?c={external_id}`,
      requires_external_id: false,
      ...input,
    },
    [origin],
  );
type Net = Awaited<ReturnType<typeof network>>;

/** A visit, the page it read, the product it saw and the click, as the journal would have brought them. */
async function walk(given: {
  net?: Net;
  visit?: Record<string, unknown> | false;
  sees?: boolean;
  click?: Record<string, unknown> | false;
}) {
  const [visitId, viewId, clickId] = [0, 1, 2].map(() => newEventId(now.getTime())) as [string, string, string];
  const ts = now.toISOString();
  const page = { guide_id: place.guide };
  if (given.visit !== false) {
    await insert('visits', { visit_id: visitId, ts, link_id: place.link, route_reason: 'weighted', ...given.visit });
    await behaviour([{ type: 'visit', visit_id: visitId, ...page }]);
  }
  if (given.sees !== false)
    await behaviour([
      { type: 'view', visit_id: visitId, view_id: viewId, ...page },
      { type: 'impression', view_id: viewId, item_id: place.item, position: 3, ...page },
    ]);
  const offer = given.net ? await buildOffer(t.deps, { network_id: given.net.id }) : undefined;
  if (given.click !== false)
    await insert('clicks', {
      click_id: clickId,
      ts,
      visit_id: given.visit === false ? null : visitId,
      view_id: viewId,
      item_id: place.item,
      position: 3,
      offer_id: offer?.id ?? null,
      network_id: given.net?.id ?? null,
      ...page,
      ...given.click,
    });
  return { visitId, clickId };
}
const hit = (net: Net, params: Record<string, string> | string) =>
  t.guest('GET', `${net.path}?${typeof params === 'string' ? params : new URLSearchParams(params).toString()}`);
const ask = async (id: string, kind?: string): Promise<{ data: Journey[]; message: string }> =>
  (await t.call('GET', `/api/admin/timeline?${new URLSearchParams({ id, ...(kind && { kind }) }).toString()}`)).body;
const reasons = (steps: TimelineStep[]) => steps.flatMap((one) => one.reason ?? []);
const work = async () => {
  for (const job of waiting.splice(0)) await deliveryJobs(t.deps)[job.name as 'postback_out'](job.payload);
};
/** A click whose source is told, and its conversion. */
const told = async (input: Partial<SourceInput>, params: Record<string, string> = {}, click: object = {}) => {
  const net = await network();
  const from = await source(input);
  const { clickId } = await walk({ net, click: { source_id: from.id, ...click } });
  waiting = [];
  await hit(net, { cid: clickId, payout: '5', ...params });
  return { net, from, clickId };
};

test('the story of one conversion leaves out what was said of the others of its click; the story of the click has all', async () => {
  const net = await network();
  const { clickId } = await walk({ net });
  const { body: sale } = await hit(net, { cid: clickId, payout: '5', txid: 'SALE-1' });
  now = new Date(now.getTime() + 60_000);
  const { body: upsell } = await hit(net, { cid: clickId, payout: '2', txid: 'UPSELL-1', event: 'upsell' });
  const titles = async (id: string) =>
    (await ask(id)).data
      .flatMap(({ steps }) => steps.map((one) => one.title))
      .filter((one) => /Postback|Conv/.test(one));
  const from = `Postback from ${net.name}`;
  expect(await titles('SALE-1')).toEqual([from, `Conversion ${sale.id}`]);
  expect(await titles(upsell.id)).toEqual([from, `Conversion ${upsell.id}`]);
  expect(await titles(clickId)).toEqual([from, `Conversion ${sale.id}`, from, `Conversion ${upsell.id}`]);
});

test('a whole journey is one story without a gap, from any of its ids', async () => {
  const net = await network({ name: 'Good network' });
  const from = await source({ name: 'Taboola' });
  const { visitId, clickId } = await walk({ net, visit: { source_id: from.id }, click: { source_id: from.id } });
  now = new Date(now.getTime() + 60_000);
  const { body } = await hit(net, { cid: clickId, payout: '12.5', txid: 'ORDER-1', status: 'pending' });
  now = new Date(now.getTime() + 60_000);
  await hit(net, { cid: clickId, payout: '12.5', txid: 'ORDER-1', status: 'approved' });
  await work();
  const { data } = await ask(clickId);
  expect(data).toHaveLength(1);
  expect(data[0]!.conversions).toMatchObject([{ id: body.id, status: 'approved', payout: '12.50' }]);
  expect(data[0]!.steps.map((one) => `${one.title}: ${one.text}`)).toEqual([
    'Visit: Somebody arrived through the link "Spring ad" from Taboola.',
    'Page: Read the guide "Ten pillows".',
    'Seen at rank 3: Had "Soft one" in view for a second.',
    expect.stringMatching(/^Click: Went out to "Offer \d+" at rank 3 on the guide "Ten pillows"\.$/),
    'Postback from Good network: Recorded as a new conversion.',
    `Conversion ${body.id}: A new sale: pending, 12.50 USD.`,
    'Gap: Taboola is not told of what is pending.',
    'Postback from Good network: Changed the conversion.',
    'Change: Went from pending to approved, 12.50 USD.',
    'Postback to Taboola, attempt 1: Taboola took it: HTTP 200.',
  ]);
  for (const id of [visitId, 'ORDER-1', body.id]) expect((await ask(id)).data[0]!.steps).toEqual(data[0]!.steps);
  expect((await ask(body.id, 'visit')).data).toEqual([]);
});

test('what somebody else read in the same minute is not in the story', async () => {
  const net = await network();
  await walk({ net });
  const { clickId } = await walk({ net });
  const { data } = await ask(clickId);
  const kinds = data[0]!.steps.map((one) => one.kind);
  expect(kinds.filter((kind) => kind !== 'gap')).toEqual(['visit', 'view', 'seen', 'click']);
});

type Case = [reason: string, said: RegExp, seed: () => Promise<string>];

const refused =
  (params: (clickId: string) => string | Record<string, string>, input: Partial<NetworkInput> = {}) =>
  async (): Promise<string> => {
    const net = await network(input);
    const { clickId } = await walk({ net });
    await hit(net, params(clickId));
    return clickId;
  };

const CASES: Case[] = [
  ['direct_visit', /did not come through a tracking link/, async () => (await walk({ visit: false })).clickId],
  ['bot_visit', /no person/, async () => (await walk({ visit: { is_bot: true } })).visitId],
  ['own_visit', /is in no count/, async () => (await walk({ visit: { is_internal: true } })).visitId],
  [
    'link_closed',
    /was paused/,
    async () => (await walk({ visit: { route_reason: 'link_paused' }, click: false })).visitId,
  ],
  [
    'no_destination',
    /fallback/,
    async () => (await walk({ visit: { route_reason: 'no_destination' }, click: false })).visitId,
  ],
  [
    'network_paused',
    /network of its offers was paused/,
    async () => (await walk({ visit: { route_reason: 'network_paused' }, click: false })).visitId,
  ],
  ['page_not_opened', /never asked for/, async () => (await walk({ sees: false, click: false })).visitId],
  ['no_click', /without a click/, async () => (await walk({ click: false })).visitId],
  ['offer_without_network', /no network/, async () => (await walk({})).clickId],
  ['no_message_yet', /has not reported anything/, async () => (await walk({ net: await network() })).clickId],
  [
    'network_silent',
    /nothing within 7 days/,
    async () =>
      (await walk({ net: await network({ attribution_window_days: 7 }), click: { ts: '2026-02-20T00:00:00Z' } }))
        .clickId,
  ],
  [
    'visit_removed',
    /visit is not stored any more/,
    async () => {
      const { clickId, visitId } = await walk({ net: await network() });
      await t.deps.db
        .withTables<Record<string, Record<string, unknown>>>()
        .deleteFrom('visits')
        .where('visit_id', '=', visitId)
        .execute();
      return clickId;
    },
  ],
  [
    'click_removed',
    /click is not stored any more/,
    async () => {
      const net = await network();
      const { clickId } = await walk({ net });
      await hit(net, { cid: clickId, payout: '1' });
      await t.deps.db
        .withTables<Record<string, Record<string, unknown>>>()
        .deleteFrom('clicks')
        .where('click_id', '=', clickId)
        .execute();
      return clickId;
    },
  ],
  [
    'click_unknown',
    /looked for during 72 hours/,
    async () => {
      await hit(await network(), { cid: 'stranger-1', payout: '1' });
      return 'stranger-1';
    },
  ],
  [
    'click_not_found',
    /tie it to a click by hand/,
    async () => {
      await hit(await network(), { cid: 'stranger-2', payout: '1' });
      now = new Date(now.getTime() + 80 * 3_600_000);
      return 'stranger-2';
    },
  ],
  ['unmapped_status', /nobody has explained/, refused((cid) => ({ cid, status: 'Zwischenstand' }))],
  ['ignored_status', /set to be ignored/, refused((cid) => ({ cid, status: 'x' }), { status_map: { x: 'ignore' } })],
  ['bad_amount', /cannot be read as money/, refused((cid) => ({ cid, payout: '1,50 €' }))],
  ['bad_currency', /currency that is none/, refused((cid) => ({ cid, currency: 'Dollar' }))],
  ['literal_macro', /did not fill in/, refused((cid) => ({ cid, payout: '{payout}' }))],
  ['ip_not_allowed', /not on the list/, refused((cid) => ({ cid }), { ip_allowlist: ['203.0.113.9'] })],
  [
    'bad_signature',
    /signature did not match/,
    refused((cid) => ({ cid }), { hmac_secret: 'geheim', hmac_param: 'sig' }),
  ],
  [
    'parameter_pollution',
    /parameter twice/,
    async () => {
      await hit(await network(), 'cid=a&payout=1&payout=2&txid=POLLUTED');
      return 'POLLUTED';
    },
  ],
  [
    'missing_click_id',
    /without a click id/,
    async () => {
      await hit(await network(), { txid: 'NO-CLICK' });
      return 'NO-CLICK';
    },
  ],
  [
    'network_in_trash',
    /lies in the trash/,
    async () => {
      const net = await network();
      const { clickId } = await walk({ net });
      await sql`update networks set deleted_at = now() where id = ${net.id}`.execute(t.deps.db);
      await hit(net, { cid: clickId, payout: '1' });
      return clickId;
    },
  ],
  [
    'bad_key',
    /not ours/,
    async () => {
      const { clickId } = await walk({ net: await network() });
      await t.guest('GET', `/postback/wrong-key?cid=${clickId}`);
      return clickId;
    },
  ],
  [
    'late_click',
    /later than the attribution window/,
    async () => {
      const net = await network({ attribution_window_days: 1 });
      const { clickId } = await walk({ net, click: { ts: new Date(now.getTime() - 3 * 86_400_000).toISOString() } });
      await hit(net, { cid: clickId, payout: '1' });
      return clickId;
    },
  ],
  [
    'amount_conflict',
    /first amount was kept/,
    async () => {
      const net = await network();
      const { clickId } = await walk({ net });
      for (const payout of ['10', '11']) await hit(net, { cid: clickId, payout, txid: 'X' });
      return clickId;
    },
  ],
  ['test_message', /marked as a test/, refused((cid) => ({ cid, payout: '1', test: '1' }))],
  ['unconverted', /no rate from SEK to USD/, refused((cid) => ({ cid, payout: '9', currency: 'SEK' }))],
  ['no_source', /no traffic source to tell/, refused((cid) => ({ cid, payout: '1' }))],
  ['postback_off', /switched off/, async () => (await told({ postback_enabled: false })).clickId],
  ['status_not_sent', /not told of what is pending/, async () => (await told({}, { status: 'pending' })).clickId],
  ['waits_to_be_sent', /waits for its turn/, async () => (await told({})).clickId],
  [
    'no_external_id',
    /brought no click id of the source/,
    async () => {
      const { clickId } = await told({ requires_external_id: true });
      await work();
      return clickId;
    },
  ],
  [
    'zero_payout',
    /worth nothing/,
    async () => {
      const { clickId } = await told({}, { payout: '0' });
      await work();
      return clickId;
    },
  ],
  [
    'http_404',
    /Given up, because it answered HTTP 404/,
    async () => {
      const { clickId } = await told({});
      answer = 404;
      await work();
      answer = 200;
      return clickId;
    },
  ],
  [
    'http_503',
    /It is tried again/,
    async () => {
      const { clickId } = await told({});
      answer = 503;
      await work();
      answer = 200;
      return clickId;
    },
  ],
];

test.each(CASES)('a journey that ends in %s says so', async (reason, said, seed) => {
  const steps = (await ask(await seed())).data.flatMap((one) => one.steps);
  expect(reasons(steps)).toContain(reason);
  expect(steps.find((one) => one.reason === reason)!.text).toMatch(said);
});

test('a click is only called one without a look at the product when its page is known to have been read', async () => {
  const { clickId, visitId } = await walk({ sees: false });
  const said = async () => reasons((await ask(clickId)).data[0]!.steps);
  expect(await said()).not.toContain('product_not_seen');
  const view = { visit_id: visitId, view_id: newEventId(now.getTime()), guide_id: place.guide };
  await behaviour([{ type: 'view', ...view }]);
  expect(await said()).toContain('product_not_seen');
});

test('a message of a log is told by its number, and an id that is nowhere says how long things are kept', async () => {
  const net = await network();
  await hit(net, { txid: 'Z-9' });
  const [log] = (await t.call('GET', `/api/admin/affiliate-networks/${net.id}/postback-logs`)).body.data;
  expect(reasons((await ask(log.id, 'message')).data[0]!.steps)).toEqual(['missing_click_id']);
  const none = await ask(newEventId(Date.parse('2026-01-02T00:00:00Z')));
  expect(none.data).toEqual([]);
  expect(none.message).toMatch(/made on 2026-01-02.*kept for 90 days/);
  expect((await t.call('GET', '/api/admin/timeline')).body.errors).toHaveProperty('id');
});
