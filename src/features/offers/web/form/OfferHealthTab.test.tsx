// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import type { OfferLinkHealth } from '../../contract.ts';
import { OfferHealthTab } from './OfferHealthTab.tsx';

const BASE = '/api/admin/offers/3';

const build = (facts: Partial<OfferLinkHealth> = {}): OfferLinkHealth => ({
  id: 3,
  link_status: 'error',
  link_checked_at: '2026-03-01T10:00:00.000Z',
  final_url: 'https://shop.example/gone',
  link_note: 'The page answered 404.',
  is_link_dead: true,
  link_snoozed_until: null,
  checked_url: 'https://shop.example/tea',
  link_failures: 1,
  places: [{ label: 'Guide "Best Teas"', text: 'The button of "Calm Tea" is gone: it has no fallback.' }],
  ...facts,
});

async function openTab(answers: Answers = {}, health = build()) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({ [`GET ${BASE}/link-health`]: () => ({ body: { data: health } }), ...answers });
  const shown = renderScreen(<OfferHealthTab offerId={3} />);
  return { ...shown, sent: (method: string) => server.seen.findLast((seen) => seen.method === method) };
}

test('a dead link says what was found, where it led, and what readers get now', async () => {
  await openTab();
  for (const text of ['Error', 'The page answered 404.', 'https://shop.example/gone', /is gone: it has no fallback/])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText('Readers are not sent there now.')).toBeTruthy();
});

test('a check now says what it found, and the tab reads it again', async () => {
  let health = build();
  const { user } = await openTab({
    [`GET ${BASE}/link-health`]: () => ({ body: { data: health } }),
    [`POST ${BASE}/check-link`]: () => {
      health = build({ link_status: 'ok', link_note: 'The page answered 200.', is_link_dead: false });
      return { body: { data: health, message: 'The page answered 200.' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Check Now' }));
  expect(await screen.findByText('Ok')).toBeTruthy();
  expect(screen.queryByText('Readers are not sent there now.')).toBeNull();
});

test('a person vouches for a link for some days, and takes it back', async () => {
  const { user, sent } = await openTab({
    [`PUT ${BASE}/link-snooze`]: () => ({ body: { data: build(), message: 'Noted: this link is fine.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'This Link Is Fine' }));
  const before = Date.now();
  await user.click(await screen.findByRole('menuitem', { name: 'For 30 Days' }));
  expect(await screen.findByText('Noted: this link is fine.')).toBeTruthy();
  const until = Date.parse((sent('PUT')!.body as { until: string }).until);
  expect(Math.round((until - before) / 86_400_000)).toBe(30);
});

test('a vouch is ended with one button', async () => {
  const { user, sent } = await openTab(
    { [`PUT ${BASE}/link-snooze`]: () => ({ body: { data: build(), message: 'The next check decides.' } }) },
    build({ link_status: 'snoozed', is_link_dead: false, link_snoozed_until: '2026-04-01T00:00:00.000Z' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Let the Checks Decide' }));
  await waitFor(() => expect(sent('PUT')?.body).toEqual({ until: null }));
});

test('a check that fails says why', async () => {
  const { user } = await openTab({
    [`POST ${BASE}/check-link`]: () => ({ status: 500, body: { message: 'Something went wrong.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Check Now' }));
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
});
