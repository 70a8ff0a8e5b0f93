import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import type { Alert } from '../contract.ts';
import { alertsRoutes } from './routes.ts';
import { closeAlert, closeOtherAlerts, raiseAlert, removeOldAlerts, type Raised } from './service.ts';

const BASE = '/api/admin/alerts';
let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  t = await testApp(alertsRoutes, { clock: () => now });
});
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  await sql`delete from alerts`.execute(t.deps.db);
});
afterAll(() => t.close());

const raise = (given: Partial<Raised> = {}, id = 1) =>
  raiseAlert(t.deps, {
    kind: 'offer_link',
    severity: 'warning',
    subject: { kind: 'offer', id, name: `Offer ${id}` },
    message: 'The page answered 404.',
    ...given,
  });
const list = async (query = '') => (await t.call('GET', `${BASE}?${query}`)).body;
const only = async (): Promise<Alert> => (await list()).data[0];
const change = (id: number, body: object) => t.call('PUT', `${BASE}/${id}`, body);
const counts = async () => (await t.call('GET', `${BASE}/counts`)).body.data;
const later = (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000));

test('a repeat joins the alert that is going on, with the newest words', async () => {
  expect(await raise()).toBe(true);
  later(1);
  const details = [{ label: 'Guide', text: 'Best Teas' }];
  expect(await raise({ message: 'The page answered 410.', details })).toBe(false);
  const { id: _id, ...alert } = await only();
  expect(alert).toEqual({
    kind: 'offer_link',
    severity: 'warning',
    subject_kind: 'offer',
    subject_id: 1,
    subject_name: 'Offer 1',
    message: 'The page answered 410.',
    details,
    count: 2,
    state: 'open',
    snoozed_until: null,
    is_read: false,
    first_at: '2026-03-01T10:00:00.000Z',
    last_at: '2026-03-01T11:00:00.000Z',
    closed_at: null,
    closed_by: null,
  });
  expect((await list()).total).toBe(1);
});

test('raised at the same moment many times, there is one, and it has counted all', async () => {
  const opened = await Promise.all(Array.from({ length: 12 }, () => raise()));
  expect(opened.filter(Boolean)).toHaveLength(1);
  expect(await only()).toMatchObject({ count: 12 });
});

test('unread means the same in the list, at the bell and for the button: open and seen by nobody', async () => {
  for (const id of [1, 2, 3]) await raise({}, id);
  await closeAlert(t.deps, 'offer_link', { kind: 'offer', id: 1 });
  const second = (await list()).data.find((alert: Alert) => alert.subject_id === 2);
  await change(second.id, { state: 'snoozed', snoozed_until: '2026-03-01T12:00:00Z' });
  const unread = async () => (await list()).data.filter((alert: Alert) => !alert.is_read).length;
  expect([await unread(), (await counts()).unread]).toEqual([1, 1]);
  later(3);
  expect([await unread(), (await counts()).unread]).toEqual([1, 1]);
  await t.call('POST', `${BASE}/read`);
  expect([await unread(), (await counts()).unread]).toEqual([0, 0]);
});

test('a watch that says the same again counts once, until its words change', async () => {
  for (let i = 0; i < 3; i += 1) await raise({ countsRepeats: false });
  expect(await only()).toMatchObject({ count: 1 });
  await raise({ countsRepeats: false, details: [{ label: 'Guide', text: 'Best Teas' }] });
  expect(await only()).toMatchObject({ count: 2, details: [{ label: 'Guide', text: 'Best Teas' }] });
});

test('what a watch does not find any more is closed, other kinds stay', async () => {
  await raise({}, 1);
  await raise({}, 2);
  await raise({ kind: 'source_paused' }, 3);
  await closeOtherAlerts(t.deps, 'offer_link', [2]);
  const open = (await list('state=open&sortBy=first_at')).data.map((alert: Alert) => alert.subject_id);
  expect(open.toSorted()).toEqual([2, 3]);
  await closeOtherAlerts(t.deps, 'offer_link', []);
  expect((await list('state=open')).total).toBe(1);
});

test('another kind or subject is an alert of its own', async () => {
  await raise();
  await raise({}, 2);
  await raise({ kind: 'source_paused' });
  expect((await list()).total).toBe(3);
  expect((await list('kind=offer_link')).total).toBe(2);
  expect((await list('subject_kind=offer&subject_id=2')).total).toBe(1);
  expect((await list('search=offer%202')).total).toBe(1);
  expect((await list()).kinds).toEqual(['offer_link', 'source_paused']);
});

test('closed by itself it stays in the list, and the next trouble opens a new one', async () => {
  await raise();
  expect(await closeAlert(t.deps, 'offer_link', { kind: 'offer', id: 1 })).toBe(true);
  expect(await closeAlert(t.deps, 'offer_link', { kind: 'offer', id: 1 })).toBe(false);
  expect(await only()).toMatchObject({ state: 'closed', closed_by: null, closed_at: '2026-03-01T10:00:00.000Z' });
  expect(await raise()).toBe(true);
  expect([(await list('state=open')).total, (await list('state=closed')).total]).toEqual([1, 1]);
});

test('a snoozed alert is out of the open ones until its date, and unread when raised after it', async () => {
  await raise();
  const { id } = await only();
  const reply = await change(id, { state: 'snoozed', snoozed_until: '2026-03-02T10:00:00Z' });
  expect(reply.body).toMatchObject({ message: 'Alert snoozed.', data: { state: 'snoozed', is_read: true } });
  await raise();
  expect(await counts()).toEqual({ open: 0, unread: 0 });
  expect((await list('state=snoozed')).total).toBe(1);
  later(25);
  expect((await list('state=open')).data[0]).toMatchObject({ state: 'open', snoozed_until: null, count: 2 });
  expect(await counts()).toEqual({ open: 1, unread: 0 });
  await raise();
  expect(await counts()).toEqual({ open: 1, unread: 1 });
});

test('what became worse is unread again; what merely repeats is not', async () => {
  await raise();
  const { id } = await only();
  await change(id, { is_read: true });
  await raise();
  expect(await counts()).toEqual({ open: 1, unread: 0 });
  await raise({ severity: 'critical' });
  expect(await counts()).toEqual({ open: 1, unread: 1 });
});

test('who closes an alert is named and put on record', async () => {
  await raise();
  const { id } = await only();
  const reply = await change(id, { state: 'closed' });
  expect(reply.body.data).toMatchObject({ state: 'closed', closed_by: t.actor.username });
  const { rows } = await sql`select before, after from audit where entity = 'alert'`.execute(t.deps.db);
  expect(rows).toContainEqual({ before: { state: 'open' }, after: { state: 'closed' } });
  expect((await change(id, { state: 'open' })).body.data).toMatchObject({ state: 'open', closed_at: null });
});

test('an old alert is not opened beside a newer one of the same trouble', async () => {
  await raise();
  const { id } = await only();
  await change(id, { state: 'closed' });
  await raise();
  expect((await change(id, { state: 'open' })).status).toBe(409);
});

test('every open alert is marked as read at once', async () => {
  await raise();
  await raise({}, 2);
  expect(await counts()).toEqual({ open: 2, unread: 2 });
  await t.call('POST', `${BASE}/read`);
  expect(await counts()).toEqual({ open: 2, unread: 0 });
});

test('the worst come first when asked by severity', async () => {
  await raise({ severity: 'info' }, 1);
  await raise({ severity: 'critical' }, 2);
  await raise({ severity: 'warning' }, 3);
  const found = (await list('sortBy=severity&order=desc')).data;
  expect(found.map((alert: Alert) => alert.severity)).toEqual(['critical', 'warning', 'info']);
});

test.each([
  [{ state: 'gone' }, 'state'],
  [{ state: 'snoozed' }, 'snoozed_until'],
  [{ state: 'snoozed', snoozed_until: '2026-02-28T10:00:00Z' }, 'snoozed_until'],
  [{ state: 'closed', snoozed_until: '2026-04-01T10:00:00Z' }, 'snoozed_until'],
  [{ message: 'Mine' }, 'message'],
])('%j is refused on its field', async (body, field) => {
  await raise();
  const reply = await change((await only()).id, body);
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
});

test('an unknown alert is 404', async () => {
  expect((await change(999_999, { is_read: true })).status).toBe(404);
});

test('closed alerts go after 90 days; open ones stay', async () => {
  await raise();
  await raise({}, 2);
  await closeAlert(t.deps, 'offer_link', { kind: 'offer', id: 1 });
  later(24 * 89);
  expect(await removeOldAlerts(t.deps)).toBe(0);
  later(24 * 2);
  expect(await removeOldAlerts(t.deps)).toBe(1);
  expect((await only()).subject_id).toBe(2);
});

test.each([
  ['GET', BASE],
  ['GET', `${BASE}/counts`],
  ['PUT', `${BASE}/1`],
  ['POST', `${BASE}/read`],
])('a guest may not %s %s', async (method, path) => {
  expect((await t.guest(method, path)).status).toBe(401);
});

test('alerts are a file with all that are found, without their details', async () => {
  for (const id of [1, 2, 3]) await raise({ details: [{ label: 'Answer', text: 'secret-7' }] }, id);
  await raise({}, 2);
  const { headers, body } = await t.call('GET', `${BASE}?format=csv&sortBy=count&order=desc`);
  expect(headers['content-disposition']).toBe('attachment; filename="alerts-2026-03-01.csv"');
  const lines = (body as string).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[4])).toEqual(['2', '3', '1']);
  expect(body).not.toContain('secret-7');
  expect((await list('format=csv&limit=5')).errors).toHaveProperty('limit');
});
