import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '../../../../tests/support/app.ts';
import { IMPATIENT, testDb } from '../../../../tests/support/db.ts';
import { publishingRoutes } from './routes.ts';

test('autosave that meets a lock is refused as busy, with a time to come back', async () => {
  const database = await testDb({ limits: IMPATIENT });
  const base = '/api/admin/things';
  const kinds = [{ kind: 'guide' as const, base, noun: 'thing', versionOf: () => Promise.resolve(7) }];
  const t = await testApp((route, deps) => publishingRoutes(route, deps, kinds), { db: database.db });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query('lock table drafts in exclusive mode');
  const reply = await t.call('PUT', `${base}/1/draft`, { content: { title: 'Half' }, base_version: 7 });
  await client.end();
  expect(reply.status).toBe(503);
  expect(reply.headers['retry-after']).toBe('2');
  await t.close();
  await database.close();
});
