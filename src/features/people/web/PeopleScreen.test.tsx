// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Person } from '../contract.ts';
import { PeopleScreen } from './PeopleScreen.tsx';

const BASE = '/api/settings/people';

const build = (facts: Partial<Person> = {}): Person => ({
  id: 7,
  slug: 'ada-reed',
  name: 'Ada Reed',
  credentials: 'RD, MSc',
  licence_url: null,
  job_title: 'Senior editor',
  bio: null,
  photo_url: null,
  same_as: ['https://social.example/ada'],
  conflicts_of_interest: null,
  used_in: 3,
  is_sample: false,
  version: 4,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
  ...facts,
});

async function openScreen(answers: Answers = {}, rows = [build()]) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({ [`GET ${BASE}`]: () => pageOf(rows), ...answers });
  const shown = renderScreen(<PeopleScreen />);
  return { server, ...shown, sent: (method: string) => server.seen.findLast((seen) => seen.method === method) };
}

test('the list says who is who and where they are named', async () => {
  const { server } = await openScreen();
  const row = (await screen.findByRole('rowheader', { name: 'Ada Reed' })).closest('tr')!;
  for (const text of ['Senior editor', 'RD, MSc', '3', '2026-03-01 10:00'])
    expect(within(row).getByText(text)).toBeTruthy();
  expect(server.seen[0]).toMatchObject({ authorization: 'Bearer t' });
});

test('nobody yet leads to adding somebody', async () => {
  const { user } = await openScreen({}, []);
  await screen.findByText(/Nobody yet/);
  await user.click(screen.getAllByRole('button', { name: 'Add person' })[1]!);
  expect(await screen.findByRole('dialog', { name: 'Add person' })).toBeTruthy();
});

test('a failed load has its words', async () => {
  await openScreen({ [`GET ${BASE}`]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch people')).toBeTruthy();
});

test('a new person is sent without a slug, with one profile for each line', async () => {
  const { user, sent } = await openScreen({
    [`POST ${BASE}`]: () => ({ status: 201, body: { data: build(), message: 'Person created.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add person' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ben Ito');
  await user.type(
    screen.getByRole('textbox', { name: 'Profiles elsewhere' }),
    'https://one.example/ben{enter}{enter}https://two.example/ben',
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Person created.')).toBeTruthy();
  expect(sent('POST')?.body).toMatchObject({
    name: 'Ben Ito',
    credentials: null,
    same_as: ['https://one.example/ben', 'https://two.example/ben'],
  });
  expect(sent('POST')?.body).not.toHaveProperty('slug');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a profile that is no address is refused at its field before anything is sent', async () => {
  const { user, sent } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Edit person' }));
  const profiles = await screen.findByRole('textbox', { name: 'Profiles elsewhere' });
  await user.type(profiles, '{enter}not an address');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Must be an address that begins with/)).toBeTruthy();
  expect(profiles.getAttribute('aria-invalid')).toBe('true');
  expect(sent('PUT')).toBeUndefined();
});

test('an edit sends the version that was read, and a conflict shows both', async () => {
  const theirs = build({ job_title: 'Editor in chief', version: 5 });
  const { user, sent } = await openScreen({
    [`PUT ${BASE}/7`]: () => ({
      status: 409,
      body: { error: 'version_conflict', message: 'Changed.', details: { current: theirs, yours: {} } },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit person' }));
  const role = await screen.findByRole('textbox', { name: 'Role' });
  await user.clear(role);
  await user.type(role, 'Fact checker');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Editor in chief')).toBeTruthy();
  expect(screen.getByText('Fact checker')).toBeTruthy();
  expect(sent('PUT')?.body).toMatchObject({ job_title: 'Fact checker', version: 4, slug: 'ada-reed' });
});

test('deleting asks first and offers Undo', async () => {
  const { user, sent } = await openScreen({
    [`DELETE ${BASE}/7`]: () => ({ body: { message: 'Person deleted.' } }),
    [`POST ${BASE}/7/restore`]: () => ({ body: { data: build(), message: 'Person restored.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete person' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Person restored.')).toBeTruthy();
  await waitFor(() => expect(sent('POST')?.path).toBe(`${BASE}/7/restore`));
});

test('whom a guide names is not deleted; the guides are listed', async () => {
  const details = { used_by: [{ kind: 'guide', id: 1, name: 'Calm teas' }], count: 1 };
  const body = { message: 'In use.', error: 'in_use', details };
  const { user } = await openScreen({ [`DELETE ${BASE}/7`]: () => ({ status: 409, body }) });
  await user.click(await screen.findByRole('button', { name: 'Delete person' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('guide: Calm teas')).toBeTruthy();
});
