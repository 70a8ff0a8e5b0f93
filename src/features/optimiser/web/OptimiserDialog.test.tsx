import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Link } from '../../links/contract.ts';
import type { Optimiser, OptimiserPool, OptimiserRun } from '../contract.ts';
import { OptimiserDialog } from './OptimiserDialog.tsx';

const BASE = '/api/admin/tracking-links/7/optimisation';
const AT = '2026-03-01T10:00:00.000Z';

const settings = (given: Partial<Optimiser> = {}): Optimiser => ({
  is_enabled: true,
  goal: 'revenue_expected',
  floor_percent: 5,
  step_points: 10,
  is_frozen: false,
  next_run_at: AT,
  undo_objection: null,
  version: 3,
  ...given,
});
const pool = (given: Partial<OptimiserPool> = {}): OptimiserPool => ({
  rule_id: null,
  rule_name: null,
  status: 'ready',
  words: '',
  effective_visits: 1900,
  conversions: 100,
  missing_visits: 0,
  missing_conversions: 0,
  arms: ['Poor', 'Rich'].map((name, index) => ({
    destination_id: index + 1,
    name,
    is_control: false,
    share: 50,
    visits: 1000,
    effective_visits: 950,
    conversions: 30 + index * 40,
    value: index ? '1.4000' : '0.6000',
    low: index ? '1.0500' : '0.4000',
    high: index ? '1.7500' : '0.8000',
    p_best: index,
  })),
  ...given,
});
const run: OptimiserRun = {
  id: 1,
  rule_name: null,
  goal: 'revenue_expected',
  status: 'moved',
  words: 'Rich +10 pts: expected revenue per visit 1.40 vs 0.60, 100 % likely best, n=950',
  moves: [{ id: 2, name: 'Rich', before: 100, after: 60 }],
  count: 1,
  first_at: AT,
  last_at: AT,
  undone_at: null,
  undone_by: null,
};

const show = async (answers: Answers = {}) => {
  const server = await fakeServer({
    [`GET ${BASE}`]: () => ({ body: { data: settings() } }),
    [`GET ${BASE}/beliefs`]: () => ({
      body: { data: [pool()], goal: 'revenue_expected', currency: 'EUR', window_days: 30 },
    }),
    [`GET ${BASE}/runs`]: () => pageOf([run]),
    'GET /api/settings': () => ({ body: { data: { currency: 'EUR', time_zone: 'UTC' } } }),
    ...answers,
  });
  const link = { id: 7, name: 'Spring', state: 'active' } as Link;
  return { server, ...renderScreen(<OptimiserDialog link={link} onClose={() => undefined} />) };
};

test('it shows what is believed with its interval, and what was moved and why', async () => {
  await show();
  await screen.findByText('Running');
  await screen.findByText(/€1.40 \(€1.05 to €1.75\), best in 100 % of draws, 1,000 visits, 70 conversions/);
  const log = within(await screen.findByRole('list', { name: 'Log' }));
  log.getByText(/Rich \+10 pts/);
  log.getByText('Weights: Rich 100 → 60');
});

test('one of a thing is said as one', async () => {
  const short = pool({ status: 'not_enough_data', missing_visits: 1, missing_conversions: 1 });
  await show({
    [`GET ${BASE}/beliefs`]: () => ({
      body: {
        data: [{ ...short, arms: short.arms.map((arm) => ({ ...arm, visits: 1, conversions: 1 })) }],
        goal: 'revenue_expected',
        currency: 'EUR',
        window_days: 30,
      },
    }),
  });
  await screen.findByText(
    'Not enough data yet: 1 more visit that is old enough to judge and 1 more conversion until weights move.',
  );
  expect(screen.getAllByText(/, 1 visit, 1 conversion$/).length).toBeGreaterThan(0);
});

test('while data is short it says what is missing, and crowns nobody', async () => {
  const short = pool({ status: 'not_enough_data', missing_visits: 143, missing_conversions: 6 });
  await show({
    [`GET ${BASE}/beliefs`]: () => ({
      body: {
        data: [{ ...short, arms: short.arms.map((arm) => ({ ...arm, p_best: null })) }],
        goal: 'click_out_rate',
        currency: 'EUR',
        window_days: 30,
      },
    }),
    [`GET ${BASE}/runs`]: () => pageOf([]),
  });
  await screen.findByText(
    'Not enough data yet: 143 more visits that are old enough to judge and 6 more clicks until weights move.',
  );
  expect(screen.queryByText(/of draws/)).toBeNull();
  await screen.findByText(/Nothing was moved yet/);
});

test('off by default, it is switched on with its goal, floor and step', async () => {
  let stored = settings({ is_enabled: false, next_run_at: null });
  const { server, user } = await show({
    [`GET ${BASE}`]: () => ({ body: { data: stored } }),
    [`PUT ${BASE}`]: ({ body }) => {
      stored = { ...stored, ...(body as Partial<Optimiser>), next_run_at: AT, version: 4 };
      return { body: { data: stored } };
    },
  });
  await screen.findByText('Off');
  await user.click(screen.getByRole('button', { name: 'Switch on' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Auto-optimisation settings' }));
  await user.click(dialog.getByRole('switch', { name: 'Move weights by themselves' }));
  await user.clear(dialog.getByLabelText(/Floor/));
  await user.type(dialog.getByLabelText(/Floor/), '8');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Running');
  expect(server.seen.findLast(({ method }) => method === 'PUT')!.body).toEqual({
    is_enabled: true,
    goal: 'revenue_expected',
    floor_percent: 8,
    step_points: 10,
    version: 3,
  });
});

test('freeze stops it at once; undo asks first and says what the server says', async () => {
  let stored = settings();
  const { user } = await show({
    [`GET ${BASE}`]: () => ({ body: { data: stored } }),
    [`PUT ${BASE}`]: ({ body }) => {
      stored = { ...stored, ...(body as Partial<Optimiser>), next_run_at: null };
      return { body: { data: stored } };
    },
    [`POST ${BASE}/undo`]: () => ({ status: 409, body: { error: 'conflict', message: 'There is no step to undo.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Freeze' }));
  await screen.findByText('Frozen');
  await user.click(screen.getByRole('button', { name: 'Undo last step' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo the last step?' }));
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => dialog.getByText('There is no step to undo.'));
});

test('with nothing to undo the button is off, and the reason stands beside it', async () => {
  const objection = 'There is no step to undo.';
  await show({ [`GET ${BASE}`]: () => ({ body: { data: settings({ undo_objection: objection }) } }) });
  const button = await screen.findByRole('button', { name: 'Undo last step', description: objection });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  screen.getByText(objection);
});
