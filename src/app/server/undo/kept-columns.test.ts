import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { rowsPorts } from './feature-ports.ts';

/** Of every table: whose row it is, what every save changes, and what is worked out of the rest. */
const OF_ALL = [
  'id',
  'only_row',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'is_sample',
  'find_text',
  'words',
];

const NOT_KEPT: Readonly<Record<string, readonly string[]>> = {
  // may hold a secret in its path
  settings: ['alert_webhook_url'],
  networks: [
    // secrets
    'postback_key_hash',
    'postback_key_sealed',
    'previous_key_hash',
    'previous_key_until',
    'hmac_secret_sealed',
    'last_postback_at',
  ],
  sources: ['postback_url_sealed', 'postback_url_masked', 'postback_body_sealed', 'postback_headers_sealed'],
  offers: [
    // what the looks at the address found
    'link_status',
    'link_checked_at',
    'final_url',
    'link_note',
    'link_failures',
    'link_downs',
    'is_link_dead',
    'link_snoozed_until',
    'link_due_at',
    'is_full',
  ],
  // what readers were told and shown
  guides: ['changes', 'shown', 'is_order_old', 'revised_at', 'first_published_at'],
  reviews: ['changes', 'shown_digest', 'revised_at', 'first_published_at'],
  links: ['auto_run_at'],
  // of a picture only what it is said to show can be changed
  images: [
    'hash',
    'key',
    'mime',
    'width',
    'height',
    'bytes',
    'variants',
    'variants_made_at',
    'variants_tries',
    'variants_bytes',
  ],
  exchange_rates: ['replaced_at'],
  cost_feeds: [
    // secrets, and what goes with them
    'url_sealed',
    'url_shown',
    'header_name',
    'header_sealed',
    // how the fetches went
    'due_at',
    'failures',
    'last_good_at',
    'etag',
    'modified',
    'digest',
  ],
  // when it was run last, and what was found
  placement_rules: ['ran_at', 'found'],
};

let database: TestDb;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

test('each column of a record is kept, or named here as one that is not', async () => {
  const { rows } = await sql<{ table: string; args: string; columns: string[] }>`
    select tgrelid::regclass::text as table, encode(tgargs, 'escape') as args,
           array(select attname::text from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped) as columns
      from pg_trigger where tgname = 'keep_rows_update' order by 1`.execute(database.db);
  for (const { table, args, columns } of rows) {
    // the key, then the columns, each ended by a zero
    const kept = args.split('\\000')[1]!.split(',');
    const known = [...kept, ...OF_ALL, ...(NOT_KEPT[table] ?? [])];
    expect(
      columns.filter((column) => !known.includes(column)),
      `${table}: see docs/how-to/make-a-change-undoable.md`,
    ).toEqual([]);
    expect(
      kept.filter((column) => !columns.includes(column)),
      table,
    ).toEqual([]);
    expect(
      kept.filter((column) => /sealed|hash|secret|webhook/.test(column)),
      table,
    ).toEqual([]);
  }
  const ports = rowsPorts({ config: {} } as Deps).flatMap(({ entities }) => Object.keys(entities));
  expect(rows.map(({ table }) => table)).toEqual(ports.toSorted());
});
