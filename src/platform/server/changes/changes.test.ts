import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { inTransaction, type Db } from '../postgres/postgres.ts';
import { contentChanged, createChangeFeed, type ChangeFeed } from './changes.ts';

let database: TestDb;
let db: Db;

beforeAll(async () => {
  database = await testDb();
  ({ db } = database);
});
afterAll(() => database.close());

const addPerson = (name: string, on: Db = db) =>
  sql`insert into people (name, slug) values (${name}, ${name})`.execute(on);
const rename = (tagline: string, on: Db = db) => sql`update settings set tagline = ${tagline}`.execute(on);
async function reader(): Promise<ChangeFeed> {
  const feed = createChangeFeed(db);
  await feed.read();
  return feed;
}
/** The tags of the next reading, in their order. */
async function tagsOf(feed: ChangeFeed): Promise<string[] | 'all'> {
  const changes = await feed.read();
  return changes.all ? 'all' : [...changes.tags].toSorted();
}

test('the first reading knows nothing of what there was; each one after it tells what was committed since the last', async () => {
  const feed = createChangeFeed(db);
  expect(await tagsOf(feed)).toBe('all');
  expect(await tagsOf(feed)).toEqual([]);
  await addPerson('ada');
  await rename('one');
  expect(await tagsOf(feed)).toEqual(['people', 'settings']);
  expect(await tagsOf(feed)).toEqual([]);
});

test('a transaction that began first and commits last is told by the reading after its commit', async () => {
  const feed = await reader();
  const isOpen = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const long = inTransaction(db, async (trx) => {
    await addPerson('bea', trx);
    isOpen.resolve();
    await mayEnd.promise;
  });
  await isOpen.promise;
  await rename('two');
  expect(await tagsOf(feed)).toEqual(['settings']);
  expect(await tagsOf(feed)).toEqual([]);
  mayEnd.resolve();
  await long;
  expect(await tagsOf(feed)).toEqual(['people']);
});

test('what is rolled back, and what changes no value, is told by nobody', async () => {
  const feed = await reader();
  await rename('two again');
  await inTransaction(db, async (trx) => {
    await addPerson('cid', trx);
    throw new Error('no');
  }).catch(() => undefined);
  expect(await tagsOf(feed)).toEqual(['settings']);
  await sql`update settings set tagline = tagline`.execute(db);
  expect(await tagsOf(feed)).toEqual([]);
});

test('two readers read each by themselves', async () => {
  const [one, other] = [await reader(), await reader()];
  await rename('three');
  expect(await tagsOf(one)).toEqual(['settings']);
  expect(await tagsOf(other)).toEqual(['settings']);
});

test('so many records at once that each by itself would be too many stand for everything', async () => {
  const feed = await reader();
  const insert = (count: number, name: string) =>
    sql`insert into images (hash, key, mime, width, height, bytes)
      select ${name}::text || n, ${name}::text || n, 'image/png', 1, 1, 1 from generate_series(1, ${count}::int) n`.execute(
      db,
    );
  await insert(2000, 'a');
  expect(await tagsOf(feed)).toHaveLength(2000);
  await insert(2001, 'b');
  expect(await tagsOf(feed)).toBe('all');
});

test('of the rows that one statement writes those are told of that differ in what readers see', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into networks (name, postback_key_hash, postback_key_sealed, payout_currency)
      select 'network ' || n, 'hash ' || n, 'sealed', 'USD' from generate_series(1, 9) n returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  const feed = await reader();
  const write = (differing: number[]) =>
    sql`update networks set last_postback_at = clock_timestamp(), name = case when id = any(${differing}::int[]) then name || 'x' else name end`.execute(
      db,
    );
  await write([ids[2]!, ids[6]!]);
  expect(await tagsOf(feed)).toEqual([`network:${ids[2]}`, `network:${ids[6]}`]);
  await write([]);
  expect(await tagsOf(feed)).toEqual([]);
});

test('what a row named before is told with what it names now, also where two columns name the row', async () => {
  await sql`insert into slug_redirects (kind, slug, target_id)
    values ('review', 'old', 4), ('review', 'older', 4), ('guide category', 'old', 4)`.execute(db);
  const feed = await reader();
  await sql`update slug_redirects set target_id = 5 where kind = 'review' and slug = 'old'`.execute(db);
  expect(await tagsOf(feed)).toEqual(['review:4', 'review:5']);
});

test('every column that a trigger of the changes names is there', async () => {
  const { rows } = await sql<{ named: string }>`
    select distinct t.tgrelid::regclass || '.' || c as named
      from (select tgrelid, string_to_array(encode(tgargs, 'escape'), '\\000') as args from pg_trigger
             where tgfoid = 'note_content_changes'::regproc) t
      cross join unnest(string_to_array(ltrim(args[2], '-'), ',') || regexp_split_to_array(args[1], ', *')) c
     where c <> '' and not exists (select from pg_attribute a where a.attrelid = t.tgrelid and a.attname = c and not a.attisdropped)`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test('a reader that gave up takes everything for changed, once', async () => {
  const feed = await reader();
  feed.lose();
  expect(await tagsOf(feed)).toBe('all');
  expect(await tagsOf(feed)).toEqual([]);
});

test('what a write took is told with it, and of one that does not say it may be anything', async () => {
  const feed = await reader();
  const took = async () => {
    const changes = await feed.read();
    return changes.all ? 'all' : changes.took;
  };
  await inTransaction(db, async (trx) => {
    await rename('four', trx);
    await contentChanged(trx, ['/listicles/1']);
    await contentChanged(trx, ['/listicles/2', '/listicles/1']);
  });
  expect((await took())[0]).toEqual(['/listicles/1', '/listicles/2']);
  await inTransaction(db, async (trx) => {
    await rename('five', trx);
    await contentChanged(trx, []);
  });
  expect(await took()).toEqual([[]]);
  await rename('six');
  expect(await took()).toEqual([['*']]);
});

test('a reader of later goes on where an earlier one was', async () => {
  const earlier = await reader();
  const mark = earlier.mark();
  await rename('seven');
  const later = createChangeFeed(db, mark);
  expect(await tagsOf(later)).toEqual(['settings']);
  expect(await tagsOf(later)).toEqual([]);
  expect(later.mark()?.position).not.toBe(mark?.position);
});

test.each([
  ['another database', { database: '1.1.1' }],
  ['a time that is no longer kept', { atMs: Date.now() - 31 * 60_000 }],
  ['a time that is still to come', { atMs: Date.now() + 2 * 60_000 }],
  ['transactions that there have not been', { position: '4000000000:4000000000:' }],
])('a mark of %s is none', async (_name, wrong) => {
  const mark = (await reader()).mark()!;
  const later = createChangeFeed(db, { ...mark, ...wrong });
  expect(await tagsOf(later)).toBe('all');
  expect(await tagsOf(later)).toEqual([]);
});
