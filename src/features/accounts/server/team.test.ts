import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { seeded } from '../../../platform/dice.ts';
import type { AccountAlert } from './ports.ts';
import type { Member, PasswordLink, TeamReply } from '../contract-team.ts';
import { buildAdministrator, buildSession } from './testing.ts';

const GOOD = 'plum harbour sixteen tapes';
const HOUR_MS = 3_600_000;
const TEAM = '/api/settings/team';

const SOON = { timeout: 10_000 };

let t: TestApp;
let now: Date;
let count = 0;
const letters: { to: string; subject: string; text: string }[] = [];
let isMailDown = false;
const alerts: AccountAlert[] = [];
const HOME = { device: 'Firefox on Linux', country: 'DE' };
let place = HOME;

beforeAll(async () => {
  t = await testApp(
    () => undefined,
    {
      clock: () => now,
      mailer: {
        send(letter) {
          if (isMailDown) return Promise.reject(new Error('421 closed'));
          letters.push(letter);
          return Promise.resolve();
        },
      },
    },
    { whereFrom: () => place, alert: (told) => Promise.resolve(alerts.push(told)) },
  );
});
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  letters.length = 0;
  alerts.length = 0;
  isMailDown = false;
  place = HOME;
  await sql`delete from login_failures`.execute(t.deps.db);
  // however far the clock has moved, the administrator of these tests has just typed the password
  await sql`update sessions set password_at = '2100-01-01' where user_id = ${t.actor.id}`.execute(t.deps.db);
});
afterAll(() => t.close());

const login = (username: string, password: string) => t.guest('POST', '/api/auth/login', { username, password });
const tokenOf = (link: string): string => link.split('#link=')[1]!;
const readLink = (token: string) => t.guest('POST', '/api/auth/password-link', { token });
const usePassword = (token: string, password: string) => t.guest('PUT', '/api/auth/password-link', { token, password });

async function invited(more: object = {}): Promise<PasswordLink> {
  const { status, body } = await t.call('POST', TEAM, { username: `guest${(count += 1)}`, role: 'admin', ...more });
  expect(status).toBe(201);
  return body as PasswordLink;
}

async function colleague(): Promise<{ id: number; username: string; isOpen: () => Promise<boolean> }> {
  const { actor, token } = await buildAdministrator(t.deps.db, {
    username: `colleague${(count += 1)}`,
    password: GOOD,
  });
  await sql`update sessions set last_seen_at = ${now.toISOString()}, expires_at = '2100-01-01' where user_id = ${actor.id}`.execute(
    t.deps.db,
  );
  const me = () => t.guest('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` });
  return { id: actor.id, username: actor.username, isOpen: async () => (await me()).status === 200 };
}

const member = async (id: number): Promise<Member | undefined> =>
  ((await t.call('GET', TEAM)).body as TeamReply).data.find((one) => one.id === id);

test('an invited person chooses a password by the link, once, and signs in', async () => {
  const { data, link, expires_at } = await invited();
  expect(link).toMatch(/^https:\/\/guides\.example\/login#link=[\w-]{43}$/);
  expect(expires_at).toBe('2026-03-03T10:00:00.000Z');
  expect(data).toMatchObject({ state: 'invited', sessions: 0, last_seen_at: null });
  expect((await login(data.username, '')).status).toBe(400);
  expect((await login(data.username, 'anything at all')).status).toBe(401);
  const token = tokenOf(link);
  expect((await readLink(token)).body).toEqual({ username: data.username, kind: 'invite', min_length: 15 });
  expect((await usePassword(token, 'too short one')).body.errors.password[0]).toContain('at least 15');
  expect((await usePassword(token, GOOD)).status).toBe(200);
  expect((await usePassword(token, 'another good long one')).body.error).toBe('gone');
  expect((await login(data.username, GOOD)).status).toBe(200);
  expect(await member(data.id)).toMatchObject({ state: 'active', sessions: 1, last_seen_at: now.toISOString() });
});

test('of several who use one link at the same time one sets the password', async () => {
  const { link } = await invited();
  const words = ['first good long words', 'second good long words', 'third good long words'];
  const replies = await Promise.all(words.map((password) => usePassword(tokenOf(link), password)));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
});

test.each(['', 'x'.repeat(42), `${'x'.repeat(43)}=`, 'x'.repeat(2000)])(
  'a mangled link changes nothing: %s',
  async (token) => {
    const status = token === '' || token.length > 1024 ? 400 : 410;
    expect([(await readLink(token)).status, (await usePassword(token, GOOD)).status]).toEqual([status, status]);
  },
);

test('a link ends after 48 hours, and when a newer one is made', async () => {
  const { data, link } = await invited();
  const newer = (await t.call('POST', `${TEAM}/${data.id}/password-link`)).body as PasswordLink;
  expect((await readLink(tokenOf(link))).status).toBe(410);
  now = new Date(now.getTime() + 48 * HOUR_MS - 1);
  expect((await readLink(tokenOf(newer.link))).status).toBe(200);
  now = new Date(now.getTime() + 1);
  expect((await readLink(tokenOf(newer.link))).status).toBe(410);
  expect((await usePassword(tokenOf(newer.link), GOOD)).status).toBe(410);
});

test('a link for a lost password ends the old one and all sessions', async () => {
  const one = await colleague();
  const { link, data } = (await t.call('POST', `${TEAM}/${one.id}/password-link`)).body as PasswordLink;
  // until it is used nothing changes: the person may have found the password again
  expect(await one.isOpen()).toBe(true);
  expect(data.state).toBe('active');
  await usePassword(tokenOf(link), 'another good long one');
  expect(await one.isOpen()).toBe(false);
  expect((await login(one.username, GOOD)).status).toBe(401);
  expect((await login(one.username, 'another good long one')).status).toBe(200);
});

test('a name that is taken, also in other letters, is refused at its field', async () => {
  const { data } = await invited();
  const again = await t.call('POST', TEAM, { username: data.username.toUpperCase(), role: 'admin' });
  expect([again.status, again.body.errors]).toEqual([409, { username: ['Somebody has this name already.'] }]);
});

test('whoever has a mail address gets the link by mail too, and it is said when the mail server refuses', async () => {
  const sent = await invited({ email: 'zoe@guides.example' });
  expect(sent).toMatchObject({ is_mailed: true, message: 'The link was sent to zoe@guides.example.' });
  expect(letters).toMatchObject([{ to: 'zoe@guides.example', subject: expect.stringContaining('access') }]);
  expect(letters[0]!.text).toContain(sent.link);
  isMailDown = true;
  const unsent = await invited({ email: 'yan@guides.example' });
  expect(unsent).toMatchObject({ is_mailed: false, message: expect.stringContaining('hand the link over yourself') });
  expect((await readLink(tokenOf(unsent.link))).status).toBe(200);
});

test('who forgot the password is mailed a link of 30 minutes, and the answer tells nobody who exists', async () => {
  const { data, link } = await invited({ email: 'xavi@guides.example' });
  await usePassword(tokenOf(link), GOOD);
  letters.length = 0;
  const forgot = (username: string) => t.guest('POST', '/api/auth/forgot', { username });
  const [known, unknown] = [await forgot(data.username), await forgot('nobody here')];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await expect.poll(() => letters.length, SOON).toBe(1);
  const mailed = /#link=([\w-]+)/.exec(letters[0]!.text)![1]!;
  expect((await readLink(mailed)).body).toMatchObject({ username: data.username, kind: 'reset' });
  now = new Date(now.getTime() + HOUR_MS / 2);
  expect((await readLink(mailed)).status).toBe(410);
});

test('who has a mail address is told of a new place, a changed password and a changed second factor', async () => {
  const { data, link } = await invited({ email: 'wim@guides.example' });
  await usePassword(tokenOf(link), GOOD);
  const subjects = () => letters.map(({ subject }) => subject.replace('[Guides of the tests] ', ''));
  letters.length = 0;
  // the first sign-in is no news, nor is one from the same place
  for (let n = 0; n < 2; n += 1) await login(data.username, GOOD);
  place = { device: 'Safari on iOS', country: 'FR' };
  const { token } = (await login(data.username, GOOD)).body;
  const call = (method: string, path: string, body?: unknown) =>
    t.guest(method, path, body, { authorization: `Bearer ${token}` });
  await expect.poll(subjects).toEqual(['Somebody signed in from a new place: Safari on iOS, FR']);
  expect(letters[0]).toMatchObject({ to: 'wim@guides.example', text: expect.stringContaining('If that was not you') });
  await call('PUT', '/api/auth/password', { current_password: GOOD, new_password: 'another good long one' });
  const { secret } = (await call('POST', '/api/auth/second-factor')).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
  await call('PUT', '/api/auth/second-factor', { code });
  await expect.poll(() => letters.length).toBe(3);
  await t.call('DELETE', `${TEAM}/${data.id}/second-factor`);
  await expect
    .poll(subjects)
    .toEqual([
      expect.stringContaining('new place'),
      'Your password was changed',
      'Your second factor was turned on',
      'Your second factor was turned off by ada',
    ]);
  expect(JSON.stringify(letters)).not.toMatch(/another good|[A-Z2-7]{32}/);
});

test('whoever asks for a link has no say in where it leads', async () => {
  const { data } = await invited({ email: 'uli@guides.example' });
  letters.length = 0;
  const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
  await t.guest('POST', '/api/auth/forgot', { username: data.username }, host);
  await expect.poll(() => letters.length, SOON).toBe(1);
  expect(letters[0]!.text).toContain('https://guides.example/login#link=');
  expect(letters[0]!.text).not.toContain('evil');
  const { publicUrl } = t.deps.config;
  Object.assign(t.deps.config, { publicUrl: undefined });
  try {
    const { body } = await t.guest('POST', '/api/auth/forgot', { username: data.username }, host);
    expect(body.message).toContain('This site mails no links.');
  } finally {
    Object.assign(t.deps.config, { publicUrl });
  }
});

test('asking for links again and again ends, and locks nobody out of the login', async () => {
  const one = await colleague();
  const forgot = () => t.guest('POST', '/api/auth/forgot', { username: one.username });
  for (let n = 0; n < 5; n += 1) expect((await forgot()).status).toBe(200);
  expect((await forgot()).status).toBe(429);
  expect((await login(one.username, GOOD)).status).toBe(200);
});

test('a disabled person is out at once and can come back', async () => {
  const one = await colleague();
  expect((await t.call('POST', `${TEAM}/${one.id}/disable`)).body.data.state).toBe('disabled');
  expect(await one.isOpen()).toBe(false);
  expect((await login(one.username, GOOD)).body.error).toBe('invalid_credentials');
  expect((await t.call('POST', `${TEAM}/${one.id}/password-link`)).body.error).toBe('conflict');
  expect((await t.call('POST', `${TEAM}/${one.id}/enable`)).body.data.state).toBe('active');
  expect((await login(one.username, GOOD)).status).toBe(200);
});

test('a new role counts at once, with the open session, and nobody changes the own', async () => {
  const one = await colleague();
  const token = await buildSession(t.deps.db, one.id);
  await sql`update sessions set last_seen_at = ${now.toISOString()}, expires_at = '2100-01-01' where user_id = ${one.id}`.execute(
    t.deps.db,
  );
  const asOne = (method: 'GET' | 'PUT', path: string, body?: unknown) =>
    t.guest(method, path, body, { authorization: `Bearer ${token}` });
  expect((await asOne('GET', TEAM)).status).toBe(200);
  expect((await t.call('PUT', `${TEAM}/${one.id}`, { role: 'analyst' })).body.data.role).toBe('analyst');
  expect(await asOne('GET', TEAM)).toMatchObject({ status: 403, body: { error: 'forbidden' } });
  expect((await asOne('GET', '/api/auth/me')).body).toMatchObject({
    user: { role: 'analyst', permissions: ['read:stats', 'read:content', 'read:commerce', 'read:money'] },
    administrators: expect.arrayContaining(['ada']),
  });
  expect((await t.call('PUT', `${TEAM}/${t.actor.id}`, { role: 'editor' })).status).toBe(409);
  expect((await t.call('PUT', `${TEAM}/${one.id}`, { role: 'owner' })).body.errors).toEqual({
    role: ['must be one of admin, editor, analyst'],
  });
});

test('a sign-in from a new place and a factor that is turned off reach the administrators too', async () => {
  const one = await colleague();
  await login(one.username, GOOD);
  place = { device: 'Safari on iOS', country: 'FR' };
  await login(one.username, GOOD);
  await expect.poll(() => alerts, SOON).toMatchObject([{ kind: 'sign_in', person: { name: one.username } }]);
  // what tells where somebody is is no part of what analysts read
  expect(alerts[0]!.message).not.toContain('FR');
  expect(alerts[0]!.details).toEqual([{ label: 'Place', text: 'Safari on iOS, FR' }]);
  await sql`update users set totp_sealed = 'x' where id = ${one.id}`.execute(t.deps.db);
  expect((await t.call('DELETE', `${TEAM}/${one.id}/second-factor`)).status).toBe(200);
  await expect.poll(() => alerts[1], SOON).toMatchObject({ kind: 'second_factor', severity: 'warning' });
});

test('whoever reads the former address is told that letters go elsewhere', async () => {
  const { data } = await invited({ email: 'old@guides.example' });
  letters.length = 0;
  expect((await t.call('PUT', `${TEAM}/${data.id}`, { email: 'new@guides.example' })).status).toBe(200);
  await expect.poll(() => letters, SOON).toMatchObject([{ to: 'old@guides.example' }]);
  expect(letters[0]!.text).not.toContain('new@');
});

test('all sessions of a person end by one call', async () => {
  const one = await colleague();
  expect((await t.call('DELETE', `${TEAM}/${one.id}/sessions`)).body.data.sessions).toBe(0);
  expect(await one.isOpen()).toBe(false);
});

test('only an invitation can be taken back, and its link with it', async () => {
  const { data, link } = await invited();
  expect((await t.call('DELETE', `${TEAM}/${data.id}`)).status).toBe(200);
  expect((await readLink(tokenOf(link))).status).toBe(410);
  expect(await member(data.id)).toBeUndefined();
  const one = await colleague();
  expect((await t.call('DELETE', `${TEAM}/${one.id}`)).body.error).toBe('conflict');
  expect(await one.isOpen()).toBe(true);
});

test.each(['System', 'on the machine', 'zoe\u202Eeoz', '<b>zoe</b>', '-'])('nobody is called %s', async (username) => {
  const reply = await t.call('POST', TEAM, { username, role: 'admin' });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['username']]);
});

test('asking for a mail ends no link that was handed over, and using one ends the other', async () => {
  const { data, link } = await invited({ email: 'vic@guides.example' });
  letters.length = 0;
  await t.guest('POST', '/api/auth/forgot', { username: data.username });
  await expect.poll(() => letters.length, SOON).toBe(1);
  const mailed = /#link=([\w-]+)/.exec(letters[0]!.text)![1]!;
  expect([(await readLink(tokenOf(link))).status, (await readLink(mailed)).status]).toEqual([200, 200]);
  expect((await usePassword(tokenOf(link), GOOD)).status).toBe(200);
  expect((await readLink(mailed)).status).toBe(410);
});

test('a byline that is not there is refused', async () => {
  const { data } = await invited();
  const reply = await t.call('PUT', `${TEAM}/${data.id}`, { person_id: 999_999 });
  expect(reply.body.errors).toEqual({ person_id: ['is no person under People'] });
});

test('every change of the team asks for a recent password', async () => {
  const one = await colleague();
  await sql`update sessions set password_at = '2026-03-01T09:45:00Z' where user_id = ${t.actor.id}`.execute(t.deps.db);
  const calls: [string, string, unknown?][] = [
    ['POST', TEAM, { username: 'late', role: 'admin' }],
    ['PUT', `${TEAM}/second-factor`, { admin: null }],
    ['PUT', `${TEAM}/${one.id}`, { email: null }],
    ['POST', `${TEAM}/${one.id}/password-link`],
    ['POST', `${TEAM}/${one.id}/disable`],
    ['POST', `${TEAM}/${one.id}/enable`],
    ['DELETE', `${TEAM}/${one.id}/sessions`],
    ['DELETE', `${TEAM}/${one.id}/second-factor`],
    ['DELETE', `${TEAM}/${one.id}`],
  ];
  for (const [method, path, body] of calls)
    expect([method, path, (await t.call(method, path, body)).body.error]).toEqual([method, path, 'password_required']);
  expect((await t.call('GET', TEAM)).status).toBe(200);
  expect(await one.isOpen()).toBe(true);
});

test('whatever the team does to each other, somebody can still sign in', async () => {
  // several who act at the same time, each on a session of their own; who is disabled is out of the game
  const random = seeded(18);
  const one = async () => {
    const { actor, token } = await buildAdministrator(t.deps.db, { username: `player${(count += 1)}`, password: GOOD });
    await sql`update sessions set last_seen_at = ${now.toISOString()}, password_at = ${now.toISOString()},
      expires_at = '2100-01-01' where user_id = ${actor.id}`.execute(t.deps.db);
    return { id: actor.id, token };
  };
  for (let game = 0; game < 12; game += 1) {
    await sql`update users set is_disabled = true`.execute(t.deps.db);
    const players = [await one(), await one(), await one()];
    const move = async (): Promise<void> => {
      const [by, on] = [players[Math.floor(random() * 3)]!, players[Math.floor(random() * 3)]!];
      const headers = { authorization: `Bearer ${by.token}` };
      const what = random();
      if (what < 0.4) await t.guest('POST', `${TEAM}/${on.id}/disable`, undefined, headers);
      else if (what < 0.6) await t.guest('POST', `${TEAM}/${on.id}/enable`, undefined, headers);
      else await t.guest('PUT', `${TEAM}/${on.id}`, { role: random() < 0.7 ? 'editor' : 'admin' }, headers);
    };
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all(Array.from({ length: 6 }, move));
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from users
        where role = 'admin' and not is_disabled and password_hash is not null`.execute(t.deps.db);
      expect(rows[0]!.n).toBeGreaterThan(0);
    }
  }
  await sql`update users set is_disabled = false`.execute(t.deps.db);
});

test('the team is put in order by every figure, who has none at the end, and is a file', async () => {
  const [often, once] = [await colleague(), await colleague()];
  await buildSession(t.deps.db, often.id);
  await sql`update sessions set last_seen_at = ${now.toISOString()}, expires_at = '2100-01-01' where user_id = ${often.id}`.execute(
    t.deps.db,
  );
  await sql`update users set last_seen_at = '2026-02-01T00:00:00Z' where id = ${often.id}`.execute(t.deps.db);
  await sql`update users set last_seen_at = '2026-02-02T00:00:00Z' where id = ${once.id}`.execute(t.deps.db);
  const { data: guest } = await invited();
  const names = async (query: string) => {
    const all = ((await t.call('GET', `${TEAM}?${query}`)).body as TeamReply).data;
    return all
      .map(({ username }) => username)
      .filter((name) => [often, once, guest].some((one) => one.username === name));
  };
  expect(await names('sortBy=sessions&order=desc')).toEqual([often, once, guest].map(({ username }) => username));
  for (const [order, want] of [
    ['asc', [often, once, guest]],
    ['desc', [once, often, guest]],
  ] as const)
    expect(await names(`sortBy=last_seen_at&order=${order}`)).toEqual(want.map(({ username }) => username));
  expect((await t.call('GET', `${TEAM}?sortBy=password_hash`)).status).toBe(400);
  const file = await t.call('GET', `${TEAM}?sortBy=sessions&order=desc&format=csv`);
  expect(file.headers['content-disposition']).toContain('"team-2026-03-01.csv"');
  const lines = String(file.body).trim().split('\r\n');
  const { data } = (await t.call('GET', TEAM)).body as TeamReply;
  expect(lines).toHaveLength(data.length + 1);
  expect(String(file.body)).not.toContain('password');
});
