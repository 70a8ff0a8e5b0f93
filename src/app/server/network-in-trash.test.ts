import { sql } from 'kysely';
import { linkRoutes } from '../../../tests/support/link-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { buildLink } from '../../features/links/server/testing.ts';
import { networksRoutes } from '../../features/networks/server/routes.ts';
import { buildOffer } from '../../features/offers/server/testing.ts';
import { sourcesRoutes } from '../../features/sources/server/routes.ts';
import { buildSource } from '../../features/sources/server/testing.ts';
import { removeOldLogs } from '../../features/postbacks/server/service.ts';
import { tendConversions } from '../../features/postbacks/server/service.ts';
import { replayTrashed } from '../../features/postbacks/server/trashed.ts';
import { conversionDesk } from '../../features/postbacks/server/testing.ts';
import { moneyRoutes } from '../../../tests/support/money-routes.ts';

const NETWORKS = '/api/admin/affiliate-networks';
const SOURCES = '/api/admin/traffic-sources';
const LINKS = '/api/admin/tracking-links';
const DAY_MS = 86_400_000;
const START = new Date('2026-03-01T10:00:00Z');
let t: TestApp;
let now = START;

beforeAll(async () => {
  t = await testApp(
    (route, deps, app) => {
      moneyRoutes(route, deps, app);
      networksRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        (id) => replayTrashed(deps, id),
      );
      sourcesRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => Promise.resolve(),
      );
      linkRoutes(route, deps);
    },
    { clock: () => now },
  );
});
afterAll(() => t.close());

const { rows, network, click, hit } = conversionDesk(() => t);
const conversionsOf = async (net: { id: number }) =>
  ((await rows('conversions')) as Record<string, unknown>[]).filter((row) => row['network_id'] === net.id);
const waitingOf = async (net: { id: number }) =>
  ((await rows('postback_logs')) as Record<string, unknown>[]).filter(
    (row) => row['network_id'] === net.id && row['reason_code'] === 'network_in_trash',
  );
const trash = (table: string, id: number, at = now) =>
  sql`update ${sql.table(table)} set deleted_at = ${at.toISOString()} where id = ${id}`.execute(t.deps.db);

test('a network with conversions is not deleted, and the answer lists what hangs on it', async () => {
  const net = await network({ name: 'Earns' });
  const offer = await buildOffer(t.deps, { name: 'Deep Sleep', network_id: net.id });
  const link = await buildLink(t.deps, { name: 'Spring' });
  await t.call('POST', `${LINKS}/${link.id}/destinations`, { type: 'offer', target_id: offer.id, weight: 100 });
  await hit(net, { cid: await click({ offer_id: offer.id }), payout: '5' });
  const reply = await t.call('DELETE', `${NETWORKS}/${net.id}`);
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    error: 'in_use',
    message:
      '"Earns" is in use by offer "Deep Sleep", link "Spring", has 1 conversion and sent 1 postback in the last 30 days. Archive it instead.',
    details: {
      used_by: [
        { kind: 'offer', id: offer.id, name: 'Deep Sleep' },
        { kind: 'link', id: link.id, name: 'Spring' },
      ],
      count: 2,
      earned: { conversions: 1, postbacks_30d: 1, costs: 0 },
    },
  });
  expect(new Date(reply.body.details.earned.last_postback_at as string)).toEqual(now);
});

test('a network that is only used is refused with nothing about money', async () => {
  const net = await network({ name: 'Idle' });
  const offer = await buildOffer(t.deps, { name: 'Calm Tea', network_id: net.id });
  const { body } = await t.call('DELETE', `${NETWORKS}/${net.id}`);
  expect(body).toMatchObject({
    message: '"Idle" is in use by offer "Calm Tea".',
    details: { used_by: [{ kind: 'offer', id: offer.id, name: 'Calm Tea' }], count: 1 },
  });
  expect(body.details).not.toHaveProperty('earned');
});

test('a network that only sent messages is kept for 30 days; tests and the sample hold nothing', async () => {
  const [net, tried] = [await network(), await network()];
  await hit(net, { payout: '5' });
  await hit(tried, { cid: await click(), payout: '5', test: '1' });
  expect((await t.call('DELETE', `${NETWORKS}/${tried.id}`)).status).toBe(200);
  expect((await t.call('DELETE', `${NETWORKS}/${net.id}`)).body.message).toMatch(
    /sent 1 postback in the last 30 days\. Archive/,
  );
  now = new Date(START.getTime() + 31 * DAY_MS);
  expect((await t.call('DELETE', `${NETWORKS}/${net.id}`)).status).toBe(200);
  now = START;
});

test('a source with conversions or bills and a link with conversions are archived, not deleted', async () => {
  const [paid, earns] = [await buildSource(t.deps), await buildSource(t.deps)];
  const link = await buildLink(t.deps);
  const net = await network();
  await hit(net, { cid: await click({ source_id: earns.id, link_id: link.id }), payout: '5' });
  await sql`insert into cost_entries (source_id, from_at, to_at, amount_micros, currency, state, method, visits, actor_name, created_at)
    values (${paid.id}, now(), now() + interval '1 day', 1, 'USD', 'confirmed', 'manual', 0, 'x', now())`.execute(
    t.deps.db,
  );
  for (const [path, words] of [
    [`${SOURCES}/${earns.id}`, /has 1 conversion\./],
    [`${SOURCES}/${paid.id}`, /has 1 bill\./],
    [`${LINKS}/${link.id}`, /has 1 conversion\./],
  ] as const) {
    const reply = await t.call('DELETE', path);
    expect(reply.status, path).toBe(409);
    expect(reply.body.message).toMatch(words);
  }
  expect((await t.call('PUT', `${LINKS}/${link.id}`, { status: 'archived' })).status).toBe(200);
});

test('what comes for a network in the trash waits, is listed, and is counted once when the network is back', async () => {
  const net = await network({ name: 'Gone' });
  const [first, second] = [await click({ network_id: net.id }), await click({ network_id: net.id })];
  await t.call('DELETE', `${NETWORKS}/${net.id}`);
  for (const cid of [first, second, first])
    expect((await hit(net, { cid, payout: '5', txid: 'T1' })).body).toMatchObject({
      ok: true,
      result: 'ignored',
      reason: 'network_in_trash',
    });
  expect(await conversionsOf(net)).toEqual([]);
  expect((await t.call('GET', '/api/admin/conversions/trashed-networks')).body).toMatchObject({
    data: [{ id: net.id, name: 'Gone', messages: 3 }],
    total: 1,
  });
  const restored = await t.call('POST', `${NETWORKS}/${net.id}/restore`);
  expect(restored.body.message).toBe('Affiliate network restored. 3 postbacks that wait are judged now.');
  expect(await conversionsOf(net)).toMatchObject([{ payout_micros: 5_000_000n }, { payout_micros: 5_000_000n }]);
  expect(await waitingOf(net)).toEqual([]);
  // replayed again, nothing is counted twice
  expect(await replayTrashed(t.deps, net.id)).toBe(0);
  expect(await conversionsOf(net)).toHaveLength(2);
});

test('a message stored before its network went, and a network that came back unseen, lose nothing', async () => {
  const net = await network();
  await trash('networks', net.id);
  await hit(net, { cid: await click(), payout: '7' });
  expect(await waitingOf(net)).toHaveLength(1);
  await tendConversions(t.deps);
  expect(await waitingOf(net)).toHaveLength(1);
  await sql`update networks set deleted_at = null where id = ${net.id}`.execute(t.deps.db);
  await tendConversions(t.deps);
  expect(await conversionsOf(net)).toMatchObject([{ payout_micros: 7_000_000n }]);
});

test('old logs go, but not what waits for a network in the trash', async () => {
  const net = await network();
  await trash('networks', net.id);
  await hit(net, { cid: await click(), payout: '7' });
  await removeOldLogs(t.deps.db, { before: new Date(now.getTime() + 1), waiting: new Date(now.getTime() - DAY_MS) });
  expect(await waitingOf(net)).toHaveLength(1);
  await removeOldLogs(t.deps.db, { before: new Date(now.getTime() + 1), waiting: new Date(now.getTime() + 1) });
  expect(await waitingOf(net)).toEqual([]);
});

test('a conversion of a link, source and offer in the trash keeps its price and its payout', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'USD' });
  const link = await buildLink(t.deps, { traffic_source_id: source.id, cost_model: 'cpa', cost_value: '2.50' });
  const offer = await buildOffer(t.deps, { payout_amount: '9.00', payout_source: 'fixed' });
  for (const [table, id] of [
    ['links', link.id],
    ['sources', source.id],
    ['offers', offer.id],
  ] as const)
    await trash(table, id);
  const net = await network();
  await hit(net, { cid: await click({ link_id: link.id, source_id: source.id, offer_id: offer.id }), payout: '5' });
  expect(await conversionsOf(net)).toMatchObject([{ cost_micros: 2_500_000n, payout_micros: 9_000_000n }]);
});

test('a link comes back only with its source and its targets', async () => {
  const source = await buildSource(t.deps, { name: 'Ads' });
  const offer = await buildOffer(t.deps, { name: 'Calm' });
  const link = await buildLink(t.deps, { traffic_source_id: source.id });
  await t.call('POST', `${LINKS}/${link.id}/destinations`, { type: 'offer', target_id: offer.id, weight: 100 });
  for (const [table, id] of [
    ['links', link.id],
    ['sources', source.id],
    ['offers', offer.id],
  ] as const)
    await trash(table, id);
  const restore = () => t.call('POST', `${LINKS}/${link.id}/restore`);
  expect((await restore()).body).toMatchObject({
    error: 'conflict',
    message: 'Restore its traffic source "Ads" first.',
  });
  await sql`update sources set deleted_at = null where id = ${source.id}`.execute(t.deps.db);
  expect((await restore()).body.message).toBe('Restore the offer "Calm" first: a destination leads to it.');
  await sql`update offers set deleted_at = null where id = ${offer.id}`.execute(t.deps.db);
  expect((await restore()).status).toBe(200);
});
