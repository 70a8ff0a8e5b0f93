import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { updateOffer } from '../../offers/server/service.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { reviewsRoutes } from './routes.ts';
import { runReviewSchedule } from './service.ts';
import { reviewChecks } from './checks.ts';
import { buildReview } from './testing.ts';
import { reviewBySlug } from './reading.ts';

let t: TestApp;
const BASE = '/api/admin/offer-content';
const BLOCKED = { status: 422, body: { error: 'publish_blocked' } };

beforeAll(async () => {
  t = await testApp((route, deps) =>
    reviewsRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      () => '',
    ),
  );
});
afterAll(() => t.close());

const reviewAt = async (id: number) => (await t.call('GET', `${BASE}/${id}`)).body.data;

test('a review with a forbidden claim is not made public on any way; each refusal names its field', async () => {
  const offer = await buildOffer(t.deps);
  const fresh = {
    offer_id: offer.id,
    title: 'A review',
    verdict: 'It cures diabetes.',
    pros: ['Calm'],
    cons: ['Bitter'],
  };
  const refused = await t.call('POST', BASE, { ...fresh, status: 'published' });
  expect(refused).toMatchObject(BLOCKED);
  expect(Object.keys(refused.body.errors)).toEqual(['verdict']);
  const { id } = (await t.call('POST', BASE, fresh)).body.data;
  for (const status of ['published', 'featured'])
    expect(await t.call('PUT', `${BASE}/${id}`, { status })).toMatchObject(BLOCKED);
  expect(await reviewAt(id)).toMatchObject({ status: 'draft', version: 1 });
});

test.each([
  ['a section', { sections: [{ heading: 'Effect', body: '<p>It cures gout.</p>' }] }, 'sections.0.body'],
  ['the words that the advertiser forbids', { verdict: 'Very zingy.' }, 'verdict'],
  ['tested by hand, not said how', { tested: 'hands_on' }, 'sections'],
])('a public review takes no fault: %s', async (_name, change, field) => {
  const offer = await buildOffer(t.deps, { forbidden_words: ['zingy'] });
  const review = await buildReview(t.deps, { offer_id: offer.id });
  const refused = await t.call('PUT', `${BASE}/${review.id}`, change);
  expect(refused).toMatchObject(BLOCKED);
  expect(Object.keys(refused.body.errors)).toEqual([field]);
  expect((await reviewAt(review.id)).version).toBe(1);
});

test('a review does not come back from the trash public with words that were forbidden meanwhile', async () => {
  const offer = await buildOffer(t.deps);
  const review = await buildReview(t.deps, { offer_id: offer.id, verdict: 'Zingy.' });
  await t.call('DELETE', `${BASE}/${review.id}`);
  const scope = { ...t.deps, count: () => Promise.resolve(new Map()) };
  await updateOffer(scope, t.actor, offer.id, { forbidden_words: ['zingy'] });
  expect(await t.call('POST', `${BASE}/${review.id}/restore`)).toMatchObject(BLOCKED);
});

test.each(['pros', 'cons'])('a review without %s is not made public on any way', async (field) => {
  const offer = await buildOffer(t.deps);
  const sides = { pros: ['Calm'], cons: ['Bitter'], [field]: [] };
  const created = await t.call('POST', BASE, { offer_id: offer.id, title: 'One side', status: 'published', ...sides });
  expect(created).toMatchObject(BLOCKED);
  expect(Object.keys(created.body.errors)).toEqual([field]);
  const draft = await buildReview(t.deps, { status: 'draft', ...sides });
  expect(await t.call('PUT', `${BASE}/${draft.id}`, { status: 'published' })).toMatchObject(BLOCKED);
  const bulk = await t.call('POST', `${BASE}/bulk-status`, { ids: [draft.id], status: 'featured' });
  expect(bulk.body.data).toMatchObject([{ ok: false, error: 'publish_blocked' }]);
  const review = await buildReview(t.deps);
  expect(await t.call('PUT', `${BASE}/${review.id}`, { [field]: [] })).toMatchObject(BLOCKED);
  expect(await reviewChecks(t.deps, draft.id, {})).toContainEqual(
    expect.objectContaining({ level: 'block', ok: false, field }),
  );
});

test('a review goes up and down at its times; what the gate refuses waits', async () => {
  const soon = Date.now() + 3_600_000;
  const at = (ms: number) => ({ ...t.deps, clock: () => new Date(ms) });
  const times = { publish_at: new Date(soon).toISOString(), unpublish_at: new Date(soon + 1000).toISOString() };
  const good = await buildReview(t.deps, { status: 'draft', ...times });
  const bad = await buildReview(t.deps, { status: 'draft', verdict: 'It cures flu.', publish_at: times.publish_at });
  await runReviewSchedule(at(soon));
  expect(await reviewBySlug(t.deps.db, good.slug)).toMatchObject({ id: good.id });
  expect(await reviewAt(bad.id)).toMatchObject({ status: 'draft', publish_at: times.publish_at });
  await runReviewSchedule(at(soon + 1000));
  expect(await reviewBySlug(t.deps.db, good.slug)).toBe('gone');
  expect((await reviewAt(good.id)).first_published_at).not.toBeNull();
});
