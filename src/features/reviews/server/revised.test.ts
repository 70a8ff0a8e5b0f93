import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import type { Review } from '../contract.ts';
import { reviewsRoutes } from './routes.ts';
import { buildReview } from './testing.ts';

const BASE = '/api/admin/offer-content';
let t: TestApp;
let now = new Date('2026-05-01T10:00:00Z');

beforeAll(async () => {
  t = await testApp(
    (route, deps) =>
      reviewsRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => '',
      ),
    { clock: () => now },
  );
});
afterAll(() => t.close());

const updated = async ({ slug }: Review): Promise<string> =>
  (await t.guest('GET', `/api/offer-reviews/${slug}`)).body.data.updated_at;
const put = (review: Review, change: object) => t.call('PUT', `${BASE}/${review.id}`, change);
const later = () => (now = new Date(now.getTime() + 86_400_000));
/** As if it had been made before digests were kept. */
const forget = ({ id }: Review) =>
  t.deps.db
    .withTables<{ reviews: { id: number; shown_digest: string | null } }>()
    .updateTable('reviews')
    .set({ shown_digest: null })
    .where('id', '=', id)
    .execute();

test.each([
  ['a save without changes', (review: Review) => put(review, { title: review.title })],
  [
    'another status',
    (review: Review) => t.call('POST', `${BASE}/bulk-status`, { ids: [review.id], status: 'featured' }),
  ],
  ['words for search engines', (review: Review) => put(review, { meta_title: 'Found' })],
  [
    'taken down and put up again',
    async (review: Review) => {
      await put(review, { status: 'archived' });
      return put(review, { status: 'published' });
    },
  ],
])('%s leaves the time of the last change', async (_what, write) => {
  const review = await buildReview(t.deps);
  const old = await buildReview(t.deps);
  await forget(old);
  const before = now.toISOString();
  later();
  for (const one of [review, old]) {
    expect((await write(one)).status).toBe(200);
    expect(await updated(one)).toBe(before);
  }
});

test('other words move it, those written in a draft when readers see them', async () => {
  const review = await buildReview(t.deps);
  const old = await buildReview(t.deps);
  await forget(old);
  for (const one of [review, old]) {
    later();
    await put(one, { verdict: 'Better than it looks.' });
    expect(await updated(one)).toBe(now.toISOString());
    await put(one, { status: 'draft', verdict: 'Worse than it looks.' });
    later();
    await put(one, { status: 'published' });
    expect(await updated(one)).toBe(now.toISOString());
  }
});
