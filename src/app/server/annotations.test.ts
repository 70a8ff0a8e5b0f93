import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkRoutes } from '../../../tests/support/link-routes.ts';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { buildGuide, buildItem } from '../../features/guides/server/testing.ts';
import { guidesRoutes } from '../../features/guides/server/routes.ts';
import { buildDestination, buildLink } from '../../features/links/server/testing.ts';
import { offersRoutes } from '../../features/offers/server/routes.ts';
import { buildOffer } from '../../features/offers/server/testing.ts';
import { settingsRoutes } from '../../features/settings/server/routes.ts';
import { statsRoutes } from '../../features/stats/server/routes.ts';

let app: TestApp;
const none = () => Promise.resolve(new Map());

beforeAll(async () => {
  app = await testApp((route, deps) => {
    offersRoutes(route, deps, none);
    guidesRoutes(route, deps, none, () => '');
    linkRoutes(route, deps);
    settingsRoutes(route, deps);
    statsRoutes(route, deps);
  });
});
afterAll(() => app.close());

type Mark = { kind: string; subject: string; text: string };

async function marks(query: string): Promise<string[]> {
  const { status, body } = await app.call('GET', `/api/admin/stats/annotations?days=2&${query}`);
  expect(status).toBe(200);
  return body.data.map(({ kind, subject, text }: Mark) => `${kind} ${subject}: ${text}`);
}

test('what an editor does shows up by itself: text, order, price and payout', async () => {
  const offer = await buildOffer(app.deps, { name: 'Bottle' });
  const guide = await buildGuide(app.deps, { title: 'Bottles compared' });
  const items = [await buildItem(app.deps, guide.id), await buildItem(app.deps, guide.id)].map((item) => item.id);
  await app.call('PUT', `/api/admin/offers/${offer.id}`, { payout_amount: '33.50', notes: 'Asked for more.' });
  await app.call('PUT', `/api/admin/offers/${offer.id}`, { price: '29.00', price_currency: 'USD' });
  await app.call('PUT', `/api/admin/listicles/${guide.id}/items/reorder`, { ids: items.toReversed() });
  await app.call('PUT', `/api/admin/listicles/${guide.id}`, { excerpt: 'Compared by weight.' });
  const found = await marks('about=listicles');
  expect(found).toEqual(
    expect.arrayContaining([
      'content Bottles compared: Edited: excerpt',
      'rank Bottles compared: New order: positions 1, 2',
      'price Bottle: Price: none → 29.00',
      'payout Bottle: Payout: 40.00 → 33.50',
    ]),
  );
  expect((await marks('about=reviews')).join()).not.toContain('Bottles compared');
  // that there is another offer changes no page
  const added = 'content Bottle: Added';
  expect(found).not.toContain(added);
  for (const about of ['offers', 'all']) expect(await marks(`about=${about}`)).toContain(added);
});

test('of a link, only its own destinations are told, each by what it leads to', async () => {
  const guide = await buildGuide(app.deps, { title: 'Mats compared' });
  const [mine, other] = [await buildLink(app.deps), await buildLink(app.deps)];
  const weights = async (link: { id: number }, target: object, weight: number) => {
    const { id } = await buildDestination(app.deps, link.id, target);
    await app.call('PUT', `/api/admin/tracking-links/${link.id}/destinations/weights`, { weights: { [id]: weight } });
  };
  await weights(mine, { type: 'listicle', target_id: guide.id, weight: 60 }, 37);
  await weights(other, { weight: 5 }, 6);
  const found = await marks(`link_id=${mine.id}`);
  expect(found).toContain('weight Mats compared: Weight: 60 → 37');
  expect(found.join()).not.toContain('5 → 6');
  expect((await app.call('GET', '/api/admin/stats/annotations?link_id=999999')).status).toBe(404);
});

test('a range without a change has no mark; another zone of the site is told with the days before it, which are counted anew', async () => {
  const range = '/api/admin/stats/annotations?date_from=2026-01-01&date_to=2026-01-02';
  expect((await app.call('GET', range)).body).toMatchObject({ data: [], is_complete: true });
  const settings = (await app.call('GET', '/api/settings')).body.data;
  await app.call('PUT', '/api/settings', { time_zone: 'Asia/Tokyo', version: settings.version });
  const { body } = await app.call('GET', range);
  expect(body.data.map(({ text }: Mark) => text)).toEqual([expect.stringMatching(/Days are in Asia\/Tokyo since/)]);
});
