// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, renderScreen, type FakeServer } from '../../../../../tests/support/web.tsx';
import { ownTab } from '../../../../platform/web/session/tab-session.ts';
import { RealtimeStrip } from './RealtimeStrip.tsx';

const minutes = Array.from({ length: 30 }, (_, place) => ({
  minute: new Date(Date.parse('2026-11-20T11:31:00Z') + place * 60_000).toISOString(),
  visits: place,
  clicks: 0,
  conversions: place === 3 ? -1 : 0,
  revenue_expected: place === 3 ? '-12.50' : '0.00',
}));
const REPLY = {
  data: minutes,
  totals: { visits: 435, clicks: 0, conversions: -1, revenue_expected: '-12.50' },
  newest_at: '2026-11-20T12:00:58.000Z',
  as_of: '2026-11-20T12:01:05.000Z',
  is_stuck: false,
  tz: 'UTC',
  currency: 'USD',
  generated_at: '2026-11-20T12:01:05.200Z',
};

let server: FakeServer;
let answer: { status?: number; body: unknown };

beforeEach(async () => {
  answer = { body: REPLY };
  server = await fakeServer({ 'GET /api/admin/stats/realtime': () => answer });
});
const show = () => renderScreen(<RealtimeStrip />, '/');

test('sums, bars and a table of the minutes, and until when they hold', async () => {
  show();
  expect(await screen.findByText('435')).toBeTruthy();
  expect(screen.getAllByText('-$12.50').length).toBeGreaterThan(0);
  expect(screen.getByText(/As of 12:01:05 · newest event 12:00:58/)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Visits per minute: the most at 12:00: 29' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Clicks per minute: nothing' })).toBeTruthy();
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows).toHaveLength(31);
  expect(rows[1]!.textContent).toBe('12:0029' + '00$0.00');
});

test('who may not see money is told the counts alone', async () => {
  const person = { id: 1, username: 'ann', permissions: ['read:stats'] } as const;
  localStorage.setItem('token', 't');
  localStorage.setItem('user', JSON.stringify(person));
  ownTab(person);
  const { revenue_expected: _, ...totals } = REPLY.totals;
  answer = { body: { ...REPLY, totals, currency: undefined } };
  show();
  expect(await screen.findByText('435')).toBeTruthy();
  expect(screen.queryByText('Revenue expected')).toBeNull();
});

test('that nothing is counted at the moment is said', async () => {
  answer = { body: { ...REPLY, is_stuck: true, as_of: '2026-11-20T11:50:00.000Z' } };
  show();
  expect(await screen.findByText(/What happened after 11:50:00 is kept safe but not counted yet/)).toBeTruthy();
});

test('what cannot be asked anew stays, with a quiet word; a hidden tab does not ask', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    show();
    expect(await screen.findByText('435')).toBeTruthy();
    answer = { status: 403, body: { message: 'no' } };
    await vi.advanceTimersByTimeAsync(5000);
    expect(await screen.findByText(/not refreshed since 12:01:05, trying again/)).toBeTruthy();
    expect(screen.getByText('435')).toBeTruthy();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    const asked = server.seen.length;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.seen.length).toBe(asked);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(5000);
    await waitFor(() => expect(server.seen.length).toBeGreaterThan(asked));
  } finally {
    vi.useRealTimers();
  }
});
