import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { createLog } from '../../../platform/server/log.ts';
import { countQuestions } from '../../../platform/server/postgres/testing.ts';
import { routableGuides, routableItems } from '../../guides/server/service.ts';
import { buildGuide, buildItem } from '../../guides/server/testing.ts';
import { buildDestination, buildLink } from '../../links/server/testing.ts';
import { routableOffers } from '../../offers/server/offer-facts.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { deleteReview, routableReviews, updateReview } from '../../reviews/server/service.ts';
import { buildReview } from '../../reviews/server/testing.ts';
import { createRoutingTables, EMPTY, type Facts, type Review, type Routing } from './redirecting/routing-tables.ts';
import { routableLinks } from './routable.ts';
import { openSnapshot } from './snapshot.ts';

let database: TestDb;
let dataDir: string;

beforeAll(async () => {
  database = await testDb();
  dataDir = mkdtempSync(join(tmpdir(), 'guidepost-snapshot-'));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (folder = dataDir) => openSnapshot({ db: database.db, dataDir: folder, log: createLog('silent') });

test('buttons of pages that name a slug of before still lead out, after a restart without a database too', async () => {
  const scope = { db: database.db, clock: () => new Date(), countViews: () => Promise.resolve(new Map()) };
  const [renamed, other] = [await buildReview(scope, { slug: 'before' }), await buildReview(scope, { slug: 'other' })];
  const rename = (id: number, slug: string) => updateReview(scope, undefined as never, id, { slug });
  await rename(renamed.id, 'now');
  const snapshot = open();
  await snapshot.refresh();
  const idOf = (slug: string, from = snapshot) => from.current().reviewBySlug.get(slug)?.id;
  expect([idOf('before'), idOf('now'), idOf('never')]).toEqual([renamed.id, renamed.id, undefined]);
  // it is written down behind the back of who waits for it
  await expect.poll(() => idOf('before', open())).toBe(renamed.id);
  await rename(other.id, 'before');
  await snapshot.refresh();
  expect(idOf('before')).toBe(other.id);
  await snapshot.stop();
  expect(idOf('before', open())).toBe(other.id);
});

test('a file of before, which knows no former slugs, still routes', () => {
  const folder = mkdtempSync(join(dataDir, 'old-'));
  const review = { id: 6, slug: 'calm-tea', offer_id: 9, isPublic: true };
  writeFileSync(join(folder, 'routing.json'), JSON.stringify({ reviews: [review] }));
  expect(open(folder).current().reviewBySlug.get('calm-tea')).toEqual(review);
});

test('what was deleted while changes were missed is gone after the next reading', async () => {
  const scope = { db: database.db, clock: () => new Date(), countViews: () => Promise.resolve(new Map()) };
  const [kept, deleted] = [await buildReview(scope), await buildReview(scope)];
  const snapshot = open();
  await snapshot.refresh();
  expect(snapshot.current().reviewById.has(deleted.id)).toBe(true);
  await deleteReview(scope, undefined as never, deleted.id);
  snapshot.lose();
  await snapshot.refresh();
  const { reviewById, reviewBySlug } = snapshot.current();
  expect([reviewById.has(kept.id), reviewById.has(deleted.id)]).toEqual([true, false]);
  expect(reviewBySlug.get(deleted.slug)).toBeUndefined();
  await snapshot.stop();
});

test('a slug leads to the record that took it, though the one of before is read after that', () => {
  const review = (id: number, slug: string) => ({ id, slug, offer_id: 9, isPublic: true }) as Review;
  const tables = createRoutingTables({ ...EMPTY, reviews: [review(1, 'new-tea'), review(2, 'tea')] });
  tables.renew({ reviews: { ids: [1], records: [review(1, 'tea')], former: [] } });
  tables.renew({ reviews: { ids: [2], records: [review(2, 'old-tea')], former: [] } });
  const idOf = (slug: string) => tables.current().reviewBySlug.get(slug)?.id;
  expect([idOf('tea'), idOf('old-tea'), idOf('new-tea')]).toEqual([1, 2, undefined]);
});

/** As on disk, which holds neither instants nor numbers that large. */
const asJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one)));

/** All that decisions ask of a snapshot about the records of a test. */
function known(table: Routing, { links, items, guides, offers, reviews }: Facts): unknown {
  const idsOf = (some: Iterable<{ id: number }> | undefined) =>
    [...(some ?? [])].map(({ id }) => id).toSorted((a, b) => a - b);
  return asJson({
    links: links.map(({ id, slug }) => [
      table.linkById.get(id),
      table.linkBySlug.get(slug)?.id,
      table.linkById.has(id),
    ]),
    former: ['spring', 'summer'].map((slug) => [table.linkBySlug.get(slug)?.id, table.linkBySlug.has(slug)]),
    capped: [...table.linksWithCaps.values()],
    ruled: idsOf(table.linksWithRules.values()),
    items: items.map(({ id }) => table.items.get(id)),
    all: [idsOf(table.linkById.values()), idsOf(table.items.values())],
    byGuide: guides.map(({ id }) => idsOf(table.itemsByGuide.get(id))),
    byOffer: offers.map(({ id }) => idsOf(table.itemsByOffer.get(id))),
    guides: guides.map(({ id }) => [table.guides.get(id), table.publicGuides.has(id)]),
    offers: offers.map(({ id }) => table.offers.get(id)),
    reviews: reviews.map(({ id }) => table.reviewById.get(id)),
  });
}

/** A link of each kind, and products of a guide. */
async function buildRecords() {
  const deps = { db: database.db, clock: () => new Date() };
  const [offer, other] = [await buildOffer(deps), await buildOffer(deps)];
  const guide = await buildGuide(deps);
  for (const id of [offer.id, other.id, offer.id]) await buildItem(deps, guide.id, { offer_id: id });
  const links = [await buildLink(deps), await buildLink(deps), await buildLink(deps), await buildLink(deps)];
  const [renamed, capped, ruled, gone] = links.map(({ id }) => id);
  await buildDestination(deps, capped!, { type: 'offer', target_id: offer.id });
  await sql`update links set click_limit = 9 where id = ${capped}`.execute(database.db);
  await sql`update destinations set cap_daily_clicks = 7 where link_id = ${capped}`.execute(database.db);
  await sql`insert into link_slugs (slug, link_id, until) values ('spring', ${renamed}, null)`.execute(database.db);
  await sql`insert into link_rules (link_id, name, place, conditions)
    values (${ruled}, 'Ärzte', 1, '[{"type": "device", "op": "is", "values": ["mobile"], "include_unknown": false}]')`.execute(
    database.db,
  );
  return { guide, offer, renamed: renamed!, capped: capped!, ruled: ruled!, gone: gone! };
}

async function readFacts(): Promise<Facts> {
  const { db } = database;
  const [links, guides, items] = [await routableLinks(db), await routableGuides(db), await routableItems(db)];
  return { ...EMPTY, links, guides, items, reviews: await routableReviews(db), offers: await routableOffers(db) };
}

test('a start without a database knows each record as it was read, and what changed since', async () => {
  const folder = mkdtempSync(join(dataDir, 'disk-'));
  const { guide, renamed, capped, ruled, gone } = await buildRecords();
  const snapshot = open(folder);
  await snapshot.refresh();
  const fromDisk = () => openSnapshot({ db: undefined as never, dataDir: folder, log: createLog('silent') }).current();
  const facts = await readFacts();
  const before = known(snapshot.current(), facts);
  expect(asJson(facts.links.map(({ id }) => snapshot.current().linkById.get(id)))).toEqual(asJson(facts.links));
  expect(asJson(facts.items.map(({ id }) => snapshot.current().items.get(id)))).toEqual(asJson(facts.items));
  expect(before).toMatchObject({
    former: [
      [renamed, true],
      [null, false],
    ],
    capped: [{ id: capped, click_limit: 9, destinations: [{ cap_daily_clicks: 7 }] }],
    ruled: [ruled],
  });
  await expect.poll(() => known(fromDisk(), facts)).toEqual(before);

  await sql`update link_slugs set slug = 'summer' where slug = 'spring'`.execute(database.db);
  await sql`update links set name = 'Renamed' where id = ${renamed}`.execute(database.db);
  await sql`update links set name = 'Anew', click_limit = null where id = ${capped}`.execute(database.db);
  await sql`update destinations set cap_daily_clicks = 0 where link_id = ${capped}`.execute(database.db);
  await sql`delete from link_rules where link_id = ${ruled}`.execute(database.db);
  await sql`delete from links where id = ${gone}`.execute(database.db);
  await sql`delete from guide_items where guide_id = ${guide.id} and rank = 1`.execute(database.db);
  await snapshot.refresh();
  const after = known(snapshot.current(), facts);
  expect(after).toMatchObject({
    former: [
      [null, false],
      [renamed, true],
    ],
    capped: [],
    ruled: [],
  });
  expect(after).not.toEqual(before);
  await snapshot.stop();
  expect(known(fromDisk(), facts)).toEqual(after);
});

test('a file of before, one object with all records and changes behind it, is read as it was', async () => {
  const folder = mkdtempSync(join(dataDir, 'whole-'));
  const { offer, renamed } = await buildRecords();
  const facts = asJson(await readFacts()) as Facts;
  const link = { ...facts.links.find(({ id }) => id === renamed)!, name: 'Changed since' };
  const change = { links: { ids: [renamed], records: [link] }, offers: { ids: [offer.id], records: [] } };
  writeFileSync(join(folder, 'routing.json'), `${JSON.stringify(facts)}\n${JSON.stringify(change)}\n{"half`);
  const { linkById, linkBySlug, items, offers } = open(folder).current();
  expect([...linkById.values()].toSorted((a, b) => a.id - b.id)).toEqual(
    facts.links.map((one) => (one.id === renamed ? link : one)),
  );
  expect(linkBySlug.get('spring')).toBe(linkById.get(renamed));
  expect([...items.values()].toSorted((a, b) => a.id - b.id)).toEqual(facts.items.toSorted((a, b) => a.id - b.id));
  expect([offers.size, offers.has(offer.id)]).toEqual([facts.offers.length - 1, false]);
});

test('a product that moved to another guide is one of that guide alone', () => {
  const item = (guide: number) => ({ id: 7, guide_id: guide, offer_id: 9 }) as Facts['items'][number];
  const tables = createRoutingTables({ ...EMPTY, items: [item(1)] });
  tables.renew({ guides: { ids: [2], records: [], items: [item(2)] } });
  tables.renew({ guides: { ids: [1], records: [], items: [] } });
  const { items, itemsByGuide, itemsByOffer } = tables.current();
  expect(items.get(7)?.guide_id).toBe(2);
  expect(
    [itemsByGuide.get(1), itemsByGuide.get(2), itemsByOffer.get(9)].map((some) => [...(some ?? [])].length),
  ).toEqual([0, 1, 1]);
});

test('a start goes on from what lies on disk, and reads what changed since, alone', async () => {
  const folder = mkdtempSync(join(dataDir, 'goes-on-'));
  const deps = { db: database.db, clock: () => new Date() };
  const [renamed, gone, kept] = [(await buildLink(deps)).id, (await buildLink(deps)).id, (await buildLink(deps)).id];
  const before = open(folder);
  await before.refresh();
  await before.stop();
  await sql`update links set name = 'Renamed' where id = ${renamed}`.execute(database.db);
  await sql`delete from links where id = ${gone}`.execute(database.db);
  const start = async () => {
    const counting = countQuestions(database.db);
    const snapshot = openSnapshot({ db: counting.db, dataDir: folder, log: createLog('silent') });
    await snapshot.refresh();
    const { linkById } = snapshot.current();
    expect([linkById.get(renamed)?.name, linkById.has(gone), linkById.has(kept)]).toEqual(['Renamed', false, true]);
    await snapshot.stop();
    return counting.asked();
  };
  // links are read in four, after the database's name and the changes
  expect(await start()).toBe(6);
  // and what is taken in is not read again
  expect(await start()).toBe(2);
  // a file that was cut is none to go on from
  const path = join(folder, 'routing.json');
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [...lines.slice(0, 3), lines[3]!.slice(0, 20), ...lines.slice(4)].join('\n'));
  expect(await start()).toBeGreaterThan(10);
  expect(await start()).toBe(2);
});
