// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import { StoreBanner } from './StoreBanner.tsx';

const whole = {
  state: 'whole',
  message: null,
  next_step: null,
  done: 0,
  total: 0,
  found_at: null,
  missing: null,
};
const answer = (standing: object) => ({
  'GET /api/admin/event-store': () => ({ body: { data: { ...whole, ...standing } } }),
});

test('nothing is said while the store is whole', async () => {
  const server = await fakeServer(answer({}));
  renderScreen(<StoreBanner />);
  await waitFor(() => expect(server.seen).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('every screen says that numbers are too low while it is filled up, with what to do and how far it is', async () => {
  const words = { message: 'The event store was lost.', next_step: 'Wait until it is done.' };
  await fakeServer(answer({ ...words, state: 'filling', done: 30, total: 120 }));
  renderScreen(<StoreBanner />);
  expect((await screen.findByRole('alert')).textContent).toBe('The event store was lost. Wait until it is done.');
  expect(screen.getByRole('progressbar', { name: 'Brought back' }).getAttribute('aria-valuenow')).toBe('25');
});

test('what stays missing is said on screens of numbers', async () => {
  const server = await fakeServer(
    answer({ state: 'incomplete', message: 'Missing: 60 views.', next_step: 'A backup.' }),
  );
  const { router } = renderScreen(<StoreBanner />, '/admin/people');
  await waitFor(() => expect(server.seen).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  await router.navigate('/admin/offer-stats');
  expect((await screen.findByRole('alert')).textContent).toBe('Missing: 60 views. A backup.');
});
