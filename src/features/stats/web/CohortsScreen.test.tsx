// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { Cohort, Cohorts } from '../cohorts/contract.ts';
import { CohortsScreen } from './CohortsScreen.tsx';

const line = (from: string, to: string, more: Partial<Cohort> = {}): Cohort => ({
  from,
  to,
  visits: 200,
  conversions: 7,
  cost: '20.00',
  after_1: '80.00',
  after_7: '120.00',
  after_30: null,
  revenue: '120.00',
  to_come: '35.50',
  to_come_low: '0.00',
  to_come_high: '80.00',
  at_last: '155.50',
  profit_at_last: '135.50',
  ...more,
});
const COHORTS: Cohorts = {
  data: [
    line('2026-03-16', '2026-03-19', { after_7: null, profit_at_last: '-4.00' }),
    line('2026-03-09', '2026-03-15', { profit_at_last: null }),
  ],
  totals: line('2026-03-09', '2026-03-19'),
  unconverted: [{ currency: 'EUR', revenue_expected: '12.50', revenue_confirmed: '0.00', cost: '0.00' }],
  range: { from: '2026-03-09T00:00:00Z', to: '2026-03-20T00:00:00Z' },
  tz: 'UTC',
  currency: 'USD',
  generated_at: '2026-03-20T12:00:00Z',
};

async function open(cohorts: Cohorts = COHORTS) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/stats/cohorts': () => ({ body: cohorts }),
    'GET /api/admin/stats/utm-values': () => ({ body: { data: [] } }),
    'GET /api/admin/traffic-sources': () => ({ body: { data: [], total: 0, page: 1, limit: 5, pages: 1 } }),
  });
  return { server, ...renderScreen(<CohortsScreen />) };
}

test('each line says what came within so many days, what is not so old yet, and what is still to come', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Cohorts' });
  const young = await within(table).findByRole('row', { name: /2026-03-16 to 03-19/ });
  expect(young.textContent).toContain('$35.50$0.00 to $80.00');
  expect(within(young).getAllByText('–')).toHaveLength(2);
  expect(young.textContent).toContain('-$4.00');
  expect(screen.getByText(/12\.50/)).toBeTruthy();
});

test('the lines are days or months when that is chosen', async () => {
  const { server, user } = await open();
  await user.click(await screen.findByRole('combobox', { name: /^In one line/ }));
  await user.click(screen.getByRole('option', { name: 'Month' }));
  await expect.poll(() => server.seen.some(({ query }) => query.get('by') === 'month')).toBe(true);
});

test('where no day of the period is over, that is said', async () => {
  await open({ ...COHORTS, data: [], totals: null, unconverted: [] });
  expect(await screen.findByText(/No day of this period is over yet/)).toBeTruthy();
});
