import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { readCsv } from '../../../../platform/csv.ts';
import { newEventId } from '../../../../platform/ids.ts';
import { conversionDesk } from '../../../postbacks/server/testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';

let t: TestApp;
const now = new Date('2026-03-06T10:00:00Z');
beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now });
});
afterAll(() => t.close());

const { rows, network, click, hit } = conversionDesk(() => t);
const get = async (path: string) => (await t.call('GET', `/api/admin/conversions/${path}`)).body;

test('what waits for a hand is put in order by its numbers, and is a file with all of it', async () => {
  const net = await network();
  const payouts = ['9.5', '100', '20'];
  for (const payout of payouts) {
    await hit(net, { cid: newEventId(now.getTime()), payout, txid: `O${payout}` });
    const cid = await click();
    await hit(net, { cid, payout, txid: 'A', status: 'approved' });
    await hit(net, { cid, payout, txid: 'A', status: 'rejected' });
  }
  const ids = (await rows('conversions')).map((row) => row['id'] as bigint);
  const money = { old_currency: 'USD', new_currency: 'USD' };
  const change = { old_status: 'approved', new_status: 'reversed', created_at: now.toISOString(), ...money };
  const sums = [
    ['5', '2'],
    ['40', '1'],
    ['7', '30'],
  ].map(([was, is], nth) => ({
    ...change,
    conversion_id: ids[nth],
    old_micros: `${was}000000`,
    new_micros: `${is}000000`,
  }));
  await t.deps.db
    .withTables<Record<string, Record<string, unknown>>>()
    .insertInto('conversion_refold_changes')
    .values(sums)
    .execute();

  for (const [path, figures, name] of [
    ['orphans', ['payout'], 'orphans'],
    ['contrary', ['payout'], 'contrary-words'],
    ['refolded', ['old_sum', 'new_sum'], 'folded-anew'],
  ] as const)
    for (const figure of figures)
      for (const [order, turn] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const { data } = await get(`${path}?limit=all&sortBy=${figure}&order=${order}`);
        const told = data.map((row: Record<string, string>) => Number(row[figure]));
        expect(told.length, path).toBeGreaterThanOrEqual(3);
        expect(told, `${path} ${figure} ${order}`).toEqual(told.toSorted((a: number, b: number) => turn * (a - b)));
        const file = await t.call('GET', `/api/admin/conversions/${path}?format=csv&sortBy=${figure}&order=${order}`);
        expect(file.headers['content-disposition']).toBe(`attachment; filename="${name}-2026-03-06.csv"`);
        const read = readCsv(file.body as string, 100);
        if ('problem' in read) throw new Error(read.problem);
        expect(read.records.map(({ cells }) => cells['id'])).toEqual(data.map((row: { id: string }) => row.id));
        expect(read.records.map(({ cells }) => Number(cells[figure]))).toEqual(told);
      }
  const { body } = await t.call('GET', '/api/admin/conversions/contrary?format=csv&sortBy=payout&order=desc');
  expect(body).toContain('approved 100.00 USD, rejected 100.00 USD');
  expect((await get('orphans?format=csv&itemsPerPage=5')).errors).toHaveProperty('itemsPerPage');
});
