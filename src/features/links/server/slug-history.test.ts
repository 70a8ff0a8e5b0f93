import { mkdtempSync, rmSync } from 'node:fs';
import { linkRoutes } from '../../../../tests/support/link-routes.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { forgetFormerSlugs } from './slug-history.ts';
import { openSnapshot } from '../../router/server/snapshot.ts';
import { buildLink } from './testing.ts';

const BASE = '/api/admin/tracking-links';
const DAY_MS = 86_400_000;
// the snapshot goes by the real clock
const START = Date.now();
let t: TestApp;
let now = new Date(START);
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-slugs-'));
  t = await testApp((route, deps) => linkRoutes(route, deps), {
    clock: () => now,
  });
});
beforeEach(async () => {
  await later(0);
  await sql`delete from links`.execute(t.deps.db);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

const rename = (id: number, slug: string) => t.call('PUT', `${BASE}/${id}`, { slug });
const add = (slug: string) => t.call('POST', BASE, { name: 'Another', slug });
async function later(days: number): Promise<void> {
  now = new Date(START + days * DAY_MS);
  const at = now.toISOString();
  // whoever tests stays logged in
  await sql`update sessions set last_seen_at = ${at}, expires_at = ${at}::timestamptz + interval '1 day'`.execute(
    t.deps.db,
  );
}
async function routed(): Promise<(slug: string) => number | undefined> {
  const snapshot = openSnapshot({ db: t.deps.db, dataDir: folder, log: t.deps.log });
  await snapshot.refresh();
  await snapshot.stop();
  // what lies on disk knows as much: a start without a database uses it
  const fromDisk = openSnapshot({ db: t.deps.db, dataDir: folder, log: t.deps.log }).current();
  return (slug) => {
    const found = snapshot.current().linkBySlug.get(slug)?.id;
    expect(fromDisk.linkBySlug.get(slug)?.id).toBe(found);
    return found;
  };
}

test('a renamed link answers to its old slugs too, which the editor sees with their dates', async () => {
  const link = await buildLink(t.deps, { slug: 'spring' });
  await rename(link.id, 'summer');
  await later(1);
  const { body } = await rename(link.id, 'autumn');
  expect(body.data.former_slugs).toEqual([
    { slug: 'summer', until: new Date(START + 91 * DAY_MS).toISOString() },
    { slug: 'spring', until: new Date(START + 90 * DAY_MS).toISOString() },
  ]);
  const find = await routed();
  expect(['spring', 'summer', 'autumn'].map(find)).toEqual([link.id, link.id, link.id]);
});

test('the slug of an ad that runs finds its link, under the name it has now', async () => {
  const link = await buildLink(t.deps, { name: 'Magnesium', slug: 'spring-sale' });
  await buildLink(t.deps, { slug: 'winter' });
  await rename(link.id, 'summer');
  const search = async (text: string) =>
    (await t.call('GET', `${BASE}?search=${text}`)).body.data.map((one: { slug: string }) => one.slug);
  const pick = async (text: string) =>
    (await t.call('GET', `${BASE}/util/names?search=${text}`)).body.data.map((one: { slug: string }) => one.slug);
  expect(await search('SPRING-sa')).toEqual(['summer']);
  expect(await pick('SPRING-sa')).toEqual(['summer']);
  expect(await search('spring%25')).toEqual([]);
  await later(91);
  expect(await search('spring-sa')).toEqual([]);
  expect(await pick('spring-sa')).toEqual([]);
});

test('nobody else gets an old slug before its date; a refusal offers free ones', async () => {
  const link = await buildLink(t.deps, { slug: 'spring' });
  await rename(link.id, 'summer');
  const refused = await add('spring');
  expect([refused.status, refused.body.error]).toEqual([409, 'slug_taken']);
  expect(refused.body.details.suggestions).toContain('spring-2');
  const other = await buildLink(t.deps, { slug: 'winter' });
  expect((await rename(other.id, 'spring')).status).toBe(409);
  await later(91);
  expect((await add('spring')).status).toBe(201);
});

test('a slug that was given to another link after its date leads to that one', async () => {
  const link = await buildLink(t.deps, { slug: 'spring' });
  await rename(link.id, 'summer');
  await later(91);
  const { body } = await add('spring');
  expect((await routed())('spring')).toBe(body.data.id);
  expect((await t.call('GET', `${BASE}/${link.id}`)).body.data.former_slugs).toEqual([]);
});

test('a link may have its old slug back, and none is left over', async () => {
  const link = await buildLink(t.deps, { slug: 'spring' });
  await rename(link.id, 'summer');
  const { status, body } = await rename(link.id, 'spring');
  expect([status, body.data.slug]).toEqual([200, 'spring']);
  expect(body.data.former_slugs.map((one: { slug: string }) => one.slug)).toEqual(['summer']);
});

test('a link comes back from the trash only if its slug does not lead elsewhere by now', async () => {
  const link = await buildLink(t.deps, { slug: 'spring' });
  await t.call('DELETE', `${BASE}/${link.id}`);
  await later(91);
  const other = (await add('spring')).body.data;
  await rename(other.id, 'summer');
  expect((await t.call('POST', `${BASE}/${link.id}/restore`)).status).toBe(409);
});

test('old slugs are forgotten after their date', async () => {
  const link = await buildLink(t.deps, { slug: 'spring' });
  await rename(link.id, 'summer');
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from link_slugs`.execute(t.deps.db)).rows[0]!.n;
  await later(89);
  await forgetFormerSlugs(t.deps);
  expect(await count()).toBe(1);
  await later(91);
  await forgetFormerSlugs(t.deps);
  expect(await count()).toBe(0);
});

test('two links that want one slug at the same moment: one gets it', async () => {
  const link = await buildLink(t.deps, { slug: 'spring' });
  const replies = await Promise.all([rename(link.id, 'summer'), ...Array.from({ length: 6 }, () => add('summer'))]);
  expect(replies.filter((reply) => reply.status < 300)).toHaveLength(1);
  expect(replies.every((reply) => reply.status < 300 || reply.status === 409)).toBe(true);
});
