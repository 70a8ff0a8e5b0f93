// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import { SharedReportScreen } from './SharedReportScreen.tsx';

const SHARED = 'GET /api/shared/report';
const line = (label: string, visits: number) => ({ dims: { device: { value: label, label } }, values: { visits } });

const view = {
  site: 'Health Guides',
  name: 'Devices of the week',
  expires_at: '2026-04-19T12:00:00Z',
  filters: [{ label: 'Source', value: 'Leaf Ads' }],
  complete_until: '2026-03-20T11:59:00Z',
  is_whole: true,
  report: {
    data: [line('Mobile', 21), line('Desktop', 3)],
    totals: { values: { visits: 1024 } },
    total: 1500,
    dimensions: ['device'],
    metrics: ['visits'],
    own: [],
    own_missing: [],
    compared: null,
    costless_by: null,
    several_by: null,
    unconverted: [],
    range: { from: '2026-03-14T00:00:00Z', to: '2026-03-21T00:00:00Z' },
    tz: 'UTC',
    currency: 'USD',
  },
};

afterEach(() => {
  window.location.hash = '';
});

test('the view stands there with its days, its filters, its lines and totals, and nothing to press', async () => {
  window.location.hash = '#a-token';
  localStorage.setItem('token', 'of the back office');
  const server = await fakeServer({ [SHARED]: () => ({ body: view }) });
  window.location.hash = '#a-token';
  renderScreen(<SharedReportScreen />);
  expect(await screen.findByRole('heading', { name: 'Devices of the week' })).toBeTruthy();
  const text = document.body.textContent;
  for (const part of [
    'Mar 14, 2026 to Mar 20, 2026',
    'Only Source: Leaf Ads.',
    'Complete until 2026-03-20 11:59',
    'Total',
    '1,024',
  ])
    expect(text).toContain(part);
  expect(text).toContain('The first 2 of 1,500 lines. The totals are of all.');
  expect([screen.queryAllByRole('button'), screen.queryAllByRole('link')]).toEqual([[], []]);
  expect(server.seen.map(({ authorization }) => authorization)).toEqual(['Bearer a-token']);
});

test('a link that works no more says so; another one that is pasted over it is read', async () => {
  const server = await fakeServer({
    [SHARED]: ({ authorization }) =>
      authorization === 'Bearer good'
        ? { body: view }
        : { status: 404, body: { error: 'not_found', message: 'This link does not work.' } },
  });
  window.location.hash = '#old';
  renderScreen(<SharedReportScreen />);
  expect(await screen.findByText('This link does not work.')).toBeTruthy();
  act(() => {
    window.location.hash = '#good';
    window.dispatchEvent(new Event('hashchange'));
  });
  expect(await screen.findByRole('heading', { name: 'Devices of the week' })).toBeTruthy();
  expect(server.seen).toHaveLength(2);
});
