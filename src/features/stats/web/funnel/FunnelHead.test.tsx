// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import { FUNNEL_COURSE } from '../../courses/pages.ts';
import { useMetric } from '../parts/use-metric.ts';
import { FunnelHead } from './FunnelHead.tsx';

const TOTALS = {
  views: 30,
  visitors: 20,
  impressions: 9,
  clicks: 9,
  ctr: 0.3,
  conversions: 1,
  cr: 0.1,
  revenue_expected: '7.50',
  revenue_confirmed: '0.00',
  epc: '0.83',
  rpm: '250.00',
  unconverted: [],
  visits: 0,
  bot_visits: 0,
  bot_views: 0,
  bot_clicks: 0,
};
const day = (text: string, clicks: number, ctr: number | null, epc: string | null) => ({
  ...TOTALS,
  day: text,
  clicks,
  ctr,
  epc,
});
const STATS = {
  totals: TOTALS,
  before: TOTALS,
  currency: 'USD',
  range: { from: '2026-11-03T00:00:00.000Z', to: '2026-11-05T00:00:00.000Z' },
  generated_at: '2026-11-08T00:00:00.000Z',
  course: {
    days: [day('2026-11-03', 4, 0.25, '1.50'), day('2026-11-04', 5, 0.5, '0.25')],
    // of a year before there may be a day less
    before: [day('2026-11-01', 2, null, null)],
  },
};

beforeEach(async () => {
  localStorage.setItem('user', JSON.stringify({ permissions: ['read:money'] }));
  await fakeServer({ 'GET /api/admin/stats/annotations': () => ({ body: { data: [], is_complete: true } }) });
});

const Head = () => (
  <FunnelHead stats={STATS} metric={useMetric(FUNNEL_COURSE)} compare="previous" changes={{}} why={{}} />
);
const show = (address = '/') => renderScreen(<Head />, address);
const card = (label: string) => screen.getByRole('button', { name: `${label} in the chart` });
/** The figures of the chart as a table has them. */
const figures = async () =>
  within(await screen.findByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent));

test('a card chooses by keyboard what the chart shows, and gives it up; the address keeps it', async () => {
  const { user, router } = show();
  expect(await screen.findByText('Views and clicks')).toBeTruthy();
  card('Clicks').focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Clicks by day')).toBeTruthy();
  expect(card('Clicks').getAttribute('aria-pressed')).toBe('true');
  expect(card('Views').getAttribute('aria-pressed')).toBe('false');
  expect(router.state.location.search).toBe('?metric=clicks');
  await user.keyboard(' ');
  expect(await screen.findByText('Views and clicks')).toBeTruthy();
  expect(router.state.location.search).toBe('');
});

test('the days before stand beside those of the period by their place, in words of the figure', async () => {
  show('/?metric=ctr');
  expect(await figures()).toEqual([
    ['Day', 'CTR', 'CTR, period before'],
    ['2026-11-03', '25.0%', '–'],
    ['2026-11-04', '50.0%', '–'],
  ]);
});

test('what the chart usually shows is held against the days before too', async () => {
  show();
  expect(await figures()).toEqual([
    ['Day', 'Views', 'Views, period before', 'Clicks', 'Clicks, period before'],
    ['2026-11-03', '30', '30', '4', '2'],
    ['2026-11-04', '30', '–', '5', '–'],
  ]);
});

test('an address that names no card shows what is usual', async () => {
  show('/?metric=cost');
  expect(await screen.findByText('Views and clicks')).toBeTruthy();
});
