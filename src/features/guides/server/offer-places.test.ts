import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { offerPlaces, tellLostOffers } from './service.ts';
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
