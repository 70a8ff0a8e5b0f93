import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { createGuideCategory } from '../../../features/guides/server/categories.ts';
import { buildGuide, buildItem } from '../../../features/guides/server/testing.ts';
import { buildNetwork } from '../../../features/networks/server/testing.ts';
import { buildOffer } from '../../../features/offers/server/testing.ts';
import { buildPerson } from '../../../features/people/server/testing.ts';
import { buildReview } from '../../../features/reviews/server/testing.ts';
import { loadSite } from './render-bundle.ts';
import { createPages, type Pages } from './render-site.ts';
import type { Page } from './render.ts';

let t: TestApp;
let pages: Pages;
let nowMs = Date.now();
/** Guides that were drawn. */
let drawn = 0;
/** A guide and a review that show something of every kind, and a guide that shows none of it. */
let shown: Record<'guide' | 'other' | 'shelf' | 'own' | 'standIn' | 'network' | 'author' | 'review', number>;

beforeAll(async () => {
  t = await testApp(() => undefined, { clock: () => new Date(nowMs) });
  const site = await loadSite();
  const renderGuide: typeof site.bundle.renderGuide = (...args) => {
    drawn += 1;
    return site.bundle.renderGuide(...args);
  };
  pages = createPages(t.deps, { ...site, bundle: { ...site.bundle, renderGuide } });
});
afterAll(() => t.close());

beforeEach(async () => {
  nowMs = Date.now();
  const { deps } = t;
  await sql`truncate guides, reviews, offers, networks, people, guide_categories, images cascade`.execute(deps.db);
  const [shelf, elsewhere] = [
    await createGuideCategory(deps, undefined, { name: 'Teas' }),
    await createGuideCategory(deps, undefined, { name: 'Sleep' }),
  ];
  const author = await buildPerson(deps, { name: 'Ada Reed' });
  const network = await buildNetwork(deps);
  const own = await buildOffer(deps, { name: 'Own tea', network_id: network.id, status: 'paused' });
  const standIn = await buildOffer(deps, { name: 'Stand-in tea' });
  await sql`insert into images (hash, key, mime, width, height, bytes) values ('h', 'tea.png', 'image/png', 40, 30, 9)`.execute(
    deps.db,
  );
  const guide = await buildGuide(deps, { title: 'Teas compared', category_id: shelf.id, author_id: author.id });
  await sql`update guides set main_image_url = '/media/tea.png' where id = ${guide.id}`.execute(deps.db);
  await buildItem(deps, guide.id, { title: 'First tea', offer_id: own.id, fallback_offer_id: standIn.id });
  // so many that the guides to read on are of the same category each
  for (let n = 0; n < 4; n += 1) await buildItem(deps, (await buildGuide(deps, { category_id: shelf.id })).id);
  const others = await Promise.all(Array.from({ length: 5 }, () => buildGuide(deps, { category_id: elsewhere.id })));
  for (const one of others) await buildItem(deps, one.id);
  const review = await buildReview(deps, { offer_id: standIn.id, slug: 'stand-in-tea', title: 'Stand-in tea, read' });
  shown = {
    guide: guide.id,
    other: others[0]!.id,
    shelf: shelf.id,
    own: own.id,
    standIn: standIn.id,
    network: network.id,
    author: author.id,
    review: review.id,
  };
});

const textOf = (page: Page): string => page.pieces(false).plain('').toString();
const edit = (statement: string) => sql.raw(statement).execute(t.deps.db);
/** A guide read for the first time, which is kept from then on. */
async function read(id: number): Promise<Page> {
  await pages.takeIn();
  const page = await pages.guide(id);
  expect([page.status, await pages.guide(id)]).toEqual([200, page]);
  return page;
}

test.each<[string, string, () => Promise<unknown>]>([
  ['its own words', 'Teas, again', () => edit(`update guides set title = 'Teas, again' where id = ${shown.guide}`)],
  ['a product', 'Second tea', () => buildItem(t.deps, shown.guide, { title: 'Second tea' })],
  ['a stand-in', 'Other stand-in', () => edit(`update offers set name = 'Other stand-in' where id = ${shown.standIn}`)],
  [
    'an offer that comes to life',
    '/out/',
    () => edit(`update offers set status = 'active', brand = 'Leaf' where id = ${shown.own}`),
  ],
  ['its author', 'Ada Stone', () => edit(`update people set name = 'Ada Stone' where id = ${shown.author}`)],
  ['its category', 'Brews', () => edit(`update guide_categories set name = 'Brews' where id = ${shown.shelf}`)],
  ['a smaller form of its picture', 'width="80"', () => edit(`update images set width = 80 where key = 'tea.png'`)],
  [
    'a guide to read on',
    'A new neighbour',
    async () =>
      buildItem(t.deps, (await buildGuide(t.deps, { title: 'A new neighbour', category_id: shown.shelf })).id),
  ],
  ['a name of the site', 'New brand', () => edit(`update settings set brand = 'New brand'`)],
])('the page of a guide is drawn anew when %s changes', async (what, word, change) => {
  const [before, other] = [await read(shown.guide), await read(shown.other)];
  await change();
  await pages.takeIn();
  const after = await pages.guide(shown.guide);
  expect(after).not.toBe(before);
  expect(textOf(after)).toContain(word);
  // what shows nothing of it is not drawn again
  if (what !== 'a name of the site') expect(await pages.guide(shown.other)).toBe(other);
});

test('the network of an offer, and a review of it, are part of the pages that name the offer', async () => {
  await edit(`update offers set status = 'active' where id = ${shown.own}`);
  const before = textOf(await read(shown.guide));
  expect(before).not.toContain('/offer-reviews/');
  await buildReview(t.deps, { offer_id: shown.own, slug: 'own-tea' });
  await pages.takeIn();
  expect(textOf(await read(shown.guide))).toContain('/offer-reviews/own-tea');
  await edit(`update networks set status = 'paused' where id = ${shown.network}`);
  await pages.takeIn();
  expect(textOf(await pages.guide(shown.guide))).toContain('Stand-in tea');
});

test('an offer that is not named because it has not begun is named from its first moment', async () => {
  await edit(`update offers set status = 'active', starts_at = now() + interval '1 hour' where id = ${shown.own}`);
  expect(textOf(await read(shown.guide))).toContain('Stand-in tea');
  nowMs += 3_700_000;
  expect(textOf(await pages.guide(shown.guide))).not.toContain('Stand-in tea');
});

test('a review shows the guides that hold its offer, from the first one on', async () => {
  const review = async () => textOf(await pages.review('stand-in-tea'));
  await pages.takeIn();
  expect(await review()).not.toContain('Beside it');
  await edit(
    `update guide_items set fallback_offer_id = null, offer_id = ${shown.standIn} where guide_id = ${shown.guide}`,
  );
  await buildItem(t.deps, shown.guide, { title: 'Beside it', offer_id: (await buildOffer(t.deps)).id });
  await pages.takeIn();
  expect(await review()).toContain('Beside it');
});

test('a guide of a small category, or of none, shows the newest of all to read on', async () => {
  const lone = await buildGuide(t.deps, { title: 'Lone teas' });
  await buildItem(t.deps, lone.id);
  await read(lone.id);
  await buildItem(t.deps, (await buildGuide(t.deps, { title: 'Newest of all' })).id);
  await pages.takeIn();
  expect(textOf(await pages.guide(lone.id))).toContain('Newest of all');
});

test('an alternative on a review goes with the end of its offer', async () => {
  await edit(
    `update guide_items set fallback_offer_id = null, offer_id = ${shown.standIn} where guide_id = ${shown.guide}`,
  );
  const beside = await buildOffer(t.deps);
  await buildItem(t.deps, shown.guide, { title: 'Beside it', offer_id: beside.id });
  await edit(`update offers set ends_at = now() + interval '1 hour' where id = ${beside.id}`);
  const review = async () => textOf(await pages.review('stand-in-tea'));
  await pages.takeIn();
  expect(await review()).toContain('Beside it');
  nowMs += 3_700_000;
  expect(await review()).not.toContain('Beside it');
});

test('a page that was read often is drawn again before somebody asks', async () => {
  await read(shown.guide);
  for (let n = 0; n < 5; n += 1) await pages.guide(shown.guide);
  const before = drawn;
  await edit(`update guides set title = 'Teas, again' where id = ${shown.guide}`);
  await pages.takeIn();
  await expect.poll(() => drawn, { timeout: 10_000 }).toBe(before + 1);
  expect(textOf(await pages.guide(shown.guide))).toContain('Teas, again');
  expect(drawn).toBe(before + 1);
});
