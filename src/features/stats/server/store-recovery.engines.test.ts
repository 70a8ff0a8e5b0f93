import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedApp, type ShippedApp } from '../../../../tests/support/shipped-app.ts';
import { recordedEvents } from '../../conversions/server/recorded-events.ts';
import { conversionDesk } from '../../postbacks/server/testing.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';
import { createStoreKeeper } from '../../recovery/server/service.ts';
import { sumUpHours } from '../../events/server/hours.ts';
import { buildClick, buildVisit } from '../../events/server/testing.ts';
import { buildLink } from '../../links/server/testing.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { METRICS } from '../../reports/contract.ts';
import type { Dimension } from '../../reports/dimensions-contract.ts';
import { runReport } from '../../reports/server/store-report.ts';
import { newEventId } from '../../../platform/ids.ts';

/**
 * The event store is lost, emptied, damaged or older than the database knows. Seen red: the screens showed 0 conversions beside 1,347 in
 * the database, and said nothing.
 */

let t: ShippedApp;
let now: Date;
const { network, hit } = conversionDesk(() => t);
const day = (n: number, time = '12:34:56.789Z') => `2026-03-0${n}T${time}`;

function keeperOf(given: Partial<Parameters<typeof createStoreKeeper>[0]> = {}) {
  return createStoreKeeper({ ...t.deps, journal: t.journal, shipper: t.shipper, recordedEvents, ...given });
}

beforeEach(async () => {
  now = new Date('2026-03-06T10:00:00Z');
  // small segments: the journal lets go of nearly all that was shipped
  t = await shippedApp(moneyRoutes, () => now, 20_000);
});
afterEach(() => t.close());

/** What the database can tell: all but views, and what was in sight on them. */
const OF_VIEWS = [
  'views',
  'visitors',
  'bot_views',
  'impressions',
  'review_views',
  'reads',
  'cta_views',
  'cta_impressions',
  'last_view_at',
];
const TOLD = METRICS.filter((metric) => !OF_VIEWS.includes(metric));
const CUTS: Dimension[][] = [
  [],
  ['day'],
  ['hour'],
  ['source', 'link'],
  ['destination'],
  ['offer', 'network'],
  ['listicle', 'item', 'position'],
  ['review', 'place'],
  ['country', 'device'],
  ['os', 'browser'],
  ['utm_source', 'utm_campaign'],
  ['utm_medium', 'utm_content', 'utm_term'],
  ['status', 'event_kind'],
];

/** Every figure, by every cut, in both currencies and by both times. */
async function figures(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const dimensions of CUTS)
    for (const currency of ['USD', 'EUR'])
      for (const timeBasis of dimensions.length < 2 ? (['conversion', 'click'] as const) : (['conversion'] as const)) {
        const rows = await runReport(t.deps.eventStore, {
          dimensions,
          metrics: TOLD,
          filters: [],
          range: { from: new Date('2026-02-01T00:00:00Z'), to: new Date('2026-03-20T00:00:00Z') },
          zone: 'Asia/Kathmandu',
          timeBasis,
          currency,
        });
        // `known` counts rows that name a cost, only to tell some from none
        const told = rows.map((row) => ({ ...row, sums: { ...row.sums, known: row.sums.known > 0n } }));
        found.push([dimensions, currency, timeBasis, told]);
      }
  return found;
}

const views = async (): Promise<number> =>
  (await t.deps.eventStore.query<{ n: number }>("select count(*) as n from events where type = 'view'"))[0]!.n;

/** A week of everything: visits with costs in two currencies, clicks, conversions that moved, bills, rates, refunds, tests and orphans. */
async function live(prefix = ''): Promise<void> {
  const net = await network({ payout_currency: 'EUR' });
  const [paid, other] = [await buildSource(t.deps, { cost_currency: 'EUR' }), await buildSource(t.deps, {})];
  const [link, offer] = [await buildLink(t.deps), await buildOffer(t.deps, { network_id: net.id } as never)];
  const events: object[] = [];
  for (let n = 0; n < 60; n += 1) {
    const at = new Date(Date.parse(day(1 + (n % 4))) + n * 61_000).toISOString();
    const visit = buildVisit({
      ts: at,
      visitor: `${String(n % 23).padStart(13, 'a')}fff`,
      source_id: n % 2 === 0 ? paid.id : other.id,
      link_id: link.id,
      destination_id: 1 + (n % 3),
      country: n % 5 === 0 ? 'FR' : 'DE',
      utm: { utm_source: `s${n % 3}`, utm_campaign: 'spring', utm_content: `c${n % 7}` },
      subs: { sub1: `x${n}` },
      is_bot: n % 11 === 0,
      ...(n % 3 !== 0 && { cost_micros: String(10_000 + n), cost_currency: n % 2 === 0 ? 'EUR' : 'USD' }),
    } as never);
    events.push(visit, { ...visit, type: 'view', view_id: newEventId(Date.parse(at)), guide_id: 7 });
    if (n % 2 === 0)
      events.push(
        buildClick({
          ...(visit as object),
          type: 'click',
          click_id: `${prefix}click${n}`,
          guide_id: 7,
          item_id: n % 4,
          position: 1 + (n % 4),
          offer_id: offer.id,
          network_id: net.id,
          ...(n % 8 === 0 && { review_id: 3, place: 'verdict' }),
        } as never),
      );
  }
  for (let at = 0; at < events.length; at += 5) await t.journal.append(JSON.stringify(events.slice(at, at + 5)));
  await t.shipper.drain(60_000);
  const say = (n: number, status: string, more: Record<string, string> = {}) =>
    hit(net, { click_id: `${prefix}click${n}`, payout: `${10 + n}.25`, status, txid: `t${n}`, ...more });
  for (let n = 0; n < 40; n += 2)
    await say(n, n % 6 === 0 ? 'pending' : 'approved', { currency: n % 4 === 0 ? 'USD' : 'EUR' });
  for (let n = 0; n < 40; n += 8) await say(n, 'rejected');
  await hit(net, { click_id: 'nobody', payout: '5', status: 'approved' });
  await t.call('PUT', '/api/admin/exchange-rates', {
    csv: 'Date,USD,GBP\n2026-03-05,1.10,0.84\n2026-03-01,1.08,0.83\n',
  });
  await tend();
  const bill = { source_id: paid.id, amount: '12.34', currency: 'EUR', date_from: '2026-03-02', date_to: '2026-03-03' };
  await t.call('POST', '/api/admin/costs', { ...bill, state: 'confirmed' });
  const second = await t.call('POST', '/api/admin/costs', { ...bill, source_id: other.id, state: 'confirmed' });
  await t.call('POST', `/api/admin/costs/${second.body.data?.id ?? second.body.id}/undo`, {});
  await tend();
  await t.shipper.drain(60_000);
}

async function tend(): Promise<void> {
  const { tendConversions } = await import('../../postbacks/server/service.ts');
  await tendConversions(t.deps);
}

/** Ends the process that holds the file, which the next call starts again. */
function killHolders(): void {
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (line.includes('duckdb/child.ts') && line.includes(t.eventsPath)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // it ended by itself
    }
  }
}

/** Looks until all is there. */
async function recover(keeper = keeperOf()): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await keeper.keepWhole();
      return;
    } catch {
      await sleep(50);
    }
  }
  await keeper.keepWhole();
}

const damages: [string, (path: string) => void, RegExp][] = [
  ['removed', (path) => fs.rmSync(path), /^The event store was lost or replaced/],
  [
    'emptied',
    (path) => fs.truncateSync(path, 0),
    /^The file of the event store was damaged; .* set aside as events.duckdb.damaged-/,
  ],
  ['cut', (path) => fs.truncateSync(path, 5000), /^The file of the event store was damaged/],
];
test.each(damages)(
  'a store whose file was %s is filled up to the same figures, and what is missing is told',
  async (_, damage, words) => {
    await live();
    const keeper = keeperOf();
    await keeper.keepWhole();
    expect(await keeper.keepWhole().then(() => keeper.standing())).toMatchObject({ state: 'whole', message: null });
    await sumUpHours(t.deps);
    const [before, viewsBefore] = [await figures(), await views()];
    expect(viewsBefore).toBe(60);
    damage(t.eventsPath);
    killHolders();
    await recover(keeper);
    await t.shipper.drain(60_000);
    expect(await figures()).toEqual(before);
    const standing = await keeper.standing();
    expect(standing).toMatchObject({
      state: 'incomplete',
      missing: { from: '2026-03-01', to: expect.any(String), visits: 0, clicks: 0, views: 60 - (await views()) },
    });
    expect(await views()).toBeLessThan(10);
    expect(standing.message).toMatch(words);
    expect(standing.message).toMatch(/Missing of 2026-03-01 to 2026-03-04: 5\d views\.$/);
    expect(standing.next_step).toContain('put a backup of events.duckdb');
    const alerts = await t.deps.db
      .withTables<{ alerts: { message: string; kind: string } }>()
      .selectFrom('alerts')
      .selectAll()
      .execute();
    expect(alerts.filter((one) => one.kind === 'event_store')).toMatchObject([
      { message: expect.stringMatching(/: 5\d views/) },
    ]);
  },
  120_000,
);

test('an older copy of the store is known as such and filled up; what it holds of before stays', async () => {
  await live();
  await keeperOf().keepWhole();
  await keeperOf().keepWhole();
  const copies = ['', '.wal'].filter((end) => fs.existsSync(t.eventsPath + end));
  for (const end of copies) fs.copyFileSync(t.eventsPath + end, `${t.eventsPath}.copy${end}`);
  await live('second');
  await keeperOf().keepWhole();
  const [before, viewsBefore] = [await figures(), await views()];
  killHolders();
  for (const end of ['', '.wal']) fs.rmSync(t.eventsPath + end, { force: true });
  for (const end of copies) fs.copyFileSync(`${t.eventsPath}.copy${end}`, t.eventsPath + end);
  const keeper = keeperOf();
  await recover(keeper);
  await t.shipper.drain(60_000);
  expect(await figures()).toEqual(before);
  const { message, missing } = await keeper.standing();
  expect(message).toMatch(/^The event store was found in an older state on 2026-03-06 at 10:00 UTC\. Missing of/);
  expect(missing!.views).toBe(viewsBefore - (await views()));
  expect(await views()).toBeGreaterThanOrEqual(60);
});

test('killed again and again while it is filled up, nothing is there twice and nothing is left out', async () => {
  await live();
  await keeperOf().keepWhole();
  const before = await figures();
  fs.rmSync(t.eventsPath);
  killHolders();
  const stopped = keeperOf();
  stopped.stop();
  await recover(stopped);
  expect(await stopped.standing()).toMatchObject({ state: 'filling' });
  for (let round = 0; round < 12; round += 1) {
    const keeper = keeperOf();
    const looking = keeper.keepWhole().catch(() => undefined);
    await sleep(20 + 37 * round);
    keeper.stop();
    if (round % 2 === 0) killHolders();
    await looking;
  }
  await recover();
  await t.shipper.drain(60_000);
  expect(await figures()).toEqual(before);
});

test('deltas that wait in the outbox, and those that come while it is filled up, count once', async () => {
  await live();
  await keeperOf().keepWhole();
  const net = await network({});
  await t.deps.db
    .withTables<{ clicks: Record<string, unknown> }>()
    .insertInto('clicks')
    .values(Array.from({ length: 30 }, (_, n) => ({ click_id: `late${n}`, ts: day(5), network_id: net.id })))
    .execute();
  killHolders();
  fs.rmSync(t.eventsPath);
  const saying = (async () => {
    for (let n = 0; n < 30; n += 1)
      await hit(net, { click_id: `late${n}`, payout: '1', status: 'approved', txid: `l${n}`, currency: 'USD' });
  })();
  await recover();
  await saying;
  await t.shipper.drain(60_000);
  const [row] = await t.deps.eventStore.query<{ n: number }>(
    "select sum(delta_count)::int as n from events where type = 'conversion' and click_id like 'late%'",
  );
  expect(row!.n).toBe(30);
});
