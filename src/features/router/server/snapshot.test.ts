import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { createLog } from '../../../platform/server/log.ts';
import { deleteReview, updateReview } from '../../reviews/server/service.ts';
import { buildReview } from '../../reviews/server/testing.ts';
import { createRoutingTables, EMPTY, type Review } from './redirecting/routing-tables.ts';
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
