import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { checkArchitecture, type Sources } from './support/architecture.ts';
import { findLostPaths } from './support/document-paths.ts';
import { readWireWords } from './support/wire-words.ts';

/** The order of the features: an import may only go to an earlier one. A new feature is given its place here. */
const ORDER = [
  'accounts',
  'settings',
  'alerts',
  'media',
  'publishing',
  'people',
  'networks',
  'offers',
  'reviews',
  'guides',
  'sources',
  'events',
  'visitors',
  'recovery',
  'instances',
  'rates',
  'links',
  'optimiser',
  'link-files',
  'router',
  'costs',
  'conversions',
  'postbacks',
  'statements',
  'traces',
  'deliveries',
  'backups',
  'exports',
  'journeys',
  'reports',
  'stats',
  'placements',
  'budgets',
  'outliers',
  'health',
];

const ROOT = join(import.meta.dirname, '..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const listFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  );

const readSources = (): Sources =>
  Object.fromEntries(
    listFiles('src', 'scripts', 'tests')
      .filter((path) => /\.(tsx?|mjs|css)$/.test(path))
      .map((path) => [path, read(path)]),
  );

const WIRE_WORDS = readWireWords(read('docs/glossary.md'));

test('every file keeps the rules of the house', () => {
  expect(checkArchitecture(readSources(), ORDER, WIRE_WORDS)).toEqual([]);
});

test('no two locks of the database have one number', () => {
  const numbers = Object.entries(readSources())
    .filter(([path]) => path.startsWith('src/'))
    .flatMap(([, text]) => [...text.matchAll(/\b(?:\w+_)?LOCK = ([\d_]{4,});/g)].map(([, number]) => number));
  expect(numbers.length).toBeGreaterThan(4);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('the glossary names the words of the wire that nobody says inside', () => {
  expect(WIRE_WORDS).toContain('listicle');
  expect(WIRE_WORDS).toContain('offer_content');
});

test.each(['docs/architecture.md', ...listFiles('docs/how-to')])('%s names what is there', (path) => {
  const files = [...readdirSync(ROOT), ...listFiles('src', 'scripts', 'tests', 'docs', 'migrations')];
  expect(findLostPaths(read(path), files)).toEqual([]);
});

test('a document that names a file or a folder that is gone is found', () => {
  const text =
    'See `events/contract.ts`, `events/gone.ts`, `server/`, `old/`, `{feature}/web/`, `/api` and `n / m`.\n```sh\nold/a.ts\n```\n';
  expect(findLostPaths(text, ['src/events/contract.ts', 'src/server/a.ts'])).toEqual(['events/gone.ts', 'old/']);
});

test('no migration was edited after it had landed, and each new one is written down', () => {
  const files = listFiles('migrations').filter((path) => path.endsWith('.sql'));
  const lines = files.map((path) => `${hash('sha256', read(path))}  ${relative('migrations', path)}`);
  // a changed line: the start would refuse every database that ran the file; restore its text, and add a new file.
  // a missing line: in migrations/, `sha256sum */*.sql > landed.sha256`
  expect(lines.toSorted()).toEqual(read('migrations/landed.sha256').trim().split('\n').toSorted());
});

/** What landed up to here carries no mark: no release with such a start stands before it. */
const UNMARKED: Record<string, string> = { postgres: '0121', columnar: '0010', clickhouse: '0003' };
const REWRITES = [
  String.raw`update\s+(only\s+)?[\w."]+(\s+(as\s+)?\w+)?\s+set`,
  String.raw`delete\s+from`,
  'truncate',
  String.raw`merge\s+into`,
  String.raw`alter\s+table\s+\S+\s+(update|delete)`,
  String.raw`alter\s+(column\s+)?\w+\s+(set\s+data\s+)?type`,
  String.raw`(modify|clear)\s+column`,
  'or replace table',
  String.raw`drop\s+(?!constraint|not\s+null|default|expression|identity|index|trigger|function|view)\w+`,
].map((words) => new RegExp(String.raw`\b${words}\b`, 'i'));
/** Sums by the hour are made anew from the events, whenever they are missing. */
const OF_SUMS = /^\s*(update|delete\s+from|truncate|(alter|drop)\s+table(\s+if\s+exists)?)\s+(hours|touched)\./i;

const looksRewriting = (text: string): boolean =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .some((statement) => !OF_SUMS.test(statement) && REWRITES.some((words) => words.test(statement)));

test('a migration that rewrites rows or drops something says so in its first line: a backup is taken before', () => {
  const unmarked = listFiles('migrations').filter((path) => {
    const [, store, name] = /(\w+)\/(\d{4}_\w+\.sql)$/.exec(path) ?? [];
    if (store === undefined || name!.slice(0, 4) <= UNMARKED[store]!) return false;
    const text = read(path);
    return looksRewriting(text) && !/^-- rewrites( nothing: \S.*)?\n/.test(text);
  });
  expect(unmarked, 'see docs/how-to/add-a-migration.md').toEqual([]);
});

test('what rewrites rows or drops something is found, in the words of each store', () => {
  for (const text of [
    'update guides set a = 1;',
    'with moved as (select 1) update only guides g set a = 1;',
    '  delete from x;',
    'alter table a alter column b type text;',
    'alter table a alter b set data type text;',
    'alter table a\n  drop column b;',
    'alter table a drop b;',
    'drop table a;',
    'alter table events update country = 1 where true;',
    'alter table events modify column a String;',
    'update hours.totals set a = 1; update events set a = 1;',
  ])
    expect(looksRewriting(text), text).toBe(true);
  for (const text of [
    'alter table a add column b text;',
    'alter table a alter column b drop not null;',
    'alter table a drop constraint b;',
    'alter table a rename column b to c;',
    'create index on a (updated_at);',
    'create trigger t before update on a for each row execute function f();',
    'insert into a values (1) on conflict do update set b = 1;',
    '-- what an update of it does; delete from nothing',
    'delete from hours.conversions;',
  ])
    expect(looksRewriting(text), text).toBe(false);
});

test('no two migrations of a store have one number', () => {
  const numbers = listFiles('migrations').flatMap((path) => /\w+\/\d{4}_/.exec(path) ?? []);
  expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
});

/** A small house that keeps every rule; each case below breaks one. */
const HOUSE: Sources = {
  'src/platform/money.ts': 'export const micros = 1n;',
  'src/platform/server/log.ts': `import { pino } from 'pino'; export const log = pino();`,
  'src/platform/server/outgoing/outgoing.ts': `import { Agent } from 'undici'; export const agent = new Agent();`,
  'src/platform/server/config.ts': 'export const port = process.env.PORT;',
  'src/platform/web/http.ts': `import { micros } from '../money.ts'; export const get = () => fetch('/' + micros);`,
  'src/features/accounts/contract.ts': `import { z } from 'zod'; export const Name = z.string();`,
  'src/features/accounts/server/store.ts': `import { sql } from 'kysely'; export const q = sql;`,
  'src/features/accounts/server/service.ts': `import { q } from './store.ts'; export const find = () => q;`,
  'src/features/accounts/server/routes.ts': `import { find } from './service.ts'; export const r = () => find;`,
  'src/features/accounts/server/testing.ts': `import { find } from './service.ts'; export const build = () => find;`,
  'src/features/accounts/web/client.ts': `import { get } from '../../../platform/web/http.ts'; export const load = () => get;`,
  'src/features/accounts/server/sessions/keep.ts': `export const keep = 1;`,
  'src/features/accounts/web/parts/Name.tsx': `export const Name = () => <b />;`,
  'src/features/accounts/web/Login.tsx': `import { load } from './client.ts'; export const Login = () => <a>{String(load)}</a>;`,
  'src/features/offers/contract.ts': `import { Name } from '../accounts/contract.ts'; export const O = [Name];`,
  'src/features/offers/rules.ts': `import type { O } from './contract.ts'; export type P = typeof O;`,
  'src/features/offers/server/service.ts': `import { find } from '../../accounts/server/service.ts'; export const s = () => find;`,
  'src/features/offers/server/service.test.ts': `import { build } from '../../accounts/server/testing.ts'; build;`,
  'src/features/offers/web/List.tsx': `import { load } from '../../accounts/web/client.ts'; export const List = () => <a>{String(load)}</a>;`,
  'src/app/server/app.ts': `import { r } from '../../features/accounts/server/routes.ts'; export const a = () => r;`,
  'src/app/server/render.ts': `import { data } from '../site/home.server.ts'; export const d = () => data;`,
  'src/app/site/home.tsx': `import { O } from '../../features/offers/contract.ts'; export type Props = { o: typeof O }; export const H = () => <b />;`,
  'src/app/site/home.server.ts': `import type { Props } from './home.tsx'; import { s } from '../../features/offers/server/service.ts'; export const data: Props = s();`,
  'src/app/admin/main.tsx': `import { List } from '../../features/offers/web/List.tsx'; export const M = () => <List />;`,
};

test('the small house of the cases keeps every rule', () => {
  expect(checkArchitecture(HOUSE, ['accounts', 'offers'])).toEqual([]);
});

test.each<[name: string, path: string, text: string, said: string]>([
  [
    'the lowest floor looks up',
    'src/platform/a.ts',
    `import '../features/accounts/contract.ts';`,
    'may not import a feature',
  ],
  [
    'a feature looks up',
    'src/features/offers/server/a.ts',
    `import '../../../app/server/app.ts';`,
    'feature-server may not import app-server',
  ],
  [
    'a feature imports a later one',
    'src/features/accounts/rules.ts',
    `import '../offers/contract.ts';`,
    'accounts comes before offers',
  ],
  [
    'a later one by type alone',
    'src/features/accounts/rules.ts',
    `import type { O } from '../offers/contract.ts';`,
    'accounts comes before offers',
  ],
  [
    'a later one by a type expression',
    'src/features/accounts/rules.ts',
    `export type T = import('../offers/contract.ts').O;`,
    'comes before',
  ],
  [
    'a later one by a dynamic import',
    'src/features/accounts/rules.ts',
    `export const f = () => import('../offers/contract.ts');`,
    'comes before',
  ],
  [
    'a store is no door',
    'src/features/offers/server/a.ts',
    `import '../../accounts/server/store.ts';`,
    'server/store.ts is no door of accounts',
  ],
  [
    'a component of an inner room is no door',
    'src/features/offers/web/A.tsx',
    `import '../../accounts/web/parts/Name.tsx';`,
    'web/parts/Name.tsx is no door',
  ],
  [
    'what lies in an inner room is no door',
    'src/features/offers/server/a.ts',
    `import '../../accounts/server/sessions/keep.ts';`,
    'server/sessions/keep.ts is no door',
  ],
  [
    'a feature mounts the routes of another',
    'src/features/offers/server/a.ts',
    `import '../../accounts/server/routes.ts';`,
    'server/routes.ts is no door',
  ],
  [
    'web reaches its own server',
    'src/features/offers/web/A.tsx',
    `import '../server/service.ts';`,
    'feature-web may not import feature-server',
  ],
  [
    'server reaches its own web',
    'src/features/accounts/server/a.ts',
    `import '../web/client.ts';`,
    'feature-server may not import feature-web',
  ],
  ['a contract does I/O', 'src/features/offers/contract.ts', `import 'node:fs';`, '"node:fs" runs on the server only'],
  [
    'a contract reaches its server',
    'src/features/offers/contract.ts',
    `import './server/service.ts';`,
    'feature-root may not import feature-server',
  ],
  ['a page loads a driver', 'src/app/site/home.tsx', `import 'pg';`, '"pg" runs on the server only'],
  ['a page reaches its data', 'src/app/site/home.tsx', `import './home.server.ts';`, 'site may not import site-server'],
  [
    'the admin reaches a service',
    'src/app/admin/a.tsx',
    `import '../../features/offers/server/service.ts';`,
    'is no door of offers for admin',
  ],
  [
    'page data loads React',
    'src/app/site/home.server.ts',
    `import { H } from './home.tsx'; H;`,
    'site-server may not import site',
  ],
  ['the app looks at a page', 'src/app/server/app.ts', `import '../site/home.tsx';`, 'app-server may not import site'],
  [
    'the app takes a store',
    'src/app/server/app.ts',
    `import '../../features/accounts/server/store.ts';`,
    'is no door of accounts for app-server',
  ],
  [
    'the program uses builders',
    'src/app/server/sample.ts',
    `import '../../features/accounts/server/testing.ts';`,
    'for tests, scripts and seeds',
  ],
  [
    'builders of a later feature',
    'src/features/accounts/server/testing.ts',
    `import '../../offers/server/testing.ts';`,
    'accounts comes before offers',
  ],
  [
    'a store calls its service',
    'src/features/accounts/server/store.ts',
    `import './service.ts';`,
    'routes -> service -> store',
  ],
  [
    'a service mounts routes',
    'src/features/accounts/server/service.ts',
    `import './routes.ts';`,
    'mounted by app/server only',
  ],
  [
    'a service writes SQL',
    'src/features/offers/server/service.ts',
    `import { sql } from 'kysely'; sql;`,
    'SQL is written in server/store.ts only',
  ],
  ['the app writes SQL', 'src/app/server/app.ts', `import { sql } from 'kysely'; sql;`, 'SQL is written'],
  ['server code loads React', 'src/platform/server/a.ts', `import 'react';`, '"react" belongs to web/'],
  [
    'another way out by fetch',
    'src/features/offers/server/a.ts',
    `export const f = () => fetch('https://a.test');`,
    'calls fetch',
  ],
  [
    'another way out by undici',
    'src/platform/server/a.ts',
    `import { request } from 'undici'; request;`,
    'requests leave through',
  ],
  [
    'another way out by node:https',
    'src/app/server/a.ts',
    `import { get } from 'node:https'; get;`,
    'requests leave through',
  ],
  [
    'the environment read in passing',
    'src/app/server/a.ts',
    `export const p = process.env['PORT'];`,
    'reads process.env',
  ],
  ['any', 'src/platform/a.ts', `export const f = (x: any) => x;`, 'says any'],
  ['any in a generic', 'src/platform/a.ts', `export const f = new Map<string, any>();`, 'says any'],
  ['a barrel', 'src/features/offers/index.ts', `export * from './contract.ts';`, 're-exports ./contract.ts'],
  [
    'a value under a second name',
    'src/features/accounts/server/a.ts',
    `import { find } from './service.ts'; export const look = find;`,
    'exports look, which it imports',
  ],
  [
    'a part of a file under a second name',
    'src/features/accounts/server/a.ts',
    `import * as service from './service.ts'; export const look = service.find;`,
    'exports look, which it imports',
  ],
  [
    'a type under a second name',
    'src/features/accounts/server/a.ts',
    `import type { Row } from './store.ts'; export type Account = Row;`,
    'exports Account, which it imports',
  ],
  [
    'a type of a file under a second name',
    'src/features/accounts/server/a.ts',
    `import type * as store from './store.ts'; export type Account = store.Row;`,
    'exports Account, which it imports',
  ],
  [
    'a second name that is exported further down',
    'src/features/accounts/server/a.ts',
    `import { find } from './service.ts'; const look = find; export { look };`,
    'exports look, which it imports',
  ],
  [
    'an import that is exported further down',
    'src/features/accounts/server/a.ts',
    `import { find } from './service.ts'; export { find };`,
    're-exports ./service.ts',
  ],
  ['a drawer', 'src/platform/utils.ts', `export const a = 1;`, 'is named for no job'],
  [
    'React on the server side',
    'src/features/offers/server/Mail.tsx',
    `export const a = 1;`,
    'is React outside of web/',
  ],
  ['a folder without a floor', 'src/lib/a.ts', `export const a = 1;`, 'stands in no room'],
  ['a feature without a place', 'src/features/coupons/contract.ts', `export const a = 1;`, 'has no place in the order'],
  ['a file that is too long', 'src/platform/a.ts', '// a line\n'.repeat(351), 'has 351 lines'],
  ['a file that does not parse', 'src/platform/a.ts', 'export const = ;', 'cannot be parsed'],
  ['a file outside of src', 'src/app/server/a.ts', `import '../../../scripts/install.mjs';`, 'outside of src'],
])('%s is found', (_name, path, text, said) => {
  const found = checkArchitecture({ ...HOUSE, [path]: text }, ['accounts', 'offers']);
  expect(found.filter((line) => line.startsWith(path) && line.includes(said))).toHaveLength(1);
});

test.each<[name: string, text: string]>([
  ['what is made of it', `import { Name } from './contract.ts'; export const Names = Name.array();`],
  ['a part of a value', `import { Name } from './contract.ts'; export const parse = Name.parse;`],
  ['a type made of it', `import type { Name } from './contract.ts'; export type Names = Name[];`],
  ['a name of its own use', `import { Name } from './contract.ts'; const Known = Name; export const known = [Known];`],
  ['a name of a package', `import { z } from 'zod'; export const schema = z;`],
])('a file may export, of what it imports, %s', (_name, text) => {
  expect(checkArchitecture({ 'src/features/accounts/rules.ts': text }, ['accounts'])).toEqual([]);
});

test('a cycle is found, types included', () => {
  const found = checkArchitecture(
    {
      'src/platform/a.ts': `import type { B } from './b.ts'; export type A = B[];`,
      'src/platform/b.ts': `import { type A } from './a.ts'; export type B = A | 1;`,
    },
    [],
  );
  expect(found).toEqual(['cycle: src/platform/a.ts -> src/platform/b.ts -> src/platform/a.ts']);
});

test('a crowded folder is found; tests in it do not count', () => {
  const files = (names: number, end: string) =>
    Object.fromEntries(
      Array.from({ length: names }, (_, i) => [`src/platform/server/ids/a${i}${end}`, 'export const a = 1;']),
    );
  expect(checkArchitecture({ ...files(15, '.ts'), ...files(15, '.test.ts') }, [])).toEqual([]);
  expect(checkArchitecture(files(16, '.ts'), [])).toEqual(['src/platform/server/ids: holds 16 files; the most is 15']);
});

test('words in comments and strings are not code', () => {
  const text = `// import './gone.ts'; process.env.X; const a: any\nexport const say = "fetch('x') process.env : any";`;
  expect(checkArchitecture({ 'src/platform/a.ts': text }, [])).toEqual([]);
});

const WORDS = ['listicle', 'offer_content'];
const SERVER = 'src/features/offers/server/a.ts';
const SCREEN = 'src/features/offers/web/A.tsx';

test.each<[name: string, path: string, text: string]>([
  ['a variable', SERVER, 'export const allListicles = 1;'],
  ['a type', SERVER, 'export type OfferContent = 1;'],
  ['a field', SERVER, 'export const f = (row: { id: 1 }) => ({ listicle_id: row.id });'],
  ['a column in SQL', SERVER, 'export const f = `select max(listicle_id) from clicks`;'],
  ['a value', SERVER, `export const kind = 'listicle';`],
  ['a variable beside the old column', 'src/features/events/server/store-events.ts', 'export const listicleId = `id`;'],
  ['another column beside it', 'src/features/events/server/store-events.ts', 'export const id = `listicle_slug`;'],
  ['a file', 'src/features/offers/server/listicle-names.ts', 'export const f = 1;'],
  [
    'a variable of a screen',
    SCREEN,
    'export const f = (row: { listicle: 1 }) => { const { listicle } = row; return listicle; };',
  ],
  ['a screen', SCREEN, 'export function ListicleScreen() { return <b />; }'],
])('%s that is named by a word of the wire is found', (_name, path, text) => {
  const found = checkArchitecture({ [path]: text }, ['offers', 'events'], WORDS);
  expect(found).toEqual([expect.stringMatching(`^${path}: says (listicle|offer_content)`)]);
});

test.each<[name: string, path: string, text: string]>([
  ['in a contract', 'src/features/offers/place-contract.ts', 'export const Place = { listicle_id: 1 };'],
  ['in routes', 'src/features/offers/server/routes-places.ts', 'export const f = (id: 1) => ({ listicle_id: id });'],
  ['in a test', 'src/features/offers/server/a.test.ts', `export const listicle = 'listicle_id';`],
  ['of a field that a screen shows', SCREEN, 'export const A = (row: { listicle: 1 }) => <b>{row.listicle}</b>;'],
  ['of the old column', 'src/features/events/server/store-events.ts', 'export const id = `listicle_id`;'],
  ['of an address', SERVER, `export const path = (id: 1) => \`/listicles/\${id}\`;`],
  ['of a sentence', SERVER, `export const text = 'Deleted listicle was not found';`],
])('a word of the wire may be said %s', (_name, path, text) => {
  expect(checkArchitecture({ [path]: text }, ['offers', 'events'], WORDS)).toEqual([]);
});
