import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { offerCaps } from '../../offers/server/present.ts';
import { capPeriod } from '../../offers/server/caps.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { setCapCount } from '../../offers/server/store-caps.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { watchNumbers } from './service.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-03-30T12:20:00Z');
const END = new Date('2026-03-30T12:00:00Z').getTime();

let t: TestApp;
let events: EventStore;
let batch = 0;

beforeEach(async () => {
  events = await testEventStore();
  t = await testApp(() => undefined, { eventStore: events, clock: () => NOW });
  return async () => {
    await t.close();
    await events.close();
  };
});

const put = (rows: EventRow[]) =>
  events.append({ cursor: 'test', position: String((batch += 1)), table: 'events', rows });
const person = { is_bot: false, is_internal: false };
const tsOf = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

/** Events of each hour of the days before, the last `quietHours` aside. */
const eachHour = (days: number, perHour: number, row: EventRow, quietHours = 0): EventRow[] =>
  Array.from({ length: days * 24 - quietHours }, (_, hour) => END - days * 24 * HOUR_MS + hour * HOUR_MS).flatMap(
    (ms) => Array.from({ length: perHour }, (_, i) => ({ ...row, ...person, ts: tsOf(ms + i * 1000) })),
  );

const conversion = (
  offer: { id: number; network_id: number | null },
  n: number,
  hoursAgo: number,
  lagHours = 2,
): EventRow => ({
  ...person,
  type: 'conversion',
  ts: tsOf(END - hoursAgo * HOUR_MS),
  click_ts: tsOf(END - (hoursAgo + lagHours) * HOUR_MS),
  conversion_id: n,
  offer_id: offer.id,
  network_id: offer.network_id,
  event_kind: 'sale',
  status: 'approved',
  delta_count: 1,
  delta_micros: 1n,
  currency: 'USD',
});

const alerts = async () => (await listAlerts(t.deps, AlertQuery.parse({ state: 'open' }))).data;

test('visits that stop are told for the site, and the alert closes when they come again', async () => {
  await put(eachHour(20, 10, { type: 'visit', link_id: 999 }, 3));
  await watchNumbers(t.deps);
  expect(await alerts()).toMatchObject([{ kind: 'visits_drop', subject_kind: 'site', severity: 'critical' }]);
  expect((await alerts())[0]!.message).toContain('0 visits in the last 3 hours; 30 ± ');
  await put(
    eachHour(1, 10, { type: 'visit', link_id: 999 }).filter(
      (row) => Date.parse(`${String(row['ts'])}Z`) >= END - 3 * HOUR_MS,
    ),
  );
  await watchNumbers(t.deps);
  expect(await alerts()).toEqual([]);
});

test('bots and own visits are no course', async () => {
  await put(eachHour(20, 10, { type: 'visit', link_id: 999 }, 3).map((row) => ({ ...row, is_bot: true })));
  await watchNumbers(t.deps);
  expect(await alerts()).toEqual([]);
});

test('an offer whose conversions stay away is told, with what was to be expected and where to look', async () => {
  const network = await buildNetwork(t.deps, { name: 'Northwind' });
  const offer = await buildOffer(t.deps, { name: 'Tea', network_id: network.id });
  await put(eachHour(40, 5, { type: 'click', offer_id: offer.id, network_id: network.id }));
  await put(Array.from({ length: 120 }, (_, n) => conversion(offer, n, 72 + n * 6)));
  await watchNumbers(t.deps);
  const [alert] = await alerts();
  expect(alert).toMatchObject({ kind: 'conversions_silence', subject_kind: 'offer', subject_name: 'Tea' });
  expect(alert!.message).toMatch(
    /^360 clicks since 2026-03-27 12:00 UTC and no conversion; \d+ ± \d+ were to be expected from Northwind\./,
  );
  expect(alert!.message).toContain('ask the network about this one');
});

test('conversions that come days after their clicks are not missed before they are due', async () => {
  const network = await buildNetwork(t.deps);
  const offer = await buildOffer(t.deps, { network_id: network.id });
  const click = { type: 'click', offer_id: offer.id, network_id: network.id };
  await put(eachHour(40, 1, click));
  // many more, of the last days
  await put(eachHour(3, 50, click));
  await put(Array.from({ length: 24 }, (_, n) => conversion(offer, n, 24 + n * 36, 96)));
  await watchNumbers(t.deps);
  expect((await alerts()).filter((one) => one.kind === 'conversions_silence')).toEqual([]);
});

test('messages that could not be counted point at us, another quiet offer at the network', async () => {
  const network = await buildNetwork(t.deps);
  const [offer, other] = [
    await buildOffer(t.deps, { network_id: network.id }),
    await buildOffer(t.deps, { network_id: network.id }),
  ];
  await put(eachHour(40, 5, { type: 'click', offer_id: offer.id, network_id: network.id }));
  await put(eachHour(40, 1, { type: 'click', offer_id: other.id, network_id: network.id }));
  await put(Array.from({ length: 120 }, (_, n) => conversion(offer, n, 72 + n * 6)));
  await watchNumbers(t.deps);
  expect((await alerts())[0]!.message).toContain('The network sent nothing for its other offers either');
  await sql`insert into postback_logs (direction, network_id, method, url_masked, state, reason_code, created_at)
    values ('in', ${network.id}, 'GET', '', 'done', 'unmatched_click', ${new Date(END - HOUR_MS).toISOString()})`.execute(
    t.deps.db,
  );
  await watchNumbers(t.deps);
  expect((await alerts())[0]!.message).toContain('Most of them: unmatched_click.');
});

test('an offer that is full is told as full, and one with room left is not', async () => {
  const network = await buildNetwork(t.deps);
  const { id: overflow_offer_id } = await buildOffer(t.deps);
  const offer = await buildOffer(t.deps, { network_id: network.id, cap_clicks_daily: 50, overflow_offer_id });
  await put(eachHour(40, 5, { type: 'click', offer_id: offer.id, network_id: network.id }));
  await put(Array.from({ length: 120 }, (_, n) => conversion(offer, n, 72 + n * 6)));
  const [cap] = offerCaps((await offersById(t.deps.db, [offer.id])).get(offer.id)!, 'UTC');
  const today = { ...cap!, period: capPeriod(cap!, NOW).from.toISOString() };
  await setCapCount(t.deps.db, today, 49);
  await watchNumbers(t.deps);
  expect((await alerts())[0]!.message).not.toContain('The offer has reached its cap.');
  await setCapCount(t.deps.db, today, 50);
  await watchNumbers(t.deps);
  expect((await alerts())[0]!.message).toContain('The offer has reached its cap.');
});

test.each([
  ['is paused', { status: 'paused' as const }, 'active' as const],
  ['is over', { ends_at: '2026-03-30T12:00:00Z' }, 'active' as const],
  ['is of a paused network', {}, 'paused' as const],
])('an offer that %s is not waited for', async (_what, given, status) => {
  const network = await buildNetwork(t.deps, { status });
  const offer = await buildOffer(t.deps, { network_id: network.id, ...given });
  await put(eachHour(40, 5, { type: 'click', offer_id: offer.id, network_id: network.id }));
  await put(Array.from({ length: 120 }, (_, n) => conversion(offer, n, 72 + n * 6)));
  await watchNumbers(t.deps);
  expect(await alerts()).toEqual([]);
});

test('an offer whose address is dead is waited for: that may be why', async () => {
  const network = await buildNetwork(t.deps);
  const offer = await buildOffer(t.deps, { network_id: network.id });
  await sql`update offers set is_link_dead = true where id = ${offer.id}`.execute(t.deps.db);
  await put(eachHour(40, 5, { type: 'click', offer_id: offer.id, network_id: network.id }));
  await put(Array.from({ length: 120 }, (_, n) => conversion(offer, n, 72 + n * 6)));
  await watchNumbers(t.deps);
  expect((await alerts())[0]!.message).toContain('The address of the offer does not answer as it should');
});
