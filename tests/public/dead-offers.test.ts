import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestServer, startServer } from '../support/server.ts';

type Answer = { status: number; location: string | null; text: string; body: any }; // oxlint-disable-line typescript/no-explicit-any -- a test reads whatever came

let server: TestServer;
let merchant: Server;
let origin: string;
let token: string;
/** What the merchant answers by path: a status, or where it redirects to. */
const answers: Record<string, number | string> = { '/calm': 200, '/green': 200 };

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const reply = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0',
      ...(path.startsWith('/api') && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json');
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    text,
    body: isJson ? (JSON.parse(text) as unknown) : undefined,
  };
}

const made = async (path: string, body: object): Promise<{ id: number }> => {
  const reply = await send('POST', path, body);
  expect([reply.status, reply.text]).toEqual([201, expect.anything()]);
  return reply.body.data as { id: number };
};

let calm: { id: number };
let green: { id: number };
let guide: { id: number };
let item: { id: number };
let other: { id: number };

beforeAll(async () => {
  merchant = createServer((request, reply) => {
    const answer = answers[request.url!.split('?')[0]!] ?? 404;
    if (typeof answer === 'number') reply.writeHead(answer).end('page');
    else reply.writeHead(302, { location: answer }).end();
  });
  await new Promise<void>((done) => merchant.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(merchant.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  server = await startServer({ env: { SAMPLE: 'off', OUTGOING_ALLOW: host } });
  const login = await send('POST', '/api/auth/login', {
    username: server.adminUsername,
    password: server.adminPassword,
  });
  token = login.body.token as string;
  calm = await made('/api/admin/offers', { name: 'Calm Tea', url: `${origin}/calm?cid={click_id}` });
  green = await made('/api/admin/offers', { name: 'Green Tea', url: `${origin}/green?cid={click_id}` });
  guide = await made('/api/admin/listicles', { title: 'Best Teas', status: 'draft' });
  const fit = { title: 'The calm one', pros: ['Easy to carry'], cons: ['Hard to wash'], summary: 'A tea.' };
  item = await made(`/api/admin/listicles/${guide.id}/items`, {
    ...fit,
    offer_id: calm.id,
    fallback_offer_id: green.id,
  });
  other = await made(`/api/admin/listicles/${guide.id}/items`, { ...fit, title: 'The green one', offer_id: green.id });
  const published = await send('PUT', `/api/admin/listicles/${guide.id}`, { status: 'published' });
  expect([published.status, published.text]).toEqual([200, expect.anything()]);
});

/** The merchant answers, the offer is for all, and its button has a fallback. */
beforeEach(async () => {
  answers['/calm'] = 200;
  const open = { status: 'active', ends_at: null, devices_allowed: [], countries_allowed: [] };
  expect((await send('PUT', `/api/admin/offers/${calm.id}`, open)).status).toBe(200);
  await fallBackTo(green.id);
  await check();
  await expect.poll(wayOut).toMatch(/\/calm\?cid=/);
});
afterAll(async () => {
  await server?.stop();
  await new Promise((done) => merchant?.close(done));
});

const fallBackTo = (id: number | null) =>
  send('PUT', `/api/admin/listicles/${guide.id}/items/${item.id}`, { fallback_offer_id: id });
const check = () => send('POST', `/api/admin/offers/${calm.id}/check-link`);
const page = async () => (await send('GET', `/listicles/${guide.id}-best-teas`)).text;
const hasButton = async () => (await page()).includes(`/out/${item.id}`);
/** Where the button of the page leads. */
const wayOut = async () => (await send('GET', `/out/${item.id}`)).location;
const openAlerts = async () => (await send('GET', '/api/admin/alerts?state=open')).body.data;

test('a merchant that fails, comes back and strips: the reader always has a way on, the editor is told', async () => {
  expect(await hasButton()).toBe(true);

  answers['/calm'] = 404;
  await check();
  // after one look the button leads to the fallback, by address as on the page
  await expect.poll(wayOut).toMatch(/\/green\?cid=/);
  expect(await hasButton()).toBe(true);
  const [told] = await openAlerts();
  expect(told).toMatchObject({ subject_name: 'Calm Tea', severity: 'warning' });
  expect(told.details).toContainEqual({
    label: 'Guide "Best Teas"',
    text: 'The button of "The calm one" now leads to "Green Tea" instead.',
  });

  // without a fallback the button is gone, and nobody who still has the address runs into a dead page
  await fallBackTo(null);
  await check();
  await expect.poll(hasButton).toBe(false);
  await expect.poll(wayOut).toBe(`/listicles/${guide.id}`);
  const [worse] = await openAlerts();
  expect(worse).toMatchObject({ severity: 'critical', is_read: false });
  expect(worse.details).toContainEqual({
    label: 'Guide "Best Teas"',
    text: 'The button of "The calm one" is gone: it has no fallback.',
  });

  answers['/calm'] = 200;
  await check();
  await expect.poll(wayOut).toMatch(/\/calm\?cid=/);
  await expect.poll(hasButton).toBe(true);
  expect(await openAlerts()).toEqual([]);

  answers['/calm'] = '/stripped';
  answers['/stripped'] = 200;
  await check();
  expect(await hasButton()).toBe(true);
  expect((await openAlerts())[0].message).toMatch(/Lost on the way: cid/);
});

test.each([
  ['paused', { status: 'paused' }],
  ['archived', { status: 'archived' }],
])('an offer that is %s leaves no dead button', async (_name, change) => {
  await fallBackTo(null);
  await send('PUT', `/api/admin/offers/${calm.id}`, change);
  await expect.poll(hasButton).toBe(false);
  await expect.poll(wayOut).toBe(`/listicles/${guide.id}`);
});

/** By the short cut; then as behind a proxy and for HEAD, by the declared route. */
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0', ...headers },
  });

/** Seen red: every visitor went to the shop; an offer that was over led back to its guide without a word. */
test('a button whose offer is for others shows why, and what else the guide has', async () => {
  await fallBackTo(null);
  await send('PUT', `/api/admin/offers/${calm.id}`, { devices_allowed: ['mobile'] });
  await expect.poll(async () => (await ask(`/out/${item.id}`)).text()).toContain('The green one');
  expect((await ask(`/out/${item.id}`, { 'user-agent': PHONE })).headers.get('location')).toMatch(/\/calm\?cid=/);

  const reply = await ask(`/out/${item.id}?v=%22%3E%3Cscript%3E`);
  const text = await reply.text();
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  });
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).toContain('This offer works on phones only.');
  expect(text).toContain(`href="/out/${other.id}?v="`);
  expect(text).not.toContain('"><script>');
  expect(await (await ask(`/out/${item.id}`, {}, 'HEAD')).text()).toBe('');

  await send('PUT', `/api/admin/offers/${calm.id}`, { devices_allowed: [], ends_at: '2020-01-01T00:00:00Z' });
  await expect.poll(hasButton).toBe(false);
  await expect.poll(async () => (await ask(`/out/${item.id}`)).text()).toContain('This offer is over.');
});

test('the review of a product that is for others shows its alternatives, and leads no one out', async () => {
  const review = await send('POST', '/api/admin/offer-content', {
    title: 'Seven weeks of Calm Tea',
    verdict: 'A tea.',
    pros: ['Easy to carry'],
    cons: ['Hard to wash'],
    offer_id: calm.id,
    slug: 'calm-tea-tried',
    status: 'published',
  });
  expect([review.status, review.text]).toEqual([201, expect.anything()]);
  await send('PUT', `/api/admin/offers/${calm.id}`, { countries_allowed: ['JP'] });
  const read = async () => (await ask('/out/review/calm-tea-tried')).text();
  await expect.poll(read).toContain('we could not tell which one you are in');
  const text = await read();
  expect(text).toMatch(/Alternatives.*The green one/s);
  expect(text).not.toContain('href="/out/');
  await send('DELETE', `/api/admin/offer-content/${review.body.data.id}`);
});
