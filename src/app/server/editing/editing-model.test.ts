import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../../../platform/dice.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { sampleSize } from '../../../../tests/support/figures.ts';
import { guidesRoutes } from '../../../features/guides/server/routes.ts';
import { guideVersion, itemVersion } from '../../../features/guides/server/service.ts';
import { publishingRoutes } from '../../../features/publishing/server/routes.ts';

/** Random editing against a model that is a plain object. */

let t: TestApp;
const BASE = '/api/admin/listicles';
const PRODUCTS = '/api/admin/guide-products';
const SEQUENCES = sampleSize('EDITINGS', 5, 15);
const STEPS = 40;

beforeAll(async () => {
  t = await testApp((route, deps) => {
    guidesRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      () => '',
    );
    publishingRoutes(route, deps, [
      { kind: 'guide', base: BASE, noun: 'guide', versionOf: guideVersion },
      { kind: 'guide item', base: PRODUCTS, noun: 'product', versionOf: itemVersion },
    ]);
  });
});
afterAll(() => t.close());

type Product = { id: number; summary: string | null; is_visible: boolean; cons: string[] };
type Fields = { title: string; excerpt: string | null };
type Model = Fields & {
  status: string;
  isDeleted: boolean;
  items: Product[];
  /** Products that were taken out, with the place that each had, from 0. */
  removed: { item: Product; place: number }[];
  /** Every save of the guide's own fields. */
  saves: (Fields & { status: string })[];
  draft: Partial<Fields> | null;
};

const isPublic = (model: Model) => model.status === 'published' || model.status === 'featured';
/** What the gate says of it. */
const isBlocked = (model: Model) =>
  !model.isDeleted && isPublic(model) && model.items.some((item) => item.is_visible && item.cons.length === 0);

const STATUSES = ['draft', 'published', 'featured', 'archived'];

type Done = {
  /** As it should be if the gate has nothing against it. */
  next: Model;
  /** As it should be if it has. */
  otherwise?: Model;
  reply: Awaited<ReturnType<TestApp['call']>>;
  isTrash?: boolean;
};

/** One step of a person; undefined where there is nothing to do it to. */
async function step(
  model: Model,
  id: number,
  random: (below: number) => number,
  count: number,
): Promise<Done | undefined> {
  const next: Model = structuredClone(model);
  const path = `${BASE}/${id}`;
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const noteSave = () => {
    const save = { title: next.title, excerpt: next.excerpt, status: next.status };
    if (JSON.stringify(next.saves.at(-1)) !== JSON.stringify(save)) next.saves.push(save);
    next.draft = null;
  };
  switch (random(13)) {
    case 0:
    case 1: {
      const change = { title: `Title ${count}`, status: pick(STATUSES) };
      Object.assign(next, change);
      noteSave();
      return { next, reply: await t.call('PUT', path, change) };
    }
    case 2: {
      next.status = pick(STATUSES);
      // what was so already is left alone, unsaved edits of it too
      if (next.status !== model.status) noteSave();
      const { status, body } = await t.call('POST', `${BASE}/bulk-status`, { ids: [id], status: next.status });
      const [one] = body.data as { ok: boolean; error: string | null }[];
      const code = one!.ok ? status : one!.error === 'publish_blocked' ? 422 : 404;
      return { next, reply: { status: code, headers: {}, body } };
    }
    case 3:
    case 4: {
      const product = { summary: `Words ${count}`, is_visible: random(3) > 0, cons: random(3) > 0 ? ['Dear'] : [] };
      const reply = await t.call('POST', `${path}/items`, { title: 'Product', pros: ['Good'], ...product });
      next.items.push({ id: reply.body.data?.id ?? 0, ...product });
      return { next, reply };
    }
    case 5:
    case 6: {
      const item = next.items.length > 0 ? pick(next.items) : undefined;
      if (!item) return undefined;
      const change = pick([
        { summary: `New words ${count}` },
        { is_visible: !item.is_visible },
        { cons: [] },
        { cons: ['Dear'] },
      ]);
      Object.assign(item, change);
      return { next, reply: await t.call('PUT', `${path}/items/${item.id}`, change) };
    }
    case 7: {
      const item = next.items.length > 0 ? pick(next.items) : undefined;
      if (!item) return undefined;
      next.removed.push({ item, place: next.items.indexOf(item) });
      next.items = next.items.filter((one) => one !== item);
      return { next, reply: await t.call('DELETE', `${path}/items/${item.id}`) };
    }
    case 11:
    case 12: {
      // the undo of a removal, the last one or one of before
      const back = next.removed.length > 0 ? pick(next.removed) : undefined;
      if (!back) return undefined;
      next.removed = next.removed.filter((one) => one !== back);
      next.items.splice(back.place, 0, back.item);
      return { next, reply: await t.call('POST', `${PRODUCTS}/${back.item.id}/restore`) };
    }
    case 8: {
      next.items.reverse();
      return { next, reply: await t.call('PUT', `${path}/items/reorder`, { ids: next.items.map((item) => item.id) }) };
    }
    case 9: {
      // delete and undo
      next.isDeleted = !model.isDeleted;
      const reply = model.isDeleted ? await t.call('POST', `${path}/restore`) : await t.call('DELETE', path);
      if (model.isDeleted) noteSave();
      return { next, reply, isTrash: true };
    }
    default: {
      const number = random(model.saves.length) + 1;
      const { title, excerpt } = model.saves[number - 1]!;
      next.draft = { title, excerpt };
      const reply = await t.call('POST', `${path}/revisions/${number}/restore`);
      if (reply.status !== 200 || random(2) === 0) return { next, reply };
      // saved by the editor: only now it is on the page
      const otherwise = structuredClone(next);
      Object.assign(next, { title, excerpt });
      noteSave();
      return { next, otherwise, reply: await t.call('PUT', path, reply.body.data.content) };
    }
  }
}

/** What the store holds, as the model has it. */
async function stored(id: number): Promise<Omit<Model, 'saves' | 'isDeleted' | 'removed'>> {
  const [guide, items, draft] = [
    (await t.call('GET', `${BASE}/${id}`)).body.data,
    (await t.call('GET', `${BASE}/${id}/items`)).body.data as (Product & { rank: number })[],
    (await t.call('GET', `${BASE}/${id}/draft`)).body.data,
  ];
  expect(items.map((item) => item.rank)).toEqual(items.map((_item, i) => i + 1));
  return {
    title: guide.title,
    excerpt: guide.excerpt,
    status: guide.status,
    items: items.map(({ id: itemId, summary, is_visible, cons }) => ({ id: itemId, summary, is_visible, cons })),
    draft: draft && { title: draft.content.title, excerpt: draft.content.excerpt },
  };
}

test.each(Array.from({ length: SEQUENCES }, (_one, i) => i + 1))(
  'edits, deletes, restores and undo in any order end where they should: sequence %d',
  async (seed) => {
    const roll = seeded(seed);
    const random = (below: number) => Math.floor(roll() * below);
    const first = { title: `Start ${seed}`, excerpt: 'At first.', status: 'draft' };
    const { id } = (await t.call('POST', BASE, first)).body.data;
    let model: Model = { ...first, isDeleted: false, items: [], removed: [], saves: [first], draft: null };
    for (let count = 1; count <= STEPS; count += 1) {
      const done = await step(model, id, random, count);
      if (!done) continue;
      const isRefused = model.isDeleted && !done.isTrash;
      const wanted = isRefused ? 404 : isBlocked(done.next) ? 422 : done.reply.status === 201 ? 201 : 200;
      expect(done.reply.status, `step ${count}: ${JSON.stringify(done.reply.body)}`).toBe(wanted);
      model = wanted < 300 ? done.next : (done.otherwise ?? model);
      if (model.isDeleted) continue;
      const { saves, isDeleted: _deleted, removed: _removed, ...shown } = model;
      expect(await stored(id), `step ${count}`).toEqual(shown);
      const { body } = await t.call('GET', `${BASE}/${id}/revisions?limit=all`);
      expect(body.total, `step ${count}`).toBe(saves.length);
    }
  },
);

type Raced = { path: string; history: string; field: string };

test.each<[string, () => Promise<Raced>]>([
  [
    'guide',
    async () => {
      const { id } = (await t.call('POST', BASE, { title: 'Race', status: 'draft' })).body.data;
      return { path: `${BASE}/${id}`, history: `${BASE}/${id}`, field: 'excerpt' };
    },
  ],
  [
    'product',
    async () => {
      const { id } = (await t.call('POST', BASE, { title: 'Race', status: 'draft' })).body.data;
      const item = (await t.call('POST', `${BASE}/${id}/items`, { title: 'Product' })).body.data;
      return { path: `${BASE}/${id}/items/${item.id}`, history: `${PRODUCTS}/${item.id}`, field: 'summary' };
    },
  ],
])('two editors who save one %s at once: each save is there or its editor is told', async (noun, make) => {
  const { path, history, field } = await make();
  const told: string[] = [];
  const read = async () => {
    const { data } = (await t.call('GET', noun === 'guide' ? path : path.replace(/\/\d+$/, ''))).body;
    return noun === 'guide' ? data : data[0];
  };
  // both have opened the same one: of the first two saves one is late, however the rest falls out
  const opened = await read();
  const editor = async (name: string) => {
    for (let n = 0; n < 12; n += 1) {
      const { version } = n === 0 ? opened : await read();
      const reply = await t.call('PUT', path, { [field]: `${name} ${n}`, version });
      if (reply.status === 200) continue;
      expect(reply).toMatchObject({ status: 409, body: { error: 'version_conflict' } });
      // both texts are there to choose from
      expect(reply.body.details).toMatchObject({
        yours: { [field]: `${name} ${n}` },
        current: { [field]: expect.any(String) },
      });
      told.push(`${name} ${n}`);
    }
  };
  await Promise.all([editor('a'), editor('b')]);
  const { body } = await t.call('GET', `${history}/revisions?limit=all`);
  const kept: string[] = [];
  for (const { number } of body.data) {
    const { content } = (await t.call('GET', `${history}/revisions/${number}`)).body.data;
    if (content[field]) kept.push(content[field]);
  }
  const all = ['a', 'b'].flatMap((name) => Array.from({ length: 12 }, (_one, n) => `${name} ${n}`));
  expect([...kept, ...told].toSorted()).toEqual(all.toSorted());
  expect(told.length).toBeGreaterThan(0);
});
