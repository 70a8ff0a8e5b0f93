import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
export const API = /\/api\/(?!auth\/)/;

/** A page in which somebody types, and who they are. */
export type Cell = {
  page: Page;
  context: BrowserContext;
  url: string;
  username: string;
  password: string;
};

/** What goes wrong while somebody types, and how it is mended. */
type Fault = {
  name: string;
  strike: (cell: Cell) => Promise<unknown>;
  mend: (cell: Cell) => Promise<unknown>;
};

/** Every change is answered like this until it is mended. */
const answering = (name: string, answer: { status: number; body: string; contentType?: string }): Fault => ({
  name,
  strike: ({ page }) =>
    page.route(API, (route) => (WRITES.includes(route.request().method()) ? route.fulfill(answer) : route.fallback())),
  mend: async ({ page }) => page.unroute(API),
});

/** In the dialog over the screen; or at the login, where nothing was left that is not kept on the server. */
async function signInAgain({ page, username, password }: Cell): Promise<void> {
  const login = page.getByRole('form', { name: 'Sign in' });
  await login.getByLabel('Username').fill(username);
  await login.getByLabel(/^Password/).fill(password);
  await login.getByRole('button', { name: 'Sign in' }).click();
  await expect(login).toBeHidden();
}

const endSession = async ({ page, url }: Cell): Promise<void> => {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await fetch(`${url}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
};

export const FAULTS: readonly Fault[] = [
  { name: 'session ended', strike: endSession, mend: signInAgain },
  {
    name: 'other tab signed out',
    strike: async ({ page, context, url }) => {
      const other = await context.newPage();
      await other.goto(`${url}/robots.txt`);
      await other.evaluate(() => localStorage.clear());
      await other.close();
      await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
    },
    mend: signInAgain,
  },
  {
    ...answering('role changed', {
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'Your role does not allow this.', error: 'forbidden' }),
    }),
    mend: async ({ page }) => {
      // a form that sent nothing is not asked
      const goOn = page.getByRole('button', { name: 'Go on without' });
      await goOn.click({ timeout: 3000 }).catch(() => undefined);
      await page.unroute(API);
    },
  },
  {
    name: 'offline',
    strike: ({ context }) => context.setOffline(true),
    mend: ({ context }) => context.setOffline(false),
  },
  answering('500', {
    status: 500,
    contentType: 'application/json',
    body: '{"message":"Broken.","error":"internal"}',
  }),
  answering('502 with HTML', {
    status: 502,
    contentType: 'text/html',
    body: '<html><h1>Bad gateway</h1></html>',
  }),
  answering('503', {
    status: 503,
    contentType: 'application/json',
    body: '{"message":"Busy.","error":"unavailable"}',
  }),
  {
    name: 'timeout',
    strike: async ({ page }) => {
      await page.evaluate(() => Object.assign(window, { isHasty: true }));
      await page.route(API, (route) =>
        WRITES.includes(route.request().method()) ? new Promise<void>(() => undefined) : route.fallback(),
      );
    },
    mend: async ({ page }) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.evaluate(() => Object.assign(window, { isHasty: false }));
    },
  },
  {
    name: 'chunk missing',
    strike: async (cell) => {
      await cell.page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
      await cell.page.keyboard.press('Control+k');
      // the login too must come without the server's files
      await endSession(cell);
    },
    mend: async (cell) => {
      await signInAgain(cell);
      await cell.page.unroute('**/assets/**');
    },
  },
];
