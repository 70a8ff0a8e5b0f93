import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { buildLink } from '../../../links/server/testing.ts';
import { buildSource } from '../../../sources/server/testing.ts';
import { addCost, undoCost } from '../../../costs/server/service.ts';
import { billPort } from '../../../conversions/server/service.ts';
import { judgeTogether } from './judge.ts';
import { lockSource } from '../../../costs/server/store-bills.ts';
import { conversionDesk } from '../testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';

/**
 * Messages that are judged together while a bill is written, each on its own connection, at the worst moment. Seen red: sources held one
 * after the other as the messages named them, after conversions were written (PostgreSQL ended one of the two as a deadlock).
 */

let t: TestApp;
const now = new Date('2026-03-04T10:00:00Z');
const actor = { id: 1, username: 'admin' };

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now });
});
afterAll(() => t.close());

const { rows, network, click, hit } = conversionDesk(() => t);

/** A source that is paid by the conversion, with a link of its own. */
async function paidSource() {
  const source = await buildSource(t.deps);
  const link = await buildLink(t.deps, { traffic_source_id: source.id, cost_model: 'cpa', cost_value: '4' });
  return { id: source.id, click: () => click({ link_id: link.id, source_id: source.id }) };
}

/** Messages that are stored and wait to be judged. @returns their ids */
async function stored({ id: network_id }: { id: number }, all: Record<string, string>[]): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (const said of all) {
    const { rows: made } = await sql<{ id: bigint }>`
      insert into postback_logs (direction, network_id, method, url_masked, request_query, state, created_at)
      values ('in', ${network_id}, 'GET', '/postback/***', ${JSON.stringify(Object.entries(said))}, 'received', ${now.toISOString()})
      returning id`.execute(t.deps.db);
    ids.push(made[0]!.id);
  }
  return ids;
}

/** Judges while another connection has done the first thing, and lets that do the second once the judgement waits for it. */
async function judgeBetween(
  ids: bigint[],
  first: (trx: Db) => Promise<unknown>,
  second: (trx: Db) => Promise<unknown>,
) {
  let judged: Promise<{ reason: string }[]> | undefined;
  await inTransaction(t.deps.db, async (trx) => {
    await first(trx);
    judged = judgeTogether(t.deps, ids);
    judged.catch(() => undefined);
    await vi.waitFor(
      async () => {
        const waiting = await sql`select from pg_locks where not granted and locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())`.execute(t.deps.db);
        expect(waiting.rows).toHaveLength(1);
      },
      { timeout: 20_000 },
    );
    await second(trx);
  });
  return (await judged!).map(({ reason }) => reason);
}

const bill = (db: Db, source_id: number) =>
  addCost(
    { ...t.deps, db, bills: billPort },
    actor as never,
    {
      source_id,
      link_id: null,
      param: null,
      value: null,
      date_from: '2026-03-04',
      date_to: '2026-03-04',
      amount: '9',
      currency: 'USD',
      state: 'confirmed',
      note: null,
    } as never,
  );

test('a bill over a conversion that a burst is about to change is written, and so is the whole burst', async () => {
  const [source, net] = [await paidSource(), await network()];
  const [old, fresh] = [await source.click(), await source.click()];
  await hit(net, { cid: old, txid: 'A', payout: '20', status: 'pending' });
  const ids = await stored(net, [
    { cid: old, txid: 'A', payout: '20', status: 'approved' },
    { cid: fresh, txid: 'B', payout: '20', status: 'approved' },
  ]);
  let entry = '';
  const reasons = await judgeBetween(
    ids,
    (trx) => lockSource(trx, source.id, 'alone'),
    async (trx) => void (entry = (await bill(trx, source.id)).id),
  );
  expect(reasons).toEqual(['updated', 'recorded']);
  const paid = (await rows('conversions')).filter((row) => row['source_id'] === source.id);
  expect(paid.map((row) => [row['status'], String(row['cost_entry_id'])])).toEqual([
    ['approved', entry],
    ['approved', entry],
  ]);
  // and the same while it is taken back
  const more = await stored(net, [
    { cid: old, txid: 'A', status: 'refunded' },
    { cid: await source.click(), txid: 'C', payout: '20', status: 'approved' },
  ]);
  const undone = await judgeBetween(
    more,
    (trx) => lockSource(trx, source.id, 'alone'),
    (trx) => undoCost({ ...t.deps, db: trx, bills: billPort }, actor as never, BigInt(entry)),
  );
  expect(undone).toEqual(['updated', 'recorded']);
  const free = (await rows('conversions')).filter((row) => row['source_id'] === source.id);
  expect(free.map((row) => row['cost_entry_id'])).toEqual([null, null, null]);
});

test('a file of costs that names two sources and a burst that names them the other way round both come to an end', async () => {
  const [one, two, net] = [await paidSource(), await paidSource(), await network()];
  const ids = await stored(net, [
    { cid: await two.click(), txid: 'A', payout: '20' },
    { cid: await one.click(), txid: 'A', payout: '20' },
  ]);
  const reasons = await judgeBetween(
    ids,
    (trx) => lockSource(trx, one.id, 'alone'),
    (trx) => lockSource(trx, two.id, 'alone'),
  );
  expect(reasons).toEqual(['recorded', 'recorded']);
});
