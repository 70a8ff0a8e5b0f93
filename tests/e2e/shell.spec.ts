import { DESKTOP, expectNoSidewaysScroll, PHONE } from './support/screen.ts';
import { expect, test } from './support/fixtures.ts';
import type { Page } from '@playwright/test';

/** Each item of the drawer, where it leads and what stands there. */
const SCREENS = [
  ['Listicle Stats', '/admin/stats', 'Listicle Stats'],
  ['Content Stats', '/admin/content-stats', 'Content Stats'],
  ['Conversion Stats', '/admin/conversion-stats', 'Conversion Stats'],
  ['Offer Performance', '/admin/offer-stats', 'Offer Performance'],
  ['Reports', '/admin/stats/reports', 'Reports'],
  ['What Changed', '/admin/stats/changes', 'What Changed'],
  ['Cohorts', '/admin/stats/cohorts', 'Cohorts'],
  ['Attribution', '/admin/stats/attribution', 'Attribution'],
  ['AI Crawlers', '/admin/stats/crawlers', 'AI Crawlers'],
  ['Manage Offers', '/admin/offers', 'Manage Offers'],
  ['Manage Content', '/admin/offer-content', 'Manage Content'],
  ['Manage Listicles', '/admin/listicles', 'Manage Listicles'],
  ['Affiliate Networks', '/admin/affiliate-networks', 'Affiliate Networks'],
  ['Traffic Sources', '/admin/traffic-sources', 'Traffic Sources'],
  ['Tracking Links', '/admin/tracking-links', 'Smart Tracking Links'],
  ['Manage Conversions', '/admin/conversions', 'Manage Conversions'],
  ['Costs', '/admin/costs', 'Costs'],
  ['Budgets', '/admin/budgets', 'Budgets'],
  ['Timeline', '/admin/timeline', 'Timeline'],
  ['Contact Messages', '/admin/contact-messages', 'Contact Messages'],
  ['People', '/admin/people', 'People'],
  ['Categories', '/admin/categories', 'Guide Categories'],
  ['Media Library', '/admin/media', 'Media Library'],
  ['Site Settings', '/admin/settings', 'Site Settings'],
  ['Trash', '/admin/trash', 'Trash'],
  ['Team', '/admin/team', 'Team'],
  ['API Keys', '/admin/keys', 'API Keys'],
  ['Audit Log', '/admin/audit', 'Audit Log'],
  ['Alerts', '/admin/alerts', 'Alerts'],
  ['Server Health', '/admin/server-health', 'Server Health'],
] as const;

test.describe('somebody signed in', () => {
  test.use({ isSignedIn: true });

  test('the top bar is titled Admin Dashboard and shows the username, its first letter and Administrator', async ({
    page,
  }) => {
    await page.goto('/admin/stats');
    const bar = page.getByRole('banner');
    await expect(bar.getByText('Admin Dashboard', { exact: true })).toBeVisible();
    await expect(bar.getByText('admin', { exact: true })).toBeVisible();
    await expect(bar.getByText('A', { exact: true })).toBeVisible();
    await expect(bar.getByText('Administrator', { exact: true })).toBeVisible();
    expect((await bar.boundingBox())?.height).toBe(64);
  });

  test.describe('on a desktop', () => {
    test.use({ viewport: DESKTOP });

    test('the drawer is open by default, 240 px wide, and closes and opens by its button', async ({ page }) => {
      await page.goto('/admin/stats');
      const nav = page.getByRole('navigation', { name: 'Admin' });
      await expect(nav).toBeVisible();
      expect((await page.locator('#admin-drawer > *').boundingBox())?.width).toBe(240);
      await page.getByRole('button', { name: 'Close navigation' }).click();
      await expect(nav).toBeHidden();
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await expect(nav).toBeVisible();
      // a choice leaves it open
      await nav.getByRole('link', { name: 'Manage Offers' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Manage Offers' })).toBeVisible();
      await expect(nav).toBeVisible();
    });

    test('the drawer groups the screens as the specification does, all groups open', async ({ page }) => {
      await page.goto('/admin/stats');
      const nav = page.getByRole('navigation', { name: 'Admin' });
      for (const section of ['Analytics', 'Management', 'System'])
        await expect(nav.getByRole('heading', { name: section })).toBeVisible();
      for (const group of ['Performance', 'Offers', 'Content', 'Traffic & Affiliates'])
        await expect(nav.getByRole('button', { name: group, exact: true })).toHaveAttribute('aria-expanded', 'true');
      // the inbox says how many messages are unread
      await expect(nav.getByRole('link')).toHaveText(
        SCREENS.map(([label]) => new RegExp(`^${label}( ?\\d+ unread)?$`)),
      );
      await nav.getByRole('button', { name: 'Content', exact: true }).click();
      await expect(nav.getByRole('link', { name: 'Manage Listicles' })).toBeHidden();
      await expect(nav.getByRole('link', { name: 'Manage Offers' })).toBeVisible();
    });

    test('every item of the drawer leads to a working screen', { tag: '@engines' }, async ({ page }) => {
      await page.goto('/admin/stats');
      for (const [label, path, heading] of SCREENS) {
        const link = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: label });
        await link.click();
        await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expectLoaded(page);
      }
    });

    test('a screen that is opened by its address is marked in the drawer, also below it', async ({ page, api }) => {
      const { data } = await api<{ data: { id: number }[] }>('GET', '/admin/listicles');
      await page.goto(`/admin/listicles/${data[0]!.id}/items`);
      await expect(page.getByRole('heading', { level: 1, name: 'Manage Guide Products' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Manage Listicles' }).first()).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expectLoaded(page);
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE });

    test('the drawer is closed, lies over the page, and closes on a choice, Escape or a press beside it', async ({
      page,
    }) => {
      await page.goto('/admin/stats');
      const nav = page.getByRole('navigation', { name: 'Admin' });
      const open = page.getByRole('button', { name: 'Open navigation' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(nav).toBeHidden();
      await open.click();
      await expect(nav).toBeVisible();
      await nav.getByRole('link', { name: 'Manage Offers' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Manage Offers' })).toBeVisible();
      await expect(nav).toBeHidden();
      await open.click();
      await expect(nav).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(nav).toBeHidden();
      await open.click();
      await expect(nav).toBeVisible();
      await page.mouse.click(340, 400);
      await expect(nav).toBeHidden();
    });

    test('every item of the drawer leads to a working screen', { tag: '@engines' }, async ({ page }) => {
      await page.goto('/admin/stats');
      for (const [label, path, heading] of SCREENS) {
        await page.getByRole('button', { name: 'Open navigation' }).click();
        await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: label }).click();
        await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await expectLoaded(page);
      }
    });
  });

  test('the mode follows the breakpoint: beside the page from 900 px on', async ({ page }) => {
    await page.setViewportSize({ width: 899, height: 800 });
    await page.goto('/admin/offers');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
    await page.setViewportSize({ width: 900, height: 800 });
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  });

  test('/admin, /admin/dashboard and /login lead to /admin/stats', async ({ page }) => {
    for (const from of ['/admin', '/admin/dashboard', '/login']) {
      await page.goto(from);
      await expect(page).toHaveURL(/\/admin\/stats$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();
    }
  });

  test('an address without a screen says so and leads back', async ({ page }) => {
    await page.goto('/admin/nowhere');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL(/\/admin\/stats$/);
  });

  test('a token that the server refuses ends the session, and the next login leads back', async ({
    page,
    complaints,
    server,
  }) => {
    complaints.expect(/401/);
    // no screen stands open whose own questions would meet the refusal first
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.setItem('token', 'made-up'));
    await page.goto('/admin/offers');
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await page.getByLabel('Username').fill(server.adminUsername);
    await page.getByLabel(/^Password/).fill(server.adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/admin\/offers$/);
  });
});

test('a guest goes to the login screen, whatever screen was wanted', async ({ page }) => {
  const screens = SCREENS.map(([, path]) => path);
  for (const path of ['/admin', '/admin/dashboard', ...screens, '/admin/listicles/1/items']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login(\?|$)/);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
});

test('the code of the first screen comes while the password is typed', async ({ page, server }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/login');
  await expect.poll(() => scripts.filter((url) => /\/(Shell|GuideStatsScreen)-/.test(url)).length).toBe(2);
  const before = scripts.length;
  await page.getByLabel('Username').fill(server.adminUsername);
  await page.getByLabel(/^Password/).fill(server.adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Listicle Stats', level: 1 })).toBeVisible();
  expect(scripts.slice(before).filter((url) => /\/(Shell|GuideStatsScreen)-/.test(url))).toEqual([]);
});

/** Its numbers and rows have come, nothing failed, and it fits. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
  await expect(
    page
      .locator('main')
      .getByRole('alert')
      .filter({ hasText: /fail|error/i }),
  ).toHaveCount(0);
  await expectNoSidewaysScroll(page);
}
