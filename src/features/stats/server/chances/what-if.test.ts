import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { buildGuide, buildItem } from '../../../guides/server/testing.ts';
import { statsRoutes } from '../routes.ts';

let app: TestApp;
let guideId: number;
let still: number;
let items: number[];
const NOW = new Date('2026-03-20T12:00:00Z');

type Event = Parameters<typeof buildRow>[0];

const times = (count: number, one: Event): Event[] => Array.from({ length: count }, () => one);

/** Readers of one day who see the products in an order; the n-th of `clicks` goes to the product at the n-th place. */
function day(ts: string, guide_id: number, order: readonly number[], clicks: readonly number[]): Event[] {
  return order.flatMap((item_id, i) => {
    const at = { ts, guide_id, item_id, position: i + 1 };
    const click = buildClick({ ...at, offer_id: 4 });
    return [
      ...times(400, { ...buildVisit({ ts }), ...at, type: 'impression' }),
      ...times(clicks[i]!, click),
      ...times(Math.round(clicks[i]! / 4), buildDelta({ ...at, offer_id: 4, click_ts: ts, click_id: click.click_id })),
    ];
  });
}

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(statsRoutes, { eventStore, clock: () => NOW });
  guideId = (await buildGuide(app.deps)).id;
  items = [];
  for (const title of ['Alpha', 'Beta', 'Gamma']) items.push((await buildItem(app.deps, guideId, { title })).id);
  still = (await buildGuide(app.deps)).id;
  const resting = [(await buildItem(app.deps, still)).id, (await buildItem(app.deps, still)).id];
  const [a, b, c] = items as [number, number, number];
  // Gamma draws twice as many as Beta, wherever the two stand
  const events = [
    ...day('2026-03-17T10:00:00Z', guideId, [a, c, b], [80, 80, 20]),
    ...day('2026-03-18T10:00:00Z', guideId, [a, b, c], [80, 40, 40]),
    ...day('2026-03-19T10:00:00Z', guideId, [b, a, c], [80, 40, 40]),
    ...day('2026-03-19T10:00:00Z', still, resting, [80, 40]),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: events.map(buildRow) });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const ask = (id: number, query = '') => app.call('GET', `/api/admin/stats/what-if?listicle_id=${id}&tz=UTC${query}`);

test('the better product below the worse one: a swap of second and third brings more clicks and money', async () => {
  const { status, body } = await ask(guideId);
  expect(status).toBe(200);
  expect(body.data.swap).toMatchObject({
    first: { position: 2, item: 'Beta' },
    second: { position: 3, item: 'Gamma' },
    clicks: { verdict: 'more' },
    revenue: { verdict: 'more' },
  });
  const { now, swapped, change, ci95 } = body.data.swap.clicks;
  expect(swapped - now).toBeCloseTo(change);
  expect([ci95[0] < change, change < ci95[1]]).toEqual([true, true]);
  expect(body.data.products.map((one: { item: string }) => one.item)).toEqual(['Alpha', 'Beta', 'Gamma']);
  const [alpha, beta, gamma] = body.data.products.map((one: { lift: number }) => one.lift);
  expect(gamma / beta).toBeCloseTo(2, 0);
  expect(alpha).toBeCloseTo(beta, 0);
  expect((await ask(guideId)).body.data).toEqual(body.data);
});

test('the same two the other way around say the same', async () => {
  const { body } = await ask(guideId, '&first=3&second=2');
  expect(body.data.swap).toMatchObject({
    first: { item: 'Gamma' },
    second: { item: 'Beta' },
    clicks: { verdict: 'more' },
  });
});

test('products that never moved are not guessed at', async () => {
  const { body } = await ask(still);
  expect(body.data.swap).toMatchObject({
    first: { position: 1 },
    second: { position: 2 },
    clicks: null,
    revenue: null,
  });
  expect(body.data.products.map((one: { lift: number | null }) => one.lift)).toEqual([null, null]);
});

test('a guide without products has nothing to swap, and one that is not there is not found', async () => {
  const empty = await buildGuide(app.deps);
  expect((await ask(empty.id)).body.data).toEqual({ products: [], swap: null });
  expect((await ask(999_999)).status).toBe(404);
});

test.each([
  ['a place that the guide has not', '&first=2&second=9', 'second'],
  ['a place with itself', '&first=2&second=2', 'second'],
  ['no number', '&first=two', 'first'],
])('%s is refused by its name', async (_name, query, field) => {
  const { status, body } = await ask(guideId, query);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});
