import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { settingsRoutes } from './routes.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import { receiveContact, removeOldContacts } from './service.ts';

const BASE = '/api/settings';
let t: TestApp;

const newSite = (): Promise<TestApp> =>
  testApp(
    (route, deps) =>
      settingsRoutes(route, { ...deps, config: { ...deps.config, outgoingAllow: ['chat.internal:8080', '10.0.0.9'] } }),
    { clock: () => new Date('2026-03-01T10:00:00Z') },
  );

beforeAll(async () => {
  t = await newSite();
});
afterAll(() => t.close());

const read = async (site = t) => (await site.call('GET', BASE)).body.data;

test('a new site has settings to work with; what is changed is stored, put on record, and raises the revision of the pages', async () => {
  const site = await newSite();
  const before = await read(site);
  expect(before).toMatchObject({ brand: 'Guidepost', currency: 'USD', time_zone: 'UTC' });
  const revision = await writesTold(site.deps.db);
  const reply = await site.call('PUT', BASE, {
    version: before.version,
    brand: ' Fair Finds ',
    time_zone: 'Europe/Berlin',
    currency: 'eur',
    contact_email: 'desk@site.example',
  });
  expect(reply.body).toMatchObject({ message: 'Settings saved.' });
  expect(reply.body.data).toEqual({
    ...before,
    brand: 'Fair Finds',
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    contact_email: 'desk@site.example',
    version: before.version + 1,
    updated_at: '2026-03-01T10:00:00.000Z',
  });
  expect(await read(site)).toEqual(reply.body.data);
  expect(await writesTold(site.deps.db)).toBeGreaterThan(revision);
  const record = await site.deps.db
    .withTables<{ audit: { id: bigint; entity: string; action: string; before: unknown; after: unknown } }>()
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'settings')
    .execute();
  expect(record).toEqual([
    {
      action: 'update',
      before: { brand: 'Guidepost', time_zone: 'UTC', currency: 'USD', contact_email: '' },
      after: { brand: 'Fair Finds', time_zone: 'Europe/Berlin', currency: 'EUR', contact_email: 'desk@site.example' },
    },
  ]);
  await site.close();
});

test('the record of a change tells the host of the webhook, not the address that lets anybody post to it', async () => {
  const { rows: told } = await sql<{ last: string }>`select coalesce(max(id), 0) as last from audit`.execute(t.deps.db);
  await t.call('PUT', BASE, { alert_webhook_url: 'https://hooks.example/services/canary-1' });
  await t.call('PUT', BASE, { alert_webhook_url: 'https://hooks.example/services/canary-2' });
  expect((await t.call('GET', BASE)).body.data.alert_webhook_url).toBe('https://hooks.example/services/canary-2');
  const { rows: stored } = await sql<{ line: string }>`select to_jsonb(settings)::text as line from settings`.execute(
    t.deps.db,
  );
  expect(stored[0]!.line).not.toContain('canary');
  await t.call('PUT', BASE, { alert_webhook_url: '' });
  const { rows } = await sql<{ line: string }>`
    select to_jsonb(audit)::text as line from audit where entity = 'settings' and after ? 'alert_webhook_url' and id > ${told[0]!.last} order by id
  `.execute(t.deps.db);
  expect(rows.map(({ line }) => line)).toEqual([
    expect.stringContaining('https://hooks.example/***'),
    expect.stringContaining('https://hooks.example/***'),
    expect.stringContaining('"alert_webhook_url": ""'),
  ]);
  expect(JSON.stringify(rows)).not.toContain('canary');
});

test('a version that somebody else has changed is refused with both sides', async () => {
  const { version, ...current } = await read();
  const reply = await t.call('PUT', BASE, { version: version + 7, tagline: 'Mine' });
  expect([reply.status, reply.body.error]).toEqual([409, 'version_conflict']);
  expect(reply.body.details).toEqual({
    current: { ...current, version },
    yours: { version: version + 7, tagline: 'Mine' },
  });
  expect((await read()).tagline).toBe(current.tagline);
});

test.each([
  ['brand', ''],
  ['brand', 'x'.repeat(61)],
  ['tagline', 'x'.repeat(121)],
  ['disclosure', ' '],
  ['disclosure', 'x'.repeat(501)],
  ['contact_email', 'nobody'],
  ['currency', 'EURO'],
  ['time_zone', 'Europe/Nowhere'],
  ['time_zone', '+01:00'],
  ['time_zone', 'utc'],
  ['click_retention_days', 731],
  ['log_retention_days', 0],
  ['contact_retention_days', 1826],
  ['theme', 'dark'],
])('%s = %j is refused on its field', async (field, value) => {
  const reply = await t.call('PUT', BASE, { [field]: value });
  expect([reply.status, reply.body.error]).toEqual([400, 'validation_failed']);
  expect(Object.keys(reply.body.errors)).toEqual([field]);
});

const MESSAGES = `${BASE}/contact-messages`;
const write = (name: string, clock = t.deps.clock) =>
  receiveContact({ db: t.deps.db, clock }, { name, email: `${name}@mail.example`, message: `I am ${name}, 100% sure` });
const list = async (query = '') => (await t.call('GET', `${MESSAGES}?${query}`)).body;
const names = (reply: { data: { name: string }[] }) => reply.data.map((row) => row.name);
const emptyInbox = () => removeOldContacts(t.deps.db, new Date('2100-01-01'));

test('messages of the contact form come newest first, searched and in pages', async () => {
  await emptyInbox();
  for (const name of ['Ann', 'Ben', 'Cid']) await write(name);
  const first = await list('limit=2');
  expect(names(first)).toEqual(['Cid', 'Ben']);
  expect(first).toMatchObject({ total: 3, page: 1, limit: 2, pages: 2 });
  expect(names(await list('limit=2&page=2'))).toEqual(['Ann']);
  expect(names(await list('sortBy=name&order=asc'))).toEqual(['Ann', 'Ben', 'Cid']);
  expect(names(await list('search=ben%40'))).toEqual(['Ben']);
  expect((await list('search=100%25')).total).toBe(3);
  expect((await list('color=red')).errors).toEqual({ color: ['is not known here'] });
});

test('messages are a file with all that are found', async () => {
  await emptyInbox();
  for (const name of ['Ann', 'Ben', 'Cid']) await write(name);
  const { headers, body } = await t.call('GET', `${MESSAGES}?format=csv&search=%40mail&sortBy=name&order=desc`);
  expect(headers['content-disposition']).toMatch(/filename="contact-messages-\d{4}-\d\d-\d\d\.csv"/);
  const lines = (body as string).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('"I am Cid, 100% sure"');
  expect((await list('format=csv&limit=5')).errors).toHaveProperty('limit');
});

test('a message is marked as read and as unread again, and found by that', async () => {
  await emptyInbox();
  for (const name of ['Ann', 'Ben']) await write(name);
  const [ben] = (await list()).data;
  const marked = await t.call('PUT', `${MESSAGES}/${ben.id}`, { is_read: true });
  expect(marked.body).toEqual({ data: { ...ben, is_read: true }, message: 'Marked as read.' });
  expect(names(await list('is_read=true'))).toEqual(['Ben']);
  expect(names(await list('is_read=false'))).toEqual(['Ann']);
  expect(names(await list('sortBy=is_read&order=asc'))).toEqual(['Ann', 'Ben']);
  expect((await t.call('PUT', `${MESSAGES}/${ben.id}`, { is_read: false })).body.data.is_read).toBe(false);
  expect((await t.call('PUT', `${MESSAGES}/${ben.id}`, { is_read: 'yes' })).body.errors).toHaveProperty('is_read');
  expect((await t.call('PUT', `${MESSAGES}/${ben.id}`, { message: 'Mine' })).status).toBe(400);
  expect((await list('is_read=maybe')).errors).toHaveProperty('is_read');
});

test('a deleted message is gone for good: nothing of it stays, on record either', async () => {
  await emptyInbox();
  await write('Dora');
  const [dora] = (await list()).data;
  const removed = await t.call('DELETE', `${MESSAGES}/${dora.id}`);
  expect(removed.body).toEqual({ message: 'Message deleted.' });
  expect((await list()).total).toBe(0);
  const { rows } = await sql<{ line: string }>`
    select to_jsonb(audit)::text as line from audit where entity = 'contact_message' and action = 'delete'
  `.execute(t.deps.db);
  expect(rows.map(({ line }) => line)).toEqual([expect.stringContaining(`Message ${dora.id}`)]);
  expect(rows[0]!.line).not.toMatch(/dora|sure/i);
  for (const method of ['PUT', 'DELETE']) {
    const again = await t.call(method, `${MESSAGES}/${dora.id}`, method === 'PUT' ? { is_read: true } : undefined);
    expect([again.status, again.body.message]).toEqual([404, 'Contact message not found.']);
  }
});

test('the inbox takes 200 messages in 24 hours, and more when they are over', async () => {
  await emptyInbox();
  await sql`
    insert into contact_messages (name, email, message, created_at)
    select 'Bot ' || n, 'bot@mail.example', 'x', ${t.deps.clock().toISOString()} from generate_series(1, 199) n
  `.execute(t.deps.db);
  expect(await write('Last')).toBe(true);
  expect(await write('Late')).toBe(false);
  expect((await list('limit=all')).total).toBe(200);
  expect(await write('Tomorrow', () => new Date('2026-03-02T10:00:01Z'))).toBe(true);
});

test('messages older than the retention go, younger ones stay', async () => {
  await emptyInbox();
  await write('Old', () => new Date('2025-02-28T00:00:00Z'));
  await write('Young', () => new Date('2025-03-02T00:00:00Z'));
  expect(await removeOldContacts(t.deps.db, new Date('2025-03-01T00:00:00Z'))).toBe(1);
  expect(names(await list())).toEqual(['Young']);
});

test.each([
  ['GET', BASE],
  ['PUT', BASE],
  ['GET', `${BASE}/contact-messages`],
  ['PUT', `${BASE}/contact-messages/1`],
  ['DELETE', `${BASE}/contact-messages/1`],
])('a guest may not %s %s', async (method, path) => {
  expect((await t.guest(method, path)).status).toBe(401);
});

test.each([
  ['a user name and password', 'https://ann:hunter2@hooks.example/x', /user name or a password/],
  ['our own machine by its name', 'https://localhost/x', /public internet/],
  ['our own machine', 'https://127.0.0.1/x', /public internet/],
  ['our own machine as one number', 'https://2130706433/x', /public internet/],
  ['our own machine in six', 'https://[::ffff:127.0.0.1]/x', /public internet/],
  ['a private address', 'https://192.168.1.1/x', /public internet/],
  ['the room of the cloud', 'https://169.254.169.254/latest', /public internet/],
  ['another port', 'https://hooks.example:8443/x', /port 443/],
  ['a plain http', 'http://hooks.example/x', /must be https/],
])('a webhook with %s is refused when it is saved', async (_name, url, reason) => {
  const reply = await t.call('PUT', BASE, { alert_webhook_url: url });
  expect(reply.status).toBe(400);
  expect(reply.body.errors.alert_webhook_url[0]).toMatch(reason);
  expect((await read()).alert_webhook_url).toBe('');
});

test('a webhook that OUTGOING_ALLOW names is taken, and one that is stored stays when something else is saved', async () => {
  for (const url of ['http://chat.internal:8080/x', 'https://10.0.0.9/x'])
    expect((await t.call('PUT', BASE, { alert_webhook_url: url })).status).toBe(200);
  const { secrets, db } = t.deps;
  const old = 'https://192.168.1.1/old';
  await sql`update settings set alert_webhook_url = ${secrets.seal(old)}`.execute(db);
  expect((await t.call('PUT', BASE, { alert_webhook_url: old, brand: 'Fair Finds' })).status).toBe(200);
  await t.call('PUT', BASE, { alert_webhook_url: '' });
});
