import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inventedSite } from '../../../../../scripts/demo/invented-site.ts';
import { fillEventStore } from '../../../../../scripts/demo/fill.ts';
import { recount, type Counted } from '../../../../../scripts/demo/recount.ts';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { sumUpHours } from '../../../events/server/hours.ts';
import { createGuideCategory } from '../../../guides/server/categories.ts';
import { buildGuide, buildItem } from '../../../guides/server/testing.ts';
import { buildLink } from '../../../links/server/testing.ts';
import { createCategory } from '../../../offers/server/categories.ts';
import { buildOffer } from '../../../offers/server/testing.ts';
import { buildPerson } from '../../../people/server/testing.ts';
import { buildReview } from '../../../reviews/server/testing.ts';
import type { ReportLine } from '../../report-contract.ts';
import { statsRoutes } from '../routes.ts';

/** Reports by what records say of themselves, against a count of the same traffic that knows nothing of the engine. */
const SITE = inventedSite(4, 5);
const UNTIL = new Date('2026-11-08T05:00:00Z');
const OPTIONS = { seed: 11, events: 3000, days: 20, site: SITE };
/** Seven, and one with each of the reviews; the others are as deleted. */
const OFFERS = 7 + SITE.reviews.length;
const ZONE = 'America/New_York';

let app: TestApp;

const CATEGORY: Record<number, string> = { 1: 'Tea', 2: 'Tea', 3: 'Coffee' };
const AUTHOR: Record<number, string> = { 1: 'Ada', 2: 'Ben', 3: 'Ada' };
const BADGE: Record<number, [stored: string, shown: string]> = {
  1: ['best_overall', 'Best overall'],
  3: ['best_value', 'Best value'],
  6: ['best_value', 'Best value'],
};
const REVIEWER: Record<number, string> = { 1: 'Ben', 2: 'Ada' };
const KIND: Record<number, string> = { 1: 'Cups', 2: 'Cups', 3: 'Pots', 7: 'Pots' };
const OFFER_TAGS: Record<number, string[]> = { 1: ['new', 'top'], 2: ['new'], 5: ["editor's $1", 'top', 'top'] };
const LINK_TAGS: Record<number, string[]> = { 1: ['cold', 'video'], 2: ['cold'], 3: ['video'] };

beforeAll(async () => {
  const eventStore = await testEventStore();
  await fillEventStore(eventStore, { ...OPTIONS, until: UNTIL });
  await sumUpHours({ eventStore, clock: () => new Date('2026-11-02T17:30:00Z') });
  app = await testApp(statsRoutes, { eventStore, clock: () => UNTIL });
  const { db } = app.deps;
  const people: Record<string, number> = {};
  for (const name of ['Ada', 'Ben']) people[name] = (await buildPerson(app.deps, { name })).id;
  const guideCategories: Record<string, number> = {};
  for (const name of ['Tea', 'Coffee'])
    guideCategories[name] = (await createGuideCategory(app.deps, undefined, { name })).id;
  const kinds: Record<string, number> = {};
  for (const name of ['Cups', 'Pots']) kinds[name] = (await createCategory(app.deps, undefined, { name })).id;

  for (let id = 1; id <= 7; id += 1) await buildOffer(app.deps);
  for (const { id, items } of SITE.guides) {
    await buildGuide(app.deps, { status: 'draft' });
    const [category, author] = [guideCategories[CATEGORY[id] ?? ''] ?? null, people[AUTHOR[id] ?? ''] ?? null];
    await sql`update guides set category_id = ${category}, author_id = ${author} where id = ${id}`.execute(db);
    for (const item of items.filter((one) => one.id <= 6)) {
      await buildItem(app.deps, id);
      await sql`update guide_items set badge = ${BADGE[item.id]?.[0] ?? null} where id = ${item.id}`.execute(db);
    }
  }
  for (const { id } of SITE.reviews) {
    await buildReview(app.deps);
    await sql`update reviews set author_id = ${people[REVIEWER[id] ?? ''] ?? null} where id = ${id}`.execute(db);
  }
  for (const [id, name] of Object.entries(KIND))
    await sql`update offers set category_id = ${kinds[name]} where id = ${Number(id)}`.execute(db);
  for (const [id, tags] of Object.entries(OFFER_TAGS))
    await sql`update offers set tags = ${JSON.stringify(tags)}::jsonb where id = ${Number(id)}`.execute(db);
  for (const _ of Object.keys(LINK_TAGS)) await buildLink(app.deps);
  for (const [id, tags] of Object.entries(LINK_TAGS))
    await sql`update links set tags = ${JSON.stringify(tags)}::jsonb where id = ${Number(id)}`.execute(db);
  // in the trash it is still the guide that was read
  await sql`update guides set deleted_at = now() where id = 2`.execute(db);
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const METRICS =
  'visits,views,visitors,clicks,pending,approved,rejected,reversed,revenue_expected,revenue_confirmed,impressions';
const DAYS = `date_from=2026-10-29&date_to=2026-11-05&tz=${ZONE}`;
const get = async (path: string) => {
  const { status, body } = await app.call('GET', `/api/admin/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
type By = Parameters<Parameters<typeof recount>[1]['by']>[0];
const count = (by: (event: By) => string | undefined): Map<string, Counted> =>
  recount(
    { ...OPTIONS, until: UNTIL.getTime() },
    { zone: ZONE, from: '2026-10-29', to: '2026-11-05', by: (event) => by(event) },
  );
const figuresOf = (c: Counted) => ({
  visits: c.visits,
  views: c.views,
  visitors: c.visitors.size,
  clicks: c.clicks,
  pending: c.pending,
  approved: c.approved,
  rejected: c.rejected,
  reversed: c.reversed,
  revenue_expected: c.expected,
  revenue_confirmed: c.confirmed,
  impressions: c.impressions,
});

const CUTS: [dimension: string, key: string, none: string, saidOf: (event: By) => readonly string[]][] = [
  ['guide_category', 'guide_category_id', '(none)', (event) => [CATEGORY[event.guide_id ?? 0] ?? []].flat()],
  ['guide_author', 'guide_author_id', '(none)', (event) => [AUTHOR[event.guide_id ?? 0] ?? []].flat()],
  ['badge', 'badge', '(no badge)', (event) => [BADGE[event.item_id ?? 0]?.[1] ?? []].flat()],
  ['review_author', 'review_author_id', '(none)', (event) => [REVIEWER[event.review_id ?? 0] ?? []].flat()],
  [
    'offer_category',
    'offer_category_id',
    '(none)',
    (event) => ((event.offer_id ?? Infinity) > OFFERS ? [] : [KIND[event.offer_id!] ?? 'Uncategorised']),
  ],
  ['offer_tag', 'offer_tag', '(none)', (event) => OFFER_TAGS[event.offer_id ?? 0] ?? []],
  ['link_tag', 'link_tag', '(none)', (event) => LINK_TAGS[event.link_id ?? 0] ?? []],
];

test.each(CUTS)(
  'the report by %s, each line once for each thing that is said',
  async (dimension, key, none, saidOf) => {
    const ask = `stats/report?dimensions=${dimension}&limit=100&metrics=${METRICS}&${DAYS}`;
    const body = await get(ask);
    const all = count(() => 'all').get('all')!;
    expect(body.totals.values).toEqual(figuresOf(all));
    const names = new Set<string>();
    count((event) => {
      for (const one of saidOf(event)) names.add(one);
      return undefined;
    });
    const own = [...names].map(
      (name) => [name, count((event) => (saidOf(event).includes(name) ? 'it' : undefined))] as const,
    );
    own.push([none, count((event) => (saidOf(event).length === 0 ? 'it' : undefined))]);
    const told = own.flatMap(([name, lines]) => {
      const line = lines.get('it');
      return line && !line.isEmpty() ? [[name, figuresOf(line)] as const] : [];
    });
    const lines: ReportLine[] = body.data;
    expect(told.length).toBeGreaterThan(1);
    expect(Object.fromEntries(lines.map((line) => [line.dims[dimension as 'badge']!.label, line.values]))).toEqual(
      Object.fromEntries(told),
    );
    expect(body.several_by).toBe(dimension.endsWith('_tag') ? dimension : null);
    // what keeps to one value finds its line again, and its days hold no more
    for (const line of lines) {
      const { value } = line.dims[dimension as 'badge']!;
      if (value === null && key.endsWith('_id')) continue;
      const kept = `${key}=${encodeURIComponent(value ?? '(none)')}`;
      const inside = await get(`stats/report?dimensions=day&limit=100&metrics=${METRICS}&${DAYS}&${kept}`);
      expect(inside.totals.values).toEqual(line.values);
      const views = inside.data.reduce((sum: number, day: ReportLine) => sum + Number(day.values.views), 0);
      expect(views).toBe(line.values.views);
    }
    // pages, in an order of their own
    const sortedBy = await get(`${ask.replace('limit=100', 'limit=2')}&sortBy=clicks&order=desc`);
    expect(sortedBy.total).toBe(lines.length);
    const most = lines.map(({ values }) => Number(values.clicks)).toSorted((a, b) => b - a);
    expect(sortedBy.data.map((line: ReportLine) => line.values.clicks)).toEqual(most.slice(0, 2));
    const file = String(await get(ask.replace('limit=100', 'format=csv')));
    expect(file.trim().split('\r\n')).toHaveLength(lines.length + 1);
  },
);

test('days before are held against the same line, and a pair of cuts is told together', async () => {
  const ask = `stats/report?dimensions=offer_tag,guide_category&limit=100&metrics=clicks&${DAYS}`;
  const body = await get(`${ask}&compare=previous`);
  const own = count((event) =>
    (OFFER_TAGS[event.offer_id ?? 0] ?? []).includes('top') ? (CATEGORY[event.guide_id ?? 0] ?? '(none)') : undefined,
  );
  const tops = body.data.filter((line: ReportLine) => line.dims.offer_tag!.value === 'top');
  expect(
    Object.fromEntries(tops.map((line: ReportLine) => [line.dims.guide_category!.label, line.values.clicks])),
  ).toEqual(Object.fromEntries([...own].filter(([, c]) => c.clicks > 0).map(([name, c]) => [name, c.clicks])));
  const before = recount(
    { ...OPTIONS, until: UNTIL.getTime() },
    {
      zone: ZONE,
      from: '2026-10-21',
      to: '2026-10-28',
      by: (event) =>
        (OFFER_TAGS[event.offer_id ?? 0] ?? []).includes('top') ? CATEGORY[event.guide_id ?? 0] : undefined,
    },
  );
  for (const line of tops)
    if (line.dims.guide_category.value !== null)
      expect(line.before.clicks).toBe(before.get(line.dims.guide_category.label)?.clicks ?? 0);
});

test('a total is explained under the same narrowing, and cost is told by what an arrival knows alone', async () => {
  const tagged = count((event) => ((LINK_TAGS[event.link_id ?? 0] ?? []).includes('cold') ? 'it' : undefined)).get(
    'it',
  )!;
  const why = await get(`stats/why?${DAYS}&link_tag=cold`);
  expect([why.parts.expected, why.parts.clicks]).toEqual([tagged.expected, tagged.clicks]);
  expect((await get(`stats/report?dimensions=link_tag&metrics=cost&${DAYS}`)).costless_by).toBe(null);
  expect((await get(`stats/report?dimensions=offer_category&metrics=cost&${DAYS}`)).costless_by).toBe('offer_category');
});
