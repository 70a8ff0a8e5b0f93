import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { testEventStore } from '../../../tests/support/event-store.ts';
import { buildAdministrator } from '../../features/accounts/server/testing.ts';
import type { StoredEvent } from '../../features/events/written-events.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../features/events/server/testing.ts';
import type { GUIDE_SORTS } from '../../features/guides/contract.ts';
import { guidesRoutes } from '../../features/guides/server/routes.ts';
import { buildGuide, buildItem } from '../../features/guides/server/testing.ts';
import { linkTable } from '../../features/link-files/server/service.ts';
import { LINK_FIGURES } from '../../features/links/list-contract.ts';
import { linksRoutes } from '../../features/links/server/routes.ts';
import { buildLink } from '../../features/links/server/testing.ts';
import { NETWORK_FIGURES } from '../../features/networks/contract.ts';
import { networksRoutes } from '../../features/networks/server/routes.ts';
import { buildNetwork } from '../../features/networks/server/testing.ts';
import { OFFER_FIGURES } from '../../features/offers/contract.ts';
import { offersRoutes } from '../../features/offers/server/routes.ts';
import { buildOffer } from '../../features/offers/server/testing.ts';
import { peopleRoutes } from '../../features/people/server/routes.ts';
import { createPerson } from '../../features/people/server/service.ts';
import { REVIEW_FIGURES } from '../../features/reviews/contract.ts';
import { reviewsRoutes } from '../../features/reviews/server/routes.ts';
import { buildReview } from '../../features/reviews/server/testing.ts';
import { SOURCE_FIGURES } from '../../features/sources/contract.ts';
import { sourcesRoutes } from '../../features/sources/server/routes.ts';
import { buildSource } from '../../features/sources/server/testing.ts';
import { readCsv } from '../../platform/csv.ts';
import { newEventId } from '../../platform/ids.ts';
import { listNumbers } from './numbers.ts';

/** A list is put in order by every number that it shows, whichever store holds it: each row once over all pages, rows without it last. */
let t: TestApp;
const NOW = new Date('2026-03-20T12:00:00Z');
/** More than two pages, the last of them not full. */
const ROWS = 11;
const PAGE = 4;

const LISTS = [
  { path: 'admin/tracking-links', figures: LINK_FIGURES },
  { path: 'admin/offers', figures: [...OFFER_FIGURES, 'price', 'payout_amount'] },
  { path: 'admin/listicles', figures: ['views_30d', 'items_count', 'id'] satisfies (typeof GUIDE_SORTS)[number][] },
  { path: 'admin/offer-content', figures: [...REVIEW_FIGURES, 'score'] },
  { path: 'admin/affiliate-networks', figures: NETWORK_FIGURES },
  { path: 'admin/traffic-sources', figures: SOURCE_FIGURES },
  { path: 'settings/people', figures: ['used_in'] },
];

const buildView = (given: object): StoredEvent => {
  const { visit_id, route_reason: _reason, ...visit } = buildVisit(given);
  return { ...visit, visit_id, type: 'view', view_id: newEventId(NOW.getTime()) };
};

/** Messages of the nth network that name no click, and what the nth source was sent. */
const messages = (nth: number, network: number, source: number) => sql`
  insert into postback_logs (direction, source_id, network_id, method, url_masked, state, reason_code, created_at, judged_at)
  select direction, case direction when 'out' then ${source}::int end, case direction when 'in' then ${network}::int end, 'GET', 'https://a.example',
         state, case direction when 'in' then 'unmatched_click' end, ${NOW.toISOString()}::timestamptz - interval '1 hour', ${NOW.toISOString()}
    from (select 'in' as direction, 'done' as state from generate_series(1, ${nth % 3}::int)
          union all select 'out', 'sent' from generate_series(1, ${nth % 4}::int)
          union all select 'out', 'failed' from generate_series(1, ${nth % 2}::int)) as said`;

/** What happened around the nth of each list: some have the same numbers, some have none at all. */
function eventsOf(
  nth: number,
  ids: { network_id: number; offer_id: number; source_id: number; link_id: number; guide_id: number },
): StoredEvent[] {
  if (nth % 4 === 3) return [];
  const at = { ts: '2026-03-19T10:00:00Z', ...ids };
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const price = nth % 3 === 1 ? {} : { cost_micros: String(500_000 * (1 + (nth % 5))), cost_currency: 'USD' };
  return [
    ...times(1 + (nth % 3), () => ({ ...buildVisit(at), ...price })),
    ...times((nth + 1) % 3, () => ({ ...buildVisit(at), is_bot: true })),
    ...times(nth % 3, () => buildClick(at)),
    ...times(nth % 5, () => buildView(at)),
    ...times(nth % 5 === 0 ? 0 : nth % 2, () => buildDelta({ ...at, delta_micros: String(1_000_000 * nth) })),
  ];
}

beforeAll(async () => {
  const eventStore = await testEventStore();
  t = await testApp(
    (route, deps) => {
      const numbers = listNumbers({ eventStore, log: deps.log });
      const { ranks } = numbers;
      networksRoutes(route, deps, numbers.networks, undefined, ranks.networks);
      offersRoutes(route, deps, numbers.offers, ranks.offers);
      reviewsRoutes(route, deps, numbers.reviewViews, () => '', ranks.reviews);
      guidesRoutes(route, deps, numbers.guideViews, () => '', ranks.guides);
      sourcesRoutes(route, deps, numbers.sources, () => Promise.resolve(), ranks.sources);
      linksRoutes(route, deps, {
        count: numbers.links,
        rank: ranks.links,
        countPages: numbers.pages,
        table: linkTable,
      });
      peopleRoutes(route, deps);
    },
    { eventStore, clock: () => NOW },
  );
  const rows: StoredEvent[] = [];
  const person = await createPerson(t.deps, t.actor, { name: 'Ann Author' });
  for (let nth = 0; nth < ROWS; nth += 1) {
    const network = await buildNetwork(t.deps);
    const offer = await buildOffer(t.deps, {
      network_id: nth % 2 === 0 ? network.id : null,
      price: nth % 3 === 0 ? null : `${(nth % 4) + 1}.00`,
      price_currency: 'USD',
      payout_amount: `${nth % 4}.50`,
    });
    const source = await buildSource(t.deps);
    const link = await buildLink(t.deps, { traffic_source_id: source.id });
    const guide = await buildGuide(t.deps, { status: 'draft', author_id: nth % 2 ? person.id : null });
    for (let item = 0; item < nth % 3; item += 1) await buildItem(t.deps, guide.id);
    const review = await buildReview(t.deps, { offer_id: offer.id, score: nth % 3 === 0 ? null : nth % 5 });
    if (nth > 0) await createPerson(t.deps, t.actor, { name: `Person ${nth}` });
    await messages(nth, network.id, source.id).execute(t.deps.db);
    if (nth % 2) rows.push(buildView({ ts: '2026-03-18T10:00:00Z', review_id: review.id }));
    rows.push(
      ...eventsOf(nth, {
        network_id: network.id,
        offer_id: offer.id,
        source_id: source.id,
        link_id: link.id,
        guide_id: guide.id,
      }),
    );
  }
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: rows.map(buildRow) });
});
afterAll(async () => {
  await t.deps.eventStore.close();
  await t.close();
});

type Row = { id: number } & Record<string, string | number | null>;
const all = async (path: string, query = ''): Promise<Row[]> =>
  (await t.call('GET', `/api/${path}?limit=all${query}`)).body.data;

/** The order that the rows' own numbers say. */
function inOrder(rows: Row[], figure: string, order: 'asc' | 'desc'): number[] {
  const turn = order === 'asc' ? 1 : -1;
  const columns = ['price', 'score', 'payout_amount'];
  // columns of a list's own table have always stood so: no value is the least of all
  const nothing = columns.includes(figure) ? -Infinity : turn * Infinity;
  const keyOf = (row: Row): number => (row[figure] === null ? nothing : Number(row[figure]));
  const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return rows.toSorted((a, b) => turn * (compared(keyOf(a), keyOf(b)) || a.id - b.id)).map(({ id }) => id);
}

describe.each(LISTS)('$path', ({ path, figures }) => {
  test.each(figures.flatMap((figure) => [[figure, 'asc'] as const, [figure, 'desc'] as const]))(
    'by %s, %s',
    async (figure, order) => {
      const rows = await all(path);
      expect(rows).toHaveLength(ROWS);
      expect(new Set(rows.map((row) => row[figure])).size).toBeGreaterThan(1);
      const walked: number[] = [];
      for (let page = 1; page <= Math.ceil(ROWS / PAGE); page += 1) {
        const { body } = await t.call('GET', `/api/${path}?limit=${PAGE}&page=${page}&sortBy=${figure}&order=${order}`);
        expect(body.total).toBe(ROWS);
        walked.push(...body.data.map((row: Row) => row.id));
      }
      expect(walked).toEqual(inOrder(rows, figure, order));
    },
  );
});

test('what is filtered and searched is put in order alike', async () => {
  const some = await all('admin/offers', '&network_id=none');
  const found = await all('admin/offers', '&network_id=none&sortBy=epc_7d&order=desc');
  expect(found.map(({ id }) => id)).toEqual(inOrder(some, 'epc_7d', 'desc'));
  const named = await all('admin/tracking-links', '&search=link&sortBy=roi_30d&order=asc');
  expect(named.map(({ id }) => id)).toEqual(inOrder(await all('admin/tracking-links'), 'roi_30d', 'asc'));
});

test('an order by money is refused to who may not see it', async () => {
  const { token } = await buildAdministrator(t.deps.db, { username: 'ed', role: 'editor' });
  const ask = (path: string) => t.guest('GET', `/api/admin/${path}`, undefined, { authorization: `Bearer ${token}` });
  expect(await ask('offers?sortBy=epc_7d')).toMatchObject({
    status: 400,
    body: { errors: { sortBy: ['is not open to your role: it would tell of money'] } },
  });
  for (const figure of ['clicks_7d', 'conv_7d']) expect((await ask(`offers?sortBy=${figure}`)).status).toBe(200);
  for (const list of ['tracking-links', 'traffic-sources', 'affiliate-networks'])
    expect((await ask(`${list}?sortBy=conversions_30d`)).status).toBe(403);
});

const MONTH = '2026-02-19-to-2026-03-20';
const FILES: Record<string, string> = {
  'admin/tracking-links': `tracking-links-${MONTH}`,
  'admin/offers': 'offers-2026-03-14-to-2026-03-20',
  'admin/listicles': `listicles-${MONTH}`,
  'admin/offer-content': `offer-content-${MONTH}`,
  'admin/affiliate-networks': `networks-${MONTH}`,
  'admin/traffic-sources': `traffic-sources-${MONTH}`,
  'settings/people': 'people-2026-03-20',
};

describe.each(LISTS)('the file of $path', ({ path, figures }) => {
  test('has every row that the list finds, in its order, and its days in its name', async () => {
    const sort = `sortBy=${figures[0]}&order=desc`;
    const file = await t.call('GET', `/api/${path}?format=csv&${sort}`);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${FILES[path]}.csv"`);
    const read = readCsv(file.body as string, 100);
    if ('problem' in read) throw new Error(read.problem);
    const { data } = (await t.call('GET', `/api/${path}?limit=all&${sort}`)).body;
    expect(data).toHaveLength(ROWS);
    const key = read.head.includes('id') ? 'id' : 'name';
    expect(read.records.map(({ cells }) => cells[key])).toEqual(data.map((row: Row) => String(row[key])));
    for (const figure of figures.filter((one) => read.head.includes(one)))
      expect(read.records.map(({ cells }) => cells[figure])).toEqual(data.map((row: Row) => String(row[figure] ?? '')));
    expect((await t.call('GET', `/api/${path}?format=csv&limit=5`)).body.errors).toHaveProperty('limit');
  });
});

test('a file goes beyond a page of the longest kind, and holds what is found alone', async () => {
  const many = 1005;
  await sql`insert into people (name, slug, created_at, updated_at)
    select 'Many ' || n, 'many-' || n, now(), now() from generate_series(1, ${many}::int) n`.execute(t.deps.db);
  const file = await t.call('GET', '/api/settings/people?format=csv&search=Many&sortBy=used_in');
  const read = readCsv(file.body as string, 2000);
  if ('problem' in read) throw new Error(read.problem);
  expect(new Set(read.records.map(({ cells }) => cells['name'])).size).toBe(many);
});

test('a file tells who may not see money no more than the list', async () => {
  const { token } = await buildAdministrator(t.deps.db, { username: 'eve', role: 'editor' });
  const headers = { authorization: `Bearer ${token}` };
  const file = await t.guest('GET', '/api/admin/offers?format=csv', undefined, headers);
  const head = (file.body as string).split('\r\n')[0]!.split(',');
  expect(head).toEqual(expect.arrayContaining(['name', 'clicks_7d', 'conv_7d']));
  for (const column of ['payout_amount', 'payout_percent', 'epc_7d', 'unconverted_7d'])
    expect(head).not.toContain(column);
  expect((await t.guest('GET', '/api/admin/tracking-links?format=csv', undefined, headers)).status).toBe(403);
});

test('a name that a spreadsheet would run is told as text', async () => {
  await buildNetwork(t.deps, { name: '=HYPERLINK("http://evil.example")' });
  const file = await t.call('GET', '/api/admin/affiliate-networks?format=csv&search=HYPERLINK');
  expect(file.body).toContain(`'=HYPERLINK`);
});
