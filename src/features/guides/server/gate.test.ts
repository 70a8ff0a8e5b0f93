import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { updateOffer } from '../../offers/server/service.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { guidesRoutes } from './routes.ts';
import { runGuideSchedule } from './service.ts';
import { guideChecks, itemChecks } from './checks.ts';
import { publicGuide } from './reading.ts';
import { buildGuide, buildItem } from './testing.ts';

let t: TestApp;
const BASE = '/api/admin/listicles';
const CLAIM = '<p>This tea cures arthritis.</p>';
const SIDES = { pros: ['Calm'], cons: ['Bitter'] };

beforeAll(async () => {
  t = await testApp((route, deps) =>
    guidesRoutes(
      route,
      deps,
      () => Promise.resolve(new Map()),
      (item) => `/out/${item.id}`,
    ),
  );
});
afterAll(() => t.close());

const guideAt = async (id: number) => (await t.call('GET', `${BASE}/${id}`)).body.data;
const isPublic = async (id: number) => typeof (await publicGuide(t.deps.db, id)) === 'object';
/** A draft with something that the checklist blocks. */
const faulty = () => buildGuide(t.deps, { status: 'draft', description: CLAIM });
/** A draft with a product that nothing speaks against. */
async function oneSided() {
  const guide = await buildGuide(t.deps, { status: 'draft' });
  const item = await buildItem(t.deps, guide.id, { title: 'Calm Tea', cons: [] });
  return { guide, item };
}

const BLOCKED = { status: 422, body: { error: 'publish_blocked' } };

test('a guide with a forbidden claim is not created public, and nothing is stored', async () => {
  const before = (await t.call('GET', BASE)).body.total;
  const refused = await t.call('POST', BASE, { title: 'Claims', description: CLAIM });
  expect(refused).toMatchObject(BLOCKED);
  expect(refused.body.errors).toEqual({ description: [expect.stringContaining('cures')] });
  expect(refused.body.details.checks).toContainEqual(
    expect.objectContaining({ code: 'claim_disease', level: 'block', ok: false, field: 'description' }),
  );
  expect((await t.call('GET', BASE)).body.total).toBe(before);
  expect((await t.call('POST', BASE, { title: 'Claims', description: CLAIM, status: 'draft' })).status).toBe(201);
});

test.each(['published', 'featured'])('no update makes a faulty guide %s', async (status) => {
  const { id } = await faulty();
  expect(await t.call('PUT', `${BASE}/${id}`, { status })).toMatchObject(BLOCKED);
  expect(await guideAt(id)).toMatchObject({ status: 'draft', version: 1, first_published_at: null });
  const both = { status, description: '<p>This tea tastes of hay.</p>' };
  expect((await t.call('PUT', `${BASE}/${id}`, both)).status).toBe(200);
});

test('a public guide takes no fault', async () => {
  const { id } = await buildGuide(t.deps, { description: '<p>Plain.</p>' });
  for (const change of [
    { description: CLAIM },
    { tested: 'hands_on' },
    { faq: [{ question: 'Does it help?', answer: 'It cures cancer.' }] },
  ])
    expect(await t.call('PUT', `${BASE}/${id}`, change)).toMatchObject(BLOCKED);
  expect(await guideAt(id)).toMatchObject({ description: '<p>Plain.</p>', version: 1 });
});

test('a product that nothing speaks against keeps its guide a draft, and the reason stands at the product', async () => {
  const { guide, item } = await oneSided();
  const refused = await t.call('PUT', `${BASE}/${guide.id}`, { status: 'published' });
  expect(refused).toMatchObject(BLOCKED);
  expect(Object.keys(refused.body.errors)).toEqual([`items.${item.id}.cons`]);
});

test('a copy is judged with its products', async () => {
  const { guide } = await oneSided();
  const path = `${BASE}/${guide.id}/duplicate`;
  expect(await t.call('POST', path, { title: 'Copy', status: 'published' })).toMatchObject(BLOCKED);
  expect((await t.call('POST', path, { title: 'Copy' })).status).toBe(201);
});

test('one status for many: each is judged by itself', async () => {
  const [sound, bad, gone] = [await buildGuide(t.deps, { status: 'draft' }), await faulty(), 999_999];
  const { status, body } = await t.call('POST', `${BASE}/bulk-status`, {
    ids: [bad.id, sound.id, gone],
    status: 'published',
  });
  expect(status).toBe(200);
  expect(body.message).toBe('1 of 3 changed, 2 refused.');
  expect(body.data.map((one: { ok: boolean; error: string }) => one.ok || one.error)).toEqual([
    'publish_blocked',
    true,
    'not_found',
  ]);
  expect([await isPublic(sound.id), await isPublic(bad.id)]).toEqual([true, false]);
});

test('a guide does not come back from the trash public with a fault that it got meanwhile', async () => {
  const offer = await buildOffer(t.deps);
  const guide = await buildGuide(t.deps);
  await buildItem(t.deps, guide.id, { offer_id: offer.id, summary: 'Zingy.' });
  await t.call('DELETE', `${BASE}/${guide.id}`);
  await forbid(offer.id, ['zingy']);
  expect(await t.call('POST', `${BASE}/${guide.id}/restore`)).toMatchObject(BLOCKED);
  await forbid(offer.id, []);
  expect((await t.call('POST', `${BASE}/${guide.id}/restore`)).status).toBe(200);
});

const forbid = (id: number, words: string[]) =>
  updateOffer({ ...t.deps, count: () => Promise.resolve(new Map()) }, t.actor, id, { forbidden_words: words });

test('no product brings a fault into a public guide: added, changed or shown; the fields are those of its form', async () => {
  const offer = await buildOffer(t.deps, { forbidden_words: ['zingy'] });
  const { id } = await buildGuide(t.deps);
  const items = `${BASE}/${id}/items`;
  const added = await t.call('POST', items, { title: 'Calm Tea', pros: ['Calm'], is_visible: true });
  expect(added).toMatchObject(BLOCKED);
  expect(Object.keys(added.body.errors)).toEqual(['cons']);
  expect((await t.call('GET', items)).body.data).toEqual([]);

  const hidden = (await t.call('POST', items, { title: 'Calm Tea', is_visible: false })).body.data;
  expect(await t.call('PUT', `${items}/${hidden.id}`, { is_visible: true })).toMatchObject(BLOCKED);

  const item = (await t.call('POST', items, { ...SIDES, offer_id: offer.id })).body.data;
  const changes: [object, string][] = [
    [{ cons: [] }, 'cons'],
    [{ summary: 'Cures insomnia.' }, 'summary'],
    [{ body: '<p>So <b>zin</b>gy!</p>' }, 'body'],
  ];
  for (const [change, field] of changes) {
    const refused = await t.call('PUT', `${items}/${item.id}`, change);
    expect(refused).toMatchObject(BLOCKED);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  }
  expect((await t.call('GET', items)).body.data[1]).toMatchObject({ ...SIDES, summary: null, body: null, version: 1 });
});

test('a product that lacks something comes hidden into a public guide, and says so', async () => {
  const { id } = await buildGuide(t.deps);
  const items = `${BASE}/${id}/items`;
  const added = await t.call('POST', items, { title: 'Calm Tea' });
  expect(added).toMatchObject({ status: 201, body: { data: { is_visible: false, version: 1 } } });
  expect(added.body.message).toContain('hidden from readers');
  const shown = await t.call('PUT', `${items}/${added.body.data.id}`, { is_visible: true });
  expect(shown).toMatchObject(BLOCKED);
  const whole = await t.call('POST', items, { title: 'Calm Tea', ...SIDES });
  expect(whole.body).toMatchObject({ data: { is_visible: true }, message: 'Product added.' });
  const draft = await buildGuide(t.deps, { status: 'draft' });
  const inDraft = await t.call('POST', `${BASE}/${draft.id}/items`, { title: 'Calm Tea' });
  expect(inDraft.body.data.is_visible).toBe(true);
});

test("what an advertiser forbids must not stand in the guide's own texts beside its product", async () => {
  const offer = await buildOffer(t.deps, { forbidden_words: ['zingy'] });
  const { id } = await buildGuide(t.deps, { excerpt: 'Zingy and calm teas.', status: 'draft' });
  const items = `${BASE}/${id}/items`;
  // nothing speaks against the word without the offer, nor while its product is hidden
  expect((await t.call('PUT', `${BASE}/${id}`, { status: 'published' })).status).toBe(200);
  const refused = await t.call('POST', items, { ...SIDES, offer_id: offer.id, is_visible: true });
  expect(refused).toMatchObject(BLOCKED);
  expect(refused.body.errors).toEqual({
    'guide.excerpt': [expect.stringMatching(/^In the text of the guide, “Zingy”/)],
  });
  const hidden = (await t.call('POST', items, { ...SIDES, offer_id: offer.id, is_visible: false })).body.data;
  const ofItem = await itemChecks(t.deps, hidden.id, { is_visible: true });
  expect(ofItem).toContainEqual(expect.objectContaining({ code: 'claim_forbidden_word', field: 'guide.excerpt' }));

  await t.call('PUT', `${BASE}/${id}`, { excerpt: 'Calm teas.' });
  expect((await t.call('PUT', `${items}/${hidden.id}`, { is_visible: true })).status).toBe(200);
  for (const change of [
    { title: 'Zingy teas' },
    { description: '<p>A <b>zin</b>gy text.</p>' },
    { faq: [{ question: 'Which is best?', answer: 'The zingy one.' }] },
    { meta_title: 'Zingy' },
  ]) {
    const reply = await t.call('PUT', `${BASE}/${id}`, change);
    expect(reply).toMatchObject(BLOCKED);
    expect(Object.keys(reply.body.errors)[0]).toContain(Object.keys(change)[0]);
  }
  expect((await itemChecks(t.deps, hidden.id, {})).filter(({ field }) => field.startsWith('guide.'))).toEqual([]);
});

test('of two faults in a public guide each can be mended by itself, and the order changed meanwhile', async () => {
  const offer = await buildOffer(t.deps);
  const { id } = await buildGuide(t.deps);
  const items = `${BASE}/${id}/items`;
  const [a, b] = [
    await buildItem(t.deps, id, { offer_id: offer.id, summary: 'Zingy.' }),
    await buildItem(t.deps, id, { offer_id: offer.id, summary: 'Zingy too.' }),
  ];
  await forbid(offer.id, ['zingy']);
  expect((await t.call('PUT', `${items}/reorder`, { ids: [b.id, a.id] })).status).toBe(200);
  expect(await t.call('PUT', `${BASE}/${id}`, { excerpt: 'New.' })).toMatchObject(BLOCKED);
  expect((await t.call('PUT', `${items}/${a.id}`, { summary: 'Fresh.' })).status).toBe(200);
  expect(await t.call('PUT', `${items}/${a.id}`, { summary: 'Zingy again.' })).toMatchObject(BLOCKED);
  expect((await t.call('PUT', `${items}/${b.id}`, { summary: 'Fresh.' })).status).toBe(200);
  expect((await t.call('PUT', `${BASE}/${id}`, { excerpt: 'New.' })).status).toBe(200);
});

test('the checklist of unsaved edits changes nothing', async () => {
  const { guide, item } = await oneSided();
  const failing = async (edits: Record<string, unknown>) =>
    (await guideChecks(t.deps, guide.id, edits))
      .filter((check) => !check.ok && check.level === 'block')
      .map((check) => check.field);
  expect(await failing({})).toEqual([`items.${item.id}.cons`]);
  expect(await failing({ excerpt: 'It cures gout.', title: '', tested: 'hands_on' })).toEqual([
    `items.${item.id}.cons`,
    'methodology',
    'excerpt',
  ]);
  const ofItem = async (edits: Record<string, unknown>) =>
    (await itemChecks(t.deps, item.id, edits)).filter((check) => !check.ok && check.level === 'block');
  expect(await ofItem({})).toMatchObject([{ field: 'cons' }]);
  expect(await ofItem({ cons: ['Bitter'] })).toEqual([]);
  expect(await guideAt(guide.id)).toMatchObject({ version: 1, excerpt: null });
});

const at = (ms: number) => ({ ...t.deps, clock: () => new Date(ms) });
const SOON = Date.now() + 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

test('a guide goes up and down at its times, once each, and both moves are on record', async () => {
  const times = { publish_at: iso(SOON), unpublish_at: iso(SOON + 1000) };
  const { id } = await buildGuide(t.deps, { status: 'draft', ...times });
  await runGuideSchedule(at(SOON - 1));
  expect(await isPublic(id)).toBe(false);
  await Promise.all([runGuideSchedule(at(SOON)), runGuideSchedule(at(SOON))]);
  expect(await guideAt(id)).toMatchObject({ status: 'published', publish_at: null, version: 2 });
  await runGuideSchedule(at(SOON + 1000));
  await runGuideSchedule(at(SOON + 2000));
  expect(await guideAt(id)).toMatchObject({ status: 'archived', unpublish_at: null, version: 3, problems: [] });
  expect(await publicGuide(t.deps.db, id)).toBe('gone');
  const { rows } = await auditOf(id);
  expect(rows).toEqual(['system schedule', 'system schedule', 'system create']);
});

const auditOf = async (id: number) => {
  const { body } = await t.call('GET', `/api/settings/audit?entity=guide&entity_id=${id}`);
  return { rows: body.data.map((row: { actor: string; action: string }) => `${row.actor} ${row.action}`) };
};

test('what the gate refuses at its time keeps the time, says why, stops nobody else, and goes up when it is mended', async () => {
  const bad = await faulty();
  const good = await buildGuide(t.deps, { status: 'draft', publish_at: iso(SOON) });
  await t.call('PUT', `${BASE}/${bad.id}`, { publish_at: iso(SOON) });
  await runGuideSchedule(at(SOON));
  expect([await isPublic(bad.id), await isPublic(good.id)]).toEqual([false, true]);
  const row = await guideAt(bad.id);
  // it is not overdue by the clock of the routes yet
  expect(row).toMatchObject({ status: 'draft', publish_at: iso(SOON), problems: [] });
  await t.deps.db
    .withTables<{ guides: { id: number; publish_at: string } }>()
    .updateTable('guides')
    .set({ publish_at: iso(Date.now() - 1000) })
    .where('id', '=', bad.id)
    .execute();
  expect((await guideAt(bad.id)).problems).toMatchObject([{ code: 'claim_disease', field: 'description' }]);
  // the time that has passed stays in the form
  const { publish_at } = await guideAt(bad.id);
  const mended = { description: '<p>Fine.</p>', publish_at };
  expect((await t.call('PUT', `${BASE}/${bad.id}`, mended)).status).toBe(200);
  await runGuideSchedule(t.deps);
  expect(await guideAt(bad.id)).toMatchObject({ status: 'published', publish_at: null, problems: [] });
});

test('a cancelled time does nothing, and one that has passed is refused', async () => {
  const { id } = await buildGuide(t.deps, { status: 'draft', publish_at: iso(SOON) });
  expect((await t.call('PUT', `${BASE}/${id}`, { publish_at: null })).status).toBe(200);
  await runGuideSchedule(at(SOON + 1));
  expect((await guideAt(id)).status).toBe('draft');
  const past = await t.call('PUT', `${BASE}/${id}`, { publish_at: iso(Date.now() - 1000) });
  expect([past.status, Object.keys(past.body.errors)]).toEqual([400, ['publish_at']]);
  const wrong = await t.call('POST', BASE, { title: 'Times', publish_at: iso(SOON), unpublish_at: iso(SOON) });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['unpublish_at']]);
});
