import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const VERSION = '99.0.0';

/** What the next release adds to tables that everything is written to; it holds them as long as an index of a large one takes. */
const POSTGRES = `alter table visits add column test_word text;
alter table clicks add column test_word text;
alter table conversions add column test_word text;
alter table offers add column test_word text not null default 'new';
create index visits_test_word_idx on visits (test_word, ts);
create table test_words (word text primary key);
insert into test_words values ('new');
select pg_sleep(1.5);`;
/** Work on the tables that holds nobody up, and takes longer than a start waits for its database before it redirects without one. */
const LONG = `select pg_sleep(4);`;
const CLICKHOUSE = `alter table events add column if not exists test_word Nullable(String);`;

/** Puts a release into a folder that differs from this one by its version and by migrations of each store. @returns its version */
export function makeNewerRelease(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) });
  cpSync(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true });
  writeFileSync(join(folder, 'migrations/postgres/9901_test_words.sql'), POSTGRES);
  writeFileSync(join(folder, 'migrations/postgres/9902_test_long.sql'), LONG);
  writeFileSync(join(folder, 'migrations/clickhouse/9901_test_words.sql'), CLICKHOUSE);
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
  writeFileSync(join(folder, 'package.json'), text.replace(/"version": "[^"]+"/, `"version": "${VERSION}"`));
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name));
  return VERSION;
}
