import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAdministrator } from '../src/features/accounts/server/testing.ts';
import { wholeApp, type WholeApp } from './support/whole-app.ts';

vi.setConfig({ testTimeout: 60_000 });

let t: WholeApp;
let token: string;

beforeAll(async () => {
  t = await wholeApp();
  const old = await buildAdministrator(t.deps.db, { username: 'typed long ago' });
  ({ token } = old);
  await t.query(`update sessions set password_at = now() - interval '16 minutes' where user_id = $1`, [old.actor.id]);
});
afterAll(() => t.close());

const call = async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await t.send(method, path, { headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: JSON.parse(answer.body) as { error?: string; data: Record<string, unknown> } };
};
const one = async (path: string) => (await call('GET', path)).body.data;

const LINK = '/api/admin/tracking-links/1';
const SOURCE = '/api/admin/traffic-sources/1';
const ELSEWHERE = 'https://elsewhere.example/';

test.each<[string, string, string, (old: Record<string, unknown>) => object]>([
  [
    'the secret of a network',
    'PUT',
    '/api/admin/affiliate-networks/1',
    () => ({ hmac_secret: 'x', hmac_param: 'sig' }),
  ],
  ['where postbacks go', 'PUT', SOURCE, () => ({ postback_url: `${ELSEWHERE}?c={click_id}` })],
  ['what postbacks carry', 'PUT', SOURCE, () => ({ postback_headers: [{ name: 'x-key', value: 'y' }] })],
  ['where alerts go', 'PUT', '/api/settings', ({ version }) => ({ alert_webhook_url: ELSEWHERE, version })],
  ['where an offer leads', 'PUT', '/api/admin/offers/1', () => ({ url: ELSEWHERE })],
  ['a destination of its own', 'POST', `${LINK}/destinations`, () => ({ type: 'url', url: ELSEWHERE })],
  ['where a link falls back to', 'PUT', LINK, () => ({ fallback_url: ELSEWHERE })],
])('%s asks for the password when it was typed long ago, and nothing is changed', async (_what, method, path, body) => {
  const read = path.replace(/\/destinations$/, '');
  const before = await one(read);
  expect(await call(method, path, body(before))).toMatchObject({ status: 403, body: { error: 'password_required' } });
  expect(await one(read)).toEqual(before);
});

test('a file of links asks for it before it makes any, and not to be looked through', async () => {
  const csv = `name,fallback_url\nPlain,${ELSEWHERE}`;
  const file = (dryRun: boolean) => call('POST', '/api/admin/tracking-links/import', { csv, dry_run: dryRun });
  expect(await file(true)).toMatchObject({ status: 200 });
  expect(await file(false)).toMatchObject({ status: 403, body: { error: 'password_required' } });
});

test('a file of conversions, with the ids of clicks, asks for it too', async () => {
  const file = await call('GET', '/api/admin/stats/conversions?format=csv');
  expect(file).toMatchObject({ status: 403, body: { error: 'password_required' } });
  expect((await call('GET', '/api/admin/stats/conversions')).status).toBe(200);
});

test.each<[string, string, (old: Record<string, unknown>) => object]>([
  ['a network', '/api/admin/affiliate-networks/1', () => ({ name: 'Another name' })],
  [
    'a source, sent whole',
    SOURCE,
    ({ postback_url, postback_body, postback_headers }) => ({
      notes: 'x',
      postback_url,
      postback_body,
      postback_headers,
    }),
  ],
  ['the settings', '/api/settings', ({ version, alert_webhook_url }) => ({ tagline: 'x', version, alert_webhook_url })],
  ['an offer', '/api/admin/offers/1', ({ url }) => ({ notes: 'x', url })],
  ['a link', LINK, ({ fallback_url }) => ({ notes: 'x', fallback_url })],
])('other fields of %s do not', async (_what, path, body) => {
  expect(await call('PUT', path, body(await one(path)))).toMatchObject({ status: 200 });
});
