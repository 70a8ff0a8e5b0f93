// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf } from '../../../../tests/support/web.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { Providers } from '../Providers.tsx';
import { makeQueryClient } from '../query-client.ts';
import { Shell } from './Shell.tsx';

async function openShell(answers: Answers = {}) {
  localStorage.setItem('token', 'abc');
  const server = await fakeServer({
    'GET /api/settings': () => ({ body: { data: { time_zone: 'Asia/Tokyo' } } }),
    'GET /api/settings/sample': () => ({ body: { data: { is_present: false } } }),
    'GET /api/admin/event-store': () => ({ body: { data: { state: 'whole', message: null } } }),
    ...answers,
  });
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => ({ id: 1, username: 'ann', role: 'admin', permissions: ['*'] }),
      element: <Shell />,
      HydrateFallback: Outlet,
      children: [{ index: true, element: <DateTime value="2026-01-01T20:00:00Z" /> }],
    },
  ]);
  render(
    <Providers queries={makeQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return server;
}

test("times are shown in the site's zone", async () => {
  const server = await openShell();
  expect(await screen.findByText('2026-01-02 05:00')).toBeTruthy();
  expect(server.seen.map(({ path, authorization }) => [path, authorization])).toContainEqual([
    '/api/settings',
    'Bearer abc',
  ]);
});

test('the drawer says how many messages wait to be read', async () => {
  const server = await openShell({ 'GET /api/settings/contact-messages': () => pageOf([], 3) });
  expect(await screen.findByRole('link', { name: 'Contact Messages 3 unread' })).toBeTruthy();
  const asked = server.seen.find(({ path }) => path === '/api/settings/contact-messages');
  expect(asked?.query.get('is_read')).toBe('false');
});
