import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdministrator, buildKey, buildSession } from '../src/features/accounts/server/testing.ts';
import { buildNetwork } from '../src/features/networks/server/testing.ts';
import { buildConversion } from '../src/features/postbacks/server/testing.ts';
import { buildReview } from '../src/features/reviews/server/testing.ts';
import { sha256 } from '../src/platform/server/secrets.ts';
import type { Scope } from '../src/platform/permissions.ts';
import { printFigures } from './support/figures.ts';
import { wholeApp, type AppRoute, type WholeApp } from './support/whole-app.ts';

/** What was promised to each role, said once more here: the program must not be asked what it should do. */
const SCOPES_OF = {
  admin: ['read:stats', 'read:content', 'write:content', 'read:commerce', 'write:commerce', 'write:conversions'],
  editor: ['read:stats', 'read:content', 'write:content'],
  analyst: ['read:stats', 'read:content', 'read:commerce'],
} as const satisfies Record<string, readonly Scope[]>;
const SCOPES = SCOPES_OF.admin;

/** The numbers that are told to who may not see money. */
const UNPAID_NUMBERS = [
  'listicles',
  'offer-content',
  'ctr',
  'annotations',
  'utm-values',
  'realtime',
  'crawlers',
  'crawlers/pages',
].map((name) => `/api/admin/stats/${name}`);

/** What a person has begun, or has in the drawer: no key touches it. */
const OF_PEOPLE = /\/(draft|pin|views\/:id\/mail|views\/:id\/mail\/send|preview-link|revisions\/:number\/restore)$/;

/** Columns of reports belong to people; keys read those of their maker. */
const isOfPeople = ({ method, path }: AppRoute): boolean =>
  OF_PEOPLE.test(path) || (method !== 'GET' && /\/stats\/columns(\/:id)?$/.test(path));

/** Stand in each field that holds one, of whatever an analyst may not be told. */
const SECRET = 'canary7secret';
const TRACE = 'canary7trace';
/** In every sum. */
const MONEY = '7391';

let t: WholeApp;
let guarded: AppRoute[];
let people: Record<'admin' | 'editor' | 'analyst', number>;

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    await buildReview(deps);
    const network = await buildNetwork(deps);
    await buildConversion(deps, network.postback_url, { click_id: TRACE, txid: TRACE, payout: `${MONEY}.37` });
  });
  guarded = t.routes.filter((route) => route.access !== 'public' && route.method !== 'HEAD');
  const made = async (role: 'admin' | 'editor' | 'analyst') =>
    (await buildAdministrator(t.deps.db, { username: `a ${role}`, role })).actor.id;
  people = { admin: await made('admin'), editor: await made('editor'), analyst: await made('analyst') };
});
afterAll(() => t.close());

type Verdict = 'open' | 401 | 403;
/** @property bearer a new one for each call: some calls end the session that makes them */
type Principal = { name: string; bearer: () => Promise<string>; verdict: (route: AppRoute) => Verdict };

const isSpelled = (access: string): access is Scope => (SCOPES as readonly string[]).includes(access);
const isPaid = ({ access, path }: AppRoute): boolean => access === 'read:stats' && !UNPAID_NUMBERS.includes(path);

const ofRole = (role: keyof typeof SCOPES_OF) => (route: AppRoute) => {
  if (route.access === 'signed-in' || route.access === 'account') return 'open';
  if (isPaid(route) && role === 'editor') return 403;
  const may: readonly string[] = SCOPES_OF[role];
  return may.includes(route.access) || (route.access === 'admin' && role === 'admin') ? 'open' : 403;
};

const ofKey =
  (role: keyof typeof SCOPES_OF, scopes: readonly Scope[]) =>
  (route: AppRoute): Verdict => {
    const { access } = route;
    if (!isSpelled(access) || !scopes.includes(access) || isOfPeople(route)) return 403;
    return ofRole(role)(route);
  };

const person = (role: keyof typeof SCOPES_OF): Principal => ({
  name: role,
  bearer: () => buildSession(t.deps.db, people[role]),
  verdict: ofRole(role),
});

const key = (name: string, role: keyof typeof SCOPES_OF, scopes: readonly Scope[]): Principal => ({
  name,
  bearer: () => buildKey(t.deps.db, people[role], [...scopes]),
  verdict: ofKey(role, scopes),
});

/** Made when it was good, ended since. */
const ended = (name: string, made: () => Promise<string>, change: string): Principal => {
  let bearer: Promise<string> | undefined;
  const end = async () => {
    const token = await made();
    await t.query(change);
    return token;
  };
  return { name, bearer: () => (bearer ??= end()), verdict: () => 401 };
};

const another = async (username: string) => (await buildAdministrator(t.deps.db, { username })).actor.id;
const keyOf = async (username: string) => buildKey(t.deps.db, await another(username), [...SCOPES]);
const sessionOf = async (username: string) => buildSession(t.deps.db, await another(username));
const user = (name: string): string => `(select id from users where username = '${name}')`;

async function sharedReport(): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await t.query(
    `with view as (insert into stats_views (name, query) values ($1, 'days=7') returning id)
     insert into stats_view_links (view_id, token_hash, created_by, expires_at)
     select id, $2, $3, now() + interval '1 day' from view`,
    [`Shared ${token}`, sha256(token), people.admin],
  );
  return token;
}

const principals = (): Principal[] => [
  ended(
    'an ended session',
    () => sessionOf('p1'),
    `update sessions set expires_at = now() where user_id = ${user('p1')}`,
  ),
  ended('a revoked session', () => sessionOf('p2'), `delete from sessions where user_id = ${user('p2')}`),
  ended('a disabled person', () => sessionOf('p3'), `update users set is_disabled = true where username = 'p3'`),
  ended('an ended key', () => keyOf('p4'), `update api_keys set expires_at = now() where user_id = ${user('p4')}`),
  ended('a revoked key', () => keyOf('p5'), `update api_keys set revoked_at = now() where user_id = ${user('p5')}`),
  ended('a key of a disabled person', () => keyOf('p6'), `update users set is_disabled = true where username = 'p6'`),
  // opens its report, which is public, and nothing that is guarded
  { name: 'a link to a shared report', bearer: sharedReport, verdict: () => 401 },
  { name: 'nobody', bearer: () => Promise.resolve(''), verdict: () => 401 },
  person('admin'),
  person('editor'),
  person('analyst'),
  ...SCOPES.map((scope) => key(`a key to ${scope}`, 'admin', [scope])),
  key('a key whose maker became an editor', 'editor', SCOPES),
  key('a key whose maker became an analyst', 'analyst', SCOPES),
];

/** Names no record that is there, so that an open route does as little as it can. */
const pathOf = (route: AppRoute): string => route.path.replaceAll(/:\w+/g, '999999999');

async function call(route: AppRoute, bearer: string) {
  const headers = { ...(bearer && { authorization: `Bearer ${bearer}` }) };
  // a body of no known kind is refused behind the token's judgement: what it would delete the other tests still look at
  const kind = route.method === 'DELETE' ? 'text/unknown' : 'application/json';
  const sent = route.method === 'GET' ? { headers } : { headers: { ...headers, 'content-type': kind }, body: '{}' };
  const answer = await t.send(route.method, pathOf(route), sent);
  return { ...answer, error: answer.status < 400 ? undefined : (JSON.parse(answer.body) as { error: string }).error };
}

const CODES: Record<401 | 403, string> = { 401: 'unauthorized', 403: 'forbidden' };

/** What does not answer as it must. @param bearerOf a new one for each call where calls may end the session that makes them */
async function wrong(
  some: readonly Principal[],
  which: (verdict: Verdict) => boolean,
  bearerOf: (one: Principal) => string | Promise<string>,
): Promise<{ found: string[]; calls: number }> {
  const found: string[] = [];
  let calls = 0;
  for (const principal of some)
    for (const route of guarded) {
      const verdict = principal.verdict(route);
      if (!which(verdict)) continue;
      calls += 1;
      const { status, error } = await call(route, await bearerOf(principal));
      const isRight =
        verdict === 'open' ? status !== 401 && error !== 'forbidden' : status === verdict && error === CODES[verdict];
      if (!isRight) found.push(`${principal.name}: ${route.method} ${route.path} says ${status} ${error}`);
    }
  return { found, calls };
}

test('every route answers each kind of caller as it is declared, and changes nothing where it refuses', async () => {
  const all = principals();
  const bearers = new Map<Principal, string>();
  for (const one of all) bearers.set(one, await one.bearer());
  const before = await t.fingerprint();
  const shut = await wrong(
    all,
    (verdict) => verdict !== 'open',
    (one) => bearers.get(one)!,
  );
  expect(shut.found).toEqual([]);
  expect(await t.fingerprint()).toEqual(before);
  const open = await wrong(
    all,
    (verdict) => verdict === 'open',
    (one) => one.bearer(),
  );
  expect(open.found).toEqual([]);
  printFigures('P13', { callers: all.length, refused: shut.calls, open: open.calls });
});

const OWN_ACCOUNT = /^\/api\/auth\//;

test('a role that asks for a second factor opens only the own account without one', async () => {
  const { token } = await buildAdministrator(t.deps.db, { username: 'late', role: 'analyst' });
  const require = (from: string | null) =>
    t.send('PUT', '/api/settings/team/second-factor', {
      headers: { authorization: `Bearer ${t.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ analyst: from }),
    });
  expect((await require(new Date(Date.now() + 60_000).toISOString())).status).toBe(200);
  const list = guarded.find(({ method, path }) => method === 'GET' && path === '/api/admin/tracking-links')!;
  expect((await call(list, token)).status).toBe(200);

  expect((await require(new Date(Date.now() - 1000).toISOString())).status).toBe(200);
  const errors: string[] = [];
  for (const route of guarded) {
    const { status, error } = await call(route, await buildSession(t.deps.db, people.analyst));
    const isRefused = status === 403 && error === 'second_factor_required';
    if (isRefused === OWN_ACCOUNT.test(route.path))
      errors.push(`${route.method} ${route.path} says ${status} ${error}`);
  }
  expect(errors).toEqual([]);
  const key = await buildKey(t.deps.db, people.analyst, ['read:commerce']);
  expect(await call(list, key)).toMatchObject({ status: 403, error: 'second_factor_required' });
  expect((await require(null)).status).toBe(200);
  expect((await call(list, token)).status).toBe(200);
});

test('metrics open for an administrator, but not for one who lacks the second factor that is asked for', async () => {
  const scrape = async () =>
    (await t.send('GET', '/metrics', { headers: { authorization: `Bearer ${t.token}` } })).status;
  expect(await scrape()).toBe(200);
  await t.query(`insert into role_second_factors (role, required_from) values ('admin', now() - interval '1 second')`);
  expect(await scrape()).toBe(401);
  await t.query('delete from role_second_factors');
  expect(await scrape()).toBe(200);
});

const asAdministrator = async (method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${t.token}`, 'content-type': 'application/json' };
  const answer = await t.send(method, path, { headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  expect(answer.status, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
  return (JSON.parse(answer.body) as { data: Record<string, unknown> }).data;
};

/** Fills what an analyst may not be told. */
async function plant(): Promise<void> {
  const { version } = await asAdministrator('GET', '/api/settings', undefined);
  await asAdministrator('PUT', '/api/settings', {
    alert_webhook_url: `https://hooks.example/${SECRET}`,
    alert_email: `${SECRET}@guides.example`,
    version,
  });
  const source = await asAdministrator('GET', '/api/admin/traffic-sources/1', undefined);
  await asAdministrator('PUT', '/api/admin/traffic-sources/1', {
    postback_url: `https://source.example/${SECRET}?cid={click_id}`,
    postback_body: SECRET,
    postback_headers: [{ name: SECRET, value: SECRET }],
    notes: SECRET,
    version: source['version'],
  });
  for (const [table, columns] of Object.entries({
    networks: ['account_id', 'login_url', 'manager_name', 'manager_contact', 'notes'],
    contact_messages: ['name', 'email', 'message'],
    users: ['email'],
  }))
    await t.query(`update ${table} set ${columns.map((column) => `${column} = '${SECRET}'`).join(', ')}`);
  await t.query(`update conversions set click_id = '${TRACE}', txid = '${TRACE}', click_key = '${TRACE}' || id`);
  await t.query(`update offers set payout_micros = ${MONEY}370000`);
}

/** Every answer to a reading route with a record in its address, as far as it is open. */
async function read(bearer: string): Promise<{ path: string; body: string }[]> {
  const answers = [];
  for (const { path } of guarded.filter(({ method }) => method === 'GET')) {
    const filled = path.replaceAll(/:\w+/g, '1');
    for (const query of ['', '?limit=100', '?format=csv']) {
      const answer = await t.send('GET', `${filled}${query}`, { headers: { authorization: `Bearer ${bearer}` } });
      expect(answer.status, `${filled}${query}: ${answer.body}`).toBeLessThan(500);
      if (answer.status === 200) answers.push({ path: `${filled}${query}`, body: answer.body });
    }
  }
  return answers;
}

const pathsThatTell = (answers: { path: string; body: string }[], what: RegExp): string[] =>
  answers.filter(({ body }) => what.test(body)).map(({ path }) => path);

test('an analyst and a key are told no secret and no trace, an editor no money; the administrator is told all', async () => {
  await plant();
  const admin = await read(t.token);
  const analyst = await read(await buildSession(t.deps.db, people.analyst));
  const program = await buildKey(t.deps.db, people.admin, [...SCOPES]);
  const toldToProgram = await read(program);
  const editor = await read(await buildSession(t.deps.db, people.editor));

  // what the others are not told is there to be told
  expect(pathsThatTell(admin, new RegExp(SECRET)).length).toBeGreaterThan(4);
  expect(pathsThatTell(admin, new RegExp(TRACE)).length).toBeGreaterThan(1);
  expect(pathsThatTell(analyst, new RegExp(MONEY)).length).toBeGreaterThan(3);
  expect(editor.length).toBeGreaterThan(15);

  const hidden = new RegExp(`${SECRET}|${TRACE}|/postback/[\\w-]{20}`);
  expect(pathsThatTell(analyst, hidden)).toEqual([]);
  expect(pathsThatTell(toldToProgram, hidden)).toEqual([]);
  expect(pathsThatTell(editor, hidden)).toEqual([]);
  expect(pathsThatTell(editor, new RegExp(MONEY))).toEqual([]);
  // what a change answers, and the record that a stale one collided with
  const writer = await buildKey(t.deps.db, people.admin, [...SCOPES]);
  const { version, id } = (await t.query('select id, version from conversions order by id limit 1'))[0]!;
  const change = { status: 'approved', reason: 'Agreed by mail', version };
  const asKey = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${writer}`, 'content-type': 'application/json' };
    const answer = await t.send(method, path, { headers, body: JSON.stringify(body) });
    return { path: `${answer.status} ${method} ${path}`, body: answer.body };
  };
  const written = [
    await asKey('PATCH', `/api/admin/conversions/${id}`, { ...change, version: 999_999 }),
    await asKey('PATCH', `/api/admin/conversions/${id}`, change),
    await asKey('POST', `/api/admin/conversions/${id}/rematch`, {}),
    await asKey('POST', '/api/admin/conversions/rematch', { ids: [String(id)] }),
    await asKey('PUT', '/api/admin/offers/1', { name: 'x', version: 999_999 }),
    await asKey('PUT', '/api/admin/tracking-links/1', { name: 'x', version: 999_999 }),
  ];
  expect(written.map(({ path }) => path.slice(0, 3))).toEqual(['409', '200', expect.anything(), '200', '409', '409']);
  expect(pathsThatTell(written, hidden)).toEqual([]);

  // a search must not tell by what it finds
  for (const [path, open] of [
    ['affiliate-networks', 200],
    ['traffic-sources', 200],
    ['stats/conversions', 400],
  ] as const) {
    const search = path === 'stats/conversions' ? TRACE : SECRET;
    const ask = async (bearer: string) =>
      t.send('GET', `/api/admin/${path}?search=${search}`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(JSON.parse((await ask(t.token)).body).total, path).toBeGreaterThan(0);
    const answer = await ask(program);
    expect([answer.status, (JSON.parse(answer.body) as { total?: number }).total ?? 0]).toEqual([open, 0]);
  }
  const names = /"(\w*(revenue|payout|cost|profit|roi|epc|rpm|aov)\w*|unconverted\w*)":/;
  expect(pathsThatTell(editor, names)).toEqual([]);
});

test('sub ids, which may tell who somebody is, are cut by and kept to by administrators alone', async () => {
  const asked = [
    'dimensions=sub3',
    'sub10=x',
    'dimensions=param:sub2',
    'params=%7B%22sub1%22%3A%22x%22%7D',
    'sortBy=sub1',
  ];
  const status = async (role: 'admin' | 'analyst', query: string, call = 'report') =>
    (
      await t.send('GET', `/api/admin/stats/${call}?${query}`, {
        headers: { authorization: `Bearer ${await buildSession(t.deps.db, people[role])}` },
      })
    ).status;
  for (const query of asked) {
    expect([query, await status('admin', query)]).toEqual([query, 200]);
    expect([query, await status('analyst', query)]).toEqual([query, 400]);
  }
  expect(await status('analyst', 'dimensions=param:site')).toBe(200);
  expect([await status('admin', 'sub1=x', 'why'), await status('analyst', 'sub1=x', 'why')]).toEqual([200, 400]);
});
