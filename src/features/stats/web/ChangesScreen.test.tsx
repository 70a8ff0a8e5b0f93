// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { Changes } from '../changes/contract.ts';
import { ChangesScreen } from './ChangesScreen.tsx';

const line = (dimension: string, cut: string, value: string | number, label: string, change: string) => ({
  dimension,
  cut,
  value,
  label,
  now: '-10.00',
  before: '52.00',
  change,
});
const REPLY: Changes = {
  figure: 'profit',
  totals: { now: '22.00', before: '84.00', change: '-62.00' },
  counted: { of: 'conversions', now: 3, before: 5, is_chance: true },
  stands_out: line('param:campaign', 'campaign', 'summer', 'summer', '-62.00'),
  data: [
    line('param:campaign', 'campaign', 'summer', 'summer', '-62.00'),
    line('source', 'Traffic source', 3, 'Native', '-62.00'),
  ],
  cuts: [
    {
      dimension: 'param:campaign',
      label: 'campaign',
      lines: 4,
      rest: { now: '1.00', before: '2.00', change: '-1.00' },
    },
    { dimension: 'source', label: 'Traffic source', lines: 2, rest: { now: '0.00', before: '0.00', change: '0.00' } },
  ],
  compared: { from: '2026-03-18T00:00:00Z', to: '2026-03-19T00:00:00Z' },
  time_basis: 'conversion',
  unconverted: [],
  range: { from: '2026-03-19T00:00:00Z', to: '2026-03-20T00:00:00Z' },
  tz: 'UTC',
  currency: 'USD',
  generated_at: '2026-03-20T12:00:00Z',
};

async function open(reply: Changes = REPLY) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/stats/changes': () => ({ body: reply }),
    'GET /api/admin/stats/utm-values': () => ({ body: { utm_source: [], utm_term: [] } }),
  });
  return { server, ...renderScreen(<ChangesScreen />) };
}

test('the whole, the line that stands out and whether chance makes as much are said first', async () => {
  await open();
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(summary.textContent).toContain('Profit: $22.00, down $62.00 from $84.00');
  expect(summary.textContent).toContain('What stands out most: campaign summer, -$62.00.');
  expect(summary.textContent).toContain('3 conversions against 5: chance alone');
  expect(screen.getByRole('combobox', { name: /Period/ }).textContent).toContain('Yesterday');
  const card = screen.getByRole('region', { name: 'campaign' });
  expect(card.textContent).toContain('3 more: -$1.00');
  expect(within(card).getByText('-$10.00, before $52.00')).toBeTruthy();
});

test('a line leads to what moved inside it, and the way back is a chip', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('link', { name: 'Native' }));
  await expect.poll(() => server.seen.at(-1)?.query.get('source_id')).toBe('3');
  await user.click(await screen.findByRole('link', { name: 'summer' }));
  await expect.poll(() => server.seen.at(-1)?.query.get('params')).toBe('{"campaign":"summer"}');
  const chip = (await screen.findByText('Traffic source: Native')).parentElement!;
  await user.click(within(chip).getByTestId('CancelIcon'));
  await expect.poll(() => server.seen.at(-1)?.query.get('source_id')).toBeNull();
});

test('the same cut as a report has the same days and is held against the same ones', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Traffic source as a report' });
  const asked = new URL(link.getAttribute('href')!, 'http://x').searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    dimensions: 'source',
    date_from: '2026-03-19',
    date_to: '2026-03-19',
    compare: 'previous',
    sortBy: 'profit',
    order: 'asc',
  });
});

test('where nobody said what was paid, revenue is offered instead', async () => {
  const { user, server } = await open({
    ...REPLY,
    totals: { now: null, before: null, change: '0.00' },
    stands_out: null,
    data: [],
    cuts: [],
  });
  await user.click(await screen.findByRole('button', { name: 'Look at revenue' }));
  await expect.poll(() => server.seen.at(-1)?.query.get('figure')).toBe('revenue_expected');
});
