import type { Page } from '@playwright/test';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, PHONE } from './support/screen.ts';

type Row = Record<string, number | null> & { id: number };

/** A browser without a head says so, and is taken for a robot. */
const AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
test.use({ userAgent: AGENT });

const PARAGRAPH = `<p>${'A bottle that stands on a desk is judged by how it feels in the hand each day. '.repeat(12)}</p>`;

/** A review long enough that nobody sees all of it at once, on any screen. */
async function makeReview(api: Api, slug: string): Promise<{ id: number; path: string }> {
  const offers = await api<{ data: { id: number }[] }>('GET', '/admin/offers?search=Fernwell');
  const { data } = await api<{ data: { id: number } }>('POST', '/admin/offer-content', {
    title: `A bottle, read by a browser: ${slug}`,
    slug,
    offer_id: offers.data[0]!.id,
    status: 'published',
    score: 8.1,
    verdict: 'It keeps what its label promises.',
    pros: ['Sturdy'],
    cons: ['Heavy'],
    sections: ['What it is', 'In use', 'After a month', 'Cleaning', 'In short'].map((heading) => ({
      heading,
      body: PARAGRAPH.repeat(4),
    })),
  });
  return { id: data.id, path: `/offer-reviews/${slug}` };
}

const statsOf = async (api: Api, id: number): Promise<Row> => {
  const { data } = await api<{ data: Row[] }>('GET', '/admin/stats/offer-content?days=2');
  return data.find((row) => row.id === id)!;
};
/** The numbers are right within seconds of what happened. */
const expectStats = (api: Api, id: number, wanted: Partial<Row>) =>
  expect.poll(() => statsOf(api, id), { timeout: 20_000 }).toMatchObject(wanted);

/** What the script of the page sends, as it is sent. */
function listen(page: Page): { sent: Record<string, unknown[]>; firsts: () => number } {
  const sent: Record<string, unknown[]> = { items: [], places: [], depths: [] };
  let firsts = 0;
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/beacon')) return;
    const body = JSON.parse(request.postData() ?? '{}');
    for (const key of Object.keys(sent)) sent[key]!.push(...(body[key] ?? []));
    if (body.first) firsts += 1;
  });
  return { sent, firsts: () => firsts };
}

const toMiddle = (page: Page, selector: string) =>
  page.locator(selector).evaluate((part) => part.scrollIntoView({ block: 'center', behavior: 'instant' }));

/** The shop is not of this world: the browser must have said so before it is sent elsewhere. */
const afterTheShop = (page: Page) => expect.poll(() => page.url()).toMatch(/^chrome-error:/);

test.describe('on a desktop', () => {
  test.use({ viewport: DESKTOP, isSignedIn: true });

  test(
    'what comes into sight of a review is told once, and so is the button that is pressed',
    { tag: '@engines' },
    async ({ page, api }) => {
      const { id, path } = await makeReview(api, 'read-on-a-desktop');
      const { sent, firsts } = listen(page);
      await page.goto(path);
      await expect.poll(() => sent['places']).toEqual(['verdict']);
      await toMiddle(page, '[data-depth="50"]');
      await expect.poll(() => sent['depths']).toContain(50);
      await expectStats(api, id, { views: 1, cta_seen: 1, read_half: 1, read_to_end: 0 });
      // back and down again: nothing is told twice
      await page.evaluate(() => scrollTo(0, 0));
      for (const depth of [25, 75, 100]) {
        await toMiddle(page, `[data-depth="${depth}"]`);
        await expect.poll(() => sent['depths']).toContain(depth);
      }
      await toMiddle(page, '[data-place="end"]');
      await expect.poll(() => sent['places']).toContain('end');
      expect(new Set(sent['depths'])).toEqual(new Set([25, 50, 75, 100]));
      expect(sent['depths']).toHaveLength(4);
      // there is no bar at the edge of so wide a screen
      expect([sent['places'], sent['items'], firsts()]).toEqual([['verdict', 'end'], [], 1]);
      await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
      const out = page.waitForRequest((request) => request.url().includes('/out/review/'));
      await page.locator('[data-place="end"] a').click({ noWaitAfter: true });
      expect(new URL((await out).url()).searchParams.get('p')).toBe('end');
      await expectStats(api, id, {
        read_depth: 1,
        read_to_end: 1,
        cta_seen: 1,
        clicks: 1,
        clicks_end: 1,
        impressions: 0,
      });

      await afterTheShop(page);
      await page.goto('/admin/content-stats?search=read-on-a-desktop');
      const table = page.getByRole('table', { name: 'Reviews' });
      const row = table.getByRole('row').filter({ hasText: 'read-on-a-desktop' });
      await expect(row).toBeVisible();
      const heads = (await table.getByRole('columnheader').allInnerTexts()).map((one) =>
        one.replaceAll(/\s+/g, ' ').trim(),
      );
      const cell = (label: string) => row.locator('th, td').nth(heads.indexOf(label));
      for (const [label, value] of [
        ['Read Depth', '100.0%'],
        ['CTA Seen', '100.0%'],
        ['Verdict Clicks', '0'],
        ['Sticky Clicks', '0'],
        ['End Clicks', '1'],
      ] as const)
        await expect(cell(label), label).toHaveText(value);
      // what comes late above the table may move a figure away under the press
      const follow = (label: string) =>
        expect(async () => {
          if (!page.url().includes('/stats/reports')) await cell(label).getByRole('link').click({ timeout: 5000 });
          await expect(page).toHaveURL(/stats\/reports/, { timeout: 3000 });
        }).toPass();
      await follow('Read Depth');
      await expect(page.getByRole('row', { name: / to 100% 1/ })).toBeVisible();
      await page.goBack();
      await expect(row).toBeVisible();
      await follow('CTA Seen');
      await expect(page.getByRole('row', { name: / end 1 1/ })).toBeVisible();
    },
  );

  test('who leaves at once has read nothing, and the products of a guide are told as ever', async ({ page, api }) => {
    const { id, path } = await makeReview(api, 'left-at-once');
    const { sent } = listen(page);
    await page.goto(path);
    await page.goto('/about');
    await expectStats(api, id, { views: 1, read_depth: 0, cta_seen: 0 });
    const guides = await api<{ data: { id: number }[] }>('GET', '/admin/listicles?search=Four%20water%20bottles');
    await page.goto(`/listicles/${guides.data[0]!.id}`);
    const card = page.locator('[data-item]').first();
    await card.scrollIntoViewIfNeeded();
    const item = Number(await card.getAttribute('data-item'));
    await expect.poll(() => sent['items']).toContain(item);
    expect([sent['places'], sent['depths']]).toEqual([[], []]);
    const shown = () =>
      api<{ data: { values: object }[] }>('GET', `/admin/stats/report?metrics=impressions&days=2&item_id=${item}`);
    await expect.poll(async () => (await shown()).data[0]!.values, { timeout: 20_000 }).toEqual({ impressions: 1 });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test(
    'the bar at the edge is seen and pressed; one that was put away is not',
    { tag: '@engines' },
    async ({ page, api, complaints }) => {
      const { id, path } = await makeReview(api, 'read-on-a-phone');
      const { sent, firsts } = listen(page);
      await page.goto(path);
      await toMiddle(page, '[data-depth="25"]');
      await expect.poll(() => sent['places']).toEqual(['sticky']);
      await expect.poll(() => sent['depths']).toEqual([25]);
      await toMiddle(page, '[data-place="verdict"]');
      await expect.poll(() => sent['places']).toEqual(['sticky', 'verdict']);
      expect(firsts()).toBe(1);
      await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
      complaints.expect(/ERR_FAILED/);
      await toMiddle(page, '[data-depth="25"]');
      await page.locator('[data-place="sticky"] a').click({ noWaitAfter: true });
      await expectStats(api, id, { views: 1, read_depth: 0.25, cta_seen: 1, clicks_sticky: 1, clicks_verdict: 0 });

      await afterTheShop(page);
      await page.goto(path);
      await toMiddle(page, '[data-depth="25"]');
      await page.locator('.buy-bar label').click();
      await toMiddle(page, '[data-depth="75"]');
      await expect.poll(() => sent['depths']).toContain(75);
      await expectStats(api, id, { views: 2, cta_seen: 0.5 });
    },
  );
});
