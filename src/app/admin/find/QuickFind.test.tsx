// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { QuickFind } from './QuickFind.tsx';
import { useFindKeys } from './use-find-keys.ts';

const LISTS = [
  'admin/listicles',
  'admin/offer-content',
  'admin/offers',
  'admin/affiliate-networks',
  'admin/traffic-sources',
  'admin/tracking-links',
  'settings/people',
];

function Host() {
  const [isFinding, setIsFinding] = useState(false);
  const [part, setPart] = useState('');
  useFindKeys(() => setIsFinding(true));
  return (
    <>
      <input aria-label="Elsewhere" />
      {isFinding && <QuickFind onAccount={setPart} onClose={() => setIsFinding(false)} />}
      <output>{part}</output>
    </>
  );
}

async function openFind(answers: Answers = {}) {
  localStorage.setItem('token', 't');
  const none = Object.fromEntries(LISTS.map((path) => [`GET /api/${path}`, () => pageOf([])]));
  const server = await fakeServer({ ...none, ...answers });
  const shown = renderScreen(<Host />);
  await shown.user.click(screen.getByRole('textbox', { name: 'Elsewhere' }));
  await shown.user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox');
  const at = () => shown.router.state.location.pathname + shown.router.state.location.search;
  return { server, box, at, ...shown };
}

test('Ctrl+K opens it with every screen, and the keys alone open one', async () => {
  const { user, box, at } = await openFind();
  expect(document.activeElement).toBe(box);
  expect(screen.getAllByRole('option').length).toBeGreaterThan(12);
  await user.keyboard('people');
  await waitFor(() => expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['People']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(at()).toBe('/admin/people'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('records are found by name, in groups, and each leads to where it is edited', async () => {
  const { user, server, at } = await openFind({
    'GET /api/admin/listicles': () => pageOf([{ id: 4, title: 'Calm teas' }]),
    'GET /api/admin/offers': () => pageOf([{ id: 9, name: 'Calm & co' }]),
  });
  await user.keyboard('calm');
  const list = await screen.findByRole('listbox');
  expect(await within(list).findByText('Calm teas')).toBeTruthy();
  for (const group of ['Guides', 'Offers']) expect(within(list).getByText(group)).toBeTruthy();
  expect(within(list).queryByText('Reviews')).toBeNull();
  const asked = server.seen.filter((seen) => seen.query.get('search') === 'calm');
  expect(asked.map((seen) => seen.path).toSorted()).toEqual(LISTS.map((path) => `/api/${path}`).toSorted());
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(at()).toBe('/admin/offers?search=Calm+%26+co'));
});

test('a guide leads to its editor', async () => {
  const { user, at } = await openFind({ 'GET /api/admin/listicles': () => pageOf([{ id: 4, title: 'Calm teas' }]) });
  await user.keyboard('calm');
  await user.click(await screen.findByRole('option', { name: 'Calm teas' }));
  await waitFor(() => expect(at()).toBe('/admin/listicles/4/edit'));
});

test('Escape closes it and leads nowhere', async () => {
  const { user, at } = await openFind();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(at()).toBe('/');
});

test('what finds nothing says so, and a list that fails is owned up to', async () => {
  const { user } = await openFind({ 'GET /api/admin/offers': () => ({ status: 500, body: {} }) });
  await user.keyboard('zzzz');
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
  expect(await screen.findByText(/Some lists did not answer/)).toBeTruthy();
});

test.each([
  ['2fa', 'Second factor', 'second-factor'],
  ['authenticator app', 'Second factor', 'second-factor'],
  ['devices', 'My sessions', 'sessions'],
  ['password', 'Change password', 'password'],
])('%s finds what the account menu calls "%s"', async (text, label, part) => {
  const { user, box } = await openFind();
  await user.type(box, text);
  await user.click(await screen.findByRole('option', { name: label }));
  expect(screen.getByRole('status').textContent).toBe(part);
});
