import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';
import { newEventId } from '../../../../platform/ids.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import { inTransaction, openDb, openPool, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { lockSource } from '../../../costs/server/store-bills.ts';
import { buildLink } from '../../../links/server/testing.ts';
import { conversionDesk } from '../../../postbacks/server/testing.ts';
import { buildSource } from '../../../sources/server/testing.ts';

/**
 * Two instances on one database: what one replaces, the other values by at once.
 * Seen red: rates that an instance keeps once it has read them; rates that are asked for once in a transaction; bills
 * and arrivals that were given their worth by rates of before the lock that was waited for.
 */

const DAY = '2026-03-06';
let now = new Date(`${DAY}T10:00:00Z`);
let t: TestApp;
let other: Awaited<ReturnType<typeof secondInstance>>;

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now });
  other = await secondInstance();
});
afterAll(async () => {
  await other.deps.db.destroy();
  await t.close();
});

/** The services of a process of its own, which keeps whatever it keeps for itself. */
async function secondInstance() {
  vi.resetModules();
  const [postbacks, testing, costs, costWorth, arrivals, conversions, rates] = [
    await import('../../../postbacks/server/service.ts'),
    await import('../../../postbacks/server/testing.ts'),
    await import('../../../costs/server/service.ts'),
    await import('../../../costs/server/worth.ts'),
    await import('../../../costs/server/arrival-worth.ts'),
    await import('../service.ts'),
    await import('../../../rates/server/service.ts'),
  ];
  const db = openDb(openPool(t.databaseUrl, () => undefined, { lock_timeout: 60_000, statement_timeout: 60_000 }));
  const deps: Deps = { ...t.deps, db, config: { ...t.deps.config } };
  return {
    deps,
    ...postbacks,
    ...testing,
    ...costs,
    ...conversions,
    ...rates,
    ...arrivals,
    revalueCosts: costWorth.revalueCosts,
  };
}

const { rows, network, click } = conversionDesk(() => t);
const here = (csv: string) => t.call('PUT', '/api/admin/exchange-rates', { csv });
const there = (csv: string) => other.replaceRates(other.deps, t.actor, csv);
const ratesOf = (rate: number): string => `Date,USD\n${DAY},${rate}\n`;

/** An arrival as the shipper brings it. @returns its id */
async function arrive(sourceId: number): Promise<string> {
  const visit = { visit_id: newEventId(now.getTime()), ts: `${DAY}T09:00:00Z`, source_id: sourceId };
  const paid = { ...visit, cost_micros: 1_000_000n, cost_currency: 'EUR' };
  await t.deps.db.withTables<Record<string, Record<string, unknown>>>().insertInto('visits').values(paid).execute();
  return visit.visit_id;
}
const rowWith = async (table: string, column: string, value: unknown) =>
  ((await rows(table)) as Record<string, unknown>[]).find((row) => String(row[column]) === String(value))!;
const bill = (sourceId: number) =>
  other.addCost({ ...other.deps, bills: other.billPort }, undefined, {
    source_id: sourceId,
    link_id: null,
    param: null,
    value: null,
    date_from: DAY,
    date_to: DAY,
    amount: '10',
    currency: 'EUR',
    state: 'estimated',
    note: null,
  });

test('conversions, what they cost, bills and arrivals are worth what the rates say that another instance has just replaced', async () => {
  const net = await network({ payout_currency: 'EUR' });
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  const link = await buildLink(t.deps, { traffic_source_id: source.id, cost_model: 'cpa', cost_value: '4' });
  for (const rate of [1.5, 1.25, 2, 1.75]) {
    await here(ratesOf(rate));
    now = new Date(now.getTime() + 60_000);
    const cid = await click({ link_id: link.id, source_id: source.id });
    const said = { click_id: cid, payout: '10', txid: `T${rate}`, ts: String(Date.parse(`${DAY}T09:00:00Z`) / 1000) };
    expect(await other.buildConversion(other.deps, net.postback_url, said)).toMatchObject({ ok: true });
    expect(await rowWith('conversions', 'click_id', cid)).toMatchObject({
      payout_base_micros: BigInt(10_000_000 * rate),
      cost_base_micros: BigInt(4_000_000 * rate),
      fx_date: DAY,
    });
    expect((await bill(source.id)).worth).toMatchObject({ amount: (10 * rate).toFixed(2), currency: 'USD' });
    const visit = await arrive(source.id);
    await other.tendConversions(other.deps);
    expect(await rowWith('visits', 'visit_id', visit)).toMatchObject({ cost_base_micros: BigInt(1_000_000 * rate) });
  }
});

test('both show the same, whichever replaced them', async () => {
  const port = { countUnconverted: () => Promise.resolve(0) };
  const shown = async () => [
    (await other.describeRates(other.deps, port)).last_day,
    (await t.call('GET', '/api/admin/exchange-rates')).body.data.last_day,
  ];
  await here('Date,USD\n2026-03-06,1.5');
  expect(await shown()).toEqual(['2026-03-06', '2026-03-06']);
  await there('Date,USD\n2026-03-07,1.5');
  expect(await shown()).toEqual(['2026-03-07', '2026-03-07']);
});

test('a transaction that is older than the rates values by them all the same', async () => {
  await there(ratesOf(1.5));
  const worth = async (trx: Db) => (await other.baseOf(trx, { micros: 1n, currency: 'EUR', at: DAY }))!.rate;
  const worths = await inTransaction(other.deps.db, async (trx) => {
    const before = await worth(trx);
    await here(ratesOf(1.25));
    return [before, await worth(trx)];
  });
  expect(worths).toEqual(['1.5', '1.25']);
});

/** Lets the other one wait for what a transaction here holds, and replaces the rates meanwhile. */
async function replaceWhileItWaits(hold: (trx: Db) => Promise<unknown>, work: () => Promise<unknown>, csv: string) {
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        t.deps.db,
      )
    ).rows.length;
  let round: Promise<unknown> | undefined;
  await inTransaction(t.deps.db, async (trx) => {
    await hold(trx);
    round = work();
    round.catch(() => undefined);
    await expect.poll(waiting).toBe(1);
    await there(csv);
  });
  await round;
}

test('a bill that another one holds is given its worth by the newest rates', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  await here('Date,USD\n2026-03-01,1.5');
  const { id } = await bill(source.id);
  const worth = async () => {
    const { data } = (await t.call('GET', `/api/admin/costs?source_id=${source.id}`)).body;
    return data[0].worth.amount;
  };
  expect(await worth()).toBe('15.00');
  await there('Date,USD\n2026-03-05,1.25');
  await replaceWhileItWaits(
    (trx) => sql`select from cost_entries where id = ${id} for update`.execute(trx),
    () => other.revalueCosts(other.deps, 'USD'),
    ratesOf(2),
  );
  expect(await worth()).toBe('20.00');
});

test('and so are arrivals of a source that another one holds', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  await here('Date,USD\n2026-03-05,1.25');
  const visit = await arrive(source.id);
  await replaceWhileItWaits(
    (trx) => lockSource(trx, source.id, 'alone'),
    () => other.revalueArrivals(other.deps, 'USD', 'all'),
    ratesOf(2),
  );
  expect(await rowWith('visits', 'visit_id', visit)).toMatchObject({ cost_base_micros: 2_000_000n, cost_fx_day: DAY });
});
