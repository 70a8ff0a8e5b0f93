import type { Locator, Page } from '@playwright/test';
import { screens } from '../../src/app/admin/screens.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { isEngines } from '../support/figures.ts';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, PHONE, PICTURE } from './support/screen.ts';

/*
 * Every screen of the back office by axe, on a desktop; in the larger sample also on a phone, with its tabs and with each dialog that a button of it opens. A screen or a
 * dialog that is new is looked at without a word here, as long as its button begins with one of `OPENERS`.
 */

test.use({ isSignedIn: true });

// some screens have a dozen tabs and dialogs
test.beforeEach(() => test.setTimeout(300_000));

/** What the buttons that open a dialog begin with. */
const OPENERS =
  /^(Add|Edit|Delete|Duplicate|Remove|Replace|Read message|Show the change|Products by|Categories|Destinations|Postback|Import|New|Tools)\b/;
/** Not a dialog of the screen: the sample's banner stands on all of them. */
const NEVER = /^Remove sample/;

const ids: Record<string, number> = {};

test.beforeAll(async ({ api, server, session }) => {
  const first = async (path: string) => (await api<{ data: { id: number }[] }>('GET', path)).data[0]!.id;
  ids['guideId'] = await first('/admin/listicles?search=Four%20water%20bottles');
  ids['itemId'] = await first(`/admin/listicles/${ids['guideId']}/items`);
  ids['linkId'] = await first('/admin/tracking-links');
  ids['reviewId'] = await first('/admin/offer-content');
  // one that tells where its ads were shown
  ids['sourceId'] = await first('/admin/traffic-sources?search=Google');
  // a row in each list that the sample leaves empty
  const form = new FormData();
  form.set('image', new Blob([PICTURE.buffer], { type: PICTURE.mimeType }), PICTURE.name);
  const authorization = `Bearer ${session.token}`;
  expect((await fetch(`${server.url}/api/images`, { method: 'POST', headers: { authorization }, body: form })).ok).toBe(
    true,
  );
  const message = new URLSearchParams({
    name: 'Ann',
    email: 'ann@reader.example',
    message: 'Is the bottle still sold?',
  });
  expect(
    (await fetch(`${server.url}/contact`, { method: 'POST', headers: { origin: server.url }, body: message })).ok,
  ).toBe(true);
  await deleteOne(api);
});

async function deleteOne(api: Api): Promise<void> {
  const { data } = await api<{ data: { id: number } }>('POST', '/admin/listicles', { title: 'For the trash' });
  await api('DELETE', `/admin/listicles/${data.id}`);
}

/** The address of a screen. A screen of another record must be told here which one. */
const addressOf = (path: string): string =>
  `/admin/${path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`Say in this spec which record :${name} of ${path} is.`);
    return String(id);
  })}`;

async function settle(page: Page): Promise<void> {
  // reports take their time on a busy machine
  await expect(page.locator('.MuiSkeleton-root:visible')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 });
  // colours halfway through a fade are nobody's choice; what turns for ever, or with the scrolling, has no end to wait for
  await page.evaluate(async () => {
    const fades = document
      .getAnimations()
      .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().iterations === 1);
    await Promise.allSettled(fades.map((fade) => fade.finished));
  });
}

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** @param within what has changed since the page was looked at whole; the page when left out */
async function expectClean(page: Page, where: string, within = 'html'): Promise<void> {
  await settle(page);
  // the page in the preview's frame is the public one, which its own tests look at; a tip may be on its way out
  await expectNoAxeFindings(page, where, { within, without: ['iframe', '[role="tooltip"]'] });
}

async function walkTabs(page: Page, where: string, within: string): Promise<void> {
  for (const tab of await page.locator(within).last().getByRole('tab').all()) {
    if ((await tab.getAttribute('aria-selected')) === 'true') continue;
    await tab.click();
    await expectClean(page, `${where}, ${await tab.innerText()}`, within);
  }
}

/** One button of each kind that opens a dialog: those of the rows are alike. */
async function openersOf(page: Page): Promise<string[]> {
  const names = await page
    .locator('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => !(button as HTMLButtonElement).disabled && !button.getAttribute('role'))
        .map((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()),
    );
  const kinds = new Map<string, string>();
  for (const name of names) {
    const verb = OPENERS.exec(name)?.[0];
    // "Add New Offer" above a list and "Add" within it are two; "Edit Ada" and "Edit Ben" are one
    const kind = /^(Edit|Delete|Remove)$/.test(verb ?? '') ? verb : name;
    if (verb && kind && !NEVER.test(name) && !kinds.has(kind)) kinds.set(kind, name);
  }
  return [...kinds.values()];
}

async function close(dialog: Locator): Promise<void> {
  await dialog
    .getByRole('button', { name: /^(Cancel|Close|Done)$/ })
    .first()
    .click();
  await expect(dialog).toHaveCount(0);
}

test.use({ viewport: DESKTOP });

/** Looked at in `npm test` too: a screen of each kind. */
const SAMPLE = ['stats', 'listicles', 'listicles/:guideId/edit', 'offers', 'tracking-links', 'server-health'];
const tagOf = (path: string): string => (SAMPLE.includes(path) ? '@wider' : '@engines');

for (const { path } of screens) {
  test(`axe finds nothing on /admin/${path} and in what belongs to it`, { tag: tagOf(path) }, async ({ page }) => {
    await page.goto(addressOf(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectClean(page, path);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    if (!isEngines) return;
    await expectClean(page, `${path} on a phone`);
    await page.setViewportSize(DESKTOP);
    await settle(page);
    const isEditor = (await page.getByRole('tab').count()) > 0;
    await walkTabs(page, path, 'main');
    // in an editor these buttons change the form
    for (const name of isEditor ? [] : await openersOf(page)) {
      await page.locator('main').getByRole('button', { name, exact: true }).first().click();
      const dialog = page.locator(DIALOG).last();
      await expect(dialog, `${path}: ${name}`).toBeVisible();
      await expectClean(page, `${path}: ${name}`, DIALOG);
      await walkTabs(page, `${path}: ${name}`, DIALOG);
      await close(dialog);
    }
  });
}

test(
  'axe finds nothing on the navigation of a phone, a snackbar and the quick find',
  { tag: '@engines' },
  async ({ page, api }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/admin/trash');
    await settle(page);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
    await expectClean(page, 'navigation');
    await page.keyboard.press('Escape');
    await deleteOne(api);
    await page.reload();
    await page.getByRole('button', { name: 'Bring back' }).first().click();
    await expect(page.locator('.MuiSnackbar-root')).toBeVisible();
    await expectClean(page, 'snackbar');
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectClean(page, `quick find at ${viewport.width} px`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  },
);
