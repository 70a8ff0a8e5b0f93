// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Alert } from '../contract.ts';
import { AlertBell } from './AlertBell.tsx';
import { AlertsScreen } from './AlertsScreen.tsx';

const BASE = '/api/admin/alerts';

const build = (facts: Partial<Alert> = {}): Alert => ({
  id: 7,
  kind: 'offer_link',
  severity: 'critical',
  subject_kind: 'offer',
  subject_id: 3,
  subject_name: 'Calm Tea',
  message: 'The page answered 404.',
  details: [{ label: 'Guide "Best Teas"', text: 'The button leads to Green Tea now.' }],
  count: 2,
  state: 'open',
  snoozed_until: null,
  is_read: false,
  first_at: '2026-03-01T10:00:00.000Z',
  last_at: '2026-03-02T10:00:00.000Z',
  closed_at: null,
  closed_by: null,
  ...facts,
});

async function openScreen(answers: Answers = {}, rows = [build()], shown = <AlertsScreen />) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${BASE}`]: () => ({ body: { ...pageOf(rows).body, kinds: ['offer_link'] } }),
    [`GET ${BASE}/counts`]: () => ({ body: { data: { open: 4, unread: 3 } } }),
    [`PUT ${BASE}/:id`]: ({ body }) => ({ body: { data: { ...build(), ...(body as object) }, message: 'Saved.' } }),
    [`POST ${BASE}/read`]: () => ({ body: { message: 'All alerts marked as read.' } }),
    ...answers,
  });
  return {
    server,
    ...renderScreen(shown),
    sent: (method: string) => server.seen.findLast((seen) => seen.method === method),
  };
}

test('the list says what is wrong with what, how bad it is, and what nobody has read', async () => {
  await openScreen();
  const row = (await screen.findByText('Calm Tea')).closest('tr')!;
  for (const text of [/answered 404/, /unread/, 'Critical', 'Open', 'Offer link', '2'])
    expect(within(row).getByText(text)).toBeTruthy();
});

test('showing an alert reads it, says what changed where, and leads to the record', async () => {
  const { user, sent } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Show Alert' }));
  const dialog = await screen.findByRole('dialog', { name: 'Calm Tea' });
  expect(within(dialog).getByText('The button leads to Green Tea now.')).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Go to Offer' }).getAttribute('href')).toBe(
    '/admin/offers?search=Calm+Tea',
  );
  await waitFor(() => expect(sent('PUT')).toMatchObject({ path: `${BASE}/7`, body: { is_read: true } }));
});

test('an alert is snoozed for as long as chosen', async () => {
  const { user, sent } = await openScreen({}, [build({ is_read: true })]);
  await user.click(await screen.findByRole('button', { name: 'Show Alert' }));
  await user.click(await screen.findByRole('button', { name: 'Snooze' }));
  const before = Date.now();
  await user.click(await screen.findByRole('menuitem', { name: 'For a Week' }));
  await waitFor(() => expect(sent('PUT')?.body).toMatchObject({ state: 'snoozed' }));
  const until = Date.parse((sent('PUT')!.body as { snoozed_until: string }).snoozed_until);
  expect(Math.round((until - before) / 86_400_000)).toBe(7);
});

test('an alert is closed from its row, and a closed one is opened again', async () => {
  const { user, sent } = await openScreen({}, [
    build(),
    build({ id: 8, subject_name: 'Old Tea', state: 'closed', closed_at: '2026-03-02T10:00:00.000Z' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Close Alert' }));
  await waitFor(() => expect(sent('PUT')).toMatchObject({ path: `${BASE}/7`, body: { state: 'closed' } }));
  await user.click(screen.getByRole('button', { name: 'Open Again' }));
  await waitFor(() => expect(sent('PUT')).toMatchObject({ path: `${BASE}/8`, body: { state: 'open' } }));
});

test('a refused change says why', async () => {
  const { user } = await openScreen({
    [`PUT ${BASE}/:id`]: () => ({ status: 409, body: { message: 'A newer alert is going on.', error: 'conflict' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Close Alert' }));
  expect(await screen.findByText('A newer alert is going on.')).toBeTruthy();
});

test('the filters ask the server', async () => {
  const { user, server } = await openScreen();
  await screen.findByText('Calm Tea');
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(screen.getByRole('option', { name: 'Open' }));
  await waitFor(() => expect(server.seen.at(-1)!.query.get('state')).toBe('open'));
});

test('all are marked as read with one button', async () => {
  const { user, sent } = await openScreen();
  const button = await screen.findByRole('button', { name: 'Mark All as Read' });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  await user.click(button);
  expect(await screen.findByText('All alerts marked as read.')).toBeTruthy();
  expect(sent('POST')?.path).toBe(`${BASE}/read`);
});

test('no alert at all is said in words', async () => {
  await openScreen({}, []);
  expect(await screen.findByText(/No alert yet/)).toBeTruthy();
});

test('the bell counts what is unread, in its name too', async () => {
  await openScreen({}, [], <AlertBell />);
  const bell = await screen.findByRole('link', { name: 'Alerts, 3 unread' });
  expect(bell.getAttribute('href')).toBe('/admin/alerts?state=open');
});
