// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { LibraryImage } from '../contract.ts';
import { MediaScreen } from './MediaScreen.tsx';
import { sizeWords } from './picture-columns.tsx';

const BASE = '/api/admin/images';

const build = (facts: Partial<LibraryImage> = {}): LibraryImage => ({
  id: 7,
  url: '/media/images/ab/cup.png',
  preview_url: '/media/images/ab/cup-320.webp',
  alt: 'Two cups',
  mime: 'image/png',
  width: 1200,
  height: 800,
  bytes: 49_152,
  used_by: [{ kind: 'guide', id: 1, name: 'Calm teas' }],
  used_in: 1,
  version: 2,
  created_at: '2026-03-01T10:00:00.000Z',
  ...facts,
});

async function openScreen(answers: Answers = {}, rows = [build()]) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({ [`GET ${BASE}`]: () => pageOf(rows), ...answers });
  const shown = renderScreen(<MediaScreen />);
  return { server, ...shown, sent: (method: string) => server.seen.filter((seen) => seen.method === method) };
}

const file = (name: string) => new File(['x'], name, { type: 'image/png' });

test('the list shows each picture with its size and who shows it', async () => {
  await openScreen({}, [build(), build({ id: 8, alt: '', used_by: [], used_in: 0 })]);
  const row = (await screen.findByText('Two cups')).closest('tr')!;
  for (const text of ['1200 × 800', '48 kB', 'guide: Calm teas', '2026-03-01 10:00'])
    expect(within(row).getByText(text)).toBeTruthy();
  const other = screen.getByText('Not described yet').closest('tr')!;
  expect(within(other).getByText('Nothing')).toBeTruthy();
});

test('an empty library says the next step', async () => {
  await openScreen({}, []);
  expect(await screen.findByText(/No picture yet/)).toBeTruthy();
});

test('a failed load has its words', async () => {
  await openScreen({ [`GET ${BASE}`]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch pictures')).toBeTruthy();
});

test('several files are stored one by one, and one that is refused is named', async () => {
  let count = 0;
  const { user, sent } = await openScreen({
    'POST /api/images': () => {
      count += 1;
      if (count === 2) return { status: 415, body: { message: 'This file is no picture.' } };
      return { status: 201, body: { id: count, imageUrl: '/media/x.png' } };
    },
  });
  await screen.findByText('Two cups');
  await user.upload(screen.getByLabelText('Files to upload'), [file('a.png'), file('b.png'), file('c.png')]);
  expect(await screen.findByText('2 pictures uploaded. b.png: This file is no picture.')).toBeTruthy();
  expect(sent('POST')).toHaveLength(3);
});

test('the dialog shows the users, and sends the text with the version that was read', async () => {
  const { user, sent } = await openScreen({
    [`PATCH ${BASE}/7`]: () => ({ body: { data: build(), message: 'Picture saved.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit picture' }));
  const dialog = await screen.findByRole('dialog', { name: 'Picture' });
  expect(within(dialog).getByText('guide: Calm teas')).toBeTruthy();
  expect(within(dialog).getByRole('img', { name: 'Two cups' })).toBeTruthy();
  const text = within(dialog).getByRole('textbox', { name: 'What it shows' });
  await user.clear(text);
  await user.type(text, 'A pot');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Picture saved.')).toBeTruthy();
  expect(sent('PATCH').at(-1)?.body).toEqual({ alt: 'A pot', version: 2 });
});

test('a replacement is uploaded, put everywhere, and can be taken back', async () => {
  const { user, sent } = await openScreen({
    'POST /api/images': () => ({ status: 201, body: { id: 9, imageUrl: '/media/y.png' } }),
    [`POST ${BASE}/7/replace`]: () => ({ body: { data: build({ id: 9 }), message: 'Picture replaced.' } }),
    [`POST ${BASE}/9/replace`]: () => ({ body: { data: build(), message: 'Picture replaced.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Replace picture' }));
  expect(await screen.findByText(/in the guide “Calm teas”/)).toBeTruthy();
  await user.upload(screen.getByLabelText('File to put in its place'), file('new.png'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The former picture is back.')).toBeTruthy();
  const moves = sent('POST').filter((seen) => seen.path.endsWith('/replace'));
  expect(moves.map(({ path, body }) => [path, body])).toEqual([
    [`${BASE}/7/replace`, { with: 9 }],
    [`${BASE}/9/replace`, { with: 7 }],
  ]);
});

test('a replacement that other records showed before offers no Undo, which would take them along', async () => {
  const { user } = await openScreen({
    'POST /api/images': () => ({ status: 201, body: { id: 9, imageUrl: '/media/y.png' } }),
    [`POST ${BASE}/7/replace`]: () => ({ body: { data: build({ id: 9, used_in: 3 }), message: 'Picture replaced.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Replace picture' }));
  await user.upload(await screen.findByLabelText('File to put in its place'), file('new.png'));
  expect(await screen.findByText('Picture replaced.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a picture in use is not deleted; its users are listed', async () => {
  const details = { used_by: [{ kind: 'guide', id: 1, name: 'Calm teas' }], count: 1 };
  const { user } = await openScreen({
    [`DELETE ${BASE}/7`]: () => ({ status: 409, body: { message: 'In use.', error: 'in_use', details } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete picture' }));
  const question = await screen.findByRole('alertdialog', { name: 'Confirm Deletion' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await within(question).findByText('guide: Calm teas')).toBeTruthy();
});

test('the filter asks for what nobody shows', async () => {
  const { user, server } = await openScreen();
  await screen.findByText('Two cups');
  await user.click(screen.getByRole('combobox', { name: 'Use' }));
  await user.click(screen.getByRole('option', { name: 'Not in use' }));
  await waitFor(() => expect(server.seen.at(-1)!.query.get('used')).toBe('false'));
});

test.each([
  [999, '999 B'],
  [2048, '2 kB'],
  [1_572_864, '1.5 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
