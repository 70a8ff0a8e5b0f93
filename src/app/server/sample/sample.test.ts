import { afterEach, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { guidesRoutes } from '../../../features/guides/server/routes.ts';
import { publicCategories } from '../../../features/guides/server/categories.ts';
import { publicGuide, publicGuides } from '../../../features/guides/server/reading.ts';
import { buildGuide } from '../../../features/guides/server/testing.ts';
import { peopleRoutes } from '../../../features/people/server/routes.ts';
import { allPeople } from '../../../features/people/server/service.ts';
import { putSampleIn, sampleRoutes } from './sample.ts';
import { publicReviews, reviewBySlug } from '../../../features/reviews/server/reading.ts';

let t: TestApp;

beforeEach(async () => {
  t = await testApp((route, deps) => {
    sampleRoutes(route, deps);
    peopleRoutes(route, deps);
    guidesRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      () => '/out/1',
    );
  });
  expect(await putSampleIn(t.deps)).toBe(true);
});
afterEach(() => t.close());

const sampleGuides = async () => {
  const cards = await publicGuides(t.deps.db, { page: 1, limit: 100 });
  const all = await Promise.all(cards.data.map((card) => publicGuide(t.deps.db, card.id)));
  return all.filter((guide) => typeof guide !== 'string');
};

test('the sample shows all that a guide can say, labelled as what it is', async () => {
  // once and never again
  expect(await putSampleIn(t.deps)).toBe(false);
  const guides = await sampleGuides();
  expect(guides).toHaveLength(3);
  for (const guide of guides) {
    expect(guide.title).toMatch(/^Sample: /);
    expect(guide).toMatchObject({ is_sample: true, tested: 'research_only', author: { name: 'Sample author' } });
    expect(guide.reviewer?.credentials).toBe('invented credentials');
    for (const list of [guide.rubric, guide.faq, guide.sources, guide.changes]) expect(list).not.toEqual([]);
    expect(guide.methodology).toContain('sample');
    expect(guide.sources.every((source) => new URL(source.url).hostname.endsWith('.example'))).toBe(true);
    for (const item of guide.items) {
      expect(item.sub_scores).toHaveLength(guide.rubric.length);
      expect(item.cons).not.toEqual([]);
    }
  }
  expect((await publicCategories(t.deps.db)).map((category) => category.guides_count)).toEqual([1, 1, 1]);
});

test('its first products have reviews that agree with the guides', async () => {
  const cards = await publicReviews(t.deps.db, { limit: 100 });
  const firsts = (await sampleGuides()).map(({ items, rubric }) => ({ ...items[0]!, rubric }));
  expect(cards.map((card) => card.offer_name).toSorted()).toEqual(firsts.map((item) => item.title).toSorted());
  for (const card of cards) {
    const [item, review] = [
      firsts.find(({ title }) => title === card.offer_name)!,
      await reviewBySlug(t.deps.db, card.slug),
    ];
    expect(review).toMatchObject({
      title: expect.stringMatching(/^Sample: /),
      is_sample: true,
      tested: 'research_only',
      score: item.score,
      sub_scores: item.sub_scores.map(({ name, score }) => ({ name, score })),
      author: { name: 'Sample author' },
      reviewer: { credentials: 'invented credentials' },
      sections: expect.arrayContaining([
        { heading: 'How we judged it', body: expect.stringContaining('sample content') },
      ]),
    });
  }
});

test('its products stand in the order of their scores', async () => {
  for (const guide of await sampleGuides()) {
    const scores = guide.items.map((item) => item.score ?? 0);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  }
});

test('it stays while something of yours needs it, and then goes without a trace', async () => {
  const [author] = await allPeople(t.deps.db);
  const mine = await buildGuide(t.deps, { title: 'My own guide', author_id: author!.id });
  const refused = await t.call('DELETE', '/api/settings/sample');
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('My own guide') } });
  expect(await sampleGuides()).toHaveLength(4);
  await t.call('PUT', `/api/admin/listicles/${mine.id}`, { author_id: null });
  expect((await t.call('DELETE', '/api/settings/sample')).status).toBe(200);
  expect([await allPeople(t.deps.db), await publicCategories(t.deps.db)]).toEqual([[], []]);
  expect(await publicReviews(t.deps.db, { limit: 1 })).toEqual([]);
  expect((await sampleGuides()).map((guide) => guide.title)).toEqual(['My own guide']);
  expect((await t.call('GET', '/api/settings/sample')).body).toEqual({ data: { is_present: false } });
});
