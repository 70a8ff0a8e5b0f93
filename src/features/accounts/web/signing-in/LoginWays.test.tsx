// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import { LoginScreen } from '../LoginScreen.tsx';

const USER = { id: 1, username: 'ann', role: 'admin', permissions: ['*'] };
const TOKEN = 'x'.repeat(43);

/** A server that knows ann, whose second factor takes one code. */
const withSecondFactor: Answers = {
  'POST /api/auth/login': ({ body }) => {
    const { code } = body as { code?: string };
    if (code === undefined)
      return { status: 401, body: { error: 'totp_required', message: 'Enter the code of your authenticator app.' } };
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
  expect(document.activeElement).toBe(screen.getByLabelText(/Code/));
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

/** A link that still works; 16 characters and more make a password. */
const withLink: Answers = {
  'POST /api/auth/password-link': () => ({ body: { username: 'zoe', kind: 'invite', min_length: 15 } }),
  'PUT /api/auth/password-link': ({ body }) =>
    (body as { password: string }).password.length > 15
      ? { body: { message: 'The password is set. Sign in as zoe.' } }
      : {
          status: 400,
          body: {
            error: 'validation_failed',
            message: 'x',
            errors: { password: ['must have at least 15 characters'] },
          },
        },
};

async function openLink(answers: Answers) {
  const server = await fakeServer(answers);
  window.location.hash = `#link=${TOKEN}`;
  const { user } = renderScreen(<LoginScreen />, '/login');
  return { server, user };
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
