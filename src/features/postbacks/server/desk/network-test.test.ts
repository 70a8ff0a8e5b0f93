import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { networksById } from '../../../networks/server/service.ts';
import { buildNetwork } from '../../../networks/server/testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';
import { unmatchedMessages } from '../service.ts';

const TEMPLATES = readdirSync(new URL('../../../networks/templates/', import.meta.url)).map((file) =>
  file.slice(0, -5),
);
const BASE = '/api/admin/affiliate-networks';
let t: TestApp;

beforeAll(async () => {
  t = await testApp(moneyRoutes);
});
afterAll(() => t.close());

const send = (id: number) => t.call('POST', `${BASE}/${id}/test-postback`);

test('a test is judged as the network would be understood, lies in its log, and counts nowhere', async () => {
  const network = await buildNetwork(t.deps, { template_key: 'clickbank', hmac_param: 'sig', hmac_secret: 'secret' });
  const reply = await send(network.id);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    message: 'Understood. Its click id is made up, so no click was found; a real one would be.',
    data: { ok: true, result: 'unmatched', reason: 'unmatched_click' },
    sent: expect.stringMatching(
      /^\?click_id=test-[0-9a-z]{12}&payout=1\.00&txid=TEST-[0-9a-z]{6}&status=(purchase|upsell)&test=1$/,
    ),
  });
  const log = (await t.call('GET', `${BASE}/${network.id}/postback-logs`)).body;
  expect(log).toMatchObject({ total: 1, data: [{ is_test: true, state: 'done', reason_code: 'unmatched_click' }] });
  // the list shows when the network itself spoke last
  expect((await networksById(t.deps.db, [network.id])).get(network.id)!.last_postback_at).toBeNull();
  expect((await unmatchedMessages(t.deps.db, [network.id], new Date())).get(network.id)).toBeUndefined();
  expect((await t.call('GET', `/api/admin/conversions/orphans?network_id=${network.id}`)).body).toMatchObject({
    total: 0,
  });
});

test('a map that does not know the word, and names that hide the click id, are told', async () => {
  const strange = await buildNetwork(t.deps, { template_key: 'affise', status_map: {} });
  // without a word of its own the test says "approved", which everybody means alike
  expect((await send(strange.id)).body.data.reason).toBe('unmatched_click');
  const ignoring = await buildNetwork(t.deps, { status_map: { approved: 'ignore' } });
  expect((await send(ignoring.id)).body).toMatchObject({
    message: 'Understood, and ignored: that is what the map says of its status word.',
    data: { reason: 'ignored_status' },
  });
});

test.each(TEMPLATES)('the test of a network from the template %s is understood', async (key) => {
  const network = await buildNetwork(t.deps, { template_key: key });
  expect((await send(network.id)).body.data.reason).toMatch(/^(unmatched_click|recorded)$/);
});

test('a network that is not there has no test', async () => {
  expect((await send(999_999)).status).toBe(404);
});
