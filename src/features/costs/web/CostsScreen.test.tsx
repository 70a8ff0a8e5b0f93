// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { CostEntry } from '../contract.ts';
import { CostsScreen } from './CostsScreen.tsx';

const ENTRY: CostEntry = {
  id: '1',
  source_id: 1,
  source: 'Taboola EU',
  link_id: null,
  link: null,
  param: null,
  value: null,
  from_at: '2026-03-02T23:00:00.000Z',
  to_at: '2026-03-04T23:00:00.000Z',
  amount: '5.00',
  currency: 'EUR',
  worth: { amount: '5.50', currency: 'USD', without_rate: '0.00' },
  state: 'confirmed',
  method: 'manual',
  note: null,
  visits: 24,
  actor: 'admin',
  created_at: '2026-03-05T10:00:00.000Z',
  undone_at: null,
};

test('an entry shows the days that were written down, in the zone of the site, and what it is worth', async () => {
  await fakeServer({
    'GET /api/admin/costs': () => pageOf([ENTRY, { ...ENTRY, id: '2', source: 'Undone', undone_at: ENTRY.created_at }]),
    'GET /api/admin/traffic-sources': () => pageOf([]),
  });
  localStorage.setItem('token', 't');
  renderScreen(
    <TimeZoneContext value="Europe/Berlin">
      <CostsScreen />
    </TimeZoneContext>,
  );
  const row = within((await screen.findByText('Taboola EU')).closest('tr')!);
  for (const text of ['2026-03-03', '2026-03-04', '€5.00', '$5.50']) expect(row.getByText(text)).toBeTruthy();
  // what was undone stays as a line, and is not undone again
  expect(row.getByRole('button', { name: 'Undo Cost' })).toBeTruthy();
  const undone = within(screen.getByText('Undone').closest('tr')!);
  expect(undone.queryByRole('button', { name: 'Undo Cost' })).toBeNull();
});

test('the list is put in order by a press on a number, and its file is asked for in the same order', async () => {
  const server = await fakeServer({
    'GET /api/admin/costs': ({ query }) => (query.get('format') ? { body: 'id' } : pageOf([ENTRY])),
    'GET /api/admin/traffic-sources': () => pageOf([]),
  });
  const { user } = renderScreen(<CostsScreen />);
  const asked = () => Object.fromEntries(server.seen.findLast((seen) => seen.path === '/api/admin/costs')!.query);
  await screen.findByText('Taboola EU');
  expect(asked()).toMatchObject({ sortBy: 'id', order: 'desc' });
  await user.click(screen.getByRole('button', { name: 'Visits' }));
  await waitFor(() => expect(asked()).toMatchObject({ sortBy: 'visits', order: 'desc', page: '1' }));
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(asked()).toEqual({ sortBy: 'visits', order: 'desc', format: 'csv' }));
});
