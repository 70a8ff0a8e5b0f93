import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { periodOf } from './signing-in/second-factor.ts';
import { buildAdministrator } from './testing.ts';

const GOOD = 'plum harbour sixteen tapes';
const OTHER = 'violet kettle on the moor';
const MINUTE_MS = 60_000;

const SOON = { timeout: 10_000 };

let t: TestApp;
let now: Date;
let count = 0;
beforeAll(async () => {
  t = await testApp(() => undefined, { clock: () => now });
});
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  await sql`delete from login_failures`.execute(t.deps.db);
});
afterAll(() => t.close());

const login = (username: string, password: string, code?: string) =>
  t.guest('POST', '/api/auth/login', { username, password, permanent: true, ...(code !== undefined && { code }) });

/** Somebody who has just signed in. */
async function person() {
  const username = `person${(count += 1)}`;
  await buildAdministrator(t.deps.db, { username, password: GOOD });
  const open = async (password = GOOD, code?: string) => {
    const { body } = await login(username, password, code);
    const call = (method: string, path: string, sent?: unknown) =>
      t.guest(method, path, sent, { authorization: `Bearer ${body.token}` });
    return { call, isOpen: async () => (await call('GET', '/api/auth/me')).status === 200 };
  };
  return { username, open, ...(await open()) };
}

/** What the app on the phone shows. */
const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** A person with a second factor that was set up a minute ago. */
async function guarded() {
  const one = await person();
  const { secret } = (await one.call('POST', '/api/auth/second-factor')).body;
  const { codes } = (await one.call('PUT', '/api/auth/second-factor', { code: codeAt(secret, now) })).body;
  now = new Date(now.getTime() + MINUTE_MS);
  return { ...one, secret: secret as string, codes: codes as string[], code: () => codeAt(secret, now) };
}

test('a new password works, the old one does not, and all other sessions end', async () => {
  const one = await person();
  const elsewhere = await one.open();
  const reply = await one.call('PUT', '/api/auth/password', { current_password: GOOD, new_password: OTHER });
  expect(reply.status).toBe(200);
  expect([await one.isOpen(), await elsewhere.isOpen()]).toEqual([true, false]);
  expect((await login(one.username, GOOD)).status).toBe(401);
  expect((await login(one.username, OTHER)).status).toBe(200);
});

test.each([
  ['fourteen chars', 'must have at least 15 characters'],
  ['passwordpassword', 'first that anybody would try'],
  ['qwertyuiop 12345', 'first that anybody would try'],
  ['aaaaaaaaaaaaaaaa', 'at least 4 different'],
  ['Guides of the Tests!', 'name or that of the site'],
  ['Guides of the Tests 2026', 'name or that of the site'],
])('%s is no good new password', async (password, reason) => {
  const one = await person();
  const reply = await one.call('PUT', '/api/auth/password', { current_password: GOOD, new_password: password });
  expect(reply.status).toBe(400);
  expect(reply.body.errors.new_password[0]).toContain(reason);
  expect(reply.body.errors.current_password).toBeUndefined();
  expect((await login(one.username, GOOD)).status).toBe(200);
});

test('twelve characters are enough beside a second factor', async () => {
  const one = await guarded();
  const change = (password: string) =>
    one.call('PUT', '/api/auth/password', { current_password: GOOD, new_password: password });
  expect((await change('elevenchars')).body.errors.new_password[0]).toContain('at least 12');
  expect((await change('twelve chars')).status).toBe(200);
});

test('guessing at the old password of a session is slowed down like a login', async () => {
  const one = await person();
  const guess = () => one.call('PUT', '/api/auth/password', { current_password: 'wrong', new_password: OTHER });
  for (let n = 0; n < 5; n += 1) expect((await guess()).body.errors.current_password).toEqual(['is wrong']);
  expect((await guess()).status).toBe(429);
  expect(await one.isOpen()).toBe(true);
});

test('sessions are listed with browser and country, and end one by one or all at once', async () => {
  const one = await person();
  const [second, third] = [await one.open(), await one.open()];
  const { data } = (await one.call('GET', '/api/auth/sessions')).body;
  expect(data).toHaveLength(4);
  expect(data.filter((session: { is_current: boolean }) => session.is_current)).toHaveLength(1);
  const mine = data.find((session: { is_current: boolean }) => session.is_current);
  expect(mine).toMatchObject({ device: 'Firefox on Linux', country: 'DE', created_at: now.toISOString() });
  const seconds = (await second.call('GET', '/api/auth/sessions')).body.data.find(
    (session: { is_current: boolean }) => session.is_current,
  );
  expect((await one.call('DELETE', `/api/auth/sessions/${seconds.id}`)).status).toBe(200);
  expect([await second.isOpen(), await third.isOpen()]).toEqual([false, true]);
  expect((await one.call('DELETE', '/api/auth/sessions')).body.message).toBe('2 other sessions have ended.');
  expect([await one.isOpen(), await third.isOpen()]).toEqual([true, false]);
});

test('nobody ends the session of somebody else by its id', async () => {
  const [one, other] = [await person(), await person()];
  const { data } = (await other.call('GET', '/api/auth/sessions')).body;
  for (const { id } of data) expect((await one.call('DELETE', `/api/auth/sessions/${id}`)).status).toBe(404);
  expect(await other.isOpen()).toBe(true);
});

// RFC 6238, appendix B, of the 8 digits there the last 6
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code of RFC 6238 is %s', async (seconds, code) => {
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  const at = (shift: number) => new Date((seconds + shift) * 1000);
  expect(await periodOf(secret, code, at(0))).toBe(Math.floor(seconds / 30));
  expect(await periodOf(secret, code, at(30))).toBe(Math.floor(seconds / 30));
  expect(await periodOf(secret, code, at(90))).toBeUndefined();
});

test('with a second factor the password alone opens nothing, and says what is missing only when it is right', async () => {
  const one = await guarded();
  const wrong = await login(one.username, 'wrong');
  expect(wrong.body).toMatchObject({ error: 'invalid_credentials', message: 'The username or the password is wrong.' });
  const asked = await login(one.username, GOOD);
  expect([asked.status, asked.body.error, asked.body.token]).toEqual([401, 'totp_required', undefined]);
  expect((await login(one.username, GOOD, one.code())).status).toBe(200);
});

test('asking for the code is no failure, wrong codes are', async () => {
  const one = await guarded();
  for (let n = 0; n < 8; n += 1) expect((await login(one.username, GOOD)).body.error).toBe('totp_required');
  for (let n = 0; n < 5; n += 1) expect((await login(one.username, GOOD, '000000')).status).toBe(401);
  expect((await login(one.username, GOOD, one.code())).status).toBe(429);
});

test('a code works once, also when it is sent twenty times at once', async () => {
  const one = await guarded();
  await sql`delete from login_failures`.execute(t.deps.db);
  const replies = await Promise.all(Array.from({ length: 20 }, () => login(one.username, GOOD, one.code())));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a recovery code works once, written in whichever way', async () => {
  const one = await guarded();
  expect(one.codes).toHaveLength(10);
  const first = one.codes[0]!;
  // read off paper
  const typed = first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  expect((await login(one.username, GOOD, typed)).status).toBe(200);
  expect((await login(one.username, GOOD, first)).status).toBe(401);
  expect((await one.call('GET', '/api/auth/second-factor')).body).toMatchObject({
    is_on: true,
    recovery_codes_left: 9,
  });
  const renewed = (await one.call('POST', '/api/auth/second-factor/recovery-codes')).body.codes;
  expect((await login(one.username, GOOD, one.codes[1])).status).toBe(401);
  expect((await login(one.username, GOOD, renewed[0])).status).toBe(200);
});

test('a setup counts when a code has confirmed it, and is off again by one call', async () => {
  const one = await person();
  await one.call('POST', '/api/auth/second-factor');
  expect((await login(one.username, GOOD)).status).toBe(200);
  const wrong = await one.call('PUT', '/api/auth/second-factor', { code: '000000' });
  expect(wrong.body.errors.code[0]).toContain('is wrong');
  const { secret, uri } = (await one.call('POST', '/api/auth/second-factor')).body;
  expect(uri).toContain(`otpauth://totp/Guides%20of%20the%20tests:${one.username}?`);
  await one.call('PUT', '/api/auth/second-factor', { code: codeAt(secret, now) });
  expect((await login(one.username, GOOD)).body.error).toBe('totp_required');
  expect((await one.call('DELETE', '/api/auth/second-factor')).status).toBe(200);
  expect((await login(one.username, GOOD)).status).toBe(200);
});

test('what touches the ways in asks for the password when it was typed long ago', async () => {
  const one = await person();
  now = new Date(now.getTime() + 15 * MINUTE_MS);
  const begin = () => one.call('POST', '/api/auth/second-factor');
  expect((await begin()).body).toMatchObject({ error: 'password_required' });
  const confirm = (password: string) => one.call('POST', '/api/auth/confirm', { password });
  expect((await confirm('wrong')).body.errors.password).toEqual(['is wrong']);
  expect((await begin()).status).toBe(403);
  expect((await confirm(GOOD)).status).toBe(200);
  expect((await begin()).status).toBe(200);
});

test('with another key of the installation the second factor says what to do, and a recovery code still lets in', async () => {
  const one = await guarded();
  await sql`update users set totp_sealed = 'A' || substr(totp_sealed, 2, 20) || 'x' || substr(totp_sealed, 23)
    where username = ${one.username}`.execute(t.deps.db);
  const reply = await login(one.username, GOOD, one.code());
  expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('reset-second-factor')]);
  expect((await login(one.username, GOOD, one.codes[0])).status).toBe(200);
});

test('a login that was judged before the password was changed opens nothing', async () => {
  const one = await person();
  // the change holds the person's row until the login waits for it
  const released = Promise.withResolvers<void>();
  const change = t.deps.db.transaction().execute(async (trx) => {
    await sql`update users set password_hash = (select password_hash from users where username = 'ada') where username = ${one.username}`.execute(
      trx,
    );
    await released.promise;
  });
  const late = login(one.username, GOOD);
  await expect
    .poll(
      async () =>
        (
          await sql<{
            n: number;
          }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            t.deps.db,
          )
        ).rows[0]!.n,
      SOON,
    )
    .toBeGreaterThan(0);
  released.resolve();
  await change;
  expect((await late).status).toBe(401);
});

test('the audit tells of sign-ins, failures and changes, and of nothing that opens a door', async () => {
  const one = await guarded();
  await login(one.username, 'a wrong password');
  await login(one.username, GOOD, '000000');
  expect((await one.call('POST', '/api/auth/confirm', { password: 'a wrong password' })).status).toBe(400);
  const said = async () =>
    (await t.call('GET', `/api/settings/audit?entity=user&search=${one.username}&limit=50`)).body.data;
  const actionsOf = (rows: { action: string }[]) => new Set(rows.map((row) => row.action));
  await expect
    .poll(async () => actionsOf(await said()), SOON)
    .toEqual(new Set(['login', 'login_failed', 'code_failed', 'password_refused', 'second_factor_on']));
  const failed = (await said()).find((row: { action: string }) => row.action === 'login_failed');
  expect(failed.after).toEqual({ device: 'Firefox on Linux', country: 'DE' });
  const text = JSON.stringify(await said());
  for (const secret of [GOOD, 'a wrong password', '000000', one.secret, ...one.codes])
    expect(text).not.toContain(secret);
});

test('the audit is exported whole, with the filters of the list', async () => {
  const one = await person();
  await sql`insert into audit (actor_name, action, entity, entity_id, entity_name, after)
    select 'system', 'update', 'guide', n::text, ${`=${one.username}`}, '{"title":"A, B"}' from generate_series(1, 2100) n`.execute(
    t.deps.db,
  );
  const file = await t.call('GET', `/api/settings/audit?format=csv&entity=guide&search=${one.username}`);
  expect(file.headers['content-disposition']).toMatch(/"audit-\d{4}-\d\d-\d\d\.csv"$/);
  const named = await t.call('GET', '/api/settings/audit?format=csv&from=2026-03-01&to=2026-03-07T12:00:00Z');
  expect(named.headers['content-disposition']).toContain('"audit-2026-03-01-to-2026-03-07.csv"');
  const lines = (file.body as string).trim().split('\n');
  expect(lines).toHaveLength(2101);
  expect(new Set(lines.slice(1).map((line) => line.split(',')[5])).size).toBe(2100);
  // what a spreadsheet would run is only text
  expect(lines[1]).toContain(`'=${one.username}`);
  expect((await t.call('GET', '/api/settings/audit?format=csv&limit=5')).body.errors).toHaveProperty('limit');
});

test('a dump of the database holds no secret of the second factor', async () => {
  const one = await guarded();
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(users::text, ' '), '') || (select string_agg(recovery_codes::text, ' ') from recovery_codes) as text
    from users`.execute(t.deps.db);
  for (const secret of [one.secret, ...one.codes, ...one.codes.map((code) => code.replaceAll('-', ''))])
    expect(rows[0]!.text).not.toContain(secret);
});
