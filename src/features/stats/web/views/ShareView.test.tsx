// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import { ShareView } from './ShareView.tsx';

const LINKS = '/api/admin/stats/views/3/links';
const link = {
  id: 5,
  username: 'ada',
  created_at: '2026-03-01T10:00:00Z',
  expires_at: '2026-05-30T10:00:00Z',
  last_used_at: null,
};

test('a link is made for as long as was chosen, shown with a copy button, listed, and revoked after a question', async () => {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${LINKS}`]: () => ({ body: { data: [] } }),
    [`POST ${LINKS}`]: () => ({
      status: 201,
      body: { data: link, link: 'https://guides.example/shared/report#secret', message: 'The link is made.' },
    }),
    [`DELETE ${LINKS}/5`]: () => ({ body: { message: 'The link is revoked.' } }),
  });
  const { user } = renderScreen(<ShareView view={{ id: 3, name: 'Mobile' }} onClose={() => undefined} />);
  expect(await screen.findByText('None.')).toBeTruthy();
  server.answers[`GET ${LINKS}`] = () => ({ body: { data: [link] } });
  await user.click(screen.getByRole('combobox', { name: /Works for/ }));
  await user.click(await screen.findByRole('option', { name: '90 days' }));
  await user.click(screen.getByRole('button', { name: 'Make link' }));
  const shown = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  expect(shown.value).toBe('https://guides.example/shared/report#secret');
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ days: 90 });

  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('A link that was revoked does not work again.');
  server.answers[`GET ${LINKS}`] = () => ({ body: { data: [] } });
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The link is revoked.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull());
});

test('why a view cannot be shared is said in the dialog', async () => {
  localStorage.setItem('token', 't');
  await fakeServer({
    [`GET ${LINKS}`]: () => ({ body: { data: [] } }),
    [`POST ${LINKS}`]: () => ({ status: 409, body: { error: 'conflict', message: 'This view cannot be shared.' } }),
  });
  const { user } = renderScreen(<ShareView view={{ id: 3, name: 'Mobile' }} onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Make link' }));
  expect(await screen.findByText('This view cannot be shared.')).toBeTruthy();
});
