import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { createLog } from '../log.ts';
import { createSecrets } from '../secrets.ts';
import { checkKey } from './key-check.ts';

const log = createLog('silent');
const [FIRST, SECOND] = [randomBytes(32), randomBytes(32)];
const first = createSecrets(FIRST);

let database: TestDb;
beforeEach(async () => {
  database = await testDb();
});
afterEach(() => database.close());

/** Something sealed in each column that holds such, whatever table it is of. */
async function plant(seal: (plain: string) => string): Promise<number> {
  const { db } = database;
  await sql`insert into users (username, password_hash, role, totp_sealed, totp_pending_sealed)
    values ('ada', 'x', 'admin', ${seal('totp')}, ${seal('pending')})`.execute(db);
  await sql`insert into networks (name, payout_currency, postback_key_hash, postback_key_sealed, hmac_secret_sealed)
    values ('Harbour', 'USD', 'x', ${seal('key')}, ${seal('hmac')})`.execute(db);
  await sql`insert into sources (name, cost_currency, postback_url_sealed, postback_body_sealed, postback_headers_sealed)
    values ('Letter', 'USD', ${seal('url')}, ${seal('body')}, ${seal('headers')})`.execute(db);
  await sql`insert into daily_salts (day, salt_sealed) values ('2026-03-01', ${seal('salt')})`.execute(db);
  await sql`insert into app_keys (name, value_sealed) values ('context', ${seal('context')})`.execute(db);
  await sql`update settings set alert_webhook_url = ${seal('webhook')}`.execute(db);
  return 10;
}

/** Every sealed text, as the columns of the database are named, and what it says. */
async function all(open: (sealed: string) => string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select unnest(array[totp_sealed, totp_pending_sealed]) as text from users
    union all select unnest(array[postback_key_sealed, hmac_secret_sealed]) from networks
    union all select unnest(array[postback_url_sealed, postback_body_sealed, postback_headers_sealed]) from sources
    union all select salt_sealed from daily_salts
    union all select value_sealed from app_keys where name <> 'key-check'
    union all select alert_webhook_url from settings`.execute(database.db);
  return rows.map(({ text }) => open(text));
}

test('every column of sealed texts is known to this test', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed' order by 1`.execute(database.db);
  expect(rows.map(({ name }) => name)).toEqual([
    'app_keys.value_sealed',
    'cost_feeds.header_sealed',
    'cost_feeds.url_sealed',
    'daily_salts.salt_sealed',
    'networks.hmac_secret_sealed',
    'networks.postback_key_sealed',
    'sources.postback_body_sealed',
    'sources.postback_headers_sealed',
    'sources.postback_url_sealed',
    'users.totp_pending_sealed',
    'users.totp_sealed',
  ]);
});

test('an empty database, and one of before, are taken on; a restart changes nothing', async () => {
  await checkKey(database.db, first, log);
  const check = async () => (await sql`select * from app_keys`.execute(database.db)).rows;
  const kept = await check();
  expect(kept).toHaveLength(1);
  // as texts were sealed before they said how
  await plant((plain) => first.seal(plain).slice(2));
  await checkKey(database.db, first, log);
  expect((await check()).slice(0, 1)).toEqual(kept);
  expect(await all(first.open)).toContain('webhook');
});

test('another key says what to do and changes nothing, whether the database was checked before or not', async () => {
  await plant(first.seal);
  const other = createSecrets(SECOND);
  await expect(checkKey(database.db, other, log)).rejects.toThrow('name it in SECRET_KEY_OLD');
  await checkKey(database.db, first, log);
  await expect(checkKey(database.db, other, log)).rejects.toThrow('another key');
  expect(await all(first.open)).toHaveLength(10);
});

test('with the key of before named all is sealed anew, by two that start at once too; the old key opens nothing then', async () => {
  await checkKey(database.db, first, log);
  const planted = await plant(first.seal);
  const before = await all(first.open);
  const both = createSecrets(SECOND, FIRST);
  await Promise.all([checkKey(database.db, both, log), checkKey(database.db, both, log)]);
  const second = createSecrets(SECOND);
  expect(await all(second.open)).toEqual(before);
  await checkKey(database.db, second, log);
  let open = 0;
  await all((sealed) => {
    try {
      first.open(sealed);
      open += 1;
    } catch {
      // as it must be
    }
    return '';
  });
  expect([planted, open]).toEqual([10, 0]);
});

test('a text that opens by neither key stays, and the others are sealed anew', async () => {
  await checkKey(database.db, first, log);
  await plant(first.seal);
  await sql`update networks set hmac_secret_sealed = ${createSecrets(randomBytes(32)).seal('lost')}`.execute(
    database.db,
  );
  await checkKey(database.db, createSecrets(SECOND, FIRST), log);
  const second = createSecrets(SECOND);
  const { rows } = await sql<{ hmac: string; key: string }>`
    select hmac_secret_sealed as hmac, postback_key_sealed as key from networks`.execute(database.db);
  expect(() => second.open(rows[0]!.hmac)).toThrow();
  expect(second.open(rows[0]!.key)).toBe('key');
});
