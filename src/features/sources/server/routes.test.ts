import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { KEPT_VALUE } from '../contract.ts';
import { postbackTarget } from './postback.ts';
import { routableSources, sourceNames } from './service.ts';
import { sourcesRoutes } from './routes.ts';

const BASE = '/api/admin/traffic-sources';
let t: TestApp;
/** What the links of a source were told to be read by. */
const kept: { sourceId: number; reading: unknown }[] = [];

beforeAll(async () => {
  t = await testApp((route, deps) =>
    sourcesRoutes(
      route,
      { ...deps, config: { ...deps.config, outgoingAllow: ['receiver.internal:8080'] } },
      (_db, ids) =>
        Promise.resolve(
          new Map(
            ids.map((id) => [
              id,
              {
                visits_30d: 7,
                cost_30d: '1.75',
                profit_30d: '-0.25',
                roi_30d: -1 / 7,
                left_out_30d: 0,
                unread_costs_30d: null,
                postbacks_ok_rate_24h: 0.5,
                last_error: 'HTTP 500',
              },
            ]),
          ),
        ),
      (_db, sourceId, reading) => {
        kept.push({ sourceId, reading });
        return Promise.resolve();
      },
    ),
  );
});
afterAll(() => t.close());

let made = 0;
const create = async (input: Record<string, unknown> = {}) => {
  made += 1;
  const reply = await t.call('POST', BASE, { name: `Source ${made}`, ...input });
  expect(reply.body).toMatchObject({ message: 'Traffic source created.' });
  expect(reply.status).toBe(201);
  return reply.body.data;
};

test('a source made from a template takes its tokens and gives a suffix to paste', async () => {
  const source = await create({ template_key: 'taboola' });
  expect(source).toMatchObject({
    type: 'native',
    click_id_param: 'click_id',
    cost_model: 'cpc',
    requires_external_id: true,
    postback_enabled: false,
    postback_statuses: ['approved'],
    visits_30d: 7,
    cost_30d: '1.75',
    profit_30d: '-0.25',
    postbacks_ok_rate_24h: 0.5,
    version: 1,
  });
  expect(source.postback_url).toContain('trc.taboola.com');
  expect(source.url_suffix).toMatch(/^click_id=\{click_id\}&campaign_id=\{campaign_id\}.*utm_source=taboola/);
  expect((await t.call('GET', `${BASE}/${source.id}`)).body.data).toEqual(source);
});

test('the postback is shown whole to its editor, masked in the list, sealed in the database', async () => {
  const url = 'https://pb.example/s2s?token=canary-secret-1&c={external_id}&e={event}';
  const source = await create({
    postback_url: url,
    postback_enabled: true,
    postback_method: 'POST',
    postback_body: '{"key":"canary-secret-2","c":"{external_id}"}',
    postback_headers: [{ name: 'X-Key', value: 'canary-secret-3' }],
  });
  expect(source).toMatchObject({ postback_url: url, postback_headers: [{ name: 'X-Key', value: KEPT_VALUE }] });
  const listed = (await t.call('GET', `${BASE}?search=${encodeURIComponent(source.name)}`)).body.data;
  expect(JSON.stringify(listed)).not.toContain('canary');
  expect(listed[0].postback_url_masked).toBe('https://pb.example/s2s?token=***&c={external_id}&e={event}');
  const dump = await t.deps.db
    .withTables<{ sources: Record<string, unknown>; audit: Record<string, unknown> }>()
    .selectFrom('sources')
    .selectAll()
    .execute();
  const audit = await t.deps.db
    .withTables<{ audit: Record<string, unknown> }>()
    .selectFrom('audit')
    .selectAll()
    .execute();
  expect(JSON.stringify([dump, audit], (_k, v: unknown) => (typeof v === 'bigint' ? String(v) : v))).not.toContain(
    'canary',
  );
  expect(await postbackTarget(t.deps.db, t.deps.secrets, source.id)).toMatchObject({
    url,
    method: 'POST',
    headers: [{ name: 'X-Key', value: 'canary-secret-3' }],
    statuses: ['approved'],
  });
});

test('a masked header value keeps the stored one, another replaces it, a missing one removes it', async () => {
  const source = await create({
    postback_headers: [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ],
  });
  await t.call('PUT', `${BASE}/${source.id}`, {
    version: 1,
    postback_headers: [
      { name: 'a', value: KEPT_VALUE },
      { name: 'C', value: '3' },
    ],
  });
  expect((await postbackTarget(t.deps.db, t.deps.secrets, source.id))?.headers).toEqual([
    { name: 'a', value: '1' },
    { name: 'C', value: '3' },
  ]);
  const unknown = await t.call('PUT', `${BASE}/${source.id}`, { postback_headers: [{ name: 'D', value: KEPT_VALUE }] });
  expect(Object.keys(unknown.body.errors)).toEqual(['postback_headers.0.value']);
});

test('what the form changes is stored, put on record, and raises the version and the content revision', async () => {
  const source = await create();
  const reply = await t.call('PUT', `${BASE}/${source.id}`, {
    version: 1,
    name: 'Renamed source',
    type: 'push',
    event_map: { sale: 'Purchase' },
    status_map: { approved: 'ok' },
    postback_statuses: ['pending', 'approved'],
    delay_seconds: 60,
  });
  expect(reply.body.data).toMatchObject({
    name: 'Renamed source',
    version: 2,
    type: 'push',
    event_map: { sale: 'Purchase' },
    click_id_param: null,
  });
  const stale = await t.call('PUT', `${BASE}/${source.id}`, { version: 1, notes: 'mine' });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ error: 'version_conflict', details: { yours: { notes: 'mine' } } });
  const audits = await t.deps.db
    .withTables<{ audit: { action: string; entity: string; entity_id: string } }>()
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'source')
    .where('entity_id', '=', String(source.id))
    .execute();
  expect(audits.map((row) => row.action).toSorted()).toEqual(['create', 'update']);
});

test('a name is taken whatever its case, and free again after a delete', async () => {
  const source = await create({ name: 'Unique Source' });
  const clash = await t.call('POST', BASE, { name: 'UNIQUE source' });
  expect(clash.status).toBe(409);
  expect(clash.body).toMatchObject({ error: 'name_taken', errors: { name: ['is already taken'] } });
  expect((await t.call('DELETE', `${BASE}/${source.id}`)).body.message).toBe('Traffic source deleted.');
  expect((await t.call('GET', `${BASE}/${source.id}`)).status).toBe(404);
  expect((await sourceNames(t.deps.db)).get(source.id)).toBe('Unique Source');
  expect((await routableSources(t.deps.db)).some(({ id }) => id === source.id)).toBe(false);
  const second = await create({ name: 'unique source' });
  expect((await t.call('POST', `${BASE}/${source.id}/restore`)).status).toBe(409);
  await t.call('DELETE', `${BASE}/${second.id}`);
  expect((await t.call('POST', `${BASE}/${source.id}/restore`)).body.data.name).toBe('Unique Source');
});

test('a source that links name is not deleted, and the answer says which', async () => {
  const source = await create({ name: 'In use' });
  await t.deps.db
    .withTables<{ links: { name: string; slug: string; traffic_source_id: number; fallback_url: string } }>()
    .insertInto('links')
    .values({ name: 'Spring', slug: 'spring-1', traffic_source_id: source.id, fallback_url: '/' })
    .execute();
  const reply = await t.call('DELETE', `${BASE}/${source.id}`);
  expect(reply.status).toBe(409);
  expect(reply.body.message).toBe('"In use" is in use by link "Spring".');
});

test.each([
  ['no name', {}, 'name'],
  ['a key that is not known', { name: 'n', traffic_loss: 7 }, 'traffic_loss'],
  ['a type that does not exist', { name: 'n', type: 'tv' }, 'type'],
  ['a parameter with a space', { name: 'n', click_id_param: 'a b' }, 'click_id_param'],
  [
    'the same alias twice',
    {
      name: 'n',
      parameters: [1, 2].map(() => ({ alias: 'a', param: 'p', token: '', label: '', group_in_reports: false })),
    },
    'parameters',
  ],
  ['a postback by http', { name: 'n', postback_url: 'http://pb.example/' }, 'postback_url'],
  ['a postback to this machine', { name: 'n', postback_url: 'https://127.1/' }, 'postback_url'],
  ['a postback to metadata', { name: 'n', postback_url: 'https://0xa9fea9fe/latest' }, 'postback_url'],
  ['a postback to mapped IPv6', { name: 'n', postback_url: 'https://[::ffff:10.0.0.1]/' }, 'postback_url'],
  ['a postback with a macro as host', { name: 'n', postback_url: 'https://{external_id}.example/' }, 'postback_url'],
  ['a postback with a password', { name: 'n', postback_url: 'https://u:p@pb.example/' }, 'postback_url'],
  ['a postback on another port', { name: 'n', postback_url: 'https://pb.example:8443/' }, 'postback_url'],
  ['a postback switched on without a URL', { name: 'n', postback_enabled: true }, 'postback_url'],
  [
    'a header that steers the connection',
    { name: 'n', postback_headers: [{ name: 'Host', value: 'x' }] },
    'postback_headers.0.name',
  ],
  [
    'a header that breaks the line',
    { name: 'n', postback_headers: [{ name: 'X', value: 'a\r\nb: c' }] },
    'postback_headers.0.value',
  ],
  ['a delay of two days', { name: 'n', delay_seconds: 172_800 }, 'delay_seconds'],
  ['a template that is not shipped', { name: 'n', template_key: 'nope' }, 'template_key'],
])('a source with %s is refused and names the field', async (_name, body, field) => {
  const before = (await t.call('GET', BASE)).body.total;
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', BASE)).body.total).toBe(before);
});

test('a private receiver that the environment names may be reached by http', async () => {
  expect((await create({ postback_url: 'http://receiver.internal:8080/pb?c={click_id}' })).postback_url).toContain(
    '8080',
  );
});

test('the list searches, filters and pages; unknown keys are refused', async () => {
  await create({ name: 'Zed push', type: 'push', status: 'paused' });
  const names = async (query: string) =>
    (await t.call('GET', `${BASE}?${query}`)).body.data.map((row: { name: string }) => row.name);
  expect(await names('search=zed')).toEqual(['Zed push']);
  expect(await names('status=paused')).toEqual(['Zed push']);
  expect((await t.call('GET', `${BASE}?colour=red`)).status).toBe(400);
  expect((await t.guest('GET', BASE)).status).toBe(401);
});

test('every template says where it comes from, and can be made into a source as it is', async () => {
  const { data } = (await t.call('GET', `${BASE}/templates`)).body;
  expect(data.length).toBeGreaterThanOrEqual(10);
  for (const template of data) {
    expect(template.verified_on).toMatch(/^\d{4}-\d\d-\d\d$/);
    await create({ template_key: template.key });
  }
});
