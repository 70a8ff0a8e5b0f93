import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';

/** Takes from every answer what the oldest browsers do not know: popovers and `:has`. */
async function ageBrowser(page: Page): Promise<void> {
  await page.route(/.*/, async (route) => {
    const type = route.request().resourceType();
    if (type !== 'document' && type !== 'stylesheet') return route.continue();
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/ popover(?:target(?:action)?)?="[^"]*"/g, '')
      .replaceAll(':has(', ':unheard-of(')
      .replaceAll(':popover-open', ':unheard-of');
    await route.fulfill({ response, body });
  });
}

const WAYS = ['/', '/about', '/contact', '/search', '/#guides', '/terms', '/privacy', '/contact'];

for (const width of [360, 1280]) {
  test.describe(`${width} px, without scripts, popovers and :has`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 800 } });
    test.beforeEach(({ page }) => ageBrowser(page));
    // a sheet may still be on its way when the last line of a test is through
    test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

    test('the menu is a link to the list in the footer, never an open box', async ({ page, complaints }) => {
      complaints.expect(/Failed to load resource/);
      for (const path of ['/', '/about', '/contact', '/search?q=a', '/nowhere', '/%E0%A4%A']) {
        await page.goto(path);
        await expect(page.locator('#menu')).toBeHidden();
        await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
        const footer = page.getByRole('contentinfo');
        const links = footer.getByRole('link');
        expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(WAYS);
        for (const link of await links.all()) await expect(link).toBeVisible();
        const menu = page.getByRole('link', { name: 'Menu', exact: true });
        if (width >= 900) {
          await expect(menu).toBeHidden();
          await expect(page.getByRole('banner').getByRole('link', { name: 'ABOUT' })).toBeVisible();
        } else {
          await menu.click();
          await expect(footer.getByRole('link', { name: 'ABOUT' })).toBeInViewport();
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'ABOUT' }).click();
      await expect(page).toHaveURL(/\/about$/);
    });

    test('no box is offered that does nothing, and no bar covers the text for good', async ({ page }) => {
      await page.goto('/');
      const guide = page.locator('a[href^="/listicles/"]').first();
      await page.goto((await guide.getAttribute('href'))!);
      for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeHidden();
      const sticky = await page
        .locator('.dock')
        .evaluateAll((bars) => bars.filter((bar) => getComputedStyle(bar).position !== 'static').length);
      expect(sticky).toBe(0);
    });
  });
}
