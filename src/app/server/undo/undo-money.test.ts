import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoApp } from '../../../../tests/support/desk-routes.ts';
import type { TestApp } from '../../../../tests/support/app.ts';
import { conversionDesk } from '../../../features/postbacks/server/testing.ts';
import { buildSource } from '../../../features/sources/server/testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await undoApp();
});
afterAll(() => t.close());

const { network, click, hit } = conversionDesk(() => t);
const call = async (method: string, path: string, body?: unknown) => {
  const reply = await t.call(method, path, body);
  expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body;
};
const last = async () => (await call('GET', '/api/settings/audit?limit=5')).data[0];
const undoLast = async () => {
  const entry = await last();
  await call('POST', `/api/settings/audit/${entry.id}/undo`, {});
  return entry;
};
const conversion = async (id: string) => {
  const { status, payout } = (await call('GET', `/api/admin/conversions/${id}`)).data;
  return `${status} ${payout}`;
};
/** What the reports would add up: everything that was ever said to them. */
const told = async () => {
  const { rows } = await sql<{ sums: unknown }>`
    select coalesce(jsonb_object_agg(what, micros order by what), '{}') as sums from (
      select concat_ws(' ', payload ->> 'type', payload ->> 'conversion_id', payload ->> 'source_id', payload ->> 'status') as what,
             sum(coalesce((payload ->> 'delta_micros')::numeric, (payload ->> 'cost_micros')::numeric))::text as micros
        from event_outbox group by 1
    ) all_of_it where micros <> '0'`.execute(t.deps.db);
  return rows[0]!.sums;
};

test('a decision is taken back: what the network said holds again, and what it says later is heard', async () => {
  const net = await network();
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '10', txid: 'A', status: 'pending' });
  const before = await told();
  await call('PATCH', `/api/admin/conversions/${body.id}`, { status: 'rejected', payout: '3', reason: 'Fraud' });
  expect(await conversion(body.id)).toBe('rejected 3.00');
  await undoLast();
  expect([await conversion(body.id), await told()]).toEqual(['pending 10.00', before]);
  await hit(net, { cid: id, payout: '10', txid: 'A', status: 'approved' });
  expect(await conversion(body.id)).toBe('approved 10.00');
  expect((await last()).undo).toMatchObject({ can: false, reason: 'Decide again on Manage Conversions.' });
});

test('one status for many conversions is taken back as one', async () => {
  const net = await network();
  const ids: string[] = [];
  for (const status of ['pending', 'approved', 'approved'])
    ids.push((await hit(net, { cid: await click(), payout: '7', status })).body.id);
  const states = async () => Promise.all(ids.map(conversion));
  const before = [await states(), await told()];
  await call('POST', '/api/admin/conversions/bulk-status', { ids, status: 'rejected', reason: 'Statement' });
  expect((await last()).undo.together).toBe(3);
  await undoLast();
  expect([await states(), await told()]).toEqual(before);
});

test('a file of conversions and what was accepted of a statement are taken back from the log', async () => {
  const net = await network();
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '10', txid: 'A', status: 'pending' });
  const before = [await conversion(body.id), await told()];
  const csv = `Order ID,SubID,Status,Commission\nA,${id},approved,12.00\nB,${await click()},approved,5.00`;
  await call('POST', '/api/admin/conversions/import', { network_id: net.id, csv, dry_run: false, file_name: 'm.csv' });
  expect(await conversion(body.id)).toBe('approved 12.00');
  await undoLast();
  expect([await conversion(body.id), await told()]).toEqual(before);
  const { version } = (await call('GET', `/api/admin/conversions/${body.id}`)).data;
  await call('POST', '/api/admin/conversions/reconcile/accept', {
    network_id: net.id,
    reason: 'March',
    dry_run: false,
    items: [{ conversion_id: body.id, version, status: 'approved', amount: '11.00', currency: 'USD' }],
  });
  expect(await conversion(body.id)).toBe('approved 11.00');
  await undoLast();
  expect([await conversion(body.id), await told()]).toEqual(before);
});

test('a cost is taken back, and counts again when that is taken back, however often', async () => {
  const source = await buildSource(t.deps);
  const before = await told();
  const body = { source_id: source.id, amount: '30', currency: 'USD', date_from: '2026-03-03', date_to: '2026-03-05' };
  await call('POST', '/api/admin/costs', body);
  const spent = await told();
  await undoLast();
  expect(await told()).toEqual(before);
  await undoLast();
  expect(await told()).toEqual(spent);
  await undoLast();
  expect(await told()).toEqual(before);
  await undoLast();
  expect(await told()).toEqual(spent);
  const [entry] = (await call('GET', '/api/admin/costs')).data;
  expect(entry).toMatchObject({ amount: '30.00', state: 'confirmed', undone_at: null });
});

test('exchange rates are put back', async () => {
  const file = (usd: string) => ({ csv: `Date,USD,GBP\n2026-03-02,${usd},0.85\n` });
  const stored = async () =>
    (await sql<{ csv: string }>`select csv from exchange_rates`.execute(t.deps.db)).rows[0]!.csv;
  await call('PUT', '/api/admin/exchange-rates', file('1.10'));
  await call('PUT', '/api/admin/exchange-rates', file('1.20'));
  await undoLast();
  expect(await stored()).toBe(file('1.10').csv);
});
