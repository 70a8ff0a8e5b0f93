import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { freePort } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { DESKTOP, PHONE } from './support/screen.ts';

/** How many presses from the login on it takes to answer what a buyer of ads asks, on the site with 90 days behind it. */
let demo: ChildProcess;
let url: string;
let password: string;
const folder = mkdtempSync(join(tmpdir(), 'guidepost-presses-'));

test.beforeAll(async () => {
  test.setTimeout(900_000);
  // the database has a user of its own
  chmodSync(folder, 0o711);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  demo = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/demo.ts')], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'demo') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  password = await new Promise<string>((done, fail) => {
    demo.on('exit', () => fail(new Error(`the demo ended: ${said.slice(-500)}`)));
    demo.stdout!.on('data', (piece: Buffer) => {
      said += piece.toString();
      // the last that is said before the site is there for people, after its address
      const [, shown] = /password (\S+) \(shown/.exec(said) ?? [];
      if (shown !== undefined) done(shown);
    });
  });
});

test.afterAll(async () => {
  if (demo.exitCode === null) {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody who has just signed in, and counts what they press from then on. */
async function signedIn(browser: Browser, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: /^Username/ }).fill('admin');
  await page.getByLabel(/^Password/).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();
  let presses = 0;
  const press = async (what: Locator): Promise<void> => {
    presses += 1;
    await what.click();
  };
  return { page, press, presses: () => presses, end: () => context.close() };
}

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Traffic sources' }).locator('tr, li').filter({ hasText: name });

for (const [what, viewport] of [
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)
  test(`the block list of a source is copied in four presses at most, on ${what}`, async ({ browser }) => {
    const { page, press, presses, end } = await signedIn(browser, viewport);
    const drawer = page.getByRole('navigation', { name: 'Admin' });
    if (!(await drawer.isVisible())) await press(page.getByRole('button', { name: 'Open navigation' }));
    await press(drawer.getByRole('link', { name: 'Traffic Sources' }));
    await press(rowOf(page, 'Demo: Taboola').getByRole('link', { name: 'Losing placements' }));
    await press(page.getByRole('button', { name: 'Copy list' }));
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as unknown;
    expect(copied).toEqual({ sites: ['kettle-news.example'], patch_operation: 'ADD' });
    expect(presses()).toBeLessThanOrEqual(4);
    await end();
  });

for (const [what, viewport] of [
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const) {
  test(`the campaign that loses most is seen in three presses at most, on ${what}`, async ({ browser }) => {
    const { page, press, presses, end } = await signedIn(browser, viewport);
    await press(page.getByRole('link', { name: /^Loss/ }).or(page.locator('dt:has-text("Profit") + dd a')).first());
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    const first = page.getByRole('region', { name: 'Report' }).locator('tbody tr, li').first();
    await expect(first.locator('[data-loss]').first()).toBeVisible();
    await expect(first).toContainText('Demo: Taboola');
    expect(presses()).toBeLessThanOrEqual(3);
    await end();
  });

  test(`what yesterday's change comes from is said in four presses at most, on ${what}`, async ({ browser }) => {
    const { page, press, presses, end } = await signedIn(browser, viewport);
    const drawer = page.getByRole('navigation', { name: 'Admin' });
    if (!(await drawer.isVisible())) await press(page.getByRole('button', { name: 'Open navigation' }));
    await press(drawer.getByRole('link', { name: 'What Changed' }));
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText(/^Profit: /);
    await expect(summary).toContainText('What stands out most');
    const source = page.getByRole('region', { name: 'Traffic source' });
    const line = source.getByRole('link', { name: /^Demo: / }).first();
    const name = await line.textContent();
    await press(line);
    await expect(page.getByText(`Traffic source: ${name}`)).toBeAttached();
    await expect(source).toBeHidden();
    expect(presses()).toBeLessThanOrEqual(4);
    await end();
  });
}
