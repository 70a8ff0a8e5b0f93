// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import type { ViewMailReply } from '../../mails/contract.ts';
import { MailView } from './MailView.tsx';

const MAIL = '/api/admin/stats/views/3/mail';
const NONE: ViewMailReply = { data: null, can_mail: true, address: 'a…@guides.example', tz: 'Europe/Berlin' };
const ASKED = {
  rhythm: 'weekly',
  day: 3,
  is_paused: false,
  next_at: '2026-03-25T06:00:00Z',
  next_days: { from: '2026-03-16', to: '2026-03-22' },
  sent_at: '2026-03-18T06:00:10Z',
  error: null,
} as const;

beforeEach(() => localStorage.setItem('token', 't'));

const render = () => renderScreen(<MailView view={{ id: 3, name: 'Mobile' }} onClose={() => undefined} />);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('a view is mailed on the day that is chosen, paused, and stopped', async () => {
  const server = await fakeServer({
    [`GET ${MAIL}`]: () => ({ body: NONE }),
    [`PUT ${MAIL}`]: () => ({ body: { ...NONE, data: ASKED, message: 'The view is mailed to you.' } }),
    [`DELETE ${MAIL}`]: () => ({ body: { ...NONE, message: 'The view is not mailed to you any more.' } }),
  });
  const { user } = render();
  expect(await screen.findByText(/a…@guides\.example. At 7:00 in Europe\/Berlin/)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'On' }));
  await user.click(await screen.findByRole('option', { name: 'Wednesday' }));
  await user.click(button('Mail it to me'));
  expect(await screen.findByText(/about 2026-03-16 to 2026-03-22/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mail it to me' })).toBeNull();
  server.answers[`PUT ${MAIL}`] = () => ({
    body: { ...NONE, data: { ...ASKED, is_paused: true, next_at: null }, message: 'Its letters pause.' },
  });
  await user.click(button('Pause'));
  expect(await screen.findByText('Paused: nothing is sent.')).toBeTruthy();
  await user.click(button('Stop'));
  await waitFor(() => expect(button('Mail it to me').disabled).toBe(false));
  expect(server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { rhythm: 'weekly', day: 3, is_paused: false },
    { rhythm: 'weekly', day: 3, is_paused: true },
  ]);
});

test('another rhythm is saved, one is sent at once, and what went wrong is said', async () => {
  const server = await fakeServer({
    [`GET ${MAIL}`]: () => ({ body: { ...NONE, data: { ...ASKED, error: 'connect ECONNREFUSED' } } }),
    [`PUT ${MAIL}`]: () => ({ body: { ...NONE, data: { ...ASKED, rhythm: 'monthly', day: 1 }, message: 'Done.' } }),
    [`POST ${MAIL}/send`]: () => ({
      status: 400,
      body: { error: 'bad_request', message: 'The letter did not go out: busy' },
    }),
  });
  const { user } = render();
  expect(await screen.findByText(/did not go out: connect ECONNREFUSED/)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'How often' }));
  await user.click(await screen.findByRole('option', { name: 'Every month' }));
  await user.click(button('Send one now to me'));
  expect(await screen.findByText('The letter did not go out: busy')).toBeTruthy();
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ rhythm: 'monthly' });
  await user.click(button('Save'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toEqual({
    rhythm: 'monthly',
    day: 1,
    is_paused: false,
  });
});

test.each([
  ['no mail server', { can_mail: false }, /SMTP_URL/],
  ['no address', { address: null }, /no mail address/],
])('with %s it is said what to do, and nothing can be asked for', async (_what, lacking, words) => {
  await fakeServer({ [`GET ${MAIL}`]: () => ({ body: { ...NONE, ...lacking } }) });
  render();
  expect(await screen.findByText(words)).toBeTruthy();
  expect([button('Mail it to me').disabled, button('Send one now to me').disabled]).toEqual([true, true]);
});
