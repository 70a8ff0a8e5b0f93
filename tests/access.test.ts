import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { buildConversion } from '../src/features/postbacks/server/testing.ts';
import { buildNetwork } from '../src/features/networks/server/testing.ts';
import { buildReview } from '../src/features/reviews/server/testing.ts';
import { buildAdministrator } from '../src/features/accounts/server/testing.ts';
import { createHttp } from '../src/platform/server/http/http.ts';
import { createLog } from '../src/platform/server/log.ts';
import { printFigures } from './support/figures.ts';
import { leastBody, wholeApp, type AppRoute, type Sent, type WholeApp } from './support/whole-app.ts';

/** Every way in that asks nobody who they are. A new one is named here, or the test below fails. */
const PUBLIC = `
GET /
GET /*
GET /about
GET /admin
GET /admin/*
GET /api/docs
GET /api/docs/openapi.json
GET /api/docs/reference.js
GET /api/listicles
GET /api/listicles/:id
GET /api/offer-reviews/:slug
GET /api/shared/report
GET /apple-touch-icon-precomposed.png
GET /apple-touch-icon.png
GET /assets/*
GET /authors/:slug
GET /categories/:slug
GET /contact
GET /favicon.ico
GET /favicon.svg
GET /feed.xml
GET /go/:slug
GET /healthz
GET /listicles/:id
GET /login
GET /media/*
GET /metrics
GET /offer-reviews/:slug
GET /og/guides/:file
GET /og/reviews/:file
GET /og/site.png
GET /out/:item
GET /out/review/:slug
GET /pixel/:key.gif
GET /postback
GET /postback/*
GET /postback/:key
GET /preview/guides/:id
GET /preview/reviews/:id
GET /privacy
GET /readyz
GET /robots.txt
GET /search
GET /shared/report
GET /site-*.js
GET /sitemap-:file
GET /sitemap.xml
GET /terms
POST /api/auth/forgot
POST /api/auth/login
POST /api/auth/password-link
POST /api/beacon
POST /contact
POST /postback
POST /postback/*
POST /postback/:key
POST /privacy
PUT /api/auth/password-link
`;

const GUARDED = /^\/api\/(admin|settings|images)(\/|$)/;
const DAY_MS = 86_400_000;

let t: WholeApp;
let guarded: AppRoute[];

/** With a record 1 of whatever a path may name. */
const siteWithAll = () =>
  wholeApp(async (deps) => {
    await buildReview(deps);
    const network = await buildNetwork(deps);
    await buildConversion(deps, network.postback_url, { click_id: 'none', payout: '1' });
    await sql`insert into stats_views (name, query) values ('Last week', 'days=7')`.execute(deps.db);
    await sql`insert into report_columns (name, formula, format, is_shared)
      values ('Margin', 'profit / revenue_expected', 'percent', true)`.execute(deps.db);
    await sql`insert into cost_feeds (name, source_id, every_hours, at_hour, created_at, updated_at, due_at)
      values ('Daily costs', 1, 24, 6, now(), now(), now())`.execute(deps.db);
  });

beforeAll(async () => {
  t = await siteWithAll();
  guarded = t.routes.filter((route) => route.access !== 'public');
});
afterAll(() => t.close());

/** The path of a route with the ids of the sample in it. */
const pathOf = (route: AppRoute): string => route.path.replaceAll(/:\w+/g, '1');

/** What the route would take, as far as the method says. */
const sentTo = (route: AppRoute, headers: Record<string, string | string[]>): Sent =>
  /^(POST|PUT|PATCH)$/.test(route.method)
    ? { headers: { 'content-type': 'application/json', ...headers }, body: '{"name":"Changed","title":"Changed"}' }
    : { headers };

/** Sends each and says which were not refused as they must be. */
async function unrefused<T>(
  cases: T[],
  send: (one: T) => Promise<{ status: number; body: string }>,
  allowed: readonly number[],
  name: (one: T) => string,
): Promise<string[]> {
  const found: string[] = [];
  const queue = [...cases];
  const work = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const { status, body } = await send(one);
      if (!allowed.includes(status) || body.includes('"data":')) found.push(`${status} ${name(one)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
}

async function sessionOf(username: string, change?: string, values: unknown[] = []): Promise<string> {
  const { token, actor } = await buildAdministrator(t.deps.db, { username });
  if (change) await t.query(change, [actor.id, ...values]);
  return token;
}

/** A session that was opened and ended by the calls that the back office makes. */
async function loggedOut(): Promise<string> {
  const { password } = await buildAdministrator(t.deps.db, { username: 'gone' });
  const login = await t.send('POST', '/api/auth/login', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'gone', password }),
  });
  const { token } = JSON.parse(login.body) as { token: string };
  const authorization = `Bearer ${token}`;
  expect((await t.send('GET', '/api/auth/me', { headers: { authorization } })).status).toBe(200);
  expect((await t.send('POST', '/api/auth/logout', { headers: { authorization } })).status).toBe(200);
  return token;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const swapCase = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** What is no credential; each stands in a header, or in the query of the path. */
async function badCredentials(): Promise<[name: string, headers: Record<string, string | string[]>, query?: string][]> {
  const live = t.token;
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const ended = {
    // first: a login sweeps away the sessions that are over, which would leave nothing to judge
    'a session that was logged out': await loggedOut(),
    'an expired session': await sessionOf('old', 'update sessions set expires_at = $2 where user_id = $1', [ago(1)]),
    'an idle session': await sessionOf('idle', 'update sessions set last_seen_at = $2 where user_id = $1', [
      ago(DAY_MS),
    ]),
    'a session of a disabled user': await sessionOf('off', 'update users set is_disabled = true where id = $1'),
    'a session of a deleted user': await sessionOf('none', 'delete from users where id = $1'),
    'a random token of the right length': randomBytes(32).toString('base64url'),
    'the digest that a stolen dump holds': createHash('sha256').update(live).digest('hex'),
    'a token in the other case': swapCase(live),
    'a token that lacks a character': live.slice(0, -1),
    'a token with one more character': `${live}A`,
    'a token with padding': `${live}=`,
    'a token with a no-break blank behind it': `${live}\u00a0`,
    'a token with an encoded blank behind it': `${live}%20`,
    'a token in quotes': `"${live}"`,
    'a token of 10 kB': 'a'.repeat(10_000),
    'a token that says undefined': 'undefined',
    'a token that says null': 'null',
    'a token that is an object': '[object Object]',
    'a token that is SQL': "' or '1'='1' --",
    'a token that ends in SQL': `${live}' or 1=1 --`,
    'a JWT with the algorithm none': `${base64('{"alg":"none","typ":"JWT"}')}.${base64('{"sub":1,"role":"admin"}')}.`,
    'a JWT with an empty key': `${base64('{"alg":"HS256"}')}.${base64('{"sub":1,"role":"admin"}')}.${base64('x'.repeat(32))}`,
    'two tokens, the second live': `${'x'.repeat(43)}, Bearer ${live}`,
    'two live tokens': `${live}, Bearer ${live}`,
  };
  return [
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['the word Bearer alone', { authorization: 'Bearer' }],
    ['the word Bearer and a blank', { authorization: 'Bearer ' }],
    ['a live token without a scheme', { authorization: live }],
    ['another scheme', { authorization: `Token ${live}` }],
    ['the scheme Basic', { authorization: `Basic ${Buffer.from('ada:correct horse battery').toString('base64')}` }],
    ['two blanks', { authorization: `Bearer  ${live}` }],
    ['a tab', { authorization: `Bearer\t${live}` }],
    ['no blank', { authorization: `Bearer${live}` }],
    ['two headers, the second live', { authorization: [`Bearer ${'x'.repeat(43)}`, `Bearer ${live}`] }],
    ['a cookie', { cookie: `token=${live}; authorization=Bearer ${live}; session=${live}` }],
    ['the header of a proxy', { 'proxy-authorization': `Bearer ${live}` }],
    ['a header of one’s own', { 'x-auth-token': live, 'x-api-key': live, 'x-forwarded-user': 'ada' }],
    ['the address of the machine itself', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }],
    ['the query', {}, `?token=${live}&access_token=${live}&authorization=Bearer%20${live}`],
    ...Object.entries(ended).map(([name, token]): [string, Record<string, string>] => [
      name,
      { authorization: `Bearer ${token}` },
    ]),
  ];
}

/** Other ways to write a path, one of which some router or proxy somewhere takes for the same. */
const SPELLINGS: Record<string, (path: string) => string> = {
  'as it is': (path) => path,
  'two slashes in front': (path) => `/${path}`,
  'two slashes within': (path) => path.replace('/api/', '/api//'),
  'a slash at the end': (path) => `${path}/`,
  'upper case': (path) => path.toUpperCase(),
  'one upper-case letter': (path) => path.replace('/api', '/Api'),
  'a parameter of the path': (path) => `${path};x=1`,
  'a parameter within the path': (path) => path.replace('/api', '/api;x=1'),
  'an encoded slash': (path) => path.replace('/api/', '/api%2f'),
  'an encoded letter': (path) => path.replace('/api/', '/%61pi/'),
  'a letter encoded twice': (path) => path.replace('/api/', '/%2561pi/'),
  'a slash encoded twice': (path) => path.replace('/api/', '/api%252f'),
  'a dot segment': (path) => path.replace('/api/', '/api/./'),
  'an encoded dot segment': (path) => path.replace('/api/', '/api/%2e/'),
  'a way down and up': (path) => path.replace('/api/', '/api/x/../'),
  'an encoded way down and up': (path) => path.replace('/api/', '/api/x/%2e%2e/'),
  'from a public path up': (path) => `/healthz/..${path}`,
  'from a file up': (path) => `/assets/..%2f..${path}`,
  'a backslash': (path) => path.replace('/api/', '/api\\'),
  'an encoded backslash': (path) => path.replace('/api/', '/api%5c'),
  'an encoded NUL at the end': (path) => `${path}%00`,
  'an encoded blank at the end': (path) => `${path}%20`,
  'an encoded line break at the end': (path) => `${path}%0d%0a`,
  'an ending of a file': (path) => `${path}.json`,
  'an empty query': (path) => `${path}?`,
  'a query with another path': (path) => `${path}?/healthz`,
  'an encoded question mark': (path) => `${path}%3f`,
  'a fragment': (path) => `${path}#/healthz`,
  'the whole address': (path) => `http://guides.example${path}`,
  'the whole address of elsewhere': (path) => `https://user:word@elsewhere.example${path}`,
};

/** The routes are many and so are the cases: each list must have been run, not only written. */
function show(what: string, count: number): void {
  process.stdout.write(`${what}: ${count}\n`);
}

test('the public ways in are the ones named here', () => {
  const open = t.routes
    .filter((route) => route.access === 'public' && route.method !== 'HEAD')
    .map((route) => `${route.method} ${route.path.replace(/^\/site-\w+\.js$/, '/site-*.js')}`);
  expect(open.toSorted()).toEqual(PUBLIC.trim().split('\n').toSorted());
});

test('whatever lies under the guarded paths asks for an administrator', () => {
  expect(t.routes.filter((route) => GUARDED.test(route.path) && route.access === 'public')).toEqual([]);
  expect(guarded.length).toBeGreaterThan(90);
});

test('a HEAD asks for what its GET asks for', () => {
  const levels = new Map(t.routes.map((route) => [`${route.method} ${route.path}`, route.access]));
  const gets = t.routes.filter((route) => route.method === 'GET');
  expect(gets.filter((route) => levels.get(`HEAD ${route.path}`) !== route.access)).toEqual([]);
});

test.each<[string, (app: ReturnType<typeof createHttp>) => unknown]>([
  ['the application', (app) => app.get('/open', () => '')],
  ['a plugin', (app) => app.register(async (room) => void room.post('/open', () => ''))],
  ['another method', (app) => app.route({ method: ['PUT', 'DELETE'], url: '/open', handler: () => '' })],
])('a route of %s without an access level does not start', async (_name, add) => {
  const app = createHttp({ log: createLog('silent'), trustProxy: [] });
  void add(app);
  await expect(app.ready()).rejects.toThrow('/open declares no access level');
});

test('every guarded route refuses every bad credential and changes nothing', async () => {
  const credentials = await badCredentials();
  expect(credentials.length).toBeGreaterThanOrEqual(16);
  const before = await t.fingerprint();
  const cases = guarded.flatMap((route) => credentials.map((credential) => ({ route, credential })));
  const found = await unrefused(
    cases,
    ({ route, credential: [, headers, query = ''] }) =>
      t.send(route.method, `${pathOf(route)}${query}`, sentTo(route, headers)),
    [401],
    ({ route, credential }) => `${route.method} ${route.path} with ${credential[0]}`,
  );
  expect(found).toEqual([]);
  expect(await t.fingerprint()).toEqual(before);
  printFigures('P13', { routes: guarded.length, credentials: credentials.length, let_in: found.length });
});

test('every guarded route refuses every other spelling of its path and changes nothing', async () => {
  const before = await t.fingerprint();
  const cases = guarded.flatMap((route) => Object.keys(SPELLINGS).map((spelling) => ({ route, spelling })));
  const found = await unrefused(
    cases,
    ({ route, spelling }) => t.send(route.method, SPELLINGS[spelling]!(pathOf(route)), sentTo(route, {})),
    [401, 404, 405],
    ({ route, spelling }) => `${route.method} ${route.path} with ${spelling}`,
  );
  expect(found).toEqual([]);
  expect(await t.fingerprint()).toEqual(before);
  printFigures('P13', { spellings: Object.keys(SPELLINGS).length, rows_changed: 0 });
});

test('no other method, and no header that names one, leads past the guard', async () => {
  const before = await t.fingerprint();
  const paths = [...new Set(guarded.map((route) => pathOf(route)))];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'LINK'];
  const override = (method: string) => ({
    'x-http-method-override': method,
    'x-http-method': method,
    'x-method-override': method,
  });
  const cases = paths.flatMap((path) => [
    ...methods.map((method) => ({ path, method, headers: {} })),
    ...['GET', 'DELETE'].map((method) => ({ path, method: 'POST', headers: override(method) })),
  ]);
  const found = await unrefused(
    cases,
    ({ path, method, headers }) => t.send(method, path, { headers }),
    [401, 404, 405],
    ({ path, method }) => `${method} ${path}`,
  );
  expect(found).toEqual([]);
  expect(await t.fingerprint()).toEqual(before);
  show('refused methods', cases.length);
});

test.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-uri', 'x-forwarded-prefix'])(
  'the header %s does not name another path',
  async (header) => {
    const answer = await t.send('GET', '/healthz', { headers: { [header]: '/api/admin/offers' } });
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  },
);

test('a refusal says why in one shape, is not kept by anybody, and reveals nothing', async () => {
  const answer = await t.send('DELETE', '/api/admin/offers/1');
  expect(JSON.parse(answer.body)).toEqual({
    message: 'Please log in.',
    error: 'unauthorized',
    request_id: expect.any(String),
  });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect(
    Object.keys(answer.headers).filter((name) => /^(server|x-powered-by|set-cookie|access-control-)/.test(name)),
  ).toEqual([]);
});

test('another origin is given no leave, asked before or not', async () => {
  const headers = {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'authorization',
  };
  for (const method of ['OPTIONS', 'GET', 'POST']) {
    const answer = await t.send(method, '/api/admin/offers', { headers });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

/** What a route that is about something must be asked; the click is the one of the conversion above. */
const ASKED: Record<string, string> = {
  '/api/admin/stats/likely-best': '?listicle_id=1',
  '/api/admin/stats/losing-placements': '?source_id=1',
  '/api/admin/stats/placement-lists': '?source_id=1',
  '/api/admin/stats/placement-rules': '?source_id=1',
  '/api/admin/stats/what-if': '?listicle_id=1',
  '/api/admin/timeline': '?id=none',
  '/api/admin/personal-data': '?click_id=none',
};

test('a live token opens every guarded route that only reads', async () => {
  // other tests of this file write and delete
  const untouched = await siteWithAll();
  onTestFinished(() => untouched.close());
  // the sample has sent no postback yet
  await untouched.query(`
    insert into postback_logs (id, direction, source_id, method, url_masked, state) overriding system value
    values (1, 'out', 1, 'GET', 'https://pb.example/', 'sent')
    on conflict (id) do update set direction = 'out', source_id = 1`);
  const headers = { authorization: `Bearer ${untouched.token}` };
  const reads = guarded.filter((route) => route.method === 'GET');
  const refused: [path: string, status: number][] = [];
  // one after the other: all of them at once are a load that reports give up under
  for (const route of reads) {
    const path = `${pathOf(route)}${ASKED[route.path] ?? ''}`;
    const { status } = await untouched.send('GET', path, { headers });
    if (status !== 200) refused.push([path, status]);
  }
  expect(refused).toEqual([]);
});

test.each([
  ['bearer', 'the name of the scheme is read in any case'],
  ['BEARER', 'the name of the scheme is read in any case'],
])('%s: %s', async (scheme) => {
  const answer = await t.send('GET', '/api/auth/me', { headers: { authorization: `${scheme} ${t.token}` } });
  expect(answer.status).toBe(200);
});

test('what a live token asked for is kept by nobody on the way', async () => {
  const reads = guarded.filter((route) => route.method === 'GET');
  const kept = await Promise.all(
    reads.map(async (route) => {
      const answer = await t.send('GET', pathOf(route), { headers: { authorization: `Bearer ${t.token}` } });
      return [route.path, answer.headers['cache-control']];
    }),
  );
  expect(kept.filter(([, header]) => header !== 'no-store')).toEqual([]);
});

/**
 * These change no record: unsaved edits belong to their editor alone, checklists, previews and simulations store nothing, own visits
 * are a cookie, a drawer is one person's, a look at an address and having read an alert are no decision, a report is a question, and findings
 * and files are only tried unless told otherwise. A second factor counts once a code has confirmed it. A password that is refused is on record.
 */
const UNRECORDED =
  /^\/api\/(admin\/[\w-]+\/:id\/(draft|checks|preview|simulate|check-link|fetch|revisions\/:number\/restore)|admin\/alerts\/(read|:id)|admin\/stats\/(report|views\/:id\/pin)|admin\/conversions\/reconcile\/accept|settings\/own-visits|auth\/(confirm|password|second-factor))$/;

/** The session of the sample is the first. */
const ENDS_OWN_SESSION = /^\/api\/auth\/(logout|sessions\/:id)$/;

test('each way to write that succeeds leaves a line on record, and one that fails leaves none', async () => {
  const order = ['POST', 'PUT', 'PATCH', 'DELETE'];
  const writes = guarded
    .filter((route) => order.includes(route.method) && !ENDS_OWN_SESSION.test(route.path))
    .filter((route) => !UNRECORDED.test(route.path))
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  const count = async () => (await t.query('select count(*)::int as lines from audit'))[0]!['lines'] as number;
  const found: string[] = [];
  const done: string[] = [];
  for (const route of writes) {
    const before = await count();
    const schema = route.schema['body'] as z.ZodObject | undefined;
    const { status } = await t.send(route.method, pathOf(route), {
      headers: { authorization: `Bearer ${t.token}`, ...(schema && { 'content-type': 'application/json' }) },
      ...(schema && { body: JSON.stringify(leastBody(schema)) }),
    });
    const name = `${route.method} ${route.path}`;
    if (status < 300) done.push(name);
    if ((await count()) > before !== status < 300) found.push(`${status} ${name}`);
  }
  expect(found).toEqual([]);
  expect(done.length).toBeGreaterThan(25);
  show('writes on record', done.length);
});

/** What needs a password that was typed of late: who can come in, keys, and what is held about a person. */
const ASKS_PASSWORD = `
DELETE /api/auth/second-factor
DELETE /api/auth/sessions
DELETE /api/auth/sessions/:id
DELETE /api/settings/keys/:id
DELETE /api/settings/team/:id
DELETE /api/settings/team/:id/second-factor
DELETE /api/settings/team/:id/sessions
GET /api/admin/personal-data
POST /api/admin/affiliate-networks/:id/rotate-key
POST /api/admin/personal-data/erase
POST /api/admin/stats/views/:id/links
POST /api/auth/second-factor
POST /api/auth/second-factor/recovery-codes
POST /api/settings/keys
POST /api/settings/team
POST /api/settings/team/:id/disable
POST /api/settings/team/:id/enable
POST /api/settings/team/:id/password-link
PUT /api/auth/second-factor
PUT /api/settings/team/:id
PUT /api/settings/team/second-factor
`;

test('of an old session the password is asked for where it matters, and nowhere else', async () => {
  const token = await sessionOf('typed long ago', 'update sessions set password_at = $2 where user_id = $1', [
    new Date(Date.now() - 15 * 60_000).toISOString(),
  ]);
  const asked: string[] = [];
  for (const route of guarded) {
    if (route.path === '/api/auth/logout') continue;
    // a body that nobody takes: whatever goes on is refused by it, and changes nothing; a deletion has none to be refused by
    const sent = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: '{"nobody":' };
    const headers = { authorization: `Bearer ${token}`, ...(sent.body && { 'content-type': 'application/json' }) };
    if (route.method === 'DELETE' && !ASKS_PASSWORD.includes(`DELETE ${route.path}\n`)) continue;
    const { status, body } = await t.send(route.method, pathOf(route), { headers, ...sent });
    if (status === 403 && body.includes('"password_required"')) asked.push(`${route.method} ${route.path}`);
  }
  expect(asked.filter((one) => !one.startsWith('HEAD ')).toSorted()).toEqual(
    ASKS_PASSWORD.trim().split('\n').toSorted(),
  );
});

test('no credential was written into the log', () => {
  expect(t.logged()).not.toContain(t.token);
});
