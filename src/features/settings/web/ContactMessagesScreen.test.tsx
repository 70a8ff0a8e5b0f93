// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { ContactMessage } from '../contract.ts';
import { replyAddress } from './ContactMessageDialog.tsx';
import { ContactMessagesScreen } from './ContactMessagesScreen.tsx';

const BASE = '/api/settings/contact-messages';

const build = (facts: Partial<ContactMessage> = {}): ContactMessage => ({
  id: 7,
  name: 'Ada Reed',
  email: 'ada@reed.example',
  message: 'The price of the second bottle\nis out of date.',
  is_read: false,
  created_at: '2026-03-01T10:00:00.000Z',
  ...facts,
});

async function openScreen(answers: Answers = {}, rows = [build()], url = '/') {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${BASE}`]: () => pageOf(rows),
    [`PUT ${BASE}/:id`]: ({ body }) => {
      const change = body as { is_read: boolean };
      return { body: { data: build(change), message: change.is_read ? 'Marked as read.' : 'Marked as unread.' } };
    },
    ...answers,
  });
  const shown = renderScreen(<ContactMessagesScreen />, url);
  return { server, ...shown, sent: (method: string) => server.seen.findLast((seen) => seen.method === method) };
}

test('the inbox shows who wrote what and when, and says what is unread', async () => {
  await openScreen({}, [build(), build({ id: 8, name: 'Ben Ito', is_read: true })]);
  const row = (await screen.findByRole('rowheader', { name: 'Ada Reed' })).closest('tr')!;
  for (const text of ['ada@reed.example', /second bottle is out of date/, 'Unread', '2026-03-01 10:00'])
    expect(within(row).getByText(text)).toBeTruthy();
  const other = screen.getByRole('rowheader', { name: 'Ben Ito' }).closest('tr')!;
  expect(within(other).getByText('Read')).toBeTruthy();
});

test('an empty inbox says so', async () => {
  await openScreen({}, []);
  expect(await screen.findByText(/No message yet/)).toBeTruthy();
});

test('a failed load has its words', async () => {
  await openScreen({ [`GET ${BASE}`]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch contact messages')).toBeTruthy();
});

test('the newest come first, and the filter asks for the unread ones', async () => {
  const { user, server } = await openScreen();
  await screen.findByText('ada@reed.example');
  expect(server.seen[0]!.query.get('order')).toBe('desc');
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(screen.getByRole('option', { name: 'Unread' }));
  await waitFor(() => expect(server.seen.at(-1)!.query.get('is_read')).toBe('false'));
});

test('opening a message shows it whole and marks it as read, without a notice over it', async () => {
  const { user, sent, server } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Read message' }));
  const dialog = await screen.findByRole('dialog', { name: 'Message from Ada Reed' });
  expect(within(dialog).getByText(/second bottle\s+is out of date/)).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Reply' }).getAttribute('href')).toMatch(
    /^mailto:ada%40reed\.example\?subject=/,
  );
  await waitFor(() => expect(sent('PUT')).toMatchObject({ path: `${BASE}/7`, body: { is_read: true } }));
  await waitFor(() => expect(server.seen.filter((seen) => seen.path === BASE)).toHaveLength(2));
  expect(screen.queryByText('Marked as read.')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Mark as unread' }));
  await waitFor(() => expect(sent('PUT')?.body).toEqual({ is_read: false }));
});

test('a message that was read before is opened without a call', async () => {
  const { user, sent } = await openScreen({}, [build({ is_read: true })]);
  await user.click(await screen.findByRole('button', { name: 'Read message' }));
  await screen.findByRole('dialog');
  expect(sent('PUT')).toBeUndefined();
});

test('deleting asks first and offers no Undo', async () => {
  const { user, sent } = await openScreen({ [`DELETE ${BASE}/7`]: () => ({ body: { message: 'Message deleted.' } }) });
  await user.click(await screen.findByRole('button', { name: 'Delete message' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toMatch(
    /the message from Ada Reed\?.*Cannot be undone: A message that was deleted is gone\./,
  );
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Message deleted.')).toBeTruthy();
  expect(sent('DELETE')?.path).toBe(`${BASE}/7`);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a reply quotes what was written and cannot add a field of its own', () => {
  const address = new URL(replyAddress(build({ email: 'a?cc=eve@mail.example', message: 'One\nTwo & three' })));
  expect([...address.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(address.searchParams.get('body')).toBe('\r\n\r\nAda Reed wrote:\r\n> One\r\n> Two & three\r\n');
});
