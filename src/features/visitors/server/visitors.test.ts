import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { createSecrets } from '../../../platform/server/secrets.ts';
import { createVisitors, type Visitors } from './visitors.ts';
import { sharedKey } from './keys.ts';

const log = pino({ level: 'silent' });
const secrets = createSecrets(randomBytes(32));
const AGENT = 'Mozilla/5.0';
let dataDir: string;
let database: TestDb;
let now: Date;

beforeEach(async () => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'visitors-'));
  database = await testDb();
  now = new Date('2026-11-21T10:00:00Z');
});
afterEach(async () => {
  await database.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function instance(folder = dataDir): Promise<Visitors> {
  const visitors = createVisitors({ db: database.db, secrets, dataDir: folder, clock: () => now, log });
  await visitors.refresh();
  return visitors;
}

test('one reader is the same all day, on every instance, and nobody the day after', async () => {
  const visitors = await instance();
  const other = await instance(fs.mkdtempSync(join(dataDir, 'other-')));
  const morning = visitors.hash('203.0.113.9', AGENT, new Date('2026-11-21T00:00:00Z'));
  expect(morning).toMatch(/^[0-9a-f]{16}$/);
  expect(visitors.hash('203.0.113.9', AGENT, new Date('2026-11-21T23:59:59Z'))).toBe(morning);
  expect(other.hash('203.0.113.9', AGENT, now)).toBe(morning);
  expect(visitors.hash('203.0.113.9', AGENT, new Date('2026-11-22T00:00:00Z'))).not.toBe(morning);
});

test.each([
  ['the address', '203.0.113.9', '203.0.113.10', false],
  ['the device part of an IPv6 address', '2001:db8:1:2::9', '2001:db8:1:2:ffff::1', true],
  ['the network part of an IPv6 address', '2001:db8:1:2::9', '2001:db8:1:3::9', false],
  ['the spelling of an IPv4 address', '203.0.113.9', '::ffff:203.0.113.9', true],
])('readers who differ in %s', async (_, one, other, isSame) => {
  const visitors = await instance();
  expect(visitors.hash(one, AGENT, now) === visitors.hash(other, AGENT, now)).toBe(isSame);
});

test('salts older than yesterday are gone from the database and the disk', async () => {
  const visitors = await instance();
  now = new Date('2026-11-24T10:00:00Z');
  await visitors.refresh();
  const { rows } = await database.pool.query<{ day: string }>('select day::text from daily_salts order by day');
  expect(rows.map((row) => row.day)).toEqual(['2026-11-24', '2026-11-25']);
  expect(fs.readFileSync(join(dataDir, 'salts.json'), 'utf8')).not.toContain('2026-11-21');
});

test('a start without a database knows today and tomorrow from the disk, sealed', async () => {
  const before = (await instance()).hash('203.0.113.9', AGENT, now);
  const gone = await testDb();
  await gone.close();
  const visitors = createVisitors({ db: gone.db, secrets, dataDir, clock: () => now, log });
  await visitors.refresh();
  expect(visitors.hash('203.0.113.9', AGENT, now)).toBe(before);
  const { rows } = await database.pool.query<{ salt_sealed: string }>('select salt_sealed from daily_salts');
  expect(() => createSecrets(randomBytes(32)).open(rows[0]!.salt_sealed)).toThrow();
});

test('the key of the tokens is one for all, and outlives the database on disk', async () => {
  const make = () => randomBytes(32);
  const key = await sharedKey({ db: database.db, secrets }, 'context', make, dataDir);
  expect(key).toHaveLength(32);
  expect(await sharedKey({ db: database.db, secrets }, 'context', make)).toEqual(key);
  const gone = await testDb();
  await gone.close();
  expect(await sharedKey({ db: gone.db, secrets }, 'context', make, dataDir)).toEqual(key);
  await expect(sharedKey({ db: gone.db, secrets }, 'context', make)).rejects.toThrow();
});
