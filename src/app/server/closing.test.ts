import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { buildGuide, buildItem } from '../../features/guides/server/testing.ts';
import { listItems } from '../../features/guides/server/items.ts';
import { networksRoutes } from '../../features/networks/server/routes.ts';
import { buildNetwork } from '../../features/networks/server/testing.ts';
import { offersRoutes } from '../../features/offers/server/routes.ts';
import { offerClosingRoutes } from '../../features/offers/server/routes-closing.ts';
import { offersById } from '../../features/offers/server/offer-facts.ts';
import { buildOffer } from '../../features/offers/server/testing.ts';
import { buildReview } from '../../features/reviews/server/testing.ts';
import { closingPort } from './offer-places.ts';

let t: TestApp;
const none = () => Promise.resolve(new Map());

beforeAll(async () => {
  t = await testApp((route, deps) => {
    networksRoutes(route, deps, none);
    offersRoutes(route, deps, none);
    offerClosingRoutes(route, deps, closingPort, { offers: none, networks: none });
  });
});
afterAll(() => t.close());

/** A guide with a product of each kind: one that loses its button, one with a fallback, one that nobody sees. */
async function placed(input: { network_id?: number } = {}) {
  const [offer, other] = [await buildOffer(t.deps, input), await buildOffer(t.deps)];
  const guide = await buildGuide(t.deps);
  const bare = await buildItem(t.deps, guide.id, { offer_id: offer.id });
  const safe = await buildItem(t.deps, guide.id, { offer_id: offer.id, fallback_offer_id: other.id });
  const hidden = await buildItem(t.deps, guide.id, { offer_id: offer.id, is_visible: false });
  const fallbacks = async () => (await listItems(t.deps, guide.id)).map(({ fallback_offer_id: id }) => id);
  const status = async () => (await offersById(t.deps.db, [offer.id])).get(offer.id)!.status;
  return { offer, other, guide, bare, safe, hidden, fallbacks, status };
}

test('before an offer is paused it is told which buttons are lost, and which lead elsewhere', async () => {
  const { offer, other, guide, bare, safe } = await placed();
  const review = await buildReview(t.deps, { offer_id: offer.id, title: 'Tried for a month', status: 'published' });
  await buildReview(t.deps, { offer_id: offer.id, title: 'Nobody reads this', status: 'draft' });
  const { status, body } = await t.call('GET', `/api/admin/offers/${offer.id}/closing`);
  expect(status).toBe(200);
  const inGuide = { kind: 'guide', id: guide.id, title: guide.title, offer: offer.name };
  expect(body.data).toEqual([
    { ...inGuide, product: bare.title, product_id: bare.id, is_lost: true, instead: null },
    { ...inGuide, product: safe.title, product_id: safe.id, is_lost: false, instead: other.name },
    {
      kind: 'review',
      id: review.id,
      title: 'Tried for a month',
      product: null,
      product_id: null,
      offer: offer.name,
      is_lost: true,
      instead: null,
    },
  ]);
  // it leads there in another's stead, too
  await t.call('PUT', `/api/admin/offers/${offer.id}`, { status: 'paused' });
  const second = await t.call('GET', `/api/admin/offers/${other.id}/closing`);
  expect(second.body.data).toMatchObject([{ product: safe.title, offer: other.name, is_lost: true }]);
  expect((await t.call('GET', `/api/admin/offers/${offer.id}/closing`)).body.data).toEqual([]);
});

test('one call pauses an offer and gives the buttons that lose it to another', async () => {
  const { offer, other, fallbacks, status } = await placed();
  const standIn = await buildOffer(t.deps);
  const reply = await t.call('PUT', `/api/admin/offers/${offer.id}/closing`, {
    status: 'paused',
    version: offer.version,
    stand_in_offer_id: standIn.id,
  });
  expect([reply.status, reply.body.message]).toEqual([
    200,
    'Offer updated successfully! 1 product has a new fallback.',
  ]);
  expect(await fallbacks()).toEqual([standIn.id, other.id, null]);
  expect(await status()).toBe('paused');
});

test.each([
  ['the offer was changed meanwhile', 409, { version: 99 }, undefined],
  ['the stand-in takes nobody itself', 400, {}, 'paused'],
  ['the stand-in is the offer', 400, {}, 'own'],
] as const)('nothing is half done where %s', async (_name, code, change, kind) => {
  const { offer, other, fallbacks, status } = await placed();
  const standIn = await buildOffer(t.deps, kind === 'paused' ? { status: 'paused' } : {});
  const body = { status: 'paused', ...change, stand_in_offer_id: kind === 'own' ? offer.id : standIn.id };
  const reply = await t.call('PUT', `/api/admin/offers/${offer.id}/closing`, body);
  expect(reply.status).toBe(code);
  if (code === 400) expect(reply.body.errors).toHaveProperty('stand_in_offer_id');
  expect(await fallbacks()).toEqual([null, other.id, null]);
  expect(await status()).toBe('active');
});

test('a network is paused in the same way, with all its offers', async () => {
  const network = await buildNetwork(t.deps);
  const { offer, other, bare, safe, fallbacks } = await placed({ network_id: network.id });
  const sibling = await buildOffer(t.deps, { network_id: network.id });
  const path = `/api/admin/affiliate-networks/${network.id}/closing`;
  expect((await t.call('GET', path)).body.data).toMatchObject([
    { product: bare.title, offer: offer.name, is_lost: true },
    { product: safe.title, instead: other.name },
  ]);
  const refused = await t.call('PUT', path, { status: 'paused', stand_in_offer_id: sibling.id });
  expect(refused.status).toBe(400);
  const standIn = await buildOffer(t.deps);
  const reply = await t.call('PUT', path, { status: 'paused', stand_in_offer_id: standIn.id });
  expect([reply.status, reply.body.data.status]).toEqual([200, 'paused']);
  expect(await fallbacks()).toEqual([standIn.id, other.id, null]);
});

test('an offer that is not there has no places', async () => {
  expect((await t.call('GET', '/api/admin/offers/999999/closing')).status).toBe(404);
  expect((await t.call('PUT', '/api/admin/offers/999999/closing', { status: 'paused' })).status).toBe(404);
});
