// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { Settings } from '../contract.ts';
// fetched when the settings are there; read here at once, so that no test waits for it
import './SettingsForm.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

const BASE = '/api/settings';

const STORED: Settings = {
  brand: 'Fair Finds',
  tagline: 'Compared with care',
  disclosure: 'We may be paid.',
  contact_email: '',
  currency: 'USD',
  time_zone: 'UTC',
  click_retention_days: 90,
  log_retention_days: 30,
  contact_retention_days: 365,
  alert_webhook_url: '',
  alert_email: '',
  alert_severity: 'warning',
  is_backup_on: false,
  backup_hour: 3,
  backup_keep_daily: 7,
  backup_keep_weekly: 4,
  backup_keep_monthly: 12,
  version: 4,
  updated_at: '2026-01-01T00:00:00.000Z',
};

async function openScreen(answers: Answers = {}) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${BASE}`]: () => ({ body: { data: STORED } }),
    [`GET ${BASE}/own-visits`]: () => ({ body: { data: { is_ignored: false } } }),
    ...answers,
  });
  const shown = renderScreen(
    <SettingsScreen renderChange={(change) => `changes ${JSON.stringify(change)}`} renderPlace={() => 'No place.'} />,
  );
  const put = (path = BASE) => server.seen.findLast((seen) => seen.method === 'PUT' && seen.path === path);
  return { server, ...shown, put };
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('the form shows what is stored, and there is nothing to save yet', async () => {
  const { server } = await openScreen();
  expect((await field('Name of the site')).value).toBe('Fair Finds');
  expect((await field('Clicks and visits')).value).toBe('90');
  expect(screen.getByText('Everything is saved.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(server.seen[0]).toMatchObject({ authorization: 'Bearer t' });
});

test('a failed load has its words', async () => {
  await openScreen({ [`GET ${BASE}`]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch settings')).toBeTruthy();
});

test('what is changed is sent with the version that was read, and the form is clean again', async () => {
  const { user, put } = await openScreen({
    [`PUT ${BASE}`]: ({ body }) => ({
      body: { data: { ...STORED, ...(body as Settings), version: 5 }, message: 'Settings saved.' },
    }),
  });
  const days = await field('Postback logs');
  await user.clear(days);
  await user.type(days, '60');
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await user.clear(zone);
  await user.type(zone, 'Berlin');
  await user.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Change and save' }));
  expect(await screen.findByText('Settings saved.')).toBeTruthy();
  expect(put()?.body).toMatchObject({ log_retention_days: 60, time_zone: 'Europe/Berlin', version: 4 });
  expect(await screen.findByText('Everything is saved.')).toBeTruthy();
});

test('a retention that is too long is refused at its field before anything is sent', async () => {
  const { user, put } = await openScreen();
  const days = await field('Clicks and visits');
  await user.clear(days);
  await user.type(days, '731');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('At most 730.')).toBeTruthy();
  expect(days.getAttribute('aria-invalid')).toBe('true');
  expect(put()).toBeUndefined();
});

test('a save over somebody else’s shows both and overwrites only when told', async () => {
  const theirs = { ...STORED, brand: 'Theirs', version: 5 };
  const { user, put, server } = await openScreen({
    [`PUT ${BASE}`]: () => ({
      status: 409,
      body: { error: 'version_conflict', message: 'Changed.', details: { current: theirs, yours: {} } },
    }),
  });
  const brand = await field('Name of the site');
  await user.clear(brand);
  await user.type(brand, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Theirs')).toBeTruthy();
  server.answers[`PUT ${BASE}`] = ({ body }) => ({ body: { data: { ...theirs, ...(body as Settings), version: 6 } } });
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await waitFor(() => expect(put()?.body).toMatchObject({ brand: 'Mine', version: 5 }));
  expect((await field('Name of the site')).value).toBe('Mine');
});

test('leaving with something unsaved asks first', async () => {
  const { user, router } = await openScreen();
  await user.type(await field('Tagline'), '!');
  act(() => void router.navigate('/elsewhere'));
  expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect((await field('Tagline')).value).toBe('Compared with care!');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await field('Tagline')).value).toBe('Compared with care');
});

test('the switch for own visits is saved at once and says what it did', async () => {
  const { user, put } = await openScreen({
    [`PUT ${BASE}/own-visits`]: ({ body }) => ({ body: { data: body, message: 'Your visits are ignored.' } }),
  });
  const ignore = await screen.findByRole<HTMLInputElement>('switch', { name: 'Ignore my visits in this browser' });
  await waitFor(() => expect(ignore.disabled).toBe(false));
  await user.click(ignore);
  expect(await screen.findByText('Your visits are ignored.')).toBeTruthy();
  expect(put(`${BASE}/own-visits`)?.body).toEqual({ is_ignored: true });
  expect(ignore.checked).toBe(true);
});

test('another currency or zone is asked about first, and saved only then', async () => {
  const { user, put } = await openScreen({
    [`PUT ${BASE}`]: ({ body }) => ({ body: { data: { ...STORED, ...(body as Settings), version: 5 } } }),
  });
  const currency = await field('Currency');
  await user.clear(currency);
  await user.type(currency, 'eur');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('changes {"currency":"EUR"}')).toBeTruthy();
  expect(put()).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Keep it as it was' }));
  expect(put()).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Change and save' }));
  await waitFor(() => expect(put()?.body).toMatchObject({ currency: 'EUR', version: 4 }));
});
