import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { buildAdministrator } from '../../../accounts/server/testing.ts';
import { MOST_PINS, type SavedView } from '../../report-contract.ts';
import { statsRoutes } from '../routes.ts';

const VIEWS = '/api/admin/stats/views';

let t: TestApp;
beforeAll(async () => {
  t = await testApp(statsRoutes);
});
beforeEach(async () => {
  await sql`delete from stats_views`.execute(t.deps.db);
});
afterAll(() => t.close());

async function saved(name: string): Promise<number> {
  const reply = await t.call('POST', VIEWS, { name, query: 'dimensions=source&days=7' });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id as number;
}

const pinned = (body: { data: SavedView[] }) => body.data.filter((view) => view.is_pinned).map(({ name }) => name);

test('a view is pinned to the drawer of one person, by whoever may see it, and vanishes from it with its end', async () => {
  const [id, other] = [await saved('Week'), await saved('Other')];
  const { token } = await buildAdministrator(t.deps.db, { username: 'ann', role: 'analyst' });
  const asAnalyst = (method: 'GET' | 'PUT' | 'DELETE', path: string) =>
    t.guest(method, path, undefined, { authorization: `Bearer ${token}` });

  for (let twice = 0; twice < 2; twice += 1) expect((await asAnalyst('PUT', `${VIEWS}/${id}/pin`)).status).toBe(200);
  await asAnalyst('PUT', `${VIEWS}/${other}/pin`);
  expect(pinned((await asAnalyst('GET', VIEWS)).body)).toEqual(['Other', 'Week']);
  expect(pinned((await t.call('GET', VIEWS)).body)).toEqual([]);

  expect((await asAnalyst('DELETE', `${VIEWS}/${other}/pin`)).status).toBe(200);
  expect((await asAnalyst('DELETE', `${VIEWS}/${other}/pin`)).status).toBe(404);
  expect((await t.call('DELETE', `${VIEWS}/${id}`)).status).toBe(200);
  expect(pinned((await asAnalyst('GET', VIEWS)).body)).toEqual([]);
  expect((await asAnalyst('PUT', `${VIEWS}/${id}/pin`)).status).toBe(404);
});

test('a drawer takes eight views, also of those that are pinned at once', async () => {
  const ids: number[] = [];
  for (let made = 0; made < MOST_PINS + 2; made += 1) ids.push(await saved(`View ${made}`));
  const replies = await Promise.all(ids.map((id) => t.call('PUT', `${VIEWS}/${id}/pin`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(MOST_PINS);
  expect(replies.find(({ status }) => status === 409)!.body.message).toContain('Unpin one of them');
  expect(pinned((await t.call('GET', VIEWS)).body)).toHaveLength(MOST_PINS);
});
