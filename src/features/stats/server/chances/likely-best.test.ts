import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildClick, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { buildGuide, buildItem } from '../../../guides/server/testing.ts';
import { buildDestination, buildLink } from '../../../links/server/testing.ts';
import { buildOffer } from '../../../offers/server/testing.ts';
import { statsRoutes } from '../routes.ts';

let app: TestApp;
let now = new Date('2026-03-20T12:00:00Z');

type Event = Parameters<typeof buildRow>[0];

beforeAll(async () => {
  app = await testApp(statsRoutes, { eventStore: await testEventStore(), clock: () => now });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

let batch = 0;
const store = (events: Event[]) =>
  app.deps.eventStore.append({
    cursor: 't',
    position: String((batch += 1)),
    table: 'events',
    rows: events.map(buildRow),
  });
const times = (count: number, make: () => Event): Event[] => Array.from({ length: count }, make);
const dayOf = (day: number): string => new Date(Date.UTC(2026, 2, day, 10)).toISOString();
const ask = async (query: string) => (await app.call('GET', `/api/admin/stats/likely-best?${query}`)).body;

test('of two destinations the better one is named on the day on which it was clear, whatever period a screen shows', async () => {
  const link = await buildLink(app.deps, { slug: 'tested' });
  const [good, bad] = [
    await buildDestination(app.deps, link.id, { url: 'https://good.example/', name: 'Good' }),
    await buildDestination(app.deps, link.id, { url: 'https://bad.example/', name: 'Bad' }),
  ];
  await sql`update destinations set created_at = '2026-03-01T08:00:00Z'`.execute(app.deps.db);
  const events: Event[] = [];
  // the day of their making does not count, however great the difference
  events.push(...times(300, () => buildVisit({ ts: dayOf(1), link_id: link.id, destination_id: bad.id })));
  for (let day = 2; day < 20; day += 1) {
    for (const [one, clicks] of [
      [good, 20],
      [bad, 10],
    ] as const) {
      const at = { ts: dayOf(day), link_id: link.id, destination_id: one.id };
      events.push(...times(100, () => buildVisit(at)), ...times(clicks, () => buildClick(at)));
    }
  }
  await store(events);
  const { data } = await ask(`link_id=${link.id}`);
  expect(data).toMatchObject({ from: '2026-03-02', day: 18, planned_days: 30, best_before: null });
  expect(data.arms).toEqual([
    { id: good.id, name: 'Good', cases: 1800, hits: 360, rate: 0.2 },
    { id: bad.id, name: 'Bad', cases: 1800, hits: 180, rate: 0.1 },
  ]);
  expect(data.best).toMatchObject({ id: good.id, name: 'Good' });
  // clear, but not in the first days
  expect(data.best.since > '2026-03-05' && data.best.since < '2026-03-20').toBe(true);

  now = new Date('2026-04-10T12:00:00Z');
  const later = (await ask(`link_id=${link.id}`)).data;
  expect(later).toMatchObject({ from: '2026-04-01', day: 9, best: null, best_before: data.best });
  now = new Date('2026-03-20T12:00:00Z');
});

test('of products that stood at the same places the better one is named', async () => {
  const guide = await buildGuide(app.deps);
  const offer = await buildOffer(app.deps);
  const [first, second] = [
    await buildItem(app.deps, guide.id, { title: 'First', offer_id: offer.id }),
    await buildItem(app.deps, guide.id, { title: 'Second', offer_id: offer.id }),
  ];
  await sql`update guide_items set created_at = '2026-03-01T08:00:00Z'`.execute(app.deps.db);
  const events: Event[] = [];
  for (let day = 2; day < 20; day += 1) {
    const order = day % 2 === 0 ? [first, second] : [second, first];
    for (const [i, item] of order.entries()) {
      const at = { ts: dayOf(day), guide_id: guide.id, item_id: item.id, position: i + 1 };
      const clicks = (i === 0 ? 30 : 10) + (item === second ? 8 : 0);
      events.push(...times(100, () => ({ ...buildVisit({ ts: at.ts }), ...at, type: 'impression' as const })));
      events.push(...times(clicks, () => buildClick({ ...at, offer_id: offer.id })));
    }
  }
  await store(events);
  expect((await ask(`listicle_id=${guide.id}`)).data.best).toMatchObject({ name: 'Second' });
});

test('one of both is asked for', async () => {
  for (const query of ['', 'link_id=1&listicle_id=1'])
    expect((await app.call('GET', `/api/admin/stats/likely-best?${query}`)).status).toBe(400);
  expect((await app.call('GET', '/api/admin/stats/likely-best?listicle_id=999')).status).toBe(404);
});
