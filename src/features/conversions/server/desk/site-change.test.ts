import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { conversionDesk } from '../../../postbacks/server/testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';

const RATES = '/api/admin/exchange-rates';
let t: TestApp;
const now = new Date('2026-03-01T23:30:00Z');

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now });
});
afterAll(() => t.close());

const { network, click, hit } = conversionDesk(() => t);
const change = async (query: string) => (await t.call('GET', `${RATES}/site-change?${query}`)).body.data;

test('what another currency or zone would change is told in numbers before it is saved, and rates help at once', async () => {
  const net = await network();
  await hit(net, { cid: await click(), payout: '5', currency: 'USD' });
  await hit(net, { cid: await click(), payout: '7', currency: 'EUR' });
  expect(await change('currency=EUR')).toMatchObject({
    conversions_without_rate: 1,
    conversions_converted: 0,
    currencies_without_rate: ['USD'],
    conversions_moved: 0,
  });
  await t.call('PUT', RATES, { csv: 'Date,USD\n2026-03-01,1.08\n' });
  expect(await change('currency=EUR')).toMatchObject({ conversions_without_rate: 0, conversions_converted: 1 });
  expect(await change('time_zone=Europe/Berlin')).toMatchObject({
    conversions_moved: 2,
    first_moved: '2026-03-01',
    last_moved: '2026-03-01',
    conversions_without_rate: 0,
  });
  expect((await t.call('GET', `${RATES}/site-change?currency=BTC`)).status).toBe(400);
});
