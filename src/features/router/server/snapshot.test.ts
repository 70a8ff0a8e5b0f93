import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { createLog } from '../../../platform/server/log.ts';
import { updateReview } from '../../reviews/server/service.ts';
import { buildReview } from '../../reviews/server/testing.ts';
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
