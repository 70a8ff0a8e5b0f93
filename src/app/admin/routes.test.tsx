// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test, vi } from 'vitest';
import { fakeServer, pageOf, setViewport } from '../../../tests/support/web.tsx';
import { navigation } from './shell/navigation.ts';
import { Providers } from './Providers.tsx';
import { makeQueryClient } from './query-client.ts';
import { routes } from './routes.tsx';
import { screens } from './screens.ts';

const open = async (url: string) => {
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  render(
    <Providers queries={makeQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await waitFor(() => expect(router.state.initialized).toBe(true), { timeout: 20_000 });
  return {
    router,
    user: userEvent.setup({ document }),
    at: () => router.state.location.pathname + router.state.location.search,
  };
};

const signIn = (username = 'ann') => {
  localStorage.setItem('token', 'abc');
  localStorage.setItem('user', JSON.stringify({ id: 1, username, role: 'admin', permissions: ['*'] }));
};

const serveNetworks = () =>
  fakeServer({
    'GET /api/admin/affiliate-networks/templates': () => ({ body: { data: [] } }),
    'GET /api/admin/affiliate-networks': () => pageOf([]),
    'POST /api/auth/logout': () => ({ body: { message: 'Signed out.' } }),
  });

test('a guest is sent to the login and knows the way back', async () => {
  const { at } = await open('/admin/affiliate-networks?page=2');
  expect(at()).toBe('/login?next=%2Fadmin%2Faffiliate-networks%3Fpage%3D2');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
});

test.each(['/admin', '/admin/dashboard', '/login'])(
  'somebody signed in who asks for %s sees the stats',
  async (url) => {
    signIn();
    const { at } = await open(url);
    expect(at()).toBe('/admin/stats');
  },
);

test('somebody signed in who opens a one-time link sees what it is for', async () => {
  await fakeServer({
    'POST /api/auth/password-link': () => ({ body: { username: 'zoe', kind: 'reset', min_length: 15 } }),
  });
  signIn();
  window.location.hash = '#link=abc';
  const { user, at } = await open('/login');
  expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeTruthy();
  expect(await screen.findByText('zoe')).toBeTruthy();
  expect(at()).toBe('/login');
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  await waitFor(() => expect(at()).toBe('/admin/stats'));
  expect(window.location.hash).toBe('');
});

test('a token without a stored user opens the screens: the server says who it is', async () => {
  await fakeServer({ 'GET /api/auth/me': () => ({ body: { user: { id: 1, username: 'marion' } } }) });
  localStorage.setItem('token', 'abc');
  const { at } = await open('/login');
  expect(at()).toBe('/admin/stats');
  expect(await screen.findByText('marion')).toBeTruthy();
});

test('the login is the route named AdminLogin', () => {
  expect(matchRoutes(routes, '/login')?.at(-1)?.route.id).toBe('AdminLogin');
});

test('the shell shows who is signed in and every group of the drawer, open', async () => {
  await serveNetworks();
  signIn('marion');
  await open('/admin/affiliate-networks');
  expect(await screen.findByText('Admin Dashboard')).toBeTruthy();
  for (const text of ['marion', 'M', 'Administrator']) expect(screen.getByText(text)).toBeTruthy();
  const nav = screen.getByRole('navigation', { name: 'Admin' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Listicle Stats',
    'Content Stats',
    'Conversion Stats',
    'Offer Performance',
    'Reports',
    'What Changed',
    'Cohorts',
    'Attribution',
    'AI Crawlers',
    'Manage Offers',
    'Manage Content',
    'Manage Listicles',
    'Affiliate Networks',
    'Traffic Sources',
    'Tracking Links',
    'Manage Conversions',
    'Costs',
    'Budgets',
    'Timeline',
    'Contact Messages',
    'People',
    'Categories',
    'Media Library',
    'Site Settings',
    'Trash',
    'Team',
    'API Keys',
    'Audit Log',
    'Alerts',
    'Server Health',
  ]);
  const groups = within(nav).getAllByRole('button', { expanded: true });
  expect(groups.map((group) => group.textContent)).toEqual([
    'Performance',
    'Offers',
    'Content',
    'Traffic & Affiliates',
    'Site',
  ]);
  expect(within(nav).getByRole('link', { name: 'Affiliate Networks' }).getAttribute('aria-current')).toBe('page');
});

test('Sign Out clears the session and goes to the login', async () => {
  const server = await serveNetworks();
  signIn();
  const { user, at } = await open('/admin/affiliate-networks');
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(at()).toBe('/login'));
  expect(localStorage.length).toBe(0);
  await waitFor(() => expect(server.seen.map((seen) => seen.path)).toContain('/api/auth/logout'));
});

test('the guard asks again on every move', async () => {
  await serveNetworks();
  signIn();
  const { router, at } = await open('/admin/affiliate-networks');
  localStorage.clear();
  await router.navigate('/admin/nowhere');
  expect(at()).toBe('/login?next=%2Fadmin%2Fnowhere');
});

test('on a phone the drawer begins closed and a choice closes it', async () => {
  await serveNetworks();
  setViewport(360);
  signIn();
  const { user, at } = await open('/admin/affiliate-networks');
  const opener = await screen.findByRole('button', { name: 'Open navigation' });
  expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull();
  await user.click(opener);
  await user.click(await screen.findByRole('link', { name: 'Tracking Links' }));
  await waitFor(() => expect(at()).toBe('/admin/tracking-links'));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull());
});

test('a move keeps standing though the browser answers scrolling with a promise, as new ones do', async () => {
  const scrolled: Element[] = [];
  // a function that answers more than its type says may stand where nothing is wanted
  const scroll: (this: Element) => unknown = function scroll(this: Element) {
    scrolled.push(this);
    return Promise.resolve();
  };
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scroll);
  await serveNetworks();
  signIn();
  const { user, at } = await open('/admin/affiliate-networks');
  await user.click(await screen.findByRole('link', { name: 'Tracking Links' }));
  await waitFor(() => expect(at()).toBe('/admin/tracking-links'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Smart Tracking Links' })).toBeTruthy();
  await waitFor(() => expect(scrolled.at(-1)?.textContent).toBe('Tracking Links'));
});

test('an address that leads nowhere says so and offers a way on', async () => {
  signIn();
  await open('/admin/nowhere');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/admin');
  await waitFor(() => expect(document.title).toBe('Page not found | Admin Dashboard'));
});

test.each([
  ['/admin/stats', 'Listicle Stats', 'Analytics Dashboard'],
  ['/admin/offers', 'Manage Offers', 'Product Offers'],
  ['/admin/listicles', 'Manage Listicles', 'Manage Health Guides'],
])('the tab of %s and the line below its heading "%s" say %s', async (url, heading, name) => {
  await serveNetworks();
  signIn();
  await open(url);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe(`${name} | Admin Dashboard`));
  expect(screen.getByText(`${name}.`)).toBeTruthy();
});

test('the drawer leads to every screen that is not of one record, once each', () => {
  const targets = navigation.flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ to }) => to)));
  // files of costs are reached from the costs
  const paths = screens
    .map(({ path }) => `/admin/${path}`)
    .filter((path) => !path.includes(':') && path !== '/admin/costs/files');
  expect(targets.toSorted()).toEqual(paths.toSorted());
});
