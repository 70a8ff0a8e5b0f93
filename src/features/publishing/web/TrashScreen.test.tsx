// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { TrashEntry } from '../contract.ts';
import { TrashScreen } from './TrashScreen.tsx';

const LIST = 'GET /api/admin/trash';

const build = (facts: Partial<TrashEntry> = {}): TrashEntry => ({
  kind: 'guide',
  id: 7,
  name: 'Calm teas',
  deleted_at: '2026-03-01T10:00:00.000Z',
  deleted_by: 'marion',
  restore_path: '/api/admin/listicles/7/restore',
  waiting: 0,
  purged_after: '2026-03-31T10:00:00.000Z',
  ...facts,
});
const PERSON = build({ kind: 'person', name: 'Ada Reed', restore_path: '/api/settings/people/7/restore' });

async function openScreen(answers: Answers = {}, rows = [build(), PERSON]) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({ [LIST]: () => pageOf(rows), ...answers });
  return { server, ...renderScreen(<TrashScreen />) };
}

test('the trash says what was deleted, by whom, and until when it can come back', async () => {
  await openScreen();
  const row = (await screen.findByText('Calm teas')).closest('tr')!;
  for (const text of ['Guide', 'marion', '2026-03-01 10:00', '2026-03-31 10:00'])
    expect(within(row).getByText(text)).toBeTruthy();
});

test('two kinds with the same number are two entries, and each comes back by its own path', async () => {
  const { user, server } = await openScreen({
    'POST /api/settings/people/7/restore': () => ({ body: { message: 'Person restored.' } }),
  });
  const row = (await screen.findByText('Ada Reed')).closest('tr')!;
  const before = server.seen.length;
  await user.click(within(row).getByRole('button', { name: 'Bring back' }));
  expect(await screen.findByText('Person restored.')).toBeTruthy();
  expect(server.seen[before]).toMatchObject({
    method: 'POST',
    path: '/api/settings/people/7/restore',
    authorization: 'Bearer t',
  });
  // and the list is read again
  await waitFor(() => expect(server.seen.slice(before + 1).map((seen) => seen.path)).toContain('/api/admin/trash'));
});

test('who brings something back by keys is still in the list when its row is gone', async () => {
  let rows = [build(), PERSON];
  const { user } = await openScreen({
    [LIST]: () => pageOf(rows),
    'POST /api/admin/listicles/7/restore': () => {
      rows = [PERSON];
      return { body: { message: 'It is back.' } };
    },
  });
  const row = (await screen.findByText('Calm teas')).closest('tr')!;
  within(row).getByRole('button', { name: 'Bring back' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Calm teas')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Trash' })));
});

test('a refusal says why', async () => {
  const { user } = await openScreen(
    {
      'POST /api/admin/listicles/7/restore': () => ({
        status: 409,
        body: { message: 'There is already a "Calm teas".' },
      }),
    },
    [build()],
  );
  await user.click(await screen.findByRole('button', { name: 'Bring back' }));
  expect(await screen.findByText('There is already a "Calm teas".')).toBeTruthy();
});

test('an empty trash says how long things stay', async () => {
  await openScreen({}, []);
  expect(await screen.findByText(/stays here for 30 days/)).toBeTruthy();
});

test('the filter asks for one kind', async () => {
  const { user, server } = await openScreen();
  await screen.findByText('Calm teas');
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(screen.getByRole('option', { name: 'Tracking link' }));
  await waitFor(() => expect(server.seen.at(-1)!.query.get('kind')).toBe('link'));
  expect(server.seen.at(-1)!.query.has('sortBy')).toBe(false);
});

test('a failed load has its words', async () => {
  await openScreen({ [LIST]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch the trash')).toBeTruthy();
});
