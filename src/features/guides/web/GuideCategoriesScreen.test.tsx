// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { GuideCategory } from '../contract.ts';
import { GuideCategoriesScreen } from './GuideCategoriesScreen.tsx';

const BASE = '/api/settings/guide-categories';

const build = (facts: Partial<GuideCategory> = {}): GuideCategory => ({
  id: 1,
  slug: 'sleep',
  name: 'Sleep',
  description: 'Calm nights.',
  sort_order: 1,
  guides_count: 2,
  is_sample: false,
  version: 3,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...facts,
});
const THREE = [
  build(),
  build({ id: 2, slug: 'tea', name: 'Tea', description: null, sort_order: 2, guides_count: 1 }),
  build({ id: 3, slug: 'skin', name: 'Skin', description: null, sort_order: 3, guides_count: 0 }),
];

async function openScreen(answers: Answers = {}, rows = THREE) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({ [`GET ${BASE}`]: () => ({ body: { data: rows } }), ...answers });
  const shown = renderScreen(<GuideCategoriesScreen />);
  return { server, ...shown, sent: (method: string) => server.seen.findLast((seen) => seen.method === method) };
}

const names = () =>
  within(screen.getByRole('list', { name: 'Categories in their order' }))
    .getAllByRole('group')
    .map((group) => group.getAttribute('aria-label')!.replace('Actions for ', ''));

test('the list shows each category with its page and how many guides stand in it', async () => {
  await openScreen();
  expect(await screen.findByText('Calm nights.')).toBeTruthy();
  for (const text of ['2 guides', '1 guide', '0 guides', 'tea']) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the page of Tea' }).getAttribute('href')).toBe('/categories/tea');
});

test('no category yet leads to adding one', async () => {
  const { user } = await openScreen({}, []);
  await screen.findByText(/No category yet/);
  await user.click(screen.getAllByRole('button', { name: 'Add category' })[1]!);
  expect(await screen.findByRole('dialog', { name: 'Add category' })).toBeTruthy();
});

test('a failed load has its words', async () => {
  await openScreen({ [`GET ${BASE}`]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch categories')).toBeTruthy();
});

test('a category moves by keyboard, keeps the focus, and the whole order is sent', async () => {
  const { user, sent } = await openScreen({ [`PUT ${BASE}/reorder`]: () => ({ body: { data: THREE } }) });
  const up = await screen.findByRole('button', { name: 'Move Skin up' });
  up.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(names()).toEqual(['Sleep', 'Skin', 'Tea']));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Skin up');
  expect(screen.getByText('Skin is now number 2 of 3.')).toBeTruthy();
  await waitFor(() => expect(sent('PUT')?.body).toEqual({ ids: [1, 3, 2] }));
});

test('an order that is refused is taken back', async () => {
  const { user } = await openScreen({
    [`PUT ${BASE}/reorder`]: () => ({ status: 400, body: { message: 'Load the list again.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Move Tea up' }));
  expect(await screen.findByText('Load the list again.')).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(['Sleep', 'Tea', 'Skin']));
});

test('a search shows what matches, and nothing is moved among a part', async () => {
  const { user } = await openScreen();
  await user.type(await screen.findByRole('searchbox', { name: 'Search categories...' }), 'calm{enter}');
  await waitFor(() => expect(names()).toEqual(['Sleep']));
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
});

test('an edit sends the version that was read and leaves the place alone', async () => {
  const { user, sent } = await openScreen({
    [`PUT ${BASE}/1`]: () => ({ body: { data: build(), message: 'Category saved.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Sleep' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Rest');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Category saved.')).toBeTruthy();
  expect(sent('PUT')?.body).toEqual({ name: 'Rest', slug: 'sleep', description: 'Calm nights.', version: 3 });
});

test('a category in use is not deleted; its guides are listed', async () => {
  const details = { used_by: [{ kind: 'guide', id: 1, name: 'Calm teas' }], count: 1 };
  const body = { message: 'In use.', error: 'in_use', details };
  const { user } = await openScreen({ [`DELETE ${BASE}/1`]: () => ({ status: 409, body }) });
  await user.click(await screen.findByRole('button', { name: 'Delete Sleep' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('guide: Calm teas')).toBeTruthy();
});

test('Undo makes a deleted category anew where it stood', async () => {
  const { user, sent } = await openScreen({
    [`DELETE ${BASE}/3`]: () => ({ body: { message: 'Category deleted.' } }),
    [`POST ${BASE}`]: () => ({ status: 201, body: { data: THREE[2], message: 'Category created.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Skin' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent('POST')?.body).toEqual({ name: 'Skin', slug: 'skin', description: null, sort_order: 3 }),
  );
});
