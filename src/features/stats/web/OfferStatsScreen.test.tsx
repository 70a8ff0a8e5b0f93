// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { OfferRisk, OfferRisks, OfferStat } from '../offer-stats-contract.ts';
import { OfferStatsScreen } from './OfferStatsScreen.tsx';

const RANGE = {
  range: { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T00:00:00.000Z' },
  tz: 'UTC',
  currency: 'USD',
  generated_at: '2026-03-30T12:00:00.000Z',
};

/** An offer by its clicks and conversions, 10.00 each. */
const offer = (
  id: number,
  name: string,
  clicks: number,
  conversions: number,
  given: Partial<OfferStat> = {},
): OfferStat => ({
  id,
  name,
  status: 'active',
  clicks,
  uniques: null,
  conversions,
  leads: 0,
  sales: conversions,
  pending: 0,
  approved: conversions,
  rejected: 0,
  reversed: 0,
  cr: clicks === 0 ? null : conversions / clicks,
  approval_rate: conversions === 0 ? null : 1,
  reversal_rate: conversions === 0 ? null : 0,
  revenue_expected: `${conversions * 10}.00`,
  revenue_confirmed: `${conversions * 10}.00`,
  epc: clicks === 0 ? null : ((conversions * 10) / clicks).toFixed(2),
  aov: conversions === 0 ? null : '10.00',
  avg_lag_seconds: conversions === 0 ? null : 12_240,
  closed_by: null,
  link_status: 'ok',
  payout_amount: '10.00',
  payout_percent: '0.00',
  payout_currency: 'USD',
  payout_type: 'cpa',
  cap_kind: null,
  cap_used: null,
  cap_limit: null,
  cap_use: null,
  rank_in_guides: null,
  places: [],
  ...given,
});

const CORK = offer(1, 'Cork Mat', 1000, 60, {
  cap_kind: 'clicks_day',
  cap_used: 40,
  cap_limit: 40,
  cap_use: 1,
  closed_by: 'caps',
  rank_in_guides: 2,
  places: [{ listicle_id: 7, listicle: 'Best Mats', item_id: 70, rank: 2 }],
});
const WEAK = offer(2, 'Weak Mat', 1000, 20, { link_status: 'params_lost' });
const SMALL = offer(3, 'Small Mat', 12, 1);
const { places: _places, ...line } = offer(0, '', 2012, 81);
const TOTALS = {
  ...line,
  views: 0,
  visitors: 0,
  impressions: 0,
  ctr: null,
  visits: 0,
  bot_visits: 0,
  bot_views: 0,
  bot_clicks: 3,
  rpm: null,
  unconverted: [],
};

const risk = (given: Partial<OfferRisk>): OfferRisk => ({
  id: 1,
  name: 'Cork Mat',
  risk: 'caps',
  clicks: 240,
  epc: '0.60',
  epc_of: 'offer',
  expected: '144.00',
  silence: null,
  places: CORK.places,
  ...given,
});
const risks = (data: OfferRisk[], undecided = 0): OfferRisks => ({
  data,
  expected: '150.00',
  undecided,
  week: RANGE.range,
  before: RANGE.range,
  ...RANGE,
});

async function open(url = '/', rows = [CORK, WEAK, SMALL], atRisk = risks([])) {
  const server = await fakeServer({
    'GET /api/admin/stats/offers': ({ query }) =>
      query.get('format') === 'csv'
        ? { body: 'id,name\r\n' }
        : { body: { data: rows, totals: TOTALS, before: null, ...RANGE } },
    'GET /api/admin/stats/offers/at-risk': () => ({ body: atRisk }),
    'GET /api/admin/stats/utm-values': () => ({
      body: { utm_source: [], utm_medium: [], utm_campaign: [], utm_term: [], utm_content: [] },
    }),
  });
  return { server, ...renderScreen(<OfferStatsScreen />, url) };
}
const table = () => screen.findByRole('table', { name: 'Offers' });
const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .filter(Boolean);
const row = async (name: string) =>
  (await within(await table()).findByRole('checkbox', { name: `Select ${name}` })).closest('tr')!;

test('a line shows cap, link and rank in words, and where it leads', async () => {
  await open('/?columns=status,avg_lag_seconds,cap_use,link_status,rank_in_guides');
  const cork = within(await row('Cork Mat'));
  expect(await cork.findByText('40 / 40 · full')).toBeTruthy();
  expect(cork.getByText('Full')).toBeTruthy();
  expect(cork.getByText('Ok')).toBeTruthy();
  expect(cork.getByText('3.4 h')).toBeTruthy();
  expect((await cork.findByRole('link', { name: 'Best Mats' })).getAttribute('href')).toBe('/admin/listicles/7/items');
  expect(await within(await row('Weak Mat')).findByText('Params lost')).toBeTruthy();
  expect(await within(await row('Small Mat')).findByText('In no guide')).toBeTruthy();
});

test('the chosen columns stand in the address, in the table and in the file', async () => {
  const { user, router, server } = await open();
  expect(await heads()).not.toContain('Leads');
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Leads' }));
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('columns')).toContain('leads'));
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(await heads()).toContain('Leads'));
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  const asked = () => server.seen.find(({ query }) => query.get('format') === 'csv')?.query.get('columns');
  await waitFor(() => expect(asked()).toBe(new URLSearchParams(router.state.location.search).get('columns')));
});

test('an address with columns shows these alone, and of networks only what they have', async () => {
  await open('/?columns=epc,cap_use,sales&group=network');
  const networks = await screen.findByRole('table', { name: 'Networks' });
  await within(networks).findByText('Cork Mat');
  const shown = within(networks)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent);
  expect(shown.filter(Boolean)).toEqual(['Name', 'EPC', 'Sales']);
});

test('two ticked offers are compared, with a verdict where the intervals allow one, and the address says so', async () => {
  const { user, router } = await open();
  await user.click(await within(await table()).findByRole('checkbox', { name: 'Select Cork Mat' }));
  const compare = await screen.findByRole<HTMLButtonElement>('button', { name: 'Compare' });
  expect(compare.disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Select Weak Mat' }));
  await user.click(compare);
  const dialog = within(await screen.findByRole('dialog', { name: 'Cork Mat or Weak Mat?' }));
  expect(dialog.getByText(/^Cork Mat converts better: by 2\.\d to 5\.\d percentage points/)).toBeTruthy();
  // both were always approved: no difference to be seen
  expect(dialog.getByText('Too few to say which is better.')).toBeTruthy();
  expect(dialog.getByRole('row', { name: 'Clicks 1,000 1,000' })).toBeTruthy();
  expect(router.state.location.search).toContain('pair=1%2C2');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).not.toContain('pair');
});

test('a shared address opens the comparison; of few clicks nothing is said', async () => {
  await open('/?pair=2,3');
  const dialog = within(await screen.findByRole('dialog', { name: 'Weak Mat or Small Mat?' }));
  expect(dialog.getAllByText('Too few to say which is better.')).toHaveLength(2);
});

test('money at risk says what, why and where it comes from', async () => {
  const silence = { clicks: 300, usual_cr: 0.02, usual_of: 'network', chance: 0.0023 } as const;
  const silent = risk({
    id: 2,
    name: 'Weak Mat',
    risk: 'no_conversions',
    clicks: 30,
    epc: '0.20',
    epc_of: 'network',
    expected: '6.00',
    silence,
  });
  await open('/', [CORK, WEAK], risks([risk({}), silent], 2));
  const panel = within(await screen.findByRole('region', { name: 'Money at Risk: $150.00 a Week' }));
  expect(panel.getByText('Its caps are reached, and those of its overflow.')).toBeTruthy();
  expect(
    panel.getByText('240 clicks in the last 7 days of the period × $0.60, its own EPC in the four weeks before.'),
  ).toBeTruthy();
  expect(
    panel.getByText(
      'No conversion after 300 clicks of this period. At the 2.0% of the other offers of its network, that has a chance of 0.2%.',
    ),
  ).toBeTruthy();
  expect(panel.getByText(/2 offers have no conversion yet, with too few clicks to say why/)).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Cork Mat' }).getAttribute('href')).toBe('/admin/offers?search=Cork+Mat');
});

test('without money at risk the panel is one line', async () => {
  await open();
  expect(await screen.findByText(/^No money at risk: every offer with clicks/)).toBeTruthy();
});

test('the chart tells its points in words too', async () => {
  await open();
  const chart = within((await screen.findByText('EPC by Clicks of Each Offer')).closest('figure')!);
  expect(await chart.findByRole('row', { name: 'Cork Mat 1,000 $0.60', hidden: true })).toBeTruthy();
});

test('without a click there is no chart', async () => {
  await open('/', []);
  expect(await screen.findByText(/^No click on any offer in this period/)).toBeTruthy();
  expect(screen.queryByRole('figure')).toBeNull();
});
