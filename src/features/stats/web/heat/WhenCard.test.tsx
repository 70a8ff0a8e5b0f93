// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderScreen, type FakeServer } from '../../../../../tests/support/web.tsx';
import { userEvent } from '@testing-library/user-event';
import { WhenCard } from './WhenCard.tsx';

const line = (weekday: number, hour: number, profit: string) => ({
  dims: { weekday: { value: weekday, label: '' }, hour_of_day: { value: hour, label: '' } },
  values: { profit },
});
const REPLY = {
  metrics: ['profit', 'unknown_days'],
  currency: 'USD',
  tz: 'UTC',
  range: { from: '2026-11-02T00:00:00.000Z', to: '2026-11-10T00:00:00.000Z' },
  generated_at: '2026-11-20T00:00:00.000Z',
};

let server: FakeServer;
let lines: unknown[];

beforeEach(async () => {
  localStorage.setItem('user', JSON.stringify({ permissions: ['read:money'] }));
  lines = [line(1, 0, '-1234.56'), line(1, 1, '20.00'), line(7, 23, '3.00')];
  server = await fakeServer({ 'GET /api/admin/stats/report': () => ({ body: { ...REPLY, data: lines } }) });
});
const show = () => renderScreen(<WhenCard filters={{ link_id: '4', days: '8' }} figure="profit" />, '/');
const cell = (name: RegExp | string) => screen.findByRole('gridcell', { name });

test('a report by weekday and hour stands as seven rows of 24, a loss with its minus', async () => {
  show();
  expect((await cell('Monday, 00:00 to 01:00: -$1,234.56')).textContent).toBe('-1.2K');
  const table = screen.getByRole('grid', { name: 'Profit by hour and weekday, in the time of UTC' });
  expect(within(table).getAllByRole('gridcell')).toHaveLength(7 * 24);
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((one) => one.getAttribute('aria-label'))[0],
  ).toBe('Monday');
  expect(screen.getByText('Least -$1,234.56 (Mon 00:00)')).toBeTruthy();
  expect(screen.getByText('Most $20.00 (Mon 01:00)')).toBeTruthy();
  expect(screen.getByText(/Monday lies in this period 2 times, the others once/)).toBeTruthy();
  expect(Object.fromEntries(server.seen[0]!.query)).toMatchObject({
    dimensions: 'weekday,hour_of_day',
    metrics: 'profit',
    link_id: '4',
    days: '8',
  });
});

test('one hour is reached by Tab and the others by the arrows; the chosen one leads to its days', async () => {
  show();
  await cell(/^Monday, 00:00/);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, 01:00 to 02:00: $20.00');
  const link = screen.getByRole('link', { name: 'Monday, 01:00 to 02:00: $20.00' });
  expect(link.getAttribute('href')).toBe(
    '/admin/stats/reports?days=8&link_id=4&weekday=1&hour_of_day=1&dimensions=day&metrics=profit',
  );
  await user.keyboard('{ArrowUp}{End}{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Tuesday, 23:00/);
});

test('a period without anything says so', async () => {
  lines = [];
  show();
  expect(await screen.findByText('No profit in any hour of this period.')).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});
