import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../../tests/support/app.ts';
import { undoApp } from '../../../../tests/support/desk-routes.ts';
import { readConfig } from '../../../platform/server/config.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createLogTail } from '../../../platform/server/log-tail.ts';
import { createOutgoing } from '../../../platform/server/outgoing/over-http.ts';
import type { Outgoing } from '../../../platform/server/outgoing/outgoing.ts';
import { openDb, openPool } from '../../../platform/server/postgres/postgres.ts';
import { rowsOf } from '../../../platform/server/postgres/testing.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { billPort } from '../../conversions/server/service.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { fetchDueFeeds } from './feed-round.ts';

/**
 * Seen red: a header that went on to another host; days of another file that were replaced; a file that was written although a line of it
 * was bad; two instances that fetched one file each; an alert that stayed; a token in the log of fetches.
 */

const FILES = '/api/admin/cost-files';
const CANARY = 'canary7token9x';
let t: TestApp;
let server: Server;
let outgoing: Outgoing;
let origin: string;
let folder: string;
let lines: string[] = [];
let now = new Date('2026-03-10T05:00:00Z');
let answer: (request: IncomingMessage, reply: ServerResponse) => void;
let seen: { url: string; headers: IncomingMessage['headers'] }[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    seen.push({ url: request.url!, headers: request.headers });
    answer(request, reply);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  folder = mkdtempSync(join(tmpdir(), 'guidepost-files-'));
  const log = createLog('info', { write: (line: string) => void lines.push(line) }, createLogTail());
  const allow = [`127.0.0.1:${port}`, `localhost:${port}`];
  outgoing = createOutgoing({ allow, log });
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://guides.example',
    OUTGOING_ALLOW: allow.join(','),
  });
  t = await undoApp({ clock: () => now, outgoing, config, log });
});
beforeEach(async () => {
  now = new Date('2026-03-10T05:00:00Z');
  [seen, lines] = [[], []];
  await sql`update cost_feeds set is_enabled = false`.execute(t.deps.db);
  await sql`update alerts set state = 'closed', closed_at = now() where state <> 'closed'`.execute(t.deps.db);
});
afterAll(async () => {
  await outgoing.close();
  await t.close();
  await new Promise((done) => server.close(done).closeAllConnections());
  rmSync(folder, { recursive: true, force: true });
});

const says = (text: string | Buffer, headers: Record<string, string> = {}) => {
  answer = (_request, reply) => reply.writeHead(200, headers).end(text);
};
const call = async (method: string, path: string, body?: unknown) => {
  const reply = await t.call(method, path, body);
  expect(
    reply.status,
    `${method} ${path}: ${JSON.stringify(reply.body)} ${reply.status === 500 ? lines.at(-1) : ''}`,
  ).toBeLessThan(300);
  return reply.body;
};
type Made = { id: number; source_id: number; name: string };
async function made(input: object = {}): Promise<Made> {
  const { id: source_id } = await buildSource(t.deps, { cost_currency: 'USD' });
  const body = { name: 'Big Native', source_id, url: `${origin}/report.csv?key=${CANARY}`, ...input };
  return (await call('POST', FILES, body)).data;
}
const round = (db = t.deps.db) => fetchDueFeeds({ ...t.deps, db, bills: billPort });
/** The next hour of a file. */
const later = (hours = 24) => void (now = new Date(now.getTime() + hours * 3_600_000 + 60_000));
const fetchNow = async ({ id }: Made, isDry = false) =>
  (await call('POST', `${FILES}/${id}/fetch`, { dry_run: isDry })).data;
const runs = async ({ id }: Made) => (await call('GET', `${FILES}/${id}/runs`)).data;
const fileOf = async ({ id }: Made) => (await call('GET', FILES)).data.find((one: Made) => one.id === id);
/** What counts of a source, by day and campaign. */
async function counted({ source_id: id }: Made): Promise<string[]> {
  const { data } = await call('GET', `/api/admin/costs?source_id=${id}&itemsPerPage=1000`);
  return (data as Record<string, string | null>[])
    .filter((entry) => entry['undone_at'] === null)
    .map(({ from_at: at, value, amount, currency }) =>
      [at!.slice(0, 10), value, amount, currency].filter(Boolean).join(' '),
    )
    .toSorted();
}
/** What the reports would add up. */
async function told({ source_id: id }: Made): Promise<string> {
  const { rows } = await sql<{ sum: string }>`select coalesce(sum((payload ->> 'cost_micros')::bigint), 0)::text as sum
    from event_outbox where payload ->> 'source_id' = ${String(id)}`.execute(t.deps.db);
  return rows[0]!.sum;
}
const alerts = async () =>
  (await listAlerts(t.deps, { page: 1, itemsPerPage: 20, sortBy: 'last_at', order: 'desc', state: 'open' })).data.map(
    ({ kind, subject_name: name, details }) => [kind, name, details[0]?.text],
  );

const TWO_DAYS =
  'Day,Campaign,Spend\n2026-03-08,spring,10.00\n2026-03-08,summer,2.50\n2026-03-09,spring,4.00\nTotal,,16.50\n';

test('a file is fetched when it is due, and its days are written as confirmed costs of its source', async () => {
  says(TWO_DAYS);
  const file = await made();
  // at six in the morning, not before
  expect(await round()).toBe(0);
  later(1);
  expect(await round()).toBe(1);
  expect(await counted(file)).toEqual([
    '2026-03-08 spring 10.00 USD',
    '2026-03-08 summer 2.50 USD',
    '2026-03-09 spring 4.00 USD',
  ]);
  expect(await told(file)).toBe('16500000');
  expect((await runs(file))[0]).toMatchObject({
    status: 'written',
    rows: 3,
    days: 2,
    entries_written: 3,
    entries_replaced: 0,
    totals: [{ amount: '16.50', currency: 'USD' }],
    error: null,
    actor: 'system',
  });
  expect(await fileOf(file)).toMatchObject({
    due_at: '2026-03-11T06:00:00.000Z',
    failures: 0,
    last_run: { status: 'written' },
  });
  expect(await round()).toBe(0);
});

test('a day that the file tells anew is replaced; others, another file and what was written by hand stay', async () => {
  says(TWO_DAYS);
  const file = await made();
  await fetchNow(file);
  const hand = {
    source_id: file.source_id,
    date_from: '2026-03-07',
    date_to: '2026-03-07',
    amount: '1',
    currency: 'USD',
  };
  await call('POST', '/api/admin/costs', hand);
  says('Day,Campaign,Spend\n2026-03-09,spring,5.25\n2026-03-10,spring,1.00\n');
  later(1);
  await round();
  expect(await counted(file)).toEqual([
    '2026-03-07 1.00 USD',
    '2026-03-08 spring 10.00 USD',
    '2026-03-08 summer 2.50 USD',
    '2026-03-09 spring 5.25 USD',
    '2026-03-10 spring 1.00 USD',
  ]);
  expect(await told(file)).toBe('19750000');
  expect((await runs(file))[0]).toMatchObject({ entries_written: 2, entries_replaced: 1 });
  // nothing was paid after all, and rows of one campaign are one
  says('Day,Campaign,Spend\n2026-03-09,spring,0\n2026-03-10,spring,1.00\n2026-03-10,spring,0.50\n');
  await fetchNow(file);
  expect((await counted(file)).slice(3)).toEqual(['2026-03-10 spring 1.50 USD']);
});

test('the same file twice changes nothing, whether the server says so or not', async () => {
  answer = (request, reply) =>
    request.headers['if-none-match'] === '"one"'
      ? reply.writeHead(304).end()
      : reply.writeHead(200, { etag: '"one"' }).end(TWO_DAYS);
  const file = await made();
  await fetchNow(file);
  const entries = await rowsOf(t.deps.db, 'cost_entries');
  later();
  await round();
  expect(seen.at(-1)!.headers['if-none-match']).toBe('"one"');
  says(`\uFEFF${TWO_DAYS}`);
  later();
  await round();
  await fetchNow(file);
  expect((await runs(file)).map((run: { status: string }) => run.status)).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
    'written',
  ]);
  expect(await rowsOf(t.deps.db, 'cost_entries')).toEqual(entries);
});

test('one bad line refuses the whole file, with the number of the line', async () => {
  says(TWO_DAYS);
  const file = await made();
  await fetchNow(file);
  const before = await told(file);
  says('Day,Campaign,Spend\n2026-03-09,spring,7.00\n03/10/2026,spring,2.00\n2026-03-10,spring,much\n');
  const reply = await fetchNow(file);
  expect(reply.status).toBe('failed');
  expect(reply.error).toBe(
    'Nothing was written. Line 3: The day must be a day such as 2026-11-21. 2 lines cannot be used.',
  );
  expect(reply.lines.map((line: { line: number }) => line.line)).toEqual([3, 4]);
  // a bill by hand stands in the way of one line: then no line is written
  await call('POST', '/api/admin/costs', {
    source_id: file.source_id,
    date_from: '2026-03-10',
    date_to: '2026-03-10',
    amount: '3',
    currency: 'USD',
  });
  says('Day,Spend\n2026-03-09,7.00\n2026-03-10,2.00\n');
  expect((await fetchNow(file)).error).toContain('Line 3: Some of these days are confirmed already');
  expect(await told(file)).toBe(String(Number(before) + 3_000_000));
});

test.each<[string, () => void, string]>([
  ['a web page', () => says('<!DOCTYPE html><title>Sign in</title>'), 'a web page, not a file'],
  ['JSON', () => says('{"error":"no"}'), 'JSON'],
  ['a spreadsheet', () => says(Buffer.from('504b03040a0b', 'hex')), 'spreadsheet'],
  ['no text', () => says(Buffer.from([0xc3, 0x28, 0x41])), 'no text'],
  ['nothing', () => says(''), 'an empty file'],
  ['other columns', () => says('When,Much\n2026-03-09,1'), 'The file has: When, Much'],
  ['too much', () => says(Buffer.alloc(9 * 1024 * 1024, 'a')), 'larger than 8 MB'],
  ['too much, packed', () => says(gzipSync(Buffer.alloc(9 * 1024 * 1024, 'a'))), 'larger than 8 MB'],
  ['no right', () => void (answer = (_q, reply) => reply.writeHead(403).end()), 'token or header'],
  [
    'a private address',
    () => void (answer = (_q, r) => r.writeHead(302, { location: 'http://127.0.0.1/' }).end()),
    'private or local',
  ],
  [
    'another port',
    () => void (answer = (_q, r) => r.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()),
    'must be 443',
  ],
  ['itself for ever', () => void (answer = (_q, r) => r.writeHead(302, { location: '/' }).end()), 'leads on more than'],
  [
    'half of it',
    () => void (answer = (_q, r) => r.writeHead(200, { 'content-length': '99' }).end('Day', () => r.destroy())),
    'broke off',
  ],
])('an answer that is %s writes nothing and says what to do', async (_name, answers, said) => {
  answers();
  const file = await made();
  expect(await fetchNow(file)).toMatchObject({ status: 'failed', error: expect.stringContaining(said) });
  expect(await counted(file)).toEqual([]);
  expect((await runs(file))[0]).toMatchObject({ status: 'failed', actor: 'ada' });
});

test('a packed file and one in UTF-16 are read, in columns that were named', async () => {
  const file = await made({
    columns: { date: 'Reporting starts', amount: 'Amount spent (EUR)', campaign: null, currency: null },
  });
  says(gzipSync('Reporting starts;Amount spent (EUR)\n2026-03-09;1.234,50\n'));
  expect(await fetchNow(file)).toMatchObject({ status: 'written', totals: [{ amount: '1234.50', currency: 'USD' }] });
  says(Buffer.from('\uFEFFReporting starts\tAmount spent (EUR)\n2026-03-09\t2.00\n', 'utf16le'));
  expect(await fetchNow(file)).toMatchObject({ status: 'written', entries_replaced: 1 });
  expect(await counted(file)).toEqual(['2026-03-09 2.00 USD']);
});

test('an answer that never ends is given up', async () => {
  answer = (_request, reply) => void reply.writeHead(200).write('Day,Spend\n');
  const file = await made();
  const patient: Outgoing = { ...outgoing, send: (request) => outgoing.send({ ...request, timeoutMs: 300 }) };
  later(1);
  await fetchDueFeeds({ ...t.deps, outgoing: patient, bills: billPort });
  expect((await runs(file))[0]).toMatchObject({ status: 'failed', error: 'No answer came in time.' });
});

test('of two instances that look at once one fetches', async () => {
  says(TWO_DAYS);
  const file = await made();
  later(1);
  const other = openDb(openPool(t.databaseUrl, () => undefined));
  try {
    const taken = await Promise.all([round(), round(other), round(), round(other)]);
    expect(taken.reduce((sum, n) => sum + n, 0)).toBe(1);
  } finally {
    await other.destroy();
  }
  expect(seen).toHaveLength(1);
  expect(await runs(file)).toHaveLength(1);
});

test('a dry run says what would be written, and a form is tried before it is saved', async () => {
  says(TWO_DAYS);
  const file = await made();
  const dry = await fetchNow(file, true);
  expect(dry).toMatchObject({ status: 'written', rows: 3, days: 2, entries_written: 3, totals: [{ amount: '16.50' }] });
  expect(dry.lines[0]).toEqual({ line: 2, ok: true, text: '2026-03-08, spring: 10.00 USD, confirmed' });
  const form = { name: 'Form', source_id: file.source_id, url: `${origin}/x`, state: 'estimated' };
  expect((await call('POST', `${FILES}/try`, form)).data).toMatchObject({ entries_written: 3 });
  const change = { id: file.id, name: 'Other', state: 'estimated' };
  expect((await call('POST', `${FILES}/try`, change)).message).toBe(
    'Nothing was written yet. 3 entries would be, for 2 days.',
  );
  expect([await counted(file), await runs(file), await told(file)]).toEqual([[], [], '0']);
});

test('a fetch is taken back as a whole, the last one first, and the same file is not taken again on schedule', async () => {
  says(TWO_DAYS);
  const file = await made();
  await fetchNow(file);
  const first = [await counted(file), await told(file)];
  says('Day,Campaign,Spend\n2026-03-09,spring,9.00\n2026-03-10,spring,1.00\n');
  later();
  await round();
  const [second, older] = await runs(file);
  const undo = (run: { id: string }) => t.call('POST', `${FILES}/${file.id}/runs/${run.id}/undo`);
  expect((await undo(older)).body.message).toContain('Take that one back first');
  expect((await undo(second)).status).toBe(200);
  expect([await counted(file), await told(file)]).toEqual(first);
  expect((await undo(second)).status).toBe(409);
  later();
  await round();
  expect([await counted(file), await told(file)]).toEqual(first);
  // by the log, too
  const entry = (await call('GET', '/api/settings/audit?limit=50')).data.find(
    (one: { entity: string; entity_id: string; action: string }) =>
      one.entity === 'cost_feed_run' && one.entity_id === older.id && one.action === 'import',
  );
  await call('POST', `/api/settings/audit/${entry.id}/undo`, {});
  expect([await counted(file), await told(file)]).toEqual([[], '0']);
});

test('making, changing and deleting one is taken back; what was typed of its address is not', async () => {
  says(TWO_DAYS);
  const file = await made();
  const undoLast = async () => {
    const [entry] = (await call('GET', '/api/settings/audit?limit=5')).data;
    await call('POST', `/api/settings/audit/${entry.id}/undo`, {});
  };
  await call('PUT', `${FILES}/${file.id}`, { name: 'Renamed', every_hours: 6, url: `${origin}/other?key=${CANARY}2` });
  await undoLast();
  expect(await fileOf(file)).toMatchObject({ name: 'Big Native', every_hours: 24 });
  await fetchNow(file);
  expect(seen.at(-1)!.url).toBe(`/other?key=${CANARY}2`);
  await call('DELETE', `${FILES}/${file.id}`);
  expect(await fileOf(file)).toBeUndefined();
  expect(await counted(file)).toHaveLength(3);
  await undoLast();
  expect(await fileOf(file)).toMatchObject({ name: 'Big Native' });
  await fetchNow(file);
  const fresh = await made({ name: 'Fresh' });
  await undoLast();
  expect(await fileOf(fresh)).toBeUndefined();
});

test('three failures in a row are told, sooner each time after the other, and a success ends that', async () => {
  answer = (_request, reply) => reply.writeHead(500).end();
  const file = await made();
  later(1);
  for (const minutes of [0, 5, 15]) {
    expect(await alerts()).toEqual([]);
    now = new Date(now.getTime() + minutes * 60_000);
    expect(await round()).toBe(1);
  }
  expect(await alerts()).toEqual([['spend_file', 'Big Native', 'The address answered 500: its server is in trouble.']]);
  expect(await fileOf(file)).toMatchObject({ failures: 3 });
  says(TWO_DAYS);
  now = new Date(now.getTime() + 60 * 60_000);
  await round();
  expect([await alerts(), (await fileOf(file)).failures]).toEqual([[], 0]);
});

test('a file that was not fetched well for a day and two hours is told of', async () => {
  says(TWO_DAYS);
  const file = await made();
  await fetchNow(file);
  await sql`update cost_feeds set due_at = '2100-01-01' where id = ${file.id}`.execute(t.deps.db);
  later(25);
  await round();
  expect(await alerts()).toEqual([]);
  later(1);
  await round();
  expect(await alerts()).toMatchObject([['spend_file', 'Big Native', expect.anything()]]);
  await call('DELETE', `${FILES}/${file.id}`);
  await round();
  expect(await alerts()).toEqual([]);
});

test('on hold nothing is fetched and nothing told', async () => {
  says(TWO_DAYS);
  await made();
  later(48);
  expect(await fetchDueFeeds({ ...t.deps, bills: billPort, sendingHold: { isOn: () => Promise.resolve(true) } })).toBe(
    0,
  );
  expect([seen, await alerts()]).toEqual([[], []]);
});

test('its header goes to its host alone, and what was stored for one host never to another', async () => {
  const header = { header_name: 'Authorization', header_value: `Bearer ${CANARY}` };
  answer = (request, reply) =>
    request.url === '/here'
      ? reply.writeHead(302, { location: `http://localhost:${new URL(origin).port}/there` }).end()
      : reply.writeHead(200).end(TWO_DAYS);
  const file = await made({ url: `${origin}/here`, ...header });
  await fetchNow(file);
  expect(seen.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
    ['/here', `Bearer ${CANARY}`],
    ['/there', undefined],
  ]);
  const elsewhere = { name: 'x', url: `http://localhost:${new URL(origin).port}/`, header_name: 'Authorization' };
  for (const [method, path, body] of [
    ['PUT', `${FILES}/${file.id}`, elsewhere],
    ['POST', `${FILES}/try`, { ...elsewhere, id: file.id }],
    ['PUT', `${FILES}/${file.id}`, { name: 'x', header_name: 'X-Other' }],
  ] as const)
    expect(Object.keys((await t.call(method, path, body)).body.errors)).toEqual(['header_value']);
  expect((await call('PUT', `${FILES}/${file.id}`, { name: 'x', header_name: 'Authorization' })).data).toMatchObject({
    name: 'x',
  });
});

test('what is wrong with an address or its header is refused by name', async () => {
  const { id: source_id } = await buildSource(t.deps);
  const input = { name: 'x', source_id, url: 'https://files.example/a.csv' };
  for (const [change, field] of [
    [{ url: 'https://10.0.0.8/a.csv' }, 'url'],
    [{ url: 'http://files.example/a.csv' }, 'url'],
    [{ url: 'ftp://files.example/a.csv' }, 'url'],
    [{ url: 'https://ada:secret@files.example/a.csv' }, 'url'],
    [{ source_id: 999_999 }, 'source_id'],
    [{ header_name: 'Host', header_value: 'x' }, 'header_name'],
    [{ header_name: 'X-Key' }, 'header_value'],
    [{ header_value: 'x' }, 'header_name'],
    [{ every_hours: 5 }, 'every_hours'],
  ] as const) {
    const reply = await t.call('POST', FILES, { ...input, ...change });
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([400, [field]]);
  }
});

test('the token of an address stands nowhere in the clear: not in the database, an answer, the log or the audit', async () => {
  // a file that repeats what it was asked with, in a line that is refused
  answer = (request, reply) => reply.writeHead(200).end(`Day,Spend,${request.url}\nToday ${CANARY},1.00,x\n`);
  const file = await made({ header_name: 'X-Key', header_value: `${CANARY}-header` });
  const said = [await fetchNow(file), await fetchNow(file, true), await call('GET', FILES), await runs(file)];
  said.push(await call('GET', '/api/settings/audit?limit=50'));
  // its head is told where a column is missing
  answer = (request, reply) => reply.writeHead(200).end(`Day,${request.url}\n2026-03-08,1.00\n`);
  await fetchNow(file);
  expect((await runs(file))[0].error).toContain('No column says the amount. The file has: Day, /report.csv');
  await call('PUT', `${FILES}/${file.id}`, { name: 'y', url: `${origin}/z?key=${CANARY}3`, header_name: null });
  await call('DELETE', `${FILES}/${file.id}`);
  said.push(await call('GET', '/api/settings/audit?limit=50'));
  expect(JSON.stringify(said)).not.toContain(CANARY);
  const { rows: tables } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(t.deps.db);
  for (const { name } of tables) expect(JSON.stringify(await dump(name)), name).not.toContain(CANARY);
  expect(lines.join('\n')).not.toContain(CANARY);
});
const dump = async (table: string) =>
  (await sql<{ row: string }>`select to_jsonb(r)::text as row from ${sql.table(table)} r`.execute(t.deps.db)).rows;

test('who has not typed a password of late cannot set an address', async () => {
  const { id: source_id } = await buildSource(t.deps);
  await sql`update sessions set password_at = ${new Date(now.getTime() - 3_600_000).toISOString()}`.execute(t.deps.db);
  const reply = await t.call('POST', FILES, { name: 'x', source_id, url: 'https://files.example/a.csv' });
  await sql`update sessions set password_at = now()`.execute(t.deps.db);
  expect([reply.status, reply.body.error]).toEqual([403, 'password_required']);
});
