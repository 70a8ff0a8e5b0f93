import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import type { Guide, GuideInput, Item } from '../contract.ts';
import { guidesRoutes } from './routes.ts';
import { guideChecks, itemChecks } from './checks.ts';
import { buildGuide, buildItem } from './testing.ts';

const BASE = '/api/admin/listicles';
let t: TestApp;
let now: Date;

beforeAll(async () => {
  t = await testApp(
    (route, deps) =>
      guidesRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => '',
      ),
    { clock: () => now },
  );
});
beforeEach(() => {
  now = new Date('2026-05-01T10:00:00Z');
});
afterAll(() => t.close());

const rubric = [
  { key: 'taste', name: 'Taste', weight: 1, description: null },
  { key: 'price', name: 'Price', weight: 1, description: null },
];
const scored = (points: number) => ({ scores: { taste: points, price: points } });

/** A guide with three products that score 9, 8 and 7. */
async function build(input: Partial<GuideInput> = {}): Promise<{ guide: Guide; items: [Item, Item, Item] }> {
  const guide = await buildGuide(t.deps, { rubric, ...input });
  const add = (title: string, points: number) => buildItem(t.deps, guide.id, { title, ...scored(points) });
  return { guide, items: [await add('Alpha', 9), await add('Beta', 8), await add('Gamma', 7)] };
}
const rank = (guide: Guide, items: unknown[], more = {}) =>
  t.call('PUT', `${BASE}/${guide.id}/items/ranking`, { items, ...more });
const put = (guide: Guide, item: Item, change: object) => t.call('PUT', `${BASE}/${guide.id}/items/${item.id}`, change);
const idsOf = (items: Item[]) => items.map(({ id }) => ({ id }));
const stored = async (guide: Guide): Promise<Guide> => (await t.call('GET', `${BASE}/${guide.id}`)).body.data;
const readers = async (guide: Guide) => (await t.guest('GET', `/api/listicles/${guide.id}`)).body.data;
/** As if the guide had been made before order had to follow the score. */
const makeOld = (guide: Guide) =>
  t.deps.db
    .withTables<{ guides: { id: number; is_order_old: boolean; shown: string | null } }>()
    .updateTable('guides')
    .set({ is_order_old: true, shown: null })
    .where('id', '=', guide.id)
    .execute();

describe('order follows score', () => {
  test('an order against the scores is refused in a public guide, at the product that stands too high', async () => {
    const { guide, items } = await build();
    const [a, b, c] = items;
    const reply = await t.call('PUT', `${BASE}/${guide.id}/items/reorder`, { ids: [b.id, a.id, c.id] });
    expect(reply.status).toBe(422);
    expect(reply.body.errors[`items.${b.id}.rank_reason`][0]).toContain(
      'Beta (8.0) stands above Alpha, which scores 9.0',
    );
    expect((await readers(guide)).items.map(({ title }: Item) => title)).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  test('so is a score against the order, with the field of the other product', async () => {
    const { guide, items } = await build();
    const reply = await put(guide, items[2], scored(10));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors)).toEqual([
      `items.${items[0].id}.rank_reason`,
      `items.${items[1].id}.rank_reason`,
    ]);
  });

  test('scores and order are written in one call', async () => {
    const { guide, items } = await build();
    const [a, b, c] = items;
    const reply = await rank(guide, [{ id: c.id, ...scored(10) }, { id: a.id }, { id: b.id }]);
    expect(reply.status).toBe(200);
    expect(reply.body.data.map((item: Item) => [item.display_title, item.total_score])).toEqual([
      ['Gamma', 10],
      ['Alpha', 9],
      ['Beta', 8],
    ]);
  });

  test('other weights and the order that they make are written in one call', async () => {
    const guide = await buildGuide(t.deps, { rubric });
    const a = await buildItem(t.deps, guide.id, { title: 'Alpha', scores: { taste: 9, price: 6 } });
    const b = await buildItem(t.deps, guide.id, { title: 'Beta', scores: { taste: 5, price: 8 } });
    const heavy = [rubric[0]!, { ...rubric[1]!, weight: 9 }];
    expect((await t.call('PUT', `${BASE}/${guide.id}`, { rubric: heavy })).status).toBe(422);
    expect((await rank(guide, idsOf([b, a]), { rubric: heavy })).status).toBe(200);
    expect((await stored(guide)).rubric[1]!.weight).toBe(9);
  });

  test('a public reason lets it stand, and readers see it for as long as it is needed', async () => {
    const { guide, items } = await build();
    const [a, b, c] = items;
    const reply = await rank(guide, [
      { id: b.id, rank_reason: 'It is the only one in stock.' },
      { id: a.id },
      { id: c.id },
    ]);
    expect(reply.status).toBe(200);
    expect((await readers(guide)).items[0].rank_reason).toBe('It is the only one in stock.');
    await rank(guide, idsOf([a, b, c]));
    expect((await readers(guide)).items[1].rank_reason).toBeNull();
  });

  test('the best overall below the first place needs a reason too', async () => {
    const { guide, items } = await build();
    const reply = await put(guide, items[1], { badge: 'best_overall' });
    expect(reply.status).toBe(422);
    expect(reply.body.errors['rank_reason'][0]).toContain('“Best overall” and stands in place 2');
    const reason = { badge: 'best_overall', rank_reason: 'The first is for athletes only.' };
    expect((await put(guide, items[1], reason)).status).toBe(200);
  });

  test('the badge moves from one product to another in one call', async () => {
    const { guide, items } = await build();
    const [a, b, c] = items;
    await put(guide, a, { badge: 'best_overall' });
    const order = [{ id: b.id, badge: 'best_overall', ...scored(9.5) }, { id: a.id, badge: null }, { id: c.id }];
    expect((await rank(guide, order)).status).toBe(200);
  });

  test.each([
    ['a draft', { status: 'draft' as const, rubric }, scored],
    ['a guide without criteria', {}, (score: number) => ({ score })],
  ])('%s takes any order', async (_what, input, score) => {
    const guide = await buildGuide(t.deps, input);
    const a = await buildItem(t.deps, guide.id, score(5));
    const b = await buildItem(t.deps, guide.id, score(9));
    expect((await rank(guide, idsOf([a, b]))).status).toBe(200);
  });

  test('a draft with such an order is kept from being published', async () => {
    const { guide, items } = await build({ status: 'draft' });
    await rank(guide, idsOf([items[2], items[1], items[0]]));
    const reply = await t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
    expect(reply.status).toBe(422);
  });

  test('a product can always be hidden or taken out', async () => {
    const { guide, items } = await build();
    expect((await put(guide, items[0], { is_visible: false })).status).toBe(200);
    expect((await t.call('DELETE', `${BASE}/${guide.id}/items/${items[1].id}`)).status).toBe(200);
  });

  test('every product is named once, and a stale one is a conflict', async () => {
    const { guide, items } = await build();
    expect((await rank(guide, idsOf([items[0], items[1]]))).status).toBe(400);
    const stale = [{ id: items[0].id, version: 9, ...scored(9.5) }, ...idsOf([items[1], items[2]])];
    expect((await rank(guide, stale)).body.error).toBe('version_conflict');
  });

  test('the checklist of a product names the product that it would stand too low under', async () => {
    const { items } = await build();
    const checks = await itemChecks(t.deps, items[1].id, scored(9.5));
    const open = checks.filter(({ ok, code }) => !ok && code === 'order');
    expect(open).toMatchObject([{ level: 'block', field: `items.${items[0].id}.rank_reason` }]);
  });
});

describe('a guide that was public before', () => {
  async function old() {
    const { guide, items } = await build({ status: 'draft' });
    await rank(guide, idsOf([items[2], items[1], items[0]]));
    await t.call('PUT', `${BASE}/${guide.id}`, { rubric: [] });
    await t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
    await t.deps.db
      .withTables<{ guides: { id: number; rubric: string } }>()
      .updateTable('guides')
      .set({ rubric: JSON.stringify(rubric) })
      .where('id', '=', guide.id)
      .execute();
    await makeOld(guide);
    return { guide, items };
  }

  test('only warns until its score or order changes', async () => {
    const { guide, items } = await old();
    const open = (await guideChecks(t.deps, guide.id, {})).filter(({ code }) => code === 'order');
    expect(open.map(({ ok, level }) => [ok, level])).toEqual([
      [false, 'warn'],
      [false, 'warn'],
    ]);
    expect((await t.call('PUT', `${BASE}/${guide.id}`, { title: 'Another title' })).status).toBe(200);
    expect((await put(guide, items[0], { summary: 'Other words' })).status).toBe(200);
    expect((await put(guide, items[1], { is_visible: false })).status).toBe(200);
    expect((await put(guide, items[0], scored(9.9))).status).toBe(422);
  });

  test('judges a change of order like any other guide, and goes on so', async () => {
    const { guide, items } = await old();
    const [a, b, c] = items;
    expect((await rank(guide, idsOf([c, a, b]))).status).toBe(422);
    expect((await rank(guide, idsOf([a, b, c]))).status).toBe(200);
    expect((await rank(guide, idsOf([c, b, a]))).status).toBe(422);
  });
});

describe('the reader changelog', () => {
  const notes = async (guide: Guide) => (await stored(guide)).changes;

  test('tells each change of order, score or badge by itself, with its day', async () => {
    const { guide, items } = await build();
    const [a, b, c] = items;
    await rank(guide, [{ id: c.id, ...scored(10), badge: 'best_value' }, { id: a.id }, { id: b.id }]);
    expect(await notes(guide)).toEqual([
      {
        on: '2026-05-01',
        note: '',
        auto: 'Order: Gamma from 3 to 1, Alpha from 1 to 2, Beta from 2 to 3. Score: Gamma from 7.0 to 10.0. Badge: Gamma from none to “Best value”.',
      },
    ]);
    now = new Date('2026-05-02T10:00:00Z');
    await put(guide, a, { badge: 'editors_choice' });
    expect((await notes(guide)).map(({ on }) => on)).toEqual(['2026-05-02', '2026-05-01']);
  });

  test('tells what changed while readers did not see the guide', async () => {
    const { guide, items } = await build();
    await t.call('PUT', `${BASE}/${guide.id}`, { status: 'draft' });
    await put(guide, items[2], scored(7.5));
    expect(await notes(guide)).toEqual([]);
    await t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
    expect((await notes(guide))[0]!.auto).toBe('Score: Gamma from 7.0 to 7.5.');
  });

  test('says nothing of other words, of a product that came or went, or in a draft', async () => {
    const { guide, items } = await build();
    await put(guide, items[0], { summary: 'Other words' });
    await put(guide, items[0], { is_visible: false });
    await buildItem(t.deps, guide.id, scored(1));
    expect(await notes(guide)).toEqual([]);
  });

  test('an editor adds words to an entry and cannot remove or change it', async () => {
    const { guide, items } = await build();
    await put(guide, items[2], scored(7.5));
    const [entry] = await notes(guide);
    const save = (changes: unknown) => t.call('PUT', `${BASE}/${guide.id}`, { changes });
    await save([{ ...entry, note: 'Its maker sent a new batch.' }]);
    expect((await readers(guide)).changes[0].note).toBe('Score: Gamma from 7.0 to 7.5. Its maker sent a new batch.');
    await save([{ on: '2026-04-30', note: 'Ours' }]);
    expect(await notes(guide)).toEqual([
      { ...entry, note: 'Its maker sent a new batch.' },
      { on: '2026-04-30', note: 'Ours', auto: null },
    ]);
    await save([{ ...entry, auto: 'Score: Gamma from 1.0 to 9.9.', note: '' }]);
    expect((await notes(guide)).map(({ auto }) => auto)).toEqual([entry!.auto]);
  });

  test('a copy of the guide does not inherit it', async () => {
    const { guide, items } = await build();
    await put(guide, items[2], scored(7.5));
    const copy = await t.call('POST', `${BASE}/${guide.id}/duplicate`, { title: 'A copy' });
    expect(copy.body.data.changes).toEqual([]);
  });
});

describe('the time of the last change', () => {
  const updated = async (guide: Guide): Promise<string> => (await readers(guide)).updated_at;
  const later = () => (now = new Date(now.getTime() + 86_400_000));

  test.each([
    ['a save without changes', (guide: Guide) => t.call('PUT', `${BASE}/${guide.id}`, { title: guide.title })],
    [
      'another status',
      (guide: Guide) => t.call('POST', `${BASE}/bulk-status`, { ids: [guide.id], status: 'featured' }),
    ],
    ['an address', (guide: Guide) => t.call('PUT', `${BASE}/${guide.id}`, { slug: 'elsewhere' })],
    ['the text of a button', (guide: Guide, item: Item) => put(guide, item, { cta_text: 'See it' })],
    ['a hidden product', async (guide: Guide) => buildItem(t.deps, guide.id, { is_visible: false })],
    [
      'the order as it is',
      async (guide: Guide) => rank(guide, idsOf((await t.call('GET', `${BASE}/${guide.id}/items`)).body.data)),
    ],
    [
      'taken down and put up again',
      async (guide: Guide) => {
        await t.call('PUT', `${BASE}/${guide.id}`, { status: 'archived' });
        return t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
      },
    ],
    [
      'deleted and restored',
      async (guide: Guide) => {
        await t.call('DELETE', `${BASE}/${guide.id}`);
        return t.call('POST', `${BASE}/${guide.id}/restore`);
      },
    ],
  ])('%s leaves it', async (_what, write) => {
    const { guide, items } = await build();
    const before = await updated(guide);
    later();
    await write(guide, items[0]);
    expect(await updated(guide)).toBe(before);
  });

  test.each([
    ['a title', (guide: Guide) => t.call('PUT', `${BASE}/${guide.id}`, { title: 'Better teas' })],
    ['words of a product', (guide: Guide, item: Item) => put(guide, item, { summary: 'Other words' })],
    ['a score', (guide: Guide, item: Item) => put(guide, item, scored(9.5))],
    ['a product more', async (guide: Guide) => buildItem(t.deps, guide.id, {})],
    ['a product less', (guide: Guide, item: Item) => t.call('DELETE', `${BASE}/${guide.id}/items/${item.id}`)],
  ])('%s moves it', async (_what, write) => {
    const { guide, items } = await build();
    await updated(guide);
    later();
    await write(guide, items[0]);
    expect(await updated(guide)).toBe(now.toISOString());
  });

  test('what was written in a draft counts from the day readers see it', async () => {
    const { guide } = await build({ status: 'draft' });
    later();
    await t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
    expect(await updated(guide)).toBe(now.toISOString());
    await t.call('PUT', `${BASE}/${guide.id}`, { status: 'draft', title: 'Changed meanwhile' });
    later();
    await t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
    expect(await updated(guide)).toBe(now.toISOString());
  });

  test('a guide that was public before this was kept does not move by its first save', async () => {
    const { guide } = await build();
    const before = await updated(guide);
    await makeOld(guide);
    later();
    await t.call('PUT', `${BASE}/${guide.id}`, { title: guide.title });
    expect(await updated(guide)).toBe(before);
  });
});
