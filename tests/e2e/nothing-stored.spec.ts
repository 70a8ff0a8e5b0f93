import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** Enough for every kind of page of the sample. */
const MOST_PAGES = 60;
const START = ['/', '/search?q=bottle', '/search?q=zzzz', '/contact?sent=1', '/nowhere'];

/** Ways out, and what is no page. */
const isPage = (path: string): boolean => !/^\/(out|go|media|assets|og|api|admin|login)\b|\.\w+$/.test(path);

/** Reads the site as a person would, link by link. @returns the pages that were read */
async function readAll(page: Page): Promise<string[]> {
  const queue = [...START];
  const read: string[] = [];
  for (let path = queue.shift(); path !== undefined && read.length < MOST_PAGES; path = queue.shift()) {
    if (read.includes(path)) continue;
    read.push(path);
    await page.goto(path, { waitUntil: 'load' });
    // what is fetched late comes when it is seen
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const links = await page.evaluate(() =>
      [...document.links].filter((link) => link.origin === location.origin).map((link) => link.pathname + link.search),
    );
    queue.push(...links.filter((one) => isPage(one) && !read.includes(one)));
  }
  return read;
}

const stored = (page: Page) =>
  page.evaluate(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
  }));

async function reading(page: Page, context: BrowserContext, origin: string): Promise<void> {
  const foreign: string[] = [];
  const setting: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('response', (response) => {
    if ('set-cookie' in response.headers()) setting.push(response.url());
  });
  const pages = await readAll(page);
  expect(pages.length).toBeGreaterThan(10);
  expect([foreign, setting]).toEqual([[], []]);
  expect(await context.cookies()).toEqual([]);
  expect(await stored(page)).toEqual({ cookie: '', local: 0, session: 0, databases: 0, workers: 0 });
}

test('no page of the site sets a cookie, stores anything or asks another host', async ({
  page,
  context,
  server,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await reading(page, context, server.url);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader opts out, reads on uncounted, and opts in again', async ({ page, context }) => {
    await page.goto('/privacy');
    await page.getByRole('button', { name: 'Do not count me' }).click();
    await expect(page).toHaveURL(/\/privacy#choice$/);
    await expect(page.getByText('This browser is not counted.')).toBeVisible();
    expect(await context.cookies()).toMatchObject([
      { name: 'gp_ignore', value: '1', path: '/', httpOnly: true, sameSite: 'Lax', secure: false },
    ]);
    await page.goto('/about');
    await page.goBack();
    await expect(page.getByText('This browser is not counted.')).toBeVisible();
    await page.getByRole('button', { name: 'Count me again' }).click();
    await expect(page.getByText('This browser is counted as described above.')).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});

test.describe('with Global Privacy Control', () => {
  test.use({ extraHTTPHeaders: { 'sec-gpc': '1' } });

  test('the privacy page says that the signal arrives', async ({ page }) => {
    await page.goto('/privacy');
    await expect(page.getByText('Your browser sends the signal.')).toBeVisible();
  });
});
