// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { Losing } from '../contract.ts';
import { LosingScreen } from './LosingScreen.tsx';

const one = (placement: string, profit: string) => ({
  placement,
  visits: 400,
  conversions: 0,
  revenue: '0.00',
  cost: profit.slice(1),
  profit,
  chance: 0.000_04,
});
const LOSING: Losing = {
  data: {
    losing: [one('kettle.example', '-200.00'), one('toast.example', '-20.00')],
    lost: '220.00',
    judged: 12,
    few: 3,
    kept: 1,
    unknown_visits: 1,
    wait_days: 2,
    recorded_from: null,
    source: 'Big Native',
    template: 'taboola',
    param: 'site',
    usual_param: 'site',
    params: [
      { alias: 'ad', label: 'Ad' },
      { alias: 'site', label: 'Site' },
    ],
  },
  range: { from: '2026-10-01T00:00:00Z', to: '2026-10-31T00:00:00Z' },
  tz: 'UTC',
  currency: 'USD',
  generated_at: '2026-11-02T00:00:00Z',
};

async function open(losing: Losing = LOSING) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/stats/losing-placements': () => ({ body: losing }),
    'GET /api/admin/stats/placement-lists': () => ({ body: { data: [] } }),
    'GET /api/admin/stats/placement-rules': () => ({ body: { data: [] } }),
    'POST /api/admin/stats/placement-lists': () => ({ status: 201, body: { message: 'List kept.' } }),
    'POST /api/admin/stats/placement-rules': () => ({ status: 201, body: { message: 'Rule saved.' } }),
  });
  const routes = (
    <Routes>
      <Route path="/admin/traffic-sources/:sourceId/losing" element={<LosingScreen />} />
    </Routes>
  );
  return { server, ...renderScreen(routes, '/admin/traffic-sources/7/losing') };
}

test('the list stands there in the form of the source at once, and can be copied in another', async () => {
  const { user } = await open();
  const list = await screen.findByRole('textbox', { name: 'Block list' });
  expect(JSON.parse((list as HTMLTextAreaElement).value)).toEqual({
    sites: ['kettle.example', 'toast.example'],
    patch_operation: 'ADD',
  });
  expect(screen.getByText(/2 of 12 placements lost \$220.00 together/)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: /^Form/ }));
  await user.click(screen.getByRole('option', { name: 'One per line' }));
  await user.click(screen.getByRole('button', { name: 'Copy list' }));
  expect(await navigator.clipboard.readText()).toBe('kettle.example\ntoast.example');
});

test('a list that is kept and a rule that is watched are told to the server as they stand on the screen', async () => {
  const { server, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Keep list' }));
  expect(await screen.findByText('List kept.')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: /^Days/ }));
  await user.click(screen.getByRole('option', { name: '60 days' }));
  await user.click(await screen.findByRole('button', { name: 'Watch every day' }));
  expect(await screen.findByText('Rule saved.')).toBeTruthy();
  const sent = server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([
    { source_id: 7, param: 'site', days: 30, placements: ['kettle.example', 'toast.example'] },
    { source_id: 7, param: 'site', days: 60, min_visits: 100, below: '0', certainty: 90 },
  ]);
});

test('where none loses for sure there is no list to copy, and it is said why', async () => {
  await open({ ...LOSING, data: { ...LOSING.data, losing: [], lost: '0.00' } });
  expect(await screen.findByText(/None of those that were judged \(12\) loses for sure/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy list' })).toBeNull();
  const table = screen.getByRole('region', { name: 'Losing placements' });
  expect(within(table).getByText(/No placement loses for sure by this rule/)).toBeTruthy();
});
