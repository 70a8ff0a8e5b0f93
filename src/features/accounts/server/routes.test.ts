import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { ensureAdministrator } from './first-administrator.ts';
import { sweepLogins } from './sessions.ts';
import { insertUser } from './store.ts';

let t: TestApp;
let living = 1;
let now = new Date('2026-03-01T10:00:00Z');
beforeAll(async () => {
  t = await testApp(() => undefined, { clock: () => now, living: () => living });
});
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  await sql`delete from login_failures`.execute(t.deps.db);
});
afterAll(() => t.close());

const login = (username: string, password: string) =>
  t.guest('POST', '/api/auth/login', { username, password, permanent: true });

test('the right password gives a token and the user', async () => {
  const reply = await login('ADA', 'correct horse battery');
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    user: { username: 'ada', role: 'admin' },
    expires_at: '2026-03-31T10:00:00.000Z',
  });
  const me = await t.guest('GET', '/api/auth/me', undefined, { authorization: `Bearer ${reply.body.token}` });
  expect(me.body.user.username).toBe('ada');
});

test('an unknown user and a wrong password are told the same', async () => {
  const wrong = await login('ada', 'wrong');
  const unknown = await login('nobody', 'wrong');
  expect(wrong.status).toBe(401);
  expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
});

test('a token ends with logout', async () => {
  const { token } = (await login('ada', 'correct horse battery')).body;
  const headers = { authorization: `Bearer ${token}` };
  expect((await t.guest('POST', '/api/auth/logout', undefined, headers)).status).toBe(200);
  expect((await t.guest('GET', '/api/auth/me', undefined, headers)).status).toBe(401);
});

test('a clock that ran ahead and was set back locks nobody out, and lets no token live longer for it', async () => {
  const before = now;
  try {
    now = new Date(before.getTime() + 400 * 86_400_000);
    const { token } = (await login('ada', 'correct horse battery')).body;
    for (let n = 0; n < 6; n += 1) await login('ada', 'wrong');
    expect((await login('ada', 'correct horse battery')).status).toBe(429);
    now = before;
    expect((await login('ada', 'correct horse battery')).status).toBe(200);
    const me = await t.guest('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` });
    expect(me.status).toBe(200);
    const ends = await sql<{ at: string }>`select max(expires_at) as at from sessions`.execute(t.deps.db);
    expect(ends.rows[0]!.at).toBe(new Date(before.getTime() + 30 * 86_400_000).toISOString());
    await sweepLogins(t.deps.db, now);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from login_failures where failed_at > ${new Date(before.getTime() + 86_400_000).toISOString()}`.execute(
      t.deps.db,
    );
    expect(rows[0]!.n).toBe(0);
  } finally {
    now = before;
  }
});

test('a token ends after a day without use and after 30 days of use', async () => {
  const start = now;
  const { token } = (await login('ada', 'correct horse battery')).body;
  const me = async (hours: number) => {
    now = new Date(start.getTime() + hours * 3_600_000);
    return (await t.guest('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).status;
  };
  for (let hours = 12; hours < 30 * 24; hours += 12) expect(await me(hours)).toBe(200);
  expect(await me(30 * 24)).toBe(401);
  now = start;
  const idle = (await login('ada', 'correct horse battery')).body.token;
  now = new Date(start.getTime() + 24 * 3_600_000);
  expect((await t.guest('GET', '/api/auth/me', undefined, { authorization: `Bearer ${idle}` })).status).toBe(401);
  now = start;
});

test('the sixth guess on an account from one place waits, while a session that is open goes on', async () => {
  const { token } = (await login('ada', 'correct horse battery')).body;
  for (let guess = 0; guess < 5; guess += 1) expect((await login('ada', `guess ${guess}`)).status).toBe(401);
  const sixth = await login('ada', 'correct horse battery');
  expect(sixth.status).toBe(429);
  expect(sixth.headers['retry-after']).toBe('900');
  expect((await t.guest('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
  now = new Date(now.getTime() + 15 * 60_000 + 1);
  expect((await login('ada', 'correct horse battery')).status).toBe(200);
});

test('guesses sent at once are counted like those one after the other', async () => {
  now = new Date(now.getTime() + 15 * 60_000 + 1);
  const replies = await Promise.all(Array.from({ length: 30 }, (_, guess) => login('ada', `guess ${guess}`)));
  const judged = replies.filter((reply) => reply.status === 401).length;
  expect(judged).toBeGreaterThan(0);
  expect(judged).toBeLessThanOrEqual(5);
  expect(replies.filter((reply) => reply.status === 429).length).toBe(30 - judged);
  now = new Date(now.getTime() + 15 * 60_000 + 1);
  expect((await login('ada', 'correct horse battery')).status).toBe(200);
});

test('of guesses sent at once to three instances, no more are judged than to one', async () => {
  now = new Date(now.getTime() + 15 * 60_000 + 1);
  living = 3;
  const replies = await Promise.all(Array.from({ length: 10 }, (_, guess) => login('ada', `guess ${guess}`)));
  living = 1;
  // a third of five, of which none is cut
  expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(2);
  now = new Date(now.getTime() + 15 * 60_000 + 1);
  expect((await login('ada', 'correct horse battery')).status).toBe(200);
});

test.each([
  ['no body', undefined, 'username'],
  ['no username', { password: 'x' }, 'username'],
  ['an empty password', { username: 'ada', password: '' }, 'password'],
  ['a password that is a list', { username: 'ada', password: ['x'] }, 'password'],
  ['a key that is not known', { username: 'ada', password: 'x', role: 'admin' }, 'role'],
])('a login with %s is refused and names the field', async (_name, body, field) => {
  const reply = await t.guest('POST', '/api/auth/login', body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});

test('failed logins are forgotten when they no longer count, and sessions when they are over', async () => {
  const count = async (table: string) =>
    (
      await t.deps.db
        .selectFrom(table as never)
        .selectAll()
        .execute()
    ).length;
  await login('ada', 'wrong');
  await login('ada', 'correct horse battery');
  await login('nobody', 'wrong');
  await sweepLogins(t.deps.db, now);
  expect([(await count('login_failures')) > 0, (await count('sessions')) > 0]).toEqual([true, true]);
  await sweepLogins(t.deps.db, new Date(Date.now() + 40 * 86_400_000));
  expect([await count('login_failures'), await count('sessions')]).toEqual([0, 0]);
});

test('the first administrator is made once', async () => {
  expect(await ensureAdministrator(t.deps.db, 'boss', undefined)).toBeUndefined();
  const fresh = await testApp(() => undefined);
  await fresh.deps.db.deleteFrom('users' as never).execute();
  const password = await ensureAdministrator(fresh.deps.db, 'boss', undefined);
  expect(password).toMatch(/^[\w-]{20}$/);
  expect((await fresh.guest('POST', '/api/auth/login', { username: 'boss', password })).status).toBe(200);
  await fresh.close();
});

test('two users are not called alike', async () => {
  expect(await insertUser(t.deps.db, { username: 'Straßé', passwordHash: 'x', role: 'admin' })).toMatchObject({
    username: 'Straßé',
  });
  expect(await insertUser(t.deps.db, { username: 'strasse', passwordHash: 'x', role: 'admin' })).toBeUndefined();
});
