// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Attribution } from '../attribution/contract.ts';
import { AttributionScreen } from './AttributionScreen.tsx';

const credit = {
  last_conversions: '4.00',
  last_revenue: '30.00',
  first_conversions: '4.00',
  first_revenue: '30.00',
  linear_conversions: '3.833334',
  linear_revenue: '28.333334',
};
const REPLY: Attribution = {
  data: [{ value: 1, label: 'Native', ...credit }],
  totals: credit,
  conversions: 5,
  with_several: 2,
  unconverted: [],
  range: { from: '2026-03-18T00:00:00Z', to: '2026-03-19T00:00:00Z' },
  tz: 'UTC',
  currency: 'USD',
  generated_at: '2026-03-20T12:00:00Z',
};

async function open(reply: Attribution) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/stats/attribution': () => ({ body: reply }),
    'GET /api/admin/offers': () => pageOf([]),
  });
  return { server, ...renderScreen(<AttributionScreen />) };
}

test('the three views stand side by side, and it is said of how many conversions they differ', async () => {
  const { user, server } = await open(REPLY);
  const native = await screen.findByRole('row', { name: /^Native/ });
  expect([...native.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
    '4',
    '$30.00',
    '4',
    '$30.00',
    '3.83',
    '$28.33',
  ]);
  expect(screen.getByText(/^2 of 5 conversions/).textContent).toContain('arrivals of two days are never linked');
  await user.click(screen.getByRole('combobox', { name: /^By/ }));
  await user.click(screen.getByRole('option', { name: 'Channel' }));
  await expect.poll(() => server.seen.some(({ query }) => query.get('by') === 'channel')).toBe(true);
});

test('where nobody arrived twice, that is said', async () => {
  await open({ ...REPLY, with_several: 0 });
  expect(await screen.findByText(/the three views are alike/)).toBeTruthy();
});
