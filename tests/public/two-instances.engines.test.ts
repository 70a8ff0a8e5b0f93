import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDb, type TestDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

// two programs, and hundreds of edits, on a machine that may be busy
vi.setConfig({ testTimeout: 300_000 });

const EDITS = sampleSize('PROVE_EDITS', 200);

let database: TestDb;
let writer: TestServer;
let other: TestServer;
let token = '';

beforeAll(async () => {
  database = await testDb();
  const env = { DATABASE_URL: database.url, TEST_SEVERAL_INSTANCES: '1', SAMPLE: 'off' };
  writer = await startServer({ env });
  const secretKey = readFileSync(join(writer.dataDir, 'secret.key'), 'utf8');
  other = await startServer({ env, secretKey });
  const { adminUsername: username, adminPassword: password } = writer;
  token = (await call<{ token: string }>('POST', '/auth/login', { username, password })).token;
});
afterAll(async () => {
  await other.stop();
  await writer.stop();
  await database.close();
});

async function call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
  const reply = await fetch(`${writer.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  return JSON.parse(text) as Reply;
}

const read = async (server: TestServer, path: string) => {
  const reply = await fetch(server.url + path);
  return { status: reply.status, text: await reply.text() };
};

test(`${EDITS} edits of a guide: whoever reads after the answer gets the new text, and the other instance has it soon`, async () => {
  const { data: guide } = await call<{ data: { id: number } }>('POST', '/admin/listicles', { title: 'Edit 0' });
  // the front page lists guides that show a product
  const offer = await call<{ data: { id: number } }>('POST', '/admin/offers', {
    name: 'Bottle',
    url: 'https://shop.example/b',
  });
  await call('POST', `/admin/listicles/${guide.id}/items`, {
    offer_id: offer.data.id,
    pros: ['Light'],
    cons: ['Small'],
  });
  const path = `/listicles/${guide.id}`;
  const places = [path, '/', `/api/listicles/${guide.id}`];
  let [late, stale, otherMs] = [0, 0, 0];
  for (let edit = 1; edit <= EDITS; edit += 1) {
    // a copy lies ready on both, and readers ask on while the edit is saved
    const reading = [read(writer, path), read(other, path), read(writer, path)];
    await call('PUT', `/admin/listicles/${guide.id}`, { title: `Edit ${edit}`, author_name: `Author ${edit}` });
    const place = places[edit % 3]!;
    const savedMs = performance.now();
    if (!(await read(writer, place)).text.includes(`Edit ${edit}`)) stale += 1;
    if (!(await read(other, place)).text.includes(`Edit ${edit}`)) {
      late += 1;
      await expect.poll(async () => (await read(other, place)).text, { interval: 10 }).toContain(`Edit ${edit}`);
    }
    otherMs = Math.max(otherMs, performance.now() - savedMs);
    await Promise.all(reading);
  }
  printFigures('P12', { edits: EDITS, stale, late_elsewhere: late, elsewhere_ms: Math.round(otherMs) });
  expect(stale).toBe(0);
});

test('what is taken back is unreadable on both', async () => {
  const { data: guide } = await call<{ data: { id: number } }>('POST', '/admin/listicles', { title: 'Taken back' });
  const path = `/listicles/${guide.id}`;
  for (const server of [writer, other]) expect((await read(server, path)).text).toContain('Taken back');
  await call('PUT', `/admin/listicles/${guide.id}`, { status: 'draft' });
  const mine = await read(writer, path);
  expect([mine.status, mine.text.includes('Taken back')]).toEqual([404, false]);
  await expect.poll(async () => (await read(other, path)).status).toBe(404);
  expect((await read(other, '/')).text).not.toContain('Taken back');
});

test('a change of the settings is on every page of both', async () => {
  for (const server of [writer, other]) await read(server, '/about');
  await call('PUT', '/settings', { brand: 'Fair Finds', log_retention_days: 23 });
  for (const path of ['/about', '/', '/terms']) expect((await read(writer, path)).text).toContain('Fair Finds');
  expect((await read(writer, '/privacy')).text).toContain('23 days');
  await expect.poll(async () => (await read(other, '/about')).text).toContain('Fair Finds');
});

const GOOD = 'plum harbour sixteen tapes';

/** Calls one of the two as whoever has the token. */
const as = (server: TestServer, bearer: string, method: string, path: string, body?: unknown) =>
  fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function openSession(server: TestServer, username: string, password: string): Promise<string> {
  const reply = await as(server, '', 'POST', '/auth/login', { username, password });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { token: string }).token;
}

type Colleague = { id: number; username: string; here: string; there: string; key: string; keyId: number };

/** Somebody with a session on each instance, both of which have answered to it. */
async function colleague(username: string): Promise<Colleague> {
  type Invited = { data: { id: number }; link: string };
  const { data, link } = await call<Invited>('POST', '/settings/team', { username, role: 'admin' });
  const given = { token: link.split('#link=')[1], password: GOOD };
  expect((await as(other, '', 'PUT', '/auth/password-link', given)).status).toBe(200);
  const [here, there] = [await openSession(writer, username, GOOD), await openSession(other, username, GOOD)];
  for (const server of [writer, other])
    for (const bearer of [here, there]) expect((await as(server, bearer, 'GET', '/auth/me')).status).toBe(200);
  const wanted = { name: 'Numbers', scopes: ['read:commerce', 'write:commerce'], days: 1 };
  const made = (await (await as(writer, here, 'POST', '/settings/keys', wanted)).json()) as {
    key: string;
    data: { id: number };
  };
  for (const server of [writer, other]) expect((await as(server, made.key, 'GET', '/admin/costs')).status).toBe(200);
  return { id: data.id, username, here, there, key: made.key, keyId: made.data.id };
}

const useLink = async ({ id }: Colleague): Promise<void> => {
  const { link } = await call<{ link: string }>('POST', `/settings/team/${id}/password-link`);
  await as(writer, '', 'PUT', '/auth/password-link', { token: link.split('#link=')[1], password: `another ${GOOD}` });
};

const ways = { out: 0, letIn: 0 };
afterAll(() => printFigures('P14', { ways_out: ways.out, let_in: ways.letIn }));

/** Counts a way out, and whether what was refused after it got in. */
function refused(statuses: readonly number[], wanted: readonly number[]): void {
  ways.out += 1;
  if (statuses.some((status, nth) => status < 400 && wanted[nth]! >= 400)) ways.letIn += 1;
  expect(statuses).toEqual(wanted);
}

const offerOf = (bearer: string) =>
  as(other, bearer, 'POST', '/admin/offers', { name: 'Late', url: 'https://shop.example/l' });

/** Every way in which the session on the other instance ends, done on the first. */
const WAYS_OUT: Record<string, (one: Colleague) => Promise<unknown>> = {
  'signing out': ({ there }) => as(writer, there, 'POST', '/auth/logout'),
  'ending all others': ({ here }) => as(writer, here, 'DELETE', '/auth/sessions'),
  'a changed password': ({ here }) =>
    as(writer, here, 'PUT', '/auth/password', { current_password: GOOD, new_password: `another ${GOOD}` }),
  'a password by a link': useLink,
  'the administrator ending the sessions': ({ id }) => call('DELETE', `/settings/team/${id}/sessions`),
  'the administrator disabling the person': ({ id }) => call('POST', `/settings/team/${id}/disable`),
};

test.each(Object.entries(WAYS_OUT))('after %s the other instance refuses the very next call', async (name, leave) => {
  const one = await colleague(`out by ${name}`);
  await leave(one);
  const answers = [await as(other, one.there, 'GET', '/auth/me'), await offerOf(one.there)];
  refused(
    answers.map(({ status }) => status),
    [401, 401],
  );
});

/** Every way in which the key, or what it may do, ends. */
const WAYS_OUT_OF_KEYS: Record<string, [leave: (one: Colleague) => Promise<unknown>, read: number, write: number]> = {
  'revoking the key': [({ here, keyId }) => as(writer, here, 'DELETE', `/settings/keys/${keyId}`), 401, 401],
  'a password by a link': [useLink, 401, 401],
  'disabling its maker': [({ id }) => call('POST', `/settings/team/${id}/disable`), 401, 401],
  'making its maker an analyst': [({ id }) => call('PUT', `/settings/team/${id}`, { role: 'analyst' }), 200, 403],
  'making its maker an editor': [({ id }) => call('PUT', `/settings/team/${id}`, { role: 'editor' }), 403, 403],
};

test.each(Object.entries(WAYS_OUT_OF_KEYS))(
  'after %s the other instance refuses the very next call by the key',
  async (name, [leave, read, write]) => {
    const one = await colleague(`key out by ${name}`);
    await leave(one);
    const answers = [await as(other, one.key, 'GET', '/admin/costs'), await offerOf(one.key)];
    refused(
      answers.map(({ status }) => status),
      [read, write],
    );
  },
);

test('a new role counts on the other instance with the very next call, and so does a second factor that is asked for', async () => {
  const one = await colleague('new role');
  const costs = async () => (await as(other, one.there, 'GET', '/admin/costs')).status;
  await call('PUT', `/settings/team/${one.id}`, { role: 'editor' });
  expect(await costs()).toBe(403);
  await call('PUT', `/settings/team/${one.id}`, { role: 'analyst' });
  expect(await costs()).toBe(200);
  await call('PUT', '/settings/team/second-factor', { analyst: new Date(Date.now() - 1000).toISOString() });
  expect([await costs(), (await as(other, one.key, 'GET', '/admin/costs')).status]).toEqual([403, 403]);
  await call('PUT', '/settings/team/second-factor', { analyst: null });
  expect(await costs()).toBe(200);
});

test('of twenty who send one code, or one recovery code, to both instances at once, one is let in', async () => {
  const one = await colleague('coded');
  const { secret } = (await (await as(writer, one.here, 'POST', '/auth/second-factor')).json()) as { secret: string };
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const now = Date.now();
  const set = await as(writer, one.here, 'PUT', '/auth/second-factor', {
    code: app.generate({ timestamp: now }),
  });
  const { codes } = (await set.json()) as { codes: string[] };
  for (const code of [app.generate({ timestamp: now + 30_000 }), codes[0]]) {
    const tries = Array.from({ length: 20 }, (_, nth) =>
      as(nth % 2 === 0 ? writer : other, '', 'POST', '/auth/login', { username: one.username, password: GOOD, code }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // the throttle has had its say
    await sql`delete from login_failures`.execute(database.db);
  }
});
