import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import type { ApiKeysReply, MadeKey } from '../../contract-keys.ts';
import { buildAdministrator, buildKey } from '../testing.ts';

const KEYS = '/api/settings/keys';

let t: TestApp;
let now: Date;
const letters: { to: string; text: string }[] = [];

beforeAll(async () => {
  const mailer = { send: (letter: { to: string; text: string }) => Promise.resolve(void letters.push(letter)) };
  t = await testApp(
    (route) => {
      route.get('/api/admin/numbers', { access: 'read:commerce', summary: 'Numbers' }, ({ actor }) => ({
        by: `${actor.username}, ${actor.keyName}`,
      }));
      route.post('/api/admin/numbers', { access: 'write:commerce', summary: 'Change numbers' }, () => ({}));
    },
    { clock: () => now, mailer },
  );
});
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:30Z');
  letters.length = 0;
  await sql`delete from api_keys`.execute(t.deps.db);
});
afterAll(() => t.close());

async function make(more: object = {}): Promise<MadeKey> {
  const body = { name: 'The spreadsheet', scopes: ['read:commerce'], days: 30, ...more };
  const reply = await t.call('POST', KEYS, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body as MadeKey;
}

const useKey = (key: string, method: 'GET' | 'POST' = 'GET') =>
  t.guest(method, '/api/admin/numbers', undefined, { authorization: `Bearer ${key}` });
const list = async () => ((await t.call('GET', KEYS)).body as ApiKeysReply).data;

test('a key is told once, opens what its scopes name, and stands on record with its calls', async () => {
  const { key, data } = await make();
  expect(key).toMatch(/^gp_[\w-]{43}$/);
  expect(data).toMatchObject({ state: 'active', token_start: key.slice(0, 7), expires_at: '2026-03-31T10:00:30.000Z' });
  expect(await useKey(key)).toMatchObject({ status: 200, body: { by: 'ada, The spreadsheet' } });
  expect(await useKey(key, 'POST')).toMatchObject({ status: 403, body: { error: 'forbidden' } });
  expect((await useKey(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);

  const [kept] = await list();
  expect(kept).toMatchObject({ last_used_at: now.toISOString(), calls: [{ day: '2026-03-01', calls: 2 }] });
  const { rows } = await sql`select to_jsonb(k)::text as row from api_keys k`.execute(t.deps.db);
  expect(JSON.stringify([kept, rows])).not.toContain(key.slice(8));
});

test('a key ends with its time, when it is revoked, and with its maker', async () => {
  const [revoked, ended, kept] = [await make(), await make({ days: 1 }), await make({ days: 366 })];
  expect((await t.call('DELETE', `${KEYS}/${revoked.data.id}`)).body).toMatchObject({ data: { state: 'revoked' } });
  expect((await t.call('DELETE', `${KEYS}/${revoked.data.id}`)).status).toBe(409);
  expect((await useKey(revoked.key)).status).toBe(401);
  expect((await useKey(ended.key)).status).toBe(200);
  now = new Date(now.getTime() + 86_400_000);
  await sql`update sessions set last_seen_at = ${now.toISOString()}, password_at = ${now.toISOString()}`.execute(
    t.deps.db,
  );
  expect((await useKey(ended.key)).status).toBe(401);
  expect((await useKey(kept.key)).status).toBe(200);
  await sql`update users set is_disabled = true where username = 'ada'`.execute(t.deps.db);
  expect((await useKey(kept.key)).status).toBe(401);
  await sql`update users set is_disabled = false where username = 'ada'`.execute(t.deps.db);
  expect((await list()).map(({ state }) => state)).toEqual(['active', 'expired', 'revoked']);
});

test('a key may make 600 calls a minute, also of those that come at once', async () => {
  const { key } = await make();
  await useKey(key);
  await sql`update api_keys set minute_calls = 590`.execute(t.deps.db);
  const replies = await Promise.all(Array.from({ length: 20 }, () => useKey(key)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = replies.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({ error: 'too_many_requests', details: { retry_after_s: 30 } });
  now = new Date(now.getTime() + 30_000);
  expect((await useKey(key)).status).toBe(200);
});

test('a key may not do more than its maker, whoever makes it; others see and end only their own', async () => {
  const mine = await make();
  const { token } = await buildAdministrator(t.deps.db, { username: 'ed', role: 'editor' });
  await sql`update sessions set last_seen_at = ${now.toISOString()}, password_at = ${now.toISOString()}`.execute(
    t.deps.db,
  );
  const asEditor = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    t.guest(method, path, body, { authorization: `Bearer ${token}` });
  const body = { name: 'Numbers', scopes: ['read:content', 'read:commerce'], days: 1 };
  const refused = await asEditor('POST', KEYS, body);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { scopes: ['read:commerce is not open to the role editor'] },
  ]);
  const made = await asEditor('POST', KEYS, { ...body, scopes: ['read:content'] });
  expect(made.status).toBe(201);
  expect((await asEditor('GET', KEYS)).body.data).toMatchObject([{ username: 'ed' }]);
  expect((await asEditor('DELETE', `${KEYS}/${mine.data.id}`)).status).toBe(404);
  expect((await list()).map(({ username }) => username)).toEqual(['ed', 'ada']);
});

test('a key of somebody who lacks the second factor of their role opens nothing, nor is another made', async () => {
  const { key } = await make();
  await sql`insert into role_second_factors values ('admin', ${now.toISOString()})`.execute(t.deps.db);
  expect(await useKey(key)).toMatchObject({ status: 403, body: { error: 'second_factor_required' } });
  expect((await t.call('POST', KEYS, { name: 'x', scopes: ['read:stats'], days: 1 })).status).toBe(403);
  await sql`delete from role_second_factors`.execute(t.deps.db);
  expect((await useKey(key)).status).toBe(200);
});

test('a disabled person comes back without the keys of before', async () => {
  const { actor } = await buildAdministrator(t.deps.db, { username: 'kay' });
  const key = await buildKey(t.deps.db, actor.id, ['read:commerce']);
  await sql`update api_keys set expires_at = '2100-01-01'`.execute(t.deps.db);
  expect((await useKey(key)).status).toBe(200);
  expect((await t.call('POST', `/api/settings/team/${actor.id}/disable`)).status).toBe(200);
  expect((await t.call('POST', `/api/settings/team/${actor.id}/enable`)).status).toBe(200);
  expect((await useKey(key)).status).toBe(401);
});

test('a person has twenty keys at most', async () => {
  for (let made = 0; made < 20; made += 1) await make();
  expect((await t.call('POST', KEYS, { name: 'x', scopes: ['read:stats'], days: 1 })).body.message).toContain(
    '20 keys',
  );
});

test('whoever has a mail address is told of a new key', async () => {
  await sql`update users set email = 'ada@guides.example' where username = 'ada'`.execute(t.deps.db);
  await make();
  await expect.poll(() => letters, { timeout: 10_000 }).toMatchObject([{ to: 'ada@guides.example' }]);
  expect(letters[0]!.text).toContain('The spreadsheet');
});

test.each([
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['read:everything'] }, 'scopes.0'],
  [{ scopes: ['read:stats', 'read:stats'] }, 'scopes'],
  [{ scopes: ['write:commerce'] }, 'scopes'],
  [{ days: 0 }, 'days'],
  [{ days: 367 }, 'days'],
  [{ name: ' ' }, 'name'],
])('what makes no key names the field: %j', async (more, field) => {
  const reply = await t.call('POST', KEYS, { name: 'Key', scopes: ['read:stats'], days: 1, ...more });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
});

test('keys are put in order by every figure, none at the end, and are a file named after the days of its calls', async () => {
  await make({ name: 'Often', days: 9 });
  await make({ name: 'Never', days: 30 });
  await make({ name: 'Once', days: 9 });
  const [once, , often] = await list();
  const call = (id: number, calls: number) =>
    sql`insert into api_key_days (key_id, day, calls) values (${id}, '2026-02-20', ${calls})`.execute(t.deps.db);
  await call(often!.id, 1200);
  await call(once!.id, 30);
  await sql`update api_keys set last_used_at = '2026-02-20T10:00:00Z' where id = ${often!.id}`.execute(t.deps.db);
  const names = async (query: string) =>
    ((await t.call('GET', `${KEYS}?${query}`)).body as ApiKeysReply).data.map(({ name }) => name);
  expect(await names('')).toEqual(['Once', 'Never', 'Often']);
  expect(await names('sortBy=calls&order=desc')).toEqual(['Often', 'Once', 'Never']);
  expect(await names('sortBy=last_used_at&order=asc')).toEqual(['Often', 'Once', 'Never']);
  expect(await names('sortBy=last_used_at&order=desc')).toEqual(['Often', 'Once', 'Never']);
  // alike: the latest first
  expect(await names('sortBy=expires_at&order=asc')).toEqual(['Once', 'Often', 'Never']);
  expect(await names('sortBy=name')).toEqual(['Never', 'Often', 'Once']);
  expect((await t.call('GET', `${KEYS}?sortBy=token_hash`)).status).toBe(400);

  const file = await t.call('GET', `${KEYS}?sortBy=calls&order=desc&format=csv`);
  expect(file.headers['content-disposition']).toContain('"keys-2026-01-31-to-2026-03-01.csv"');
  const lines = String(file.body).trim().split('\r\n');
  expect(lines[0]).toContain('name,token_start,username,scopes,state');
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['calls_30d', '1200', '30', '0']);
});
