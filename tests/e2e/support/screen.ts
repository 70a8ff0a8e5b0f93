import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

/** The widths at which screens are tried: a small phone and a desktop. */
export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

/** Chooses from a select or an autocomplete field by what it shows. */
export async function choose(within: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  const page = 'page' in within ? within.page() : within;
  // the name of a select ends with the words of its value
  // by a key: where the machine stands still a press is held so long that it takes what opens below it
  await within.getByRole('combobox', { name: new RegExp(`^${label}`) }).press('ArrowDown');
  const found = page.getByRole('option', { name: option }).first();
  // a list that still moves passes under a press, which then is none
  await found.evaluate(async (item) => {
    const moving = item.closest('.MuiPopover-root')?.getAnimations({ subtree: true }) ?? [];
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  await found.click();
}

/** The snackbar with this text. */
export const snackbar = (page: Page, text: string | RegExp): Locator =>
  page.locator('.MuiSnackbar-root').filter({ hasText: text });

/** The button of a notice that takes the change back. It has the focus, so that the notice stays however slow the machine is. */
export async function focusUndo(page: Page, text: string | RegExp): Promise<Locator> {
  const undo = snackbar(page, text).getByRole('button', { name: 'Undo' });
  await undo.focus();
  return undo;
}

type Said = { said: string[] };

/** Writes down what the snackbars of all pages say: one of four seconds is missed by who looks while the machine stands still. */
export const recordSaid = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const shown = new WeakMap<Element, string | null>();
    const listen = () => {
      for (const bar of document.querySelectorAll('.MuiSnackbar-root')) {
        if (shown.get(bar) !== bar.textContent) said.push(bar.textContent);
        shown.set(bar, bar.textContent);
      }
    };
    new MutationObserver(listen).observe(document, { childList: true, subtree: true, characterData: true });
  });

/** A snackbar says this, or has said it since the page was loaded; each is counted for one call. */
export async function expectSaid(page: Page, text: string | RegExp): Promise<void> {
  const pattern = typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source;
  const take = ([source, flags]: string[]) => {
    const { said } = globalThis as unknown as Said;
    const at = said.findIndex((one) => new RegExp(source!, flags).test(one));
    return at === -1 ? said.join(' | ') : (said.splice(at, 1), true);
  };
  const flags = typeof text === 'string' ? 'i' : text.flags;
  await expect.poll(() => page.evaluate(take, [pattern, flags]), `a snackbar that says ${text}`).toBe(true);
}

/** Nothing but a box of its own scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // a screen that was just made narrower may still be finding its place
  await expect.poll(tooWide, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Goes to an element as somebody without a mouse does: by Tab from where the focus is, all the way round if need be. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 200; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never came to ${target}.`);
}

/** A picture to upload: one pixel. */
export const PICTURE = {
  name: 'pixel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Chooses columns of the table of the screen beside those that are shown. */
export async function chooseColumns(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const choice = page.getByRole('dialog', { name: /^Columns of/ });
  for (const name of names) await choice.getByRole('checkbox', { name, exact: true }).check();
  await choice.getByRole('button', { name: 'Done' }).click();
}

/** Opens the dialog by which somebody makes a column of reports. */
export const newColumn = async (page: Page) => {
  await page.goto('/admin/stats/reports');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('button', { name: 'New column…' }).click();
};
