import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { buildNetwork } from '../src/features/networks/server/testing.ts';
import { buildSource } from '../src/features/sources/server/testing.ts';
import { leastBody, wholeApp, type AppRoute, type WholeApp } from './support/whole-app.ts';

/**
 * What leaves the house (replies, the body of a conflict, the audit, the log) is listed by name. So a column that nobody has named yet
 * stays inside: every table gets one here, with a word in it, and every call of the back office is made.
 */
const CANARY = 'canary-in-a-new-column';

let t: WholeApp;
let guarded: AppRoute[];
/** Everything that any call answered. */
const answers: { name: string; status: number; body: string }[] = [];

const ORDER = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    await buildNetwork(deps, { hmac_param: 'sig', hmac_secret: 'canary-secret-of-a-signature' });
    await buildSource(deps, {
      postback_url: 'https://tracker.example/p?token=canary-secret-of-an-address&id={external_id}',
      postback_headers: [{ name: 'x-key', value: 'canary-secret-of-a-header' }],
    });
  });
  const tables = await t.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { table_name: name } of tables)
    await t.query(`alter table "${name}" add column canary text not null default '${CANARY} of ${name}'`);
  guarded = t.routes
    .filter((route) => route.access !== 'public' && ORDER.includes(route.method))
    .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
});
afterAll(() => t.close());

async function call({ method, path }: AppRoute, id: number, body?: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${t.token}`, 'content-type': 'application/json' };
  const target = path.replaceAll(/:\w+/g, String(id));
  const sent = body === undefined ? { headers } : { headers, body: JSON.stringify(body) };
  const { status, body: text } = await t.send(method, target, sent);
  answers.push({ name: `${method} ${path}`, status, body: text });
}

test('a column that nobody has named leaves by no call, no conflict, no audit and no log', async () => {
  for (const route of guarded) {
    // the last who is signed in must not be signed out
    if (route.path === '/api/auth/logout') continue;
    const schema = route.schema['body'] as z.ZodObject | undefined;
    const body = schema?.shape ? leastBody(schema) : undefined;
    for (const id of [1, 2]) {
      if (body && schema!.shape['version']) await call(route, id, { ...body, version: 999_999 });
      await call(route, id, body);
      if (!route.path.includes(':')) break;
    }
  }
  const told = answers.filter(({ body }) => body.includes(CANARY)).map(({ name, status }) => `${status} ${name}`);
  expect([...new Set(told)]).toEqual([]);
  const audited = await t.query(`select entity, action from audit where concat(before, after) like '%${CANARY}%'`);
  expect(audited).toEqual([]);
  expect(t.logged()).not.toContain(CANARY);

  // and the calls did what they are for
  const conflicts = new Set(answers.filter(({ status }) => status === 409).map(({ name }) => name));
  expect([...conflicts].filter((name) => name.startsWith('PUT')).length).toBeGreaterThan(8);
  const entities = await t.query('select distinct entity from audit order by entity');
  expect(entities.length).toBeGreaterThan(10);
});

test('no secret, sealed or hashed, is in the audit, in a conflict or in the log', async () => {
  const columns = await t.query(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_name ~ '_(sealed|hash)$'`,
  );
  expect(columns.length).toBeGreaterThan(6);
  const secrets = ['canary-secret-of-a-signature', 'canary-secret-of-an-address', 'canary-secret-of-a-header'];
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await t.query(`select "${column}"::text as value from "${table}" where "${column}" is not null`);
    secrets.push(...rows.map(({ value }) => String(value)));
  }
  const [kept] = await t.query(`select string_agg(concat(before, after), ' ') as text from audit`);
  const conflicts = answers.filter(({ status }) => status === 409).map(({ body }) => body);
  const out = [String(kept!['text']), t.logged()];
  expect(secrets.filter((secret) => out.some((text) => text.includes(secret)))).toEqual([]);
  // whoever edits a source sees the address of its postback, in a conflict too
  const own = secrets.filter((secret) => secret !== 'canary-secret-of-an-address');
  expect(own.filter((secret) => conflicts.some((text) => text.includes(secret)))).toEqual([]);
});
