import { test as base, type Page } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server.ts';
import { recordSaid } from './screen.ts';

/** Calls the API as the administrator; a refusal fails the test. */
export type Api = <Reply = unknown>(method: string, path: string, body?: unknown) => Promise<Reply>;

/** What a browser complained about; a test fails when any is left at its end. */
export type Complaints = {
  /** Listens to one more page, such as one of another context. */
  watch(page: Page): void;
  /** This test provokes complaints like it. */
  expect(pattern: RegExp): void;
};

type Session = { token: string; user: { id: number; username: string } };

type OfWorker = { server: TestServer; session: Session; api: Api };
type OfTest = { complaints: Complaints; isSignedIn: boolean };

/** What a machine too busy to answer in time says; screens ask once more. What one lacks all the same, its test finds missing. */
const BUSY = /503 \(Service Unavailable\) \S+\/api\//;

/** What the tests run in every page to see what it says, in the preview of an editor, which runs nothing. */
const PREVIEW = /Blocked script execution in 'about:(srcdoc|blank)'/;

/** One server for all tests of a run; each test makes the records that it looks at. */
export const test = base.extend<OfTest, OfWorker>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures here
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  session: [
    async ({ server }, use) => {
      const { adminUsername: username, adminPassword: password } = server;
      await use(await send<Session>(server.url, 'POST', '/auth/login', { username, password, permanent: true }));
    },
    { scope: 'worker' },
  ],

  api: [
    async ({ server, session }, use) => {
      const headers = { authorization: `Bearer ${session.token}` };
      await use(async (method, path, body) => {
        try {
          return await send(server.url, method, path, body, headers);
        } catch (error) {
          // tests that take longer than a password is held for recent
          if (!String(error).includes('"password_required"')) throw error;
          await send(server.url, 'POST', '/auth/confirm', { password: server.adminPassword }, headers);
          return send(server.url, method, path, body, headers);
        }
      });
    },
    { scope: 'worker' },
  ],

  // what moves is tried by hand; here it would only be waited for
  contextOptions: { reducedMotion: 'reduce' },

  baseURL: async ({ server }, use) => use(server.url),

  isSignedIn: [false, { option: true }],

  storageState: async ({ server, session, isSignedIn }, use) => {
    const localStorage = [
      { name: 'token', value: session.token },
      { name: 'user', value: JSON.stringify(session.user) },
    ];
    await use(isSignedIn ? { cookies: [], origins: [{ origin: server.url, localStorage }] } : undefined);
  },

  context: async ({ context, isSignedIn }, use) => {
    await recordSaid(context);
    if (isSignedIn) await context.addInitScript(rememberSample);
    await use(context);
  },

  complaints: [
    async ({ page }, use) => {
      const said: string[] = [];
      const expected = [BUSY, PREVIEW];
      const watch = (watched: Page) => {
        watched.on('pageerror', (error) => said.push(`${watched.url()}: ${error.message}`));
        watched.on('console', (message) => {
          if (message.type() === 'error') said.push(`${watched.url()}: ${message.text()} ${message.location().url}`);
        });
      };
      watch(page);
      await use({ watch, expect: (pattern) => expected.push(pattern) });
      const left = said.filter((text) => !expected.some((pattern) => pattern.test(text)));
      if (left.length > 0) throw new Error(`The browser complained:\n${left.join('\n')}`);
    },
    { auto: true },
  ],
});

/** Not the first time in this tab: the banner of the sample stands there at once. */
function rememberSample(): void {
  try {
    sessionStorage.setItem('sample', '1');
  } catch {
    // a frame that may store nothing
  }
}

async function send<Reply>(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await fetch(`${origin}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  return JSON.parse(text) as Reply;
}

export { expect } from '@playwright/test';
