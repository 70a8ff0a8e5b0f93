import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createLogTail } from '../../../platform/server/log-tail.ts';
import { openDb, openPool } from '../../../platform/server/postgres/postgres.ts';
import { rowsOf } from '../../../platform/server/postgres/testing.ts';
import { ratesRoutes } from './routes.ts';
import { loadRates, replaceRates } from './service.ts';
import { takeRatesFile } from './take-file.ts';

/**
 * Seen red: an audit entry outside of the transaction of the rates; a text that was stored trimmed; rates that a file overwrote; two
 * entries for one file; a broken file of which nobody was told; a text that was parsed at every look.
 */

const PATH = '/api/admin/exchange-rates';
const GIVEN = '\uFEFFDate,USD,JPY\r\n2026-03-06,1.08,160.25\r\n2026-03-05,1.07,N/A\r\n\r\n';
let t: TestApp;
let folder: string;
let lines: string[] = [];

beforeAll(async () => {
  t = await testApp((route, deps) =>
    ratesRoutes(route, deps, {
      countUnconverted: () => Promise.resolve(0),
      revalueAll: () => Promise.resolve({ conversions: 0, costs: 0, arrivals: 0 }),
    }),
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  lines = [];
  folder = mkdtempSync(join(tmpdir(), 'guidepost-rates-'));
  await sql`delete from exchange_rates`.execute(t.deps.db);
  await sql`delete from audit`.execute(t.deps.db);
  return () => rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, 'exchange-rates.csv');
const log = createLog('info', { write: (line: string) => void lines.push(line) }, createLogTail());
/** What a start does. */
const start = (db = t.deps.db): Promise<void> => takeRatesFile({ ...t.deps, db, log }, folder);
const texts = async () => (await rowsOf<{ csv: string }>(t.deps.db, 'exchange_rates')).map(({ csv }) => csv);
const audit = async () =>
  (await rowsOf<Record<string, unknown>>(t.deps.db, 'audit')).map((row) => [
    row['action'],
    row['actor_name'],
    row['after'],
  ]);
const shown = async () => (await t.call('GET', PATH)).body.data;

test('rates are kept as they were given, with one entry in the audit', async () => {
  const { body } = await t.call('PUT', PATH, { csv: GIVEN });
  expect(body.data).toMatchObject({ days: 2, first_day: '2026-03-05', last_day: '2026-03-06', problem: null });
  expect(await texts()).toEqual([GIVEN]);
  expect(await audit()).toEqual([['replace', 'ada', { days: 2, last_day: '2026-03-06' }]]);
});

test.each([
  ['no rates', 'nonsense', 'Line 1'],
  ['a line that cannot be read', 'Date,USD\n2026-03-06,1,08,\nyesterday,1', 'Line 3'],
])('a file with %s changes nothing', async (_name, csv, said) => {
  await t.call('PUT', PATH, { csv: GIVEN });
  const { status, body } = await t.call('PUT', PATH, { csv });
  expect([status, body.errors.csv[0]]).toEqual([400, expect.stringContaining(said)]);
  expect(await texts()).toEqual([GIVEN]);
  expect(await audit()).toHaveLength(1);
  expect(await shown()).toMatchObject({ days: 2, problem: null });
});

test('rates that cannot be put on record are not replaced', async () => {
  await t.call('PUT', PATH, { csv: GIVEN });
  const nobody = { ...t.actor, id: 999_999 };
  await expect(replaceRates(t.deps, nobody, 'Date,USD\n2026-03-07,2')).rejects.toThrow('audit_actor_id_fkey');
  expect(await texts()).toEqual([GIVEN]);
  expect(await shown()).toMatchObject({ last_day: '2026-03-06' });
});

test('a text is read once for all that look, and again when it was replaced, also by the same', async () => {
  await replaceRates(t.deps, t.actor, GIVEN);
  const first = await loadRates(t.deps.db);
  await replaceRates(t.deps, t.actor, 'Date,USD\n2026-03-07,2');
  await sql`update exchange_rates set csv = ${GIVEN}, version = gen_random_uuid()`.execute(t.deps.db);
  const many = await Promise.all(Array.from({ length: 8 }, () => loadRates(t.deps.db)));
  expect(new Set(many.map(({ book }) => book)).size).toBe(1);
  expect((await loadRates(t.deps.db)).book).toBe(many[0]!.book);
  expect(many[0]!.book).toEqual(first.book);
  expect(many[0]!.stamp).not.toBe(first.stamp);
});

test('the file of a release before is taken in by a start, as it is, and stays where it lies', async () => {
  writeFileSync(file(), GIVEN);
  await start();
  expect(await texts()).toEqual([GIVEN]);
  expect(await audit()).toEqual([['take', 'system', { days: 2, last_day: '2026-03-06' }]]);
  expect(await shown()).toMatchObject({ days: 2, problem: null });
  expect(readFileSync(file(), 'utf8')).toBe(GIVEN);
  await start();
  expect(await audit()).toHaveLength(1);
  expect(lines.filter((line) => line.includes('exchange-rates.csv'))).toEqual([expect.stringContaining('was taken')]);
});

test('of two instances that start at once, each with a file, one takes its own', async () => {
  const other = openDb(openPool(t.databaseUrl, () => undefined));
  try {
    for (let round = 0; round < 10; round += 1) {
      await sql`delete from exchange_rates`.execute(t.deps.db);
      await sql`delete from audit`.execute(t.deps.db);
      lines = [];
      writeFileSync(file(), GIVEN);
      await Promise.all([start(), start(other)]);
      expect(await audit()).toHaveLength(1);
      expect(lines.filter((line) => line.includes('was taken'))).toHaveLength(1);
    }
  } finally {
    await other.destroy();
  }
});

test('a file beside rates that the database has is not read, and a start says so', async () => {
  await t.call('PUT', PATH, { csv: GIVEN });
  writeFileSync(file(), 'Date,USD\n2026-03-07,2');
  await start();
  expect(await texts()).toEqual([GIVEN]);
  expect(await shown()).toMatchObject({ last_day: '2026-03-06', problem: null });
  expect(lines).toEqual([expect.stringContaining('is not read')]);
});

test.each([
  ['that is no file of rates', () => writeFileSync(file(), 'Date,USD\n2026-03-06,1,08\nyesterday,1'), 'Line 3'],
  ['that is no text', () => writeFileSync(file(), 'Date,USD\n2026-03-06,1,\0'), 'no text'],
  ['that cannot be read', () => mkdirSync(file()), 'cannot be read'],
])('a file %s is told and not taken, until the database has rates', async (_name, make, said) => {
  make();
  await start();
  expect(await texts()).toEqual([]);
  expect(await audit()).toEqual([]);
  expect(await shown()).toMatchObject({ days: 0, problem: expect.stringContaining(said) });
  expect(lines).toEqual([expect.stringContaining('was not taken')]);
  await t.call('PUT', PATH, { csv: GIVEN });
  expect(await shown()).toMatchObject({ days: 2, problem: null });
});

test('without a file a start has nothing to say', async () => {
  await start();
  expect([lines, await texts(), (await shown()).problem]).toEqual([[], [], null]);
});
