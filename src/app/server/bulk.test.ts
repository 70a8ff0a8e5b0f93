import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoApp } from '../../../tests/support/desk-routes.ts';
import type { TestApp } from '../../../tests/support/app.ts';
import { buildGuide, buildItem } from '../../features/guides/server/testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await undoApp();
});
afterAll(() => t.close());

const LINKS = '/api/admin/tracking-links';
const OFFERS = '/api/admin/offers';
let made = 0;
const call = async (method: string, path: string, body?: unknown) => {
  const reply = await t.call(method, path, body);
  expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body;
};
const link = async (given = {}) => (await call('POST', LINKS, { name: `Link ${(made += 1)}`, ...given })).data;
const offer = async (given = {}) =>
  (await call('POST', OFFERS, { name: `Offer ${(made += 1)}`, url: `https://shop.example/${made}`, ...given })).data;
const leading = async (to: object, id: number) => call('POST', `${LINKS}/${id}/destinations`, to);
const read = async (id: number) => (await call('GET', `${LINKS}/${id}`)).data;
const weights = async (id: number) =>
  Object.fromEntries((await read(id)).destinations.map((one: Record<string, unknown>) => [one['name'], one['weight']]));
const entries = async () => (await call('GET', '/api/settings/audit?limit=50')).data;
const undoLast = async () => call('POST', `/api/settings/audit/${(await entries())[0].id}/undo`, {});

test('a dry run says what would change and changes nothing; the same call without it does exactly that, as one change', async () => {
  const [a, b, c] = [await link({ tags: ['old'] }), await link({ status: 'paused' }), await link()];
  const ids = [a.id, b.id, c.id];
  const before = await entries();
  const foreseen = await call('POST', `${LINKS}/bulk`, { ids, act: { do: 'status', status: 'paused' }, dry_run: true });
  expect(foreseen.message).toBe('2 of 3 would change, 1 is so already.');
  expect(await entries()).toEqual(before);
  expect(await read(a.id)).toEqual(a);

  const done = await call('POST', `${LINKS}/bulk`, { ids, act: { do: 'status', status: 'paused' } });
  expect(done.data).toEqual(foreseen.data);
  expect(done.data.map((one: Record<string, unknown>) => one['changes'])).toEqual([
    [{ what: 'Status', before: 'active', after: 'paused' }],
    [],
    [{ what: 'Status', before: 'active', after: 'paused' }],
  ]);
  // what was so already has not been written
  expect((await read(b.id)).version).toBe(b.version);
  expect((await entries())[0].undo.together).toBe(2);
  await undoLast();
  for (const { id, status } of [a, b, c]) expect((await read(id)).status).toBe(status);
});

test('what is refused stops no other, and says why', async () => {
  const full = await link({ tags: Array.from({ length: 20 }, (_, i) => `t${i}`) });
  const other = await link({ tags: ['t1'] });
  const ids = [full.id, 999_999, other.id];
  const { data, message } = await call('POST', `${LINKS}/bulk`, { ids, act: { do: 'add_tag', tag: 'autumn' } });
  expect(message).toBe('1 of 3 changed, 2 refused.');
  expect(data.map((one: Record<string, unknown>) => [one['ok'], one['error']])).toEqual([
    [false, 'validation_failed'],
    [false, 'not_found'],
    [true, null],
  ]);
  expect(data[0].message).toMatch(/more than 20 tags/);
  expect((await read(other.id)).tags).toEqual(['t1', 'autumn']);
  await call('POST', `${LINKS}/bulk`, { ids, act: { do: 'remove_tag', tag: 't1' } });
  expect((await read(other.id)).tags).toEqual(['autumn']);
  expect((await read(full.id)).tags).toHaveLength(19);
});

test('an address that no link may fall back to is refused before any is looked at', async () => {
  const { id } = await link();
  const act = { do: 'fallback', fallback_url: '//evil.example' };
  const refused = await t.call('POST', `${LINKS}/bulk`, { ids: [id], act });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['act.fallback_url']]);
  await call('POST', `${LINKS}/bulk`, { ids: [id], act: { ...act, fallback_url: '/listicles/3' } });
  expect((await read(id)).fallback_url).toBe('/listicles/3');
});

test('weight goes from one target to another in every link, in whole or in part, also where it did not lead there', async () => {
  const [a, b, both, without] = [await link(), await link(), await link(), await link()];
  const [worn, fresh] = [await offer({ name: 'Worn' }), await offer({ name: 'Fresh' })];
  const from = { type: 'offer', target_id: worn.id };
  const to = { type: 'offer', target_id: fresh.id };
  await leading({ ...from, weight: 60 }, a.id);
  await leading({ ...from, weight: 75 }, b.id);
  await leading({ type: 'url', url: 'https://third.example/', name: 'Third', weight: 10 }, b.id);
  await leading({ ...from, weight: 30 }, both.id);
  await leading({ ...to, weight: 20 }, both.id);
  const ids = [a.id, b.id, both.id, without.id];
  const act = { do: 'move_weight', from, to };
  const { data } = await call('POST', `${LINKS}/bulk`, { ids, act: { ...act, percent: 50 } });
  const [half] = await entries();
  expect(await weights(a.id)).toEqual({ Worn: 30, Fresh: 30 });
  expect(await weights(b.id)).toEqual({ Worn: 37, Fresh: 38, Third: 10 });
  expect(await weights(both.id)).toEqual({ Worn: 15, Fresh: 35 });
  expect(data[0].changes).toEqual([
    { what: 'Weight of Worn', before: '60', after: '30' },
    { what: 'Weight of Fresh', before: null, after: '30' },
  ]);
  expect(data[3]).toMatchObject({ ok: false, message: 'None of its destinations leads there.' });
  await call('POST', `${LINKS}/bulk`, { ids, act });
  expect(await weights(b.id)).toEqual({ Worn: 0, Fresh: 75, Third: 10 });
  await undoLast();
  await call('POST', `/api/settings/audit/${half.id}/undo`, {});
  expect(await weights(a.id)).toEqual({ Worn: 60 });
  expect(await weights(b.id)).toEqual({ Worn: 75, Third: 10 });
  expect(await weights(both.id)).toEqual({ Worn: 30, Fresh: 20 });
});

test('weight stays in the rule of its visitors, and goes neither to what is paused nor beyond the most', async () => {
  const [ruled, paused, full] = [await link(), await link(), await link()];
  const rule = await call('POST', `${LINKS}/${ruled.id}/rules`, {
    name: 'Phones',
    conditions: [{ type: 'device', values: ['mobile'] }],
  });
  const ruleId = (rule.data.find?.((one: { name: string }) => one.name === 'Phones') ?? rule.data).id;
  const from = { type: 'url', url: 'https://from.example/' };
  const to = { type: 'url', url: 'https://to.example/' };
  await leading({ ...from, name: 'From', weight: 40, rule_id: ruleId }, ruled.id);
  await leading({ ...to, name: 'To', weight: 10 }, ruled.id);
  await leading({ ...from, weight: 40 }, paused.id);
  await leading({ ...to, name: 'Resting', status: 'paused' }, paused.id);
  await leading({ ...from, weight: 40 }, full.id);
  await leading({ ...to, name: 'Heavy', weight: 990 }, full.id);
  const ids = [ruled.id, paused.id, full.id];
  const { data } = await call('POST', `${LINKS}/bulk`, { ids, act: { do: 'move_weight', from, to } });
  const all = (await call('GET', `${LINKS}/${ruled.id}/destinations`)).data;
  expect(all.map((one: Record<string, unknown>) => [one['url'], one['weight'], one['rule_id']])).toEqual([
    [from.url, 0, ruleId],
    [to.url, 10, null],
    [to.url, 40, ruleId],
  ]);
  expect(data.slice(1).map((one: { message: string }) => one.message)).toEqual([
    'Its destination “Resting” is paused.',
    'The weight of “Heavy” would be more than 1000.',
  ]);
  const same = await t.call('POST', `${LINKS}/bulk`, { ids, act: { do: 'move_weight', from, to: from } });
  expect(same.body.errors).toEqual({ 'act.to': ['must be another than from'] });
});

test('offers are paused together, and it is told where readers lose a button', async () => {
  const [shown, alone] = [await offer(), await offer()];
  await buildItem(t.deps, (await buildGuide(t.deps)).id, { offer_id: shown.id });
  const asked = { ids: [shown.id, alone.id], act: { do: 'status', status: 'paused' } };
  const foreseen = await call('POST', `${OFFERS}/bulk`, { ...asked, dry_run: true });
  expect(foreseen.data.map((one: { message: string }) => one.message)).toEqual(['One button goes with it.', null]);
  expect((await call('GET', `${OFFERS}/${shown.id}`)).data.status).toBe('active');
  await call('POST', `${OFFERS}/bulk`, asked);
  expect((await call('GET', `${OFFERS}/${shown.id}`)).data.status).toBe('paused');
  await undoLast();
  expect((await call('GET', `${OFFERS}/${alone.id}`)).data.status).toBe('active');
});

test('an offer takes over from many, never from itself', async () => {
  const [spare, one, capped] = [await offer({ name: 'Spare' }), await offer(), await offer()];
  await call('PUT', `${OFFERS}/${capped.id}`, { cap_total: 5, overflow_offer_id: one.id });
  const ids = [one.id, spare.id, capped.id];
  const { data } = await call('POST', `${OFFERS}/bulk`, { ids, act: { do: 'overflow', overflow_offer_id: spare.id } });
  expect(data[0].changes).toEqual([{ what: 'When a cap is reached', before: 'nobody', after: 'Spare' }]);
  expect(data[1]).toMatchObject({ ok: false, error: 'validation_failed' });
  expect(data[2].changes).toEqual([{ what: 'When a cap is reached', before: one.name, after: 'Spare' }]);
  const none = await call('POST', `${OFFERS}/bulk`, { ids, act: { do: 'overflow', overflow_offer_id: null } });
  expect(none.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false]);
});

const content: Record<string, { base: string; done: string; more: () => Promise<object> }> = {
  guides: { base: '/api/admin/listicles', done: 'Listicles updated successfully!', more: async () => ({}) },
  reviews: {
    base: '/api/admin/offer-content',
    done: 'Content updated successfully!',
    more: async () => ({ offer_id: (await offer()).id, pros: ['Calm'], cons: ['Dear'] }),
  },
};

test.each(Object.entries(content))('the status of many %s goes the same way', async (_kind, { base, done, more }) => {
  const write = async (given: object) =>
    (await call('POST', base, { title: `Title ${(made += 1)}`, ...(await more()), ...given })).data;
  const [draft, shown, blocked] = [
    await write({ status: 'draft' }),
    await write({ status: 'published' }),
    await write({ status: 'draft', meta_description: 'It cures arthritis.' }),
  ];
  const ids = [draft.id, shown.id, blocked.id];
  const records = async () => Promise.all(ids.map(async (id) => (await call('GET', `${base}/${id}`)).data));
  const state = async () => [await entries(), await records()];

  const before = await state();
  const foreseen = await call('POST', `${base}/bulk-status`, { ids, status: 'published', dry_run: true });
  expect(foreseen.message).toBe('1 of 3 would change, 1 is so already, 1 refused.');
  expect(await state()).toEqual(before);

  const some = await call('POST', `${base}/bulk-status`, { ids, status: 'published' });
  expect(some).toEqual({ data: foreseen.data, message: '1 of 3 changed, 1 is so already, 1 refused.' });
  const after = await records();
  expect(after.map(({ status }) => status)).toEqual(['published', 'published', 'draft']);
  // what was so already has not been written
  expect(after[1].version).toBe(shown.version);

  const all = { ids: ids.slice(0, 2), status: 'archived' };
  const [foretold, archived] = [
    await call('POST', `${base}/bulk-status`, { ...all, dry_run: true }),
    await call('POST', `${base}/bulk-status`, all),
  ];
  expect(archived).toEqual({ data: foretold.data, message: done });
  expect(foretold.message).toBe('2 of 2 would change.');
  await undoLast();
  expect((await records()).map(({ status }) => status)).toEqual(['published', 'published', 'draft']);
});
