import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Budget, BudgetsReply } from '../contract.ts';
import { BudgetsScreen } from './BudgetsScreen.tsx';

const budget = (given: Partial<Budget>): Budget => ({
  source_id: 1,
  source: 'Big Native',
  amount: '100.00',
  since: '2026-01',
  set_in: null,
  spent: '93.00',
  share: 0.93,
  at_this_pace: '162.00',
  state: 'near',
  course: ['40.00', '93.00'],
  ...given,
});
const REPLY: BudgetsReply = {
  data: [
    budget({}),
    budget({ source_id: 2, source: 'No budget', amount: null, since: null, share: null, state: 'none' }),
    budget({ source_id: 3, source: 'Other money', set_in: 'EUR', share: null, state: 'none' }),
  ],
  month: '2026-03',
  days: 31,
  range: { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' },
  tz: 'UTC',
  currency: 'USD',
  generated_at: '2026-03-20T12:00:00Z',
};

async function open(reply: BudgetsReply = REPLY) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/budgets': () => ({ body: reply }),
    'PUT /api/admin/budgets': () => ({ body: reply }),
    'GET /api/admin/traffic-sources': () => pageOf([]),
  });
  return { server, ...renderScreen(<BudgetsScreen />) };
}

test('each source says what may be spent, what was, and whether it lasts; one in other money is not judged', async () => {
  await open();
  const native = await screen.findByRole('row', { name: /Big Native/ });
  expect(native.textContent).toContain('Nearly spent');
  expect(native.textContent).toContain('$93.00 · 93.0%');
  expect(native.textContent).toContain('$162.00');
  expect(within(native).getByRole('img', { name: /against an even course/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /Other money/ }).textContent).toContain('€100.00Set it in USD');
});

test('a budget is set from the month that is looked at, and a blank amount takes it away', async () => {
  const { user, server } = await open();
  const native = await screen.findByRole('row', { name: /Big Native/ });
  await user.click(within(native).getByRole('button', { name: 'Set budget' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Budget of Big Native' }));
  const amount = dialog.getByRole('textbox', { name: /^Each Month, USD/ });
  await user.clear(amount);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.seen.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      source_id: 1,
      month: '2026-03',
      amount: null,
    });
});

test('where nothing was spent and nothing is set, the next step is said', async () => {
  await open({ ...REPLY, data: [] });
  expect(await screen.findByText(/No source has a budget/)).toBeTruthy();
});
