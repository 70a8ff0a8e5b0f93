import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../../tests/support/event-store.ts';
import { openMailServer, partsOf, type MailServer } from '../../../../../../tests/support/mail-server.ts';
import { createMailer } from '../../../../../platform/server/outgoing/mailer.ts';
import { heldMailer } from '../../../../../platform/server/outgoing/hold.ts';
import type { Role } from '../../../../../platform/permissions.ts';
import { buildAdministrator } from '../../../../accounts/server/testing.ts';
import { listAlerts } from '../../../../alerts/server/service.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../../../events/server/testing.ts';
import type { ReportReply } from '../../../report-contract.ts';
import { countWaitingViews, mailDueViews } from '../../view-mails.ts';
import { sharingRoutes, statsRoutes } from '../../routes.ts';
import type { StoreWords } from '../shared-view.ts';
import { PICTURE_SIZE } from './course.ts';

const VIEWS = '/api/admin/stats/views';
/** A Friday. The last whole week is Mar 9 to 15. */
const FRIDAY = '2026-03-20T12:00:00Z';
const MONDAY = '2026-03-23T07:00:30Z';
const QUERY = 'dimensions=device&metrics=visits,clicks,profit&days=7';
const MINUTE_MS = 60_000;

let t: TestApp;
let mail: MailServer;
let now: Date;
let isHeld = false;
let isWhole = true;
const words: StoreWords = {
  shipping: () => Promise.resolve({ lags: [] } as never),
  isWhole: () => Promise.resolve(isWhole),
};

beforeAll(async () => {
  const eventStore = await testEventStore();
  const week = ['mobile', 'mobile', 'desktop'] as const;
  const rows = [
    ...week.map((device, i) => buildVisit({ ts: `2026-03-${17 + i}T10:00:00Z`, device })),
    {
      ...buildVisit({ ts: '2026-03-18T10:00:00Z', device: 'mobile' }),
      source_id: 3,
      cost_micros: '5000000',
      cost_currency: 'USD',
    },
    buildClick({ ts: '2026-03-19T10:01:00Z', offer_id: 4, device: 'mobile' }),
    buildVisit({ ts: '2026-03-10T10:00:00Z', device: 'mobile' }),
    buildVisit({ ts: '2026-02-10T10:00:00Z', device: 'tablet' }),
    buildDelta({ ts: '2026-03-19T11:00:00Z', offer_id: 4, device: 'mobile', click_ts: '2026-03-19T10:01:00Z' }),
    buildVisit({ ts: '2026-03-20T10:00:00Z', utm: { utm_source: '<img src=x onerror=alert(1)>' } }),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: rows.map(buildRow) });
  mail = await openMailServer();
  const sendingHold = { isOn: () => Promise.resolve(isHeld) };
  t = await testApp(
    (route, deps) => {
      statsRoutes(route, deps);
      sharingRoutes(route, deps, words);
    },
    {
      eventStore,
      sendingHold,
      mailer: heldMailer(createMailer({ url: mail.url, from: 'Guidepost <mail@guides.example>' }), sendingHold),
      clock: () => now,
    },
  );
});
beforeEach(async () => {
  now = new Date(FRIDAY);
  [isHeld, isWhole, mail.isBusy, mail.letters.length] = [false, true, false, 0];
  await sql`delete from stats_views`.execute(t.deps.db);
  await sql`delete from alerts`.execute(t.deps.db);
  await sql`update settings set time_zone = 'UTC'`.execute(t.deps.db);
  await sql`update users set email = 'ada@guides.example' where id = ${t.actor.id}`.execute(t.deps.db);
});
afterAll(async () => {
  await t.deps.eventStore.close();
  await t.close();
  mail.close();
});

async function saved(query = QUERY, name = 'Devices'): Promise<number> {
  const reply = await t.call('POST', VIEWS, { name, query });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id as number;
}

const WEEKLY = { rhythm: 'weekly', day: 1 };
const set = (view: number, body: object = WEEKLY) => t.call('PUT', `${VIEWS}/${view}/mail`, body);
const shown = async (view: number) => (await t.call('GET', `${VIEWS}/${view}/mail`)).body.data;
const round = () => mailDueViews(t.deps, words);
const later = (ms: number) => (now = new Date(now.getTime() + ms));

async function mailed(query?: string, name?: string): Promise<number> {
  const view = await saved(query, name);
  expect((await set(view)).status).toBe(200);
  return view;
}

async function somebody(role: Role, username: string) {
  const { token, actor } = await buildAdministrator(t.deps.db, { username, role });
  await sql`update users set email = ${`${username}@guides.example`} where id = ${actor.id}`.execute(t.deps.db);
  const as = (method: string, path: string, body?: object) =>
    t.guest(method, path, body, { authorization: `Bearer ${token}` });
  return { id: actor.id, as };
}

test('own columns of whoever asked stand beside the figures', async () => {
  const made = await t.call('POST', '/api/admin/stats/columns', {
    name: 'Clicks, halved',
    formula: 'clicks / 2',
    format: 'number',
  });
  const id = made.body.data.id as number;
  await mailed(`${QUERY}&own=${id},999`);
  now = new Date(MONDAY);
  expect(await round()).toBe(1);
  const text = partsOf(mail.letters[0]!).get('text/plain')!.body.toString();
  expect(text).toContain('Clicks, halved');
  expect(text).toContain('Own columns that are deleted, or not shared with you, are left out: 1.');
});

test('a due letter is sent once, to whoever asked, with the numbers that the report has for the last whole week', async () => {
  const view = await saved(`${QUERY}&compare=previous&day=2026-03-20`);
  const asked = await set(view);
  expect(asked.body).toMatchObject({
    data: {
      next_at: '2026-03-23T07:00:00.000Z',
      next_days: { from: '2026-03-16', to: '2026-03-22' },
      sent_at: null,
      error: null,
    },
    can_mail: true,
    address: 'a…@guides.example',
    tz: 'UTC',
  });
  now = new Date('2026-03-23T06:59:00Z');
  expect(await round()).toBe(0);
  now = new Date(MONDAY);
  expect([await round(), await round()]).toEqual([1, 0]);
  expect(mail.letters).toHaveLength(1);
  const [letter] = mail.letters;
  expect(letter).toMatch(/^To: ada@guides\.example\r$/m);
  expect(letter).toMatch(/^Subject: Devices: Mar 16, 2026 to Mar 22, 2026\r$/m);
  expect(letter).toContain(`Message-ID: <view-${view}-${t.actor.id}-2026-03-16-2026-03-22@guides.example>`);

  const address = `/api/admin/stats/report?dimensions=device&metrics=visits,clicks,profit&date_from=2026-03-16&date_to=2026-03-22&compare=previous`;
  const report = (await t.call('GET', address)).body as ReportReply;
  expect(report.data.map(({ values }) => values.visits)).toEqual([4, 1]);
  const parts = partsOf(letter!);
  const text = parts.get('text/plain')!.body.toString();
  const lines = text.split('\n').map((line) => line.split(/\s{2,}/));
  for (const { dims, values, before } of report.data)
    expect(lines).toContainEqual([
      dims.device!.label,
      `${values.visits} (${before!.visits})`,
      `${values.clicks} (${before!.clicks})`,
      expect.anything(),
      expect.anything(),
    ]);
  expect(lines).toContainEqual(['Total', '5 (1)', '1 (0)', expect.anything(), expect.anything()]);
  expect(text).toContain(
    'https://guides.example/admin/stats/reports?dimensions=device&metrics=visits%2Cclicks%2Cprofit&compare=previous&date_from=2026-03-16&date_to=2026-03-22',
  );
  expect(await shown(view)).toMatchObject({
    sent_at: new Date(MONDAY).toISOString(),
    next_at: '2026-03-30T07:00:00.000Z',
    error: null,
  });
});

test('the picture is a PNG of the size that is shown twice as sharp, named by the letter, and said in numbers', async () => {
  await mailed();
  now = new Date(MONDAY);
  await round();
  const parts = partsOf(mail.letters[0]!);
  const picture = parts.get('image/png')!;
  expect(await sharp(picture.body).metadata()).toMatchObject({ format: 'png', ...PICTURE_SIZE });
  // the line is drawn
  const { data } = await sharp(picture.body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let brand = 0;
  for (let at = 0; at < data.length; at += 3) if (data[at]! < 20 && data[at + 1]! > 100) brand += 1;
  expect(brand).toBeGreaterThan(1000);
  expect(picture.headers).toContain('Content-ID: <course>');
  const html = parts.get('text/html')!.body.toString();
  expect(html).toContain('src="cid:course"');
  expect(html).toContain('alt="Visits by day: Mar 16 0, Mar 17 1, Mar 18 2, Mar 19 1, Mar 20 1, Mar 21 0, Mar 22 0."');
});

test('a loss has its minus sign and is red, and lines beyond the fiftieth are counted', async () => {
  const rows = Array.from({ length: 53 }, (_, i) =>
    buildRow(
      buildVisit({
        ts: '2026-03-17T10:00:00Z',
        country: `${String.fromCodePoint(65 + (i % 26))}${Math.floor(i / 26)}`,
      }),
    ),
  );
  await t.deps.eventStore.append({ cursor: 't', position: '2', table: 'events', rows });
  await mailed('dimensions=country,source&metrics=visits,profit&source_id=3', 'Losses');
  await mailed('dimensions=country&metrics=visits', 'Countries');
  now = new Date(MONDAY);
  expect(await round()).toBe(2);
  const [losses, countries] = ['Losses', 'Countries'].map((name) =>
    partsOf(mail.letters.find((letter) => letter.includes(`Subject: ${name}`))!),
  );
  expect(losses!.get('text/html')!.body.toString()).toMatch(/color:#b3261e;">−\$5\.00/);
  expect(losses!.get('text/plain')!.body.toString()).toContain('−$5.00');
  const text = countries!.get('text/plain')!.body.toString();
  expect(text).toMatch(/^and \d more lines\. The totals are of all\.$/m);
  expect(text.split('\n').filter((line) => /^[A-Z]\d /.test(line)).length).toBeGreaterThan(45);
});

test('of two instances that look at the same moment one sends it', async () => {
  await mailed();
  now = new Date(MONDAY);
  const went = await Promise.all([round(), round(), round()]);
  expect([went.reduce((a, b) => a + b), mail.letters.length]).toEqual([1, 1]);
});

test('while the mail server is away it is tried again, then somebody is told; it goes once the server is back', async () => {
  const view = await mailed();
  now = new Date(MONDAY);
  mail.isBusy = true;
  expect(await round()).toBe(0);
  expect((await shown(view)).error).toContain('busy, come back later');
  expect((await shown(view)).next_at).toBe('2026-03-23T07:01:30.000Z');
  expect(await round()).toBe(0);
  for (const minutes of [1, 5, 30]) {
    later(minutes * MINUTE_MS);
    await round();
  }
  const alerts = async (state: 'open' | 'closed') =>
    (await listAlerts(t.deps, { page: 1, limit: 10, sortBy: 'last_at', order: 'desc', kind: 'view_mail', state })).data;
  expect(await alerts('open')).toMatchObject([{ subject_name: 'Devices', message: expect.stringContaining('busy') }]);
  mail.isBusy = false;
  later(120 * MINUTE_MS);
  expect([await round(), mail.letters.length]).toEqual([1, 1]);
  expect(await shown(view)).toMatchObject({ error: null, next_at: '2026-03-30T07:00:00.000Z' });
  expect(await alerts('open')).toEqual([]);
});

test('what could not go out for two days is left out, and said; what is a day late is sent', async () => {
  const view = await mailed();
  now = new Date('2026-03-24T20:00:00Z');
  expect(await round()).toBe(1);
  now = new Date('2026-04-01T08:00:00Z');
  expect([await round(), mail.letters.length]).toEqual([0, 1]);
  expect(await shown(view)).toMatchObject({
    error: 'The letter about Mar 23, 2026 to Mar 29, 2026 was not sent: it could not go out for two days.',
    next_at: '2026-04-06T07:00:00.000Z',
  });
});

test('a week that was sent is not sent again for another day, and a pause sends nothing', async () => {
  const view = await mailed();
  now = new Date(MONDAY);
  await round();
  expect((await set(view, { rhythm: 'weekly', day: 3 })).body.data.next_at).toBe('2026-04-01T07:00:00.000Z');
  expect((await set(view, { rhythm: 'monthly', day: 28, is_paused: true })).body.data).toMatchObject({
    next_at: null,
    next_days: { from: '2026-02-01', to: '2026-02-28' },
  });
  now = new Date('2026-03-28T07:01:00Z');
  expect(await round()).toBe(0);
  expect((await set(view, { rhythm: 'monthly', day: 1 })).status).toBe(200);
  now = new Date('2026-04-01T07:01:00Z');
  expect(await round()).toBe(1);
  expect(mail.letters[1]).toMatch(/^Subject: Devices: March 2026\r$/m);
});

const GONE: [how: string, change: string][] = [
  ['is disabled', 'is_disabled = true'],
  ['is an editor now', "role = 'editor'"],
];
test.each(GONE)('whoever %s gets nothing more, and does not come back to it', async (how, change) => {
  const view = await saved();
  const { id, as } = await somebody('analyst', `kay${how.length}`);
  expect((await as('PUT', `${VIEWS}/${view}/mail`, WEEKLY)).status).toBe(200);
  await sql`update users set ${sql.raw(change)} where id = ${id}`.execute(t.deps.db);
  now = new Date(MONDAY);
  await round();
  await sql`update users set is_disabled = false, role = 'analyst' where id = ${id}`.execute(t.deps.db);
  await round();
  expect(mail.letters).toEqual([]);
});

test('a role that was lost behind the back of the program, a second factor or an address that lacks, sends nothing', async () => {
  const view = await mailed();
  now = new Date(MONDAY);
  await sql`insert into role_second_factors (role, required_from) values ('admin', ${FRIDAY})`.execute(t.deps.db);
  expect(await round()).toBe(0);
  await sql`delete from role_second_factors`.execute(t.deps.db);
  expect((await shown(view)).error).toContain('a second factor');
  await sql`update users set email = null where id = ${t.actor.id}`.execute(t.deps.db);
  now = new Date('2026-03-30T07:01:00Z');
  expect(await round()).toBe(0);
  expect((await shown(view)).error).toContain('no mail address');
  await sql`update users set email = 'ada@guides.example' where id = ${t.actor.id}`.execute(t.deps.db);
  await sql`alter table users disable trigger end_view_mails`.execute(t.deps.db);
  await sql`update users set role = 'editor' where id = ${t.actor.id}`.execute(t.deps.db);
  now = new Date('2026-04-06T07:01:00Z');
  expect([await round(), mail.letters.length]).toEqual([0, 0]);
  await sql`update users set role = 'admin' where id = ${t.actor.id}`.execute(t.deps.db);
  await sql`alter table users enable trigger end_view_mails`.execute(t.deps.db);
  expect(await shown(view)).toBeNull();
});

test('a view with sub ids is mailed to who may see them, and not once they may not', async () => {
  const view = await saved('dimensions=sub1&metrics=visits', 'Subs');
  const { id, as } = await somebody('admin', 'sue');
  const { as: asAnalyst } = await somebody('analyst', 'ann');
  expect((await asAnalyst('PUT', `${VIEWS}/${view}/mail`, WEEKLY)).body.message).toContain(
    'cannot be mailed: it holds',
  );
  expect((await as('PUT', `${VIEWS}/${view}/mail`, WEEKLY)).status).toBe(200);
  await sql`update users set role = 'analyst' where id = ${id}`.execute(t.deps.db);
  now = new Date(MONDAY);
  expect([await round(), mail.letters.length]).toEqual([0, 0]);
  const { rows } = await sql`select error, try_at from stats_view_mails where user_id = ${id}`.execute(t.deps.db);
  expect(rows).toEqual([{ error: expect.stringContaining('sub ids'), try_at: '2026-03-30T07:00:00.000Z' }]);
});

test('with its view a letter is gone', async () => {
  const view = await mailed();
  expect((await t.call('DELETE', `${VIEWS}/${view}`)).status).toBe(200);
  now = new Date(MONDAY);
  expect([await round(), mail.letters.length]).toEqual([0, 0]);
});

test('on hold nothing goes out; what was discarded at its end is left out, and what was let go is sent', async () => {
  const view = await mailed();
  now = new Date(MONDAY);
  isHeld = true;
  expect(await round()).toBe(0);
  const waiting = (restoredAt: string) => countWaitingViews(t.deps, new Date(restoredAt));
  expect(await waiting('2026-03-23T07:00:10Z')).toEqual({ before: 1, since: 0 });
  expect(await waiting(FRIDAY)).toEqual({ before: 0, since: 1 });
  const held = await t.call('POST', `${VIEWS}/${view}/mail/send`, { rhythm: 'weekly' });
  expect([held.status, held.body.message, mail.letters.length]).toEqual([400, expect.stringContaining('on hold'), 0]);
  isHeld = false;
  await sql`insert into sending_hold (backup, instant, restored_at, ended_at, outcome)
    values ('b', ${FRIDAY}, ${'2026-03-23T07:00:10Z'}, ${MONDAY}, 'discarded')`.execute(t.deps.db);
  expect([await round(), mail.letters.length]).toEqual([0, 0]);
  expect((await shown(view)).error).toContain('was discarded');
  await sql`update sending_hold set outcome = 'released'`.execute(t.deps.db);
  now = new Date('2026-03-30T07:01:00Z');
  expect(await round()).toBe(1);
  await sql`delete from sending_hold`.execute(t.deps.db);
});

test('numbers that are not counted yet are waited for', async () => {
  const view = await mailed();
  now = new Date(MONDAY);
  isWhole = false;
  expect(await round()).toBe(0);
  expect((await shown(view)).error).toContain('not counted yet');
  isWhole = true;
  later(MINUTE_MS);
  expect(await round()).toBe(1);
});

test('no name and no value is markup or a header of its own', async () => {
  const view = await mailed('dimensions=utm_source&metrics=visits', '<b>Bold</b>');
  await sql`update stats_views set name = ${'<b>Bold</b>\r\nBcc: eve@evil.example'} where id = ${view}`.execute(
    t.deps.db,
  );
  now = new Date(MONDAY);
  expect(await round()).toBe(1);
  const [letter] = mail.letters;
  expect(letter!.slice(0, letter!.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im);
  expect(letter).toMatch(/^Subject: <b>Bold<\/b> Bcc: eve@evil\.example: Mar 16/m);
  const html = partsOf(letter!).get('text/html')!.body.toString();
  expect(html).not.toMatch(/<b>|<img src=x/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('one is sent at once on request, a few times, and is on record', async () => {
  const view = await saved();
  const { as } = await somebody('admin', 'nora');
  const send = () => as('POST', `${VIEWS}/${view}/mail/send`, { rhythm: 'monthly' });
  expect((await send()).body.message).toBe('The letter is on its way.');
  expect(mail.letters[0]).toMatch(/^Subject: Devices: February 2026\r$/m);
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await send()).status);
  expect(statuses).toEqual([200, 200, 429]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit where action = 'send_now'`.execute(
    t.deps.db,
  );
  expect(rows[0]!.n).toBe(3);
  later(6 * MINUTE_MS);
  mail.isBusy = true;
  expect((await send()).body.message).toContain('The letter did not go out: ');
  expect(await shown(view)).toBeNull();
});

test('whoever has asked for it stops it, and nobody sees that of others', async () => {
  const view = await mailed();
  const { as } = await somebody('analyst', 'eva');
  expect((await as('GET', `${VIEWS}/${view}/mail`)).body.data).toBeNull();
  expect((await as('DELETE', `${VIEWS}/${view}/mail`)).status).toBe(404);
  expect((await t.call('DELETE', `${VIEWS}/${view}/mail`)).body).toMatchObject({
    data: null,
    message: 'The view is not mailed to you any more.',
  });
  expect((await t.call('DELETE', `${VIEWS}/${view}/mail`)).status).toBe(404);
  expect((await set(view, { rhythm: 'weekly', day: 8 })).body.errors).toEqual({
    day: ['must be from 1 (Monday) to 7 (Sunday)'],
  });
  expect((await set(999_999)).status).toBe(404);
  expect(
    (await set(await saved('days=9999&dimensions=device,day,link,offer&device=' + 'x'.repeat(200), 'Bad'))).status,
  ).toBe(409);
});

test('without an address, and without a mail server, it is said why', async () => {
  const view = await saved();
  await sql`update users set email = null where id = ${t.actor.id}`.execute(t.deps.db);
  expect((await set(view)).body.message).toContain('no mail address');
  const own = t.deps as { mailer?: typeof t.deps.mailer };
  const { mailer } = own;
  delete own.mailer;
  expect((await set(view)).body.message).toContain('SMTP_URL');
  expect((await t.call('GET', `${VIEWS}/${view}/mail`)).body).toMatchObject({ can_mail: false, address: null });
  expect(await round()).toBe(0);
  own.mailer = mailer!;
});
