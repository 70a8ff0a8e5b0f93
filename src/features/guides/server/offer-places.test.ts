import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { removeItem } from './items.ts';
import { offerPlaces, offerRanks, tellLostOffers } from './offer-places.ts';
import { buildGuide, buildItem } from './testing.ts';

let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  t = await testApp(() => undefined, { clock: () => now });
});
afterAll(() => t.close());

const openAlerts = async () => (await listAlerts(t.deps, AlertQuery.parse({ state: 'open' }))).data;

test('an offer that ends tells which guide lost its button or leads elsewhere, once, until it is mended', async () => {
  const ending = await buildOffer(t.deps, { name: 'Calm Tea', ends_at: '2026-03-02T00:00:00Z' });
  const other = await buildOffer(t.deps, { name: 'Green Tea' });
  const guide = await buildGuide(t.deps, { title: 'Best Teas' });
  const draft = await buildGuide(t.deps, { title: 'Not yet', status: 'draft' });
  await buildItem(t.deps, guide.id, { title: 'The calm one', offer_id: ending.id });
  await buildItem(t.deps, guide.id, { title: 'The safe one', offer_id: ending.id, fallback_offer_id: other.id });
  await buildItem(t.deps, guide.id, { title: 'Hidden', offer_id: ending.id, is_visible: false });
  await buildItem(t.deps, draft.id, { title: 'Unread', offer_id: ending.id });

  await tellLostOffers(t.deps);
  expect(await openAlerts()).toEqual([]);

  now = new Date('2026-03-02T10:00:00Z');
  await tellLostOffers(t.deps);
  await tellLostOffers(t.deps);
  const [alert, ...others] = await openAlerts();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ kind: 'offer_not_live', severity: 'critical', subject_name: 'Calm Tea', count: 1 });
  expect(alert!.details).toEqual([
    { label: 'Guide "Best Teas"', text: 'The button of "The calm one" is gone: it has no fallback.' },
    { label: 'Guide "Best Teas"', text: 'The button of "The safe one" now leads to "Green Tea" instead.' },
  ]);
  expect((await offerPlaces(t.deps.db, other.id, now)).map(({ text }) => text)).toEqual([
    'The button of "The safe one" leads there, as "Calm Tea" takes nobody.',
  ]);

  now = new Date('2026-03-01T10:00:00Z');
  await tellLostOffers(t.deps);
  expect(await openAlerts()).toEqual([]);
});

test('a product that was taken out of its guide is no place of its offer any more, and those below it move up', async () => {
  const offer = await buildOffer(t.deps, { name: 'Black Tea' });
  const guide = await buildGuide(t.deps, { title: 'Strong Teas' });
  const gone = await buildItem(t.deps, guide.id, { title: 'Gone', offer_id: offer.id });
  await buildItem(t.deps, guide.id, { title: 'Hidden', is_visible: false });
  const kept = await buildItem(t.deps, guide.id, { title: 'Kept', offer_id: offer.id });
  const ranks = async () =>
    ((await offerRanks(t.deps.db, [offer.id])).get(offer.id) ?? []).map(({ item_id, rank }) => [item_id, rank]);
  expect(await ranks()).toEqual([
    [gone.id, 1],
    [kept.id, 2],
  ]);
  const scope = { ...t.deps, countViews: () => Promise.resolve(new Map<number, number>()) };
  await removeItem(scope, t.actor, { guideId: guide.id, id: gone.id });
  expect(await ranks()).toEqual([[kept.id, 1]]);
  expect((await offerPlaces(t.deps.db, offer.id, now)).map(({ text }) => text)).toEqual([
    'The button of "Kept" leads there.',
  ]);
});
