import type { Page } from '@playwright/test';
import {
  guideTexts,
  itemTexts,
  longWords,
  offerTexts,
  personTexts,
  reviewTexts,
  rightToLeft,
  type Say,
} from '../public/every-text.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, PHONE } from './support/screen.ts';

type Saved = { data: { id: number; slug: string } };

/** What 1280 px are at a zoom of 400 in 100. */
const NARROW = { width: 320, height: 640 };

/** Addresses without their fragments, in the order in which they were found. */
let pages: string[] = [];

test.beforeAll(async ({ api, browser, server }) => {
  for (const say of [longWords, rightToLeft]) await fill(api, say);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  pages = await follow(await context.newPage());
  await context.close();
});

test('without JavaScript, every link leads to a page with a heading, and every fragment to a place on it', () => {
  // the walk itself has judged each page
  expect(pages.length).toBeGreaterThan(25);
  for (const kind of ['/listicles/', '/offer-reviews/', '/categories/', '/authors/', '/privacy'])
    expect(pages.some((path) => path.startsWith(kind))).toBe(true);
});

test('no page scrolls sideways at 320 px, which is a zoom of 400 in 100', async ({ page }) => {
  await page.setViewportSize(NARROW);
  for (const path of pages) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  }
});

test('axe finds nothing on any page, on a phone and on a desktop', { tag: '@engines' }, async ({ page }) => {
  test.slow();
  for (const path of pages) {
    await page.goto(path);
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expectNoAxeFindings(page, `${path} at ${viewport.width} px`);
    }
  }
});

/** Opens every page of the site that links lead to, from the front page on. */
async function follow(page: Page): Promise<string[]> {
  const ids = new Map<string, string[]>();
  const wanted: { path: string; fragment: string; from: string }[] = [];
  const queue = ['/'];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (ids.has(path)) continue;
    const reply = await page.goto(path);
    expect(reply?.status(), path).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
    const found = await page.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map((element) => element.id),
      links: [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href),
    }));
    ids.set(path, found.ids);
    for (const link of found.links) {
      const { origin, pathname, search, hash } = new URL(link);
      if (origin !== new URL(page.url()).origin || /^\/(out|go|login|admin|feed\.xml)\b/.test(pathname)) continue;
      queue.push(pathname + search);
      if (hash !== '')
        wanted.push({ path: pathname + search, fragment: decodeURIComponent(hash.slice(1)), from: path });
    }
  }
  const dead = wanted.filter(({ path, fragment }) => !ids.get(path)!.includes(fragment));
  expect(dead).toEqual([]);
  return [...ids.keys()];
}

/** A guide and a review with every text, in a category, by people with every text. */
async function fill(api: Api, say: Say): Promise<void> {
  const person = async () => (await api<Saved>('POST', '/settings/people', personTexts(say))).data.id;
  const people = { author_id: await person(), reviewer_id: await person(), reviewed_at: '2026-01-01T00:00:00Z' };
  const category = await api<Saved>('POST', '/settings/guide-categories', {
    name: say('category', 80),
    description: say('of the category', 500),
  });
  const guide = await api<Saved>('POST', '/admin/listicles', {
    ...guideTexts(say),
    ...people,
    // pictures of other hosts are not there in a test
    main_image_url: null,
    main_image_alt: null,
    category_id: category.data.id,
    status: 'published',
  });
  for (let i = 0; i < 2; i += 1) {
    const offer = await api<Saved>('POST', '/admin/offers', {
      ...offerTexts(say),
      url: 'https://merchant.example/',
      price: '29.00',
      price_currency: 'USD',
      price_checked_at: new Date().toISOString(),
    });
    await api('POST', `/admin/listicles/${guide.data.id}/items`, {
      ...itemTexts(say),
      image_url: null,
      image_alt: null,
      offer_id: offer.data.id,
      sponsored_placement: i === 1,
    });
    await api('POST', '/admin/offer-content', {
      ...reviewTexts(say),
      ...people,
      main_image_url: null,
      main_image_alt: null,
      gallery: [],
      offer_id: offer.data.id,
      status: 'published',
    });
  }
}
