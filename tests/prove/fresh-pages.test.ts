import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSite } from '../../src/app/server/pages/render-bundle.ts';
import { createPages, type Pages } from '../../src/app/server/pages/render-site.ts';
import type { Page } from '../../src/app/server/pages/render.ts';
import { seeded } from '../../src/platform/dice.ts';
import { rowsOf } from '../../src/platform/server/postgres/testing.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { buildSite, diceOf, editSomething } from '../support/content-edits.ts';
import { printFigures, sampleSize } from '../support/figures.ts';

/**
 * Of a site that is edited at random, and grows older meanwhile, every public page is after each write the one that would be drawn afresh;
 * on a second instance too, which misses some messages and gets others twice.
 * Seen red: without the tag of a network, of a picture, of a review; each case by itself stands in `app/server/pages/dropped-pages.test.ts`.
 */

const GUIDES = sampleSize('PROVE_PAGES_GUIDES', 12, 40);
const WRITES = sampleSize('PROVE_PAGES_WRITES', 20, 120);
const SEED = Number(process.env['PROVE_PART'] ?? 17);
const dice = diceOf(seeded(SEED));
/** What is written most in a day is drawn most. */
const TABLES =
  'guides guides guide_items guide_items guide_items reviews reviews offers offers offers networks people guide_categories images settings'.split(
    ' ',
  );
const HOUR_MS = 3_600_000;

let nowMs = Date.now();
let t: TestApp;
let instances: Pages[];
let fresh: Pages;

beforeAll(async () => {
  t = await testApp(() => undefined, { clock: () => new Date(nowMs) });
  await buildSite(t.deps, GUIDES, dice);
  const site = await loadSite();
  instances = [createPages(t.deps, site), createPages(t.deps, site)];
  fresh = createPages(t.deps, site);
});
afterAll(() => t.close());

/** Every address of the site that a page is kept for, and the way to its page. */
async function addresses(): Promise<Map<string, (pages: Pages) => Page | Promise<Page>>> {
  const all = new Map<string, (pages: Pages) => Page | Promise<Page>>([
    ['home', (pages) => pages.home(1)],
    ['home 2', (pages) => pages.home(2)],
    ['about', (pages) => pages.about()],
    ['terms', (pages) => pages.terms()],
    ['sitemap', (pages) => pages.sitemap('https://x.example')],
    ['feed', (pages) => pages.feed('https://x.example')],
    ['lost', (pages) => pages.problem(404)],
  ]);
  for (const { id } of await rowsOf<{ id: number }>(t.deps.db, 'guides'))
    all.set(`guide ${id}`, (pages) => pages.guide(id));
  for (const { slug } of await rowsOf<{ slug: string }>(t.deps.db, 'reviews'))
    all.set(`review ${slug}`, (pages) => pages.review(slug));
  for (const { slug } of await rowsOf<{ slug: string }>(t.deps.db, 'guide_categories'))
    all.set(`category ${slug}`, (pages) => pages.category(slug, 1));
  for (const { slug } of await rowsOf<{ slug: string }>(t.deps.db, 'people'))
    all.set(`author ${slug}`, (pages) => pages.author(slug, 1));
  return all;
}

const seen = (page: Page) => ({
  status: page.status,
  location: page.location,
  text: page.pieces(true).plain('token').toString(),
});

test('after every write each public page is the one that would be drawn afresh, and those that show nothing of it stay', async () => {
  const done: string[] = [];
  let [compared, kept, dropped] = [0, 0, 0];
  for (let write = 0; write < WRITES; write += 1) {
    const before = new Map<string, Page>();
    for (const [name, read] of await addresses()) before.set(name, await read(instances[0]!));
    for (let n = 0; n < dice.pick([1, 1, 1, 3]); n += 1) done.push(await editSomething(t.deps.db, dice, TABLES));
    if (dice.random() < 0.2) {
      nowMs += dice.pick([1, 3, 30]) * HOUR_MS;
      done.push(`the clock goes on to ${new Date(nowMs).toISOString()}`);
    }
    // the answer to a write waits for this
    await instances[0]!.takeIn();
    if (dice.random() < 0.3) await instances[1]!.takeIn();
    await instances[1]!.look();
    fresh.dropAll();
    for (const [name, read] of await addresses()) {
      const right = seen(await read(fresh));
      for (const pages of instances) {
        const page = await read(pages);
        expect(seen(page), `${name} after ${done.slice(-4).join('; ')}`).toEqual(right);
        compared += 1;
        if (pages === instances[0] && page.status === 200) {
          if (page === before.get(name)) kept += 1;
          else dropped += 1;
        }
      }
    }
  }
  printFigures('P12', { pages_compared: compared, pages_stale: 0, pages_kept: kept, pages_drawn: dropped });
  expect(kept).toBeGreaterThan(0);
}, 1_800_000);
