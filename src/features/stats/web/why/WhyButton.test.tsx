// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import type { WhyReply } from '../../why-contract.ts';
import { WhyButton } from './WhyButton.tsx';

const REPLY: WhyReply = {
  parts: {
    approved: { count: 3, amount: '51.50' },
    pending: { count: 1, amount: '2.00' },
    expected: '53.50',
    confirmed: '51.50',
    views: 0,
    clicks: 2,
    conversions: 4,
    epc: '26.75',
    rpm: null,
    refunds: '-1.00',
  },
  cost: {
    cost: '3.00',
    estimated: '3.00',
    confirmed: '0.00',
    known_expected: '13.50',
    known_confirmed: '11.50',
    profit: '10.50',
    profit_confirmed: '8.50',
    roi: 3.5,
    left_out: 2,
    left_out_expected: '40.00',
    sources: [{ name: 'Big Native', days: 2, expected: '40.00' }],
  },
  left_out: [
    { reason: 'orphan', count: 2, amounts: [{ currency: 'EUR', amount: '6.00' }] },
    { reason: 'rebill', count: 1, amounts: [{ currency: 'USD', amount: '1.50' }] },
  ],
  is_all_told: true,
  time_basis: 'conversion',
  range: { from: '2026-03-15T23:00:00.000Z', to: '2026-03-20T23:00:00.000Z' },
  tz: 'Europe/Berlin',
  currency: 'USD',
  generated_at: '2026-03-20T12:00:00.000Z',
};

test('a total says by one press what it is made of, and Escape leads back to it', async () => {
  const server = await fakeServer({ 'GET /api/admin/stats/why': () => ({ body: REPLY }) });
  const { user } = renderScreen(<WhyButton label="Revenue expected" figure="expected" query={{ days: '5' }} />);
  const button = screen.getByRole('button', { name: 'Why this number? Revenue expected' });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this number? Revenue expected' }));
  expect(await dialog.findByText('$51.50')).toBeTruthy();
  expect(dialog.getByText('$53.50')).toBeTruthy();
  expect(dialog.getByText('Orphans: 2')).toBeTruthy();
  // days without a known cost are no part of revenue
  expect(dialog.queryByText('Big Native')).toBeNull();
  expect(dialog.getByText('€6.00')).toBeTruthy();
  expect(dialog.getByText(/one sale of a click/)).toBeTruthy();
  expect(dialog.getByText(/midnight in Europe\/Berlin: from 2026-03-15 23:00/)).toBeTruthy();
  expect(Object.fromEntries(server.seen[0]!.query)).toEqual({ days: '5' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});

test('profit says which days are not in it', async () => {
  await fakeServer({ 'GET /api/admin/stats/why': () => ({ body: REPLY }) });
  const { user } = renderScreen(<WhyButton label="Profit" figure="profit" query={{}} />);
  await user.click(screen.getByRole('button', { name: 'Why this number? Profit' }));
  expect(await screen.findByText('$10.50')).toBeTruthy();
  expect(screen.getByText(/^2 source-days are in no profit/)).toBeTruthy();
  expect(screen.getByText('Big Native')).toBeTruthy();
});
