import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedApp, type ShippedApp } from '../support/shipped-app.ts';
import { postbackRoutes } from '../../src/features/postbacks/server/routes.ts';
import { loadRates, replaceRates } from '../../src/features/rates/server/service.ts';
import { tendConversions } from '../../src/features/postbacks/server/service.ts';
import { buildConversion } from '../../src/features/postbacks/server/testing.ts';
import { buildNetwork } from '../../src/features/networks/server/testing.ts';
import { statsRoutes } from '../../src/features/stats/server/routes.ts';
import { newEventId } from '../../src/platform/ids.ts';
import { formatMicros, parseMicros } from '../../src/platform/money.ts';
import { seeded } from '../../src/platform/dice.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { bookInBulk, ledger, scriptedBooks, shippedBooks } from './money-books.ts';
import { CURRENCIES, DAYS, drawScript, FOREIGN, ratesUntil, type Scripted } from './money-histories.ts';

/**
 * The small sample of P7: scripted histories of conversions in eight currencies come in as postbacks; the books of PostgreSQL, the
 * sums of the event store and the figures of the screens must be the same to the micro, and what the script says. First there are no
 * rates, then rates of half the days, then of all. Many more go into the books by the rules alone.
 * Seen red: sums made by floats (off by 0.026704 in 3,548,158.51), a worth taken back by another rate than it came in by.
 */

const RECEIVED = sampleSize('PROVE_MONEY_RECEIVED', 120);
const BOOKED = sampleSize('PROVE_MONEY_BOOKED', 2000);
/** Each part has histories of its own. */
const SEED = Number(process.env['PROVE_PART'] ?? 7);
const SITE = 'USD';
const AT_ONCE = 4;
const DAY_MS = 86_400_000;
const STATUSES = ['pending', 'approved', 'rejected', 'reversed'] as const;
const BEGAN = Date.parse('2026-09-01T12:00:00Z');

let t: ShippedApp;
let network: { id: number; postback_url: string };
let now = BEGAN;
const random = seeded(SEED);
const scripts: Scripted[] = [];

beforeAll(async () => {
  t = await shippedApp(
    (route, deps, app) => (postbackRoutes(app, deps), statsRoutes(route, deps)),
    () => new Date(now),
  );
  network = await buildNetwork(t.deps);
});
afterAll(() => t.close());

async function storeClicks(clicks: readonly { click_id: string; ts: string }[]): Promise<void> {
  if (clicks.length === 0) return;
  await t.deps.db
    .withTables<{ clicks: Record<string, unknown> }>()
    .insertInto('clicks')
    .values([...clicks])
    .execute();
}

/** Plays some more histories, several at once, and stores the late clicks at the end. */
async function play(count: number): Promise<void> {
  const late: { click_id: string; ts: string }[] = [];
  const until = scripts.length + count;
  const worker = async (): Promise<void> => {
    while (scripts.length < until) {
      const script = drawScript(random, scripts.length, BEGAN);
      scripts.push(script);
      const click = { click_id: newEventId(Date.parse(script.clickAt)), ts: script.clickAt };
      if (script.click === 'before') await storeClicks([click]);
      if (script.click === 'later') late.push(click);
      for (const message of script.messages) {
        now += 5;
        await buildConversion(t.deps, network.postback_url, { cid: click.click_id, ...message });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (let from = 0; from < late.length; from += 1000) await storeClicks(late.slice(from, from + 1000));
}

const putRates = (days: number): Promise<void> =>
  replaceRates(t.deps, t.actor, ratesUntil(BEGAN - (DAYS - days) * DAY_MS, BEGAN - (DAYS + 5) * DAY_MS, seeded(SEED)));

/** Compares all books. @returns how far the sums of the screens are from the ledger, in micros */
async function compare(): Promise<bigint> {
  await t.shipper.drain(1_200_000);
  const own = await ledger(t.deps.db, SITE);
  expect(own.books).toEqual(scriptedBooks(scripts));
  expect(await shippedBooks(t.deps.eventStore)).toEqual(own.books);
  const from = new Date(BEGAN - (DAYS + 5) * DAY_MS).toISOString().slice(0, 10);
  const days = `date_from=${from}&date_to=${new Date(BEGAN).toISOString().slice(0, 10)}&tz=Pacific/Auckland`;
  const { totals, chart } = (await t.call('GET', `/api/admin/stats/conversions?${days}`)).body;
  const { pending, approved, reversed } = own.worth;
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0]));
  for (const [key, [count]] of Object.entries(own.books)) counts[key.split(' ')[1]!]! += Number(count);
  expect(totals.by_status).toEqual(counts);
  expect(totals).toMatchObject({
    payout_expected: formatMicros(pending + approved),
    payout_confirmed: formatMicros(approved),
    payout_pending: formatMicros(pending),
    reversed: formatMicros(reversed),
    orphans: scripts.filter(({ click }) => click === 'never').length,
  });
  type Foreign = { currency: string; revenue_expected: string; revenue_confirmed: string };
  const foreign = (totals.unconverted as Foreign[]).map(
    (one) =>
      [
        one.currency,
        { expected: parseMicros(one.revenue_expected), confirmed: parseMicros(one.revenue_confirmed) },
      ] as const,
  );
  expect(new Map(foreign)).toEqual(own.unconverted);
  const byDay = (chart as { payout: string }[]).reduce((sum, day) => sum + parseMicros(day.payout)!, 0n);
  expect(byDay).toBe(pending + approved);
  return parseMicros(totals.payout_expected)! - (pending + approved);
}

const differences: bigint[] = [];

// the books go on with what came in
describe('the money of a site', { shuffle: false }, () => {
  test(
    `${RECEIVED} conversions in ${Object.keys(CURRENCIES).length} currencies come in: script, books, event store and screens agree`,
    async () => {
      await play(Math.floor(RECEIVED / 2));
      await tendConversions(t.deps);
      differences.push(await compare());
      expect((await ledger(t.deps.db, SITE)).unconverted.size).toBe(FOREIGN.length);

      await putRates(DAYS / 2);
      await tendConversions(t.deps);
      await play(Math.floor(RECEIVED / 3));
      await tendConversions(t.deps);
      differences.push(await compare());

      await putRates(DAYS);
      await tendConversions(t.deps);
      await play(RECEIVED - scripts.length);
      await tendConversions(t.deps);
      differences.push(await compare());
      expect((await ledger(t.deps.db, SITE)).unconverted.size).toBe(0);
    },
    120_000 + RECEIVED * 200,
  );

  test(
    `${BOOKED} conversions more: the sums of the screens are those of the books`,
    async () => {
      const more = Array.from({ length: BOOKED }, (_, n) => drawScript(random, RECEIVED + n, BEGAN));
      const { book } = await loadRates(t.deps.db);
      await bookInBulk(t.deps.db, more, network.id, SITE, book!);
      for (const script of more) scripts.push(script);
      differences.push(await compare());
      const { rows } = (
        await t.deps.eventStore.query<{ rows: number }>(`select count(*) as rows from events where type = 'conversion'`)
      )[0]!;
      const { books } = await ledger(t.deps.db, SITE);
      printFigures('P7', {
        rows,
        conversions: scripts.length,
        received: RECEIVED,
        currencies: new Set(Object.keys(books).map((key) => key.split(' ')[0])).size,
        difference_micros: Number(differences.reduce((sum, one) => sum + (one < 0n ? -one : one), 0n)),
      });
      expect(rows).toBeGreaterThan(scripts.length);
    },
    120_000 + BOOKED * 10,
  );
});
