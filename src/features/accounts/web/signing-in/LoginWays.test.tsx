// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import { judgeSession, ownTab, usePause } from '../../../../platform/web/session/tab-session.ts';
import { LoginScreen } from '../LoginScreen.tsx';
import { SessionDialog } from '../SessionDialog.tsx';

const USER = { id: 1, username: 'ann', role: 'admin', permissions: ['*'] };
const TOKEN = 'x'.repeat(43);

const refused = (field: string, reason: string) => ({
  status: 400,
  body: { error: 'validation_failed', message: `${field}: ${reason}`, errors: { [field]: [reason] } },
});

/** A server that knows ann, whose second factor takes one code. */
const withSecondFactor: Answers = {
  'POST /api/auth/login': ({ body }) => {
    const { code } = body as { code?: string };
    if (code === undefined)
      return { status: 401, body: { error: 'totp_required', message: 'Enter the code of your authenticator app.' } };
    if (code.length < 6) return refused('code', 'must be the 6 digits of the app, or a recovery code');
    if (code === '123456') return { body: { token: 'abc', user: USER, message: 'Welcome.' } };
    return { status: 401, body: { error: 'invalid_credentials', message: 'The code is wrong.' } };
  },
};

async function enterPassword() {
  const server = await fakeServer(withSecondFactor);
  const { user } = renderScreen(<LoginScreen />, '/login');
  await user.type(screen.getByLabelText(/Username/), 'ann');
  await user.type(screen.getByLabelText(/^Password/), 'secret words');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return { server, user, code: await screen.findByLabelText(/Code/) };
}

test('who has a second factor is asked for its code behind the password, and is in with it', async () => {
  const { server, user, code } = await enterPassword();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => localStorage.getItem('token')).toBe('abc');
  expect(server.seen.at(-1)!.body).toEqual({
    username: 'ann',
    password: 'secret words',
    permanent: true,
    code: '123456',
  });
});

test('a wrong code is said, and another can be typed at once', async () => {
  const { user, code } = await enterPassword();
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The code is wrong.');
  const field = screen.getByLabelText<HTMLInputElement>(/Code/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
});

test('a code that cannot be one is told at the field', async () => {
  const { user, code } = await enterPassword();
  await user.type(code, '123');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Must be the 6 digits of the app, or a recovery code.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the code field takes what a phone offers, and is typed into at once', async () => {
  const { code } = await enterPassword();
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(document.activeElement).toBe(code);
});

function PausedTab() {
  const pause = usePause();
  return pause ? <SessionDialog pause={pause} /> : 'The screen of ann';
}

/** The tab is ann's, and bob is signed in in this browser. */
async function pausedTab() {
  await fakeServer(withSecondFactor);
  localStorage.setItem('user', JSON.stringify({ ...USER, id: 2, username: 'bob' }));
  localStorage.setItem('token', 'of bob');
  ownTab(USER);
  judgeSession();
  const { user } = renderScreen(<PausedTab />);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Password/), 'secret words');
  await user.click(dialog.getByRole('button', { name: 'Sign in' }));
  return user;
}

test('a paused tab asks for the code too, and goes on with it', async () => {
  const user = await pausedTab();
  await user.type(await screen.findByLabelText(/Code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('The screen of ann')).toBeTruthy();
});

test('back from the code to name and password, which are still there', async () => {
  const { user } = await enterPassword();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText<HTMLInputElement>(/Username/).value).toBe('ann');
});

test('whoever forgot the password is told what to do', async () => {
  const said = 'This site sends no mail. Ask an administrator for a link.';
  const server = await fakeServer({ 'POST /api/auth/forgot': () => ({ body: { message: said } }) });
  const { user } = renderScreen(<LoginScreen />, '/login');
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.type(await screen.findByLabelText(/Username/), 'ann');
  await user.click(screen.getByRole('button', { name: 'Ask for help' }));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(server.seen[0]!.body).toEqual({ username: 'ann' });
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
});

test.each([
  ['at its field', refused('username', 'must be at most 64 characters'), 'Must be at most 64 characters.'],
  [
    'as it is',
    { status: 429, body: { error: 'too_many_requests', message: 'Try again in a minute.' } },
    'Try again in a minute.',
  ],
])('a refused request for help is told %s, and can be sent again', async (_how, answer, words) => {
  await fakeServer({ 'POST /api/auth/forgot': () => answer });
  const { user } = renderScreen(<LoginScreen />, '/login');
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.type(await screen.findByLabelText(/Username/), 'ann');
  await user.click(screen.getByRole('button', { name: 'Ask for help' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ask for help' })).toBeTruthy();
});

/** A link that still works; 16 characters and more make a password. */
const withLink: Answers = {
  'POST /api/auth/password-link': () => ({ body: { username: 'zoe', kind: 'invite', min_length: 15 } }),
  'PUT /api/auth/password-link': ({ body }) =>
    (body as { password: string }).password.length > 15
      ? { body: { message: 'The password is set. Sign in as zoe.' } }
      : refused('password', 'must have at least 15 characters'),
};

async function openLink(answers: Answers) {
  const server = await fakeServer(answers);
  window.location.hash = `#link=${TOKEN}`;
  return { server, ...renderScreen(<LoginScreen />, '/login') };
}

test('by a one-time link a password is chosen, and the sign-in follows with the name filled in', async () => {
  const { server, user } = await openLink(withLink);
  const field = await screen.findByLabelText(/^Password/);
  expect(screen.getByText('zoe')).toBeTruthy();
  await user.type(field, 'too short');
  expect(screen.getByText(/9 of at least 15 characters/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('Must have at least 15 characters.')).toBeTruthy();
  await user.type(field, ', and now long enough');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('The password is set. Sign in as zoe.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/Username/).value).toBe('zoe');
  expect(server.seen.at(-1)!.body).toEqual({ token: TOKEN, password: 'too short, and now long enough' });
  expect(window.location.hash).toBe('');
});

test('a link that was used says so and leads back to the sign-in', async () => {
  const message = 'This link was used already, or its time is over.';
  const { user } = await openLink({
    'POST /api/auth/password-link': () => ({ status: 410, body: { error: 'gone', message } }),
  });
  expect(await screen.findByText(message)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
});

test('a link that ends while the password is chosen says so and leads back to the sign-in', async () => {
  const gone = { status: 410, body: { error: 'gone', message: 'This link was used already.' } };
  const { user } = await openLink({ ...withLink, 'PUT /api/auth/password-link': () => gone });
  await user.type(await screen.findByLabelText(/^Password/), 'too short, and now long enough');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('This link was used already.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(window.location.hash).toBe('');
});

test('a link that cannot be read for now can be read again', async () => {
  const { server, user } = await openLink({
    'POST /api/auth/password-link': () => ({ status: 503, body: { error: 'unavailable', message: 'Please wait.' } }),
  });
  expect(await screen.findByText('Please wait.')).toBeTruthy();
  server.answers = withLink;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('zoe')).toBeTruthy();
});

test('a link that is pasted where the sign-in is open already is read', async () => {
  await fakeServer(withLink);
  renderScreen(<LoginScreen />, '/login');
  window.location.hash = `#link=${TOKEN}`;
  expect(await screen.findByText('zoe')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Choose your password' })).toBeTruthy();
});

function signIn(username: string): void {
  localStorage.setItem('user', JSON.stringify({ ...USER, username }));
  localStorage.setItem('token', 'abc');
}

async function savePassword() {
  const { user, router } = await openLink(withLink);
  await user.type(await screen.findByLabelText(/^Password/), 'too short, and now long enough');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await screen.findByText('The password is set. Sign in as zoe.');
  return { user, router };
}

test('somebody else who is signed in stays so, and goes on to the dashboard', async () => {
  signIn('ann');
  const { user, router } = await savePassword();
  expect(localStorage.getItem('token')).toBe('abc');
  expect(window.location.hash).toBe('');
  await user.click(screen.getByRole('button', { name: 'Go to the dashboard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('who chose another password for oneself signs in again: the session is over', async () => {
  signIn('zoe');
  await savePassword();
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/Username/).value).toBe('zoe');
});
