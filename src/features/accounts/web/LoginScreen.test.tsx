// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answers, fakeServer, renderScreen, setPageUrl } from '../../../../tests/support/web.tsx';
import type { Pause } from '../../../platform/web/session/tab-session.ts';
import { LoginScreen } from './LoginScreen.tsx';
import { SessionDialog } from './SessionDialog.tsx';
import { currentUser, isSignedIn, login, logout } from './session.ts';

const USER = { id: 1, username: 'ann', role: 'admin', permissions: ['*'] };
const accept: Answers = { 'POST /api/auth/login': () => ({ body: { token: 'abc', user: USER, message: 'Welcome.' } }) };
const refuse = (status: number, body: unknown): Answers => ({ 'POST /api/auth/login': () => ({ status, body }) });

function storeOldSession(): void {
  localStorage.setItem('token', 'old');
  localStorage.setItem('user', JSON.stringify(USER));
}

test('a login sends permanent and stores token and user', async () => {
  const server = await fakeServer(accept);
  await login('ann', 'secret');
  expect(server.seen[0]?.body).toEqual({ username: 'ann', password: 'secret', permanent: true });
  expect(localStorage.getItem('token')).toBe('abc');
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual(USER);
  expect(currentUser()).toEqual(USER);
});

test.each<[string, Answers, string]>([
  [
    'the message of the server',
    refuse(401, { message: 'Wrong name or password.', error: 'x' }),
    'Wrong name or password.',
  ],
  ['else its error', refuse(401, { error: 'invalid_credentials' }), 'invalid_credentials'],
  ['else the fallback', refuse(500, {}), 'Login failed due to server error.'],
  ['that the token is missing', refuse(200, { user: USER }), 'Login failed: Invalid response from server.'],
  ['that the user is missing', refuse(200, { token: 'abc' }), 'Login failed: Invalid response from server.'],
])('a failed login says %s and clears what was stored', async (_name, answers, message) => {
  await fakeServer(answers);
  storeOldSession();
  await expect(login('ann', 'secret')).rejects.toThrow(message);
  expect(localStorage.length).toBe(0);
});

test('a login without any answer is an unexpected error', async () => {
  setPageUrl('http://127.0.0.1:9/');
  await expect(login('ann', 'secret')).rejects.toThrow('An unexpected error occurred during login.');
});

test('signing out clears both and tells the server with the token', async () => {
  const server = await fakeServer({ 'POST /api/auth/logout': () => ({ body: { message: 'Signed out.' } }) });
  storeOldSession();
  logout();
  expect(localStorage.length).toBe(0);
  expect(currentUser()).toBeUndefined();
  await waitFor(() => expect(server.seen[0]?.authorization).toBe('Bearer old'));
});

const refuseMe = (status: number): Answers => ({
  'GET /api/auth/me': () => ({ status, body: { message: 'Please wait.', error: 'x' } }),
});

test('storage with a user and no token means a guest', () => {
  localStorage.setItem('user', JSON.stringify(USER));
  expect(isSignedIn()).toBe(false);
  expect(currentUser()).toBeUndefined();
});

test.each([
  ['no user', {}],
  ['a user that is no JSON', { user: '{' }],
  ['a user without a name', { user: '{"id":1}' }],
])('storage with a token and %s is a login: the server says whose', async (_name, stored) => {
  const server = await fakeServer({ 'GET /api/auth/me': () => ({ body: { user: USER } }) });
  for (const [key, value] of Object.entries({ token: 'abc', ...stored })) localStorage.setItem(key, value);
  expect(isSignedIn()).toBe(true);
  expect(await currentUser()).toEqual(USER);
  expect(server.seen[0]?.authorization).toBe('Bearer abc');
  // asked once
  expect(currentUser()).toEqual(USER);
});

test('a token that the server refuses ends the session', async () => {
  await fakeServer(refuseMe(401));
  localStorage.setItem('token', 'abc');
  expect(await currentUser()).toBeUndefined();
  expect(isSignedIn()).toBe(false);
});

test('a server in trouble does not end the session', async () => {
  await fakeServer(refuseMe(503));
  localStorage.setItem('token', 'abc');
  await expect(currentUser()).rejects.toThrow('Please wait.');
  expect(isSignedIn()).toBe(true);
});

const type = async (user: ReturnType<typeof renderScreen>['user']) => {
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'ann');
  await user.type(screen.getByLabelText(/^Password/), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

test.each([
  ['/login', '/admin'],
  ['/login?next=%2Fadmin%2Foffers%3Fpage%3D2', '/admin/offers?page=2'],
  ['/login?next=%2F%2Fevil.example', '/admin'],
  ['/login?next=https%3A%2F%2Fevil.example%2Fadmin', '/admin'],
  ['/login?next=%2Fadministrator', '/admin'],
])('after a login at %s the way leads to %s', async (url, target) => {
  await fakeServer(accept);
  const { user, router } = renderScreen(<LoginScreen />, url);
  await type(user);
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(target));
});

test('a refused login says why and waits for another password', async () => {
  await fakeServer(refuse(401, { message: 'Wrong name or password.' }));
  const { user } = renderScreen(<LoginScreen />, '/login');
  await type(user);
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong name or password.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Password/)));
});

test('empty fields are required, and the first one gets the focus', async () => {
  const server = await fakeServer(accept);
  const { user } = renderScreen(<LoginScreen />, '/login');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Username' }));
  expect(server.seen).toHaveLength(0);
});

test('an ended session is explained', () => {
  renderScreen(<LoginScreen />, '/login?ended=1');
  expect(screen.getByText('Your session has ended. Please sign in again.')).toBeTruthy();
});

test.each(['is blocked', 'is full'])('where the storage of the browser %s the login says what to do', async (how) => {
  await fakeServer(accept);
  const refuse = (): never => {
    throw new DOMException('no', how === 'is full' ? 'QuotaExceededError' : 'SecurityError');
  };
  const [getItem, removeItem] = how === 'is full' ? [() => null, () => undefined] : [refuse, refuse];
  vi.stubGlobal('localStorage', { getItem, removeItem, setItem: refuse });
  try {
    await expect(login('ann', 'secret')).rejects.toThrow(/blocked or full\. Allow this site to store data/);
    expect(isSignedIn()).toBe(false);
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each<[Pause, title: string, ways: string[]]>([
  [{ kind: 'ended' }, 'Your session has ended', []],
  [{ kind: 'refused', message: 'You may only read.' }, 'You may not do this any more', ['Go on without']],
  [{ kind: 'other', username: 'bob' }, 'Somebody else is signed in', ['Leave, go on as bob']],
])('a tab that is paused because of %o offers a login and the ways that lead on', async (pause, title, ways) => {
  await fakeServer({});
  renderScreen(<SessionDialog pause={pause} />);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const buttons = dialog.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons.filter((name) => name !== '')).toEqual(['Sign in', ...ways]);
});
