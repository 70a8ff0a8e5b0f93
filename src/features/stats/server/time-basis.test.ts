import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { buildDelta, buildRow } from '../../events/server/testing.ts';
import { buildLink } from '../../links/server/testing.ts';
import { statsRoutes } from './routes.ts';

let app: TestApp;
let link: number;
const [CLICKED, CONVERTED] = ['2026-03-10', '2026-03-19'];

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(statsRoutes, { eventStore, clock: () => new Date('2026-03-20T12:00:00Z') });
  link = (await buildLink(app.deps)).id;
  const sale = { ts: `${CONVERTED}T20:00:00Z`, click_ts: `${CLICKED}T10:00:00Z`, link_id: link, offer_id: 7 };
  await eventStore.append({
    cursor: 't',
    position: '1',
    table: 'events',
    rows: [buildDelta({ ...sale, guide_id: 3, item_id: 4 }), buildDelta({ ...sale, review_id: 5 })].map(buildRow),
  });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

test.each([
  ['guides', () => 'stats/listicles', '12.50'],
  ['products of a guide', () => 'stats/ctr', '12.50'],
  ['reviews', () => 'stats/offer-content', '12.50'],
  ['offers', () => 'stats/offers', '25.00'],
  ['a link', () => `tracking-links/${link}/stats`, '25.00'],
])('money of %s is of the day of the conversion, or of that of the click', async (_name, path, whole) => {
  const ask = async (day: string, basis = '') => {
    const { status, body } = await app.call('GET', `/api/admin/${path()}?date_from=${day}&date_to=${day}${basis}`);
    expect(status).toBe(200);
    return body.totals?.revenue_expected ?? body.totals?.revenue ?? body.data[0]?.revenue_expected ?? '0.00';
  };
  const byClick = '&time_basis=click';
  expect([await ask(CONVERTED), await ask(CLICKED)]).toEqual([whole, '0.00']);
  expect([await ask(CONVERTED, byClick), await ask(CLICKED, byClick)]).toEqual(['0.00', whole]);
});
