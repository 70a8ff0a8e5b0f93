import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeDescriptors } from '../../../../../tests/support/descriptors.ts';
import { listChildStarts } from '../../child-starts.ts';
import { createDuckDbStore } from './store.ts';
import { eventStoreConformance } from '../event-store.conformance.ts';
import type { Cell, EventStore } from '../event-store.ts';

const log = pino({ level: 'silent' });
const TABLE =
  'create table things (name varchar not null, seen_at timestamp, small integer, amount bigint, is_on boolean);';
const SLOW = 'select sum(a.range * b.range) from range(1000000) a, range(1000000) b';

function makeFolder(): { dir: string; path: string; migrationsDir: string } {
  const dir = fs.mkdtempSync(join(tmpdir(), 'duckdb-'));
  const migrationsDir = join(dir, 'migrations');
  fs.mkdirSync(migrationsDir);
  fs.writeFileSync(join(migrationsDir, '0001_things.sql'), TABLE);
  return { dir, path: join(dir, 'data', 'events.duckdb'), migrationsDir };
}

eventStoreConformance('DuckDB', async () => {
  const { dir, path, migrationsDir } = makeFolder();
  let store = createDuckDbStore({ path, migrationsDir, log });
  await store.migrate();
  return {
    store,
    slowSql: SLOW,
    notesSql: ['create schema touched', 'create table touched.seen (hour timestamp, small integer)'],
    seenSql: 'create table seen (ts timestamp, type varchar, visit_id varchar, small integer, amount bigint)',
    hasTransactions: true,
    runsOneAtATime: false,
    async reopen() {
      await store.close();
      store = createDuckDbStore({ path, migrationsDir, log });
      return store;
    },
    async dispose() {
      await store.close();
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
});

describe('the process that holds the file', () => {
  let folder: ReturnType<typeof makeFolder>;
  let store: EventStore;
  beforeEach(async () => {
    folder = makeFolder();
    store = createDuckDbStore({ ...folder, log });
    await store.migrate();
  });
  afterEach(async () => {
    await store.close();
    fs.rmSync(folder.dir, { recursive: true, force: true });
  });

  /** Only processes that name our own folder: nobody else's. */
  const holders = (): number[] =>
    fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const line = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          return line.includes('duckdb/child.ts') && line.includes(folder.path) ? [Number(pid)] : [];
        } catch {
          return [];
        }
      });

  test('it takes what it is told about memory without a word', async () => {
    const said: unknown[] = [];
    const listening = createDuckDbStore({
      ...folder,
      path: join(folder.dir, 'other', 'events.duckdb'),
      log: pino({ level: 'warn' }, { write: (line: string) => void said.push(line) }),
    });
    await listening.migrate();
    await listening.close();
    expect(said).toEqual([]);
  });

  test('every way to write is counted when it begins and when it ends, well or not, and no reading is', async () => {
    const thing = { name: 'a', small: 1 };
    const writes: [name: string, write: () => Promise<unknown>][] = [
      ['append', () => store.append({ cursor: 'a', position: '1', table: 'things', rows: [thing] })],
      ['transact', () => store.transact([{ sql: 'delete from things where small = 2' }])],
      ['a statement that fails', () => store.transact([{ sql: 'delete from nothing' }])],
      [
        'forget',
        () => store.forget({ table: 'things', columns: ['amount'], where: { column: 'name', values: ['a'] } }),
      ],
      ['load', () => store.load({ table: 'things', columns: ['name'], paths: [join(store.files, 'none.parquet')] })],
      ['fill', () => store.fill(false)],
      ['migrate', () => store.migrate()],
    ];
    for (const [name, write] of writes) {
      const before = store.writes()!;
      const writing = write().catch(() => undefined);
      expect([name, store.writes()]).toEqual([name, before + 1]);
      await writing;
      expect([name, store.writes()]).toEqual([name, before + 2]);
    }
    const after = store.writes();
    await Promise.all([
      store.query('select 1'),
      store.cursor('a'),
      store.mark(),
      store.stats(),
      store.columns('things'),
    ]);
    expect(store.writes()).toBe(after);
  });

  test('when it is killed, waiting calls fail, the next one starts it again, and each batch is there once or not at all', async () => {
    const rows = (n: number) => Array.from({ length: 3000 }, () => ({ name: `batch ${n}`, small: n }));
    // the kill may meet this call, and the parent hears of it a moment later
    const persistently = async <T>(call: () => Promise<T>): Promise<T> => {
      for (let tries = 0; tries < 100; tries += 1) {
        try {
          return await call();
        } catch {
          await sleep(20);
        }
      }
      return call();
    };
    let n = 0;
    for (let kill = 0; kill < 5; kill += 1) {
      const stop = n + 3 + kill;
      let killing: Promise<void> | undefined;
      while (n < stop || killing === undefined) {
        if (n === stop - 1)
          killing ??= sleep(kill * 4).then(() => holders().forEach((pid) => process.kill(pid, 'SIGKILL')));
        const done = await store
          .append({ cursor: 'c', position: String(n), table: 'things', rows: rows(n) })
          .catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'unavailable' });
            return undefined;
          });
        if (done !== undefined || (await persistently(() => store.cursor('c'))) === String(n)) n += 1;
      }
      await killing;
    }
    const counts = await persistently(() =>
      store.query('select small, count(*) as n from things group by small order by small'),
    );
    expect(counts).toEqual(Array.from({ length: n }, (_, small) => ({ small, n: 3000 })));
  });

  test('it ends with its parent, even a killed one in the middle of a report, and nothing acknowledged is lost', async () => {
    const file = join(folder.dir, 'parent.mjs');
    const other = join(folder.dir, 'other', 'events.duckdb');
    fs.writeFileSync(
      file,
      `const { createDuckDbStore } = await import(process.argv[2]);
       const store = createDuckDbStore({ path: process.argv[3], migrationsDir: process.argv[4], log: { warn() {}, error() {} } });
       await store.migrate();
       void store.query(process.argv[5]).catch(() => undefined);
       for (let n = 0; ; n += 1) {
         await store.append({ cursor: 'c', position: String(n), table: 'things', rows: [{ name: 'x', small: n }, { name: 'y', small: n }] });
         process.send(n);
       }`,
    );
    const parent = fork(file, [new URL('./store.ts', import.meta.url).href, other, folder.migrationsDir, SLOW], {
      execArgv: [],
    });
    let acked = -1;
    parent.on('message', (n) => (acked = n as number));
    while (acked < 20) await sleep(10);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const again = createDuckDbStore({ path: other, migrationsDir: folder.migrationsDir, log });
    const [row] = await again.query('select count(*) as n, max(small) as top from things');
    await again.close();
    expect(row!['top']).toBeGreaterThanOrEqual(acked);
    expect(row!['n']).toBe(2 * ((row!['top'] as number) + 1));
  });

  const TEXTS = [
    '',
    'plain word',
    "it's",
    "'",
    "''",
    '\\',
    "\\' or 1=1 --",
    '$1',
    '$2',
    '"',
    'a;b',
    'nul\0in it',
    'né 漢 🫖',
    'a\nb',
  ];
  // what the library would bind each as
  const VALUES: [type: string, values: Cell[]][] = [
    ['VARCHAR', TEXTS],
    ['"NULL"', [null]],
    ['BOOLEAN', [true, false]],
    ['INTEGER', [0, -0, 7, -7, 2 ** 31 - 1]],
    ['BIGINT', [2 ** 31, -(2 ** 40), 5n, -5n, 2n ** 63n - 1n, -(2n ** 63n)]],
    ['DOUBLE', [0.25]],
  ];
  test.each(VALUES)(
    'a value of the type %s comes back from a statement as it went in, and is no more than a value',
    async (type, values) => {
      for (const value of values)
        for (const beside of ['plain', "it's"])
          expect(
            await store.query(
              `select $1 as it, typeof($1) as type, $2 as beside, '$1, ''$2''' as text, 3 as "$2" order by 1`,
              [value, beside],
            ),
          ).toEqual([{ it: onTheWire(value), type, beside, text: "$1, '$2'", $2: 3 }]);
    },
  );
  const onTheWire = (value: Cell): Cell => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    return Object.is(value, -0) ? 0 : value;
  };

  test('reports cannot reach files of the machine', async () => {
    await expect(store.query("select * from read_text('/etc/hostname')")).rejects.toThrow();
    await expect(store.query("copy things to '/tmp/stolen.csv'")).rejects.toThrow();
    await expect(store.query('set enable_external_access = true')).rejects.toThrow();
  });

  test('each of its threads runs at low priority, so that redirects go first', async () => {
    await store.query('select count(*) as n from range(3000000)'); // its engine has all of its threads
    const [pid] = holders();
    const threads = execFileSync('ps', ['-L', '-o', 'ni=,comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(threads.length).toBeGreaterThan(4);
    expect(threads.filter((thread) => !/^ *15 /.test(thread))).toEqual([]);
  });

  const names = (): string[] => fs.readdirSync(join(folder.dir, 'data')).toSorted();

  /** Asks until the process is there. */
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    for (let tries = 0; tries < 400; tries += 1) {
      try {
        return await call();
      } catch {
        await sleep(20);
      }
    }
    return call();
  }

  const damages: [string, (path: string) => void][] = [
    ['an emptied file', (path) => fs.truncateSync(path, 0)],
    ['a cut file', (path) => fs.truncateSync(path, 9000)],
    ['another file', (path) => fs.writeFileSync(path, 'no database '.repeat(1000))],
  ];
  test.each(damages)('%s is set aside whole, and a new store begins', async (_, damage) => {
    await store.append({ cursor: 'c', position: '1', table: 'things', rows: [{ name: 'old' }] });
    const before = await store.mark();
    await store.close();
    damage(folder.path);
    const damaged = fs.readFileSync(folder.path);
    store = createDuckDbStore({ ...folder, log });
    await ask(() => store.migrate());
    const after = await store.mark();
    expect(after.id).not.toBe(before.id);
    expect(await store.query('select * from things')).toEqual([]);
    const { setAside, trouble } = store.condition();
    expect(trouble).toBeUndefined();
    expect(setAside).toEqual([expect.stringMatching(/^events\.duckdb\.damaged-/)]);
    expect(fs.readFileSync(join(folder.dir, 'data', setAside[0]!))).toEqual(damaged);
  });

  test('a block that cannot be read any more sets the file aside while it is in use; the next call finds tables', async () => {
    const rows = Array.from({ length: 60_000 }, () => ({ name: randomBytes(40).toString('hex') }));
    await store.append({ cursor: 'c', position: '1', table: 'things', rows });
    await store.close();
    const { size } = fs.statSync(folder.path);
    const file = fs.openSync(folder.path, 'r+');
    fs.writeSync(file, Buffer.alloc(600_000, 7), 0, 600_000, Math.floor(size / 3));
    fs.closeSync(file);
    store = createDuckDbStore({ ...folder, log });
    await ask(() => store.migrate());
    await ask(async () => {
      const [row] = await store.query<{ n: number }>('select count(*) as n, sum(length(name)) as chars from things');
      expect(row!.n).toBe(0);
    });
    expect(store.condition().setAside.length).toBe(1);
  });

  test('a file that is taken away while it is open is not written to any more, nor does what was read of it hold', async () => {
    const before = await store.mark();
    const writes = store.writes();
    fs.rmSync(folder.path);
    const after = await ask(async () => {
      const mark = await store.mark();
      if (mark.id === before.id) throw new Error('still the old one');
      return mark;
    });
    expect(store.writes()).not.toBe(writes);
    await store.append({ cursor: 'c', position: '1', table: 'things', rows: [{ name: 'new' }] });
    await store.close();
    store = createDuckDbStore({ ...folder, log });
    expect(await store.mark()).toMatchObject({ id: after.id, token: after.token + 1 });
  });

  test('when there are no descriptors left for its process, it is tried again by itself', async () => {
    await store.close();
    store = createDuckDbStore({ ...folder, log });
    const failures = () => listChildStarts().find((kind) => kind.name === 'Event store')?.failures ?? 0;
    const before = failures();
    const giveBack = takeDescriptors();
    try {
      await expect(store.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
      await expect(store.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      giveBack();
    }
    expect(await ask(() => store.query('select count(*) as n from things'))).toEqual([{ n: 0 }]);
    expect(failures()).toBeGreaterThan(before);
  });

  test('nobody else on the machine may read its files, whatever the mask says', async () => {
    await store.close();
    fs.chmodSync(folder.path, 0o644);
    store = createDuckDbStore({ ...folder, log });
    await store.append({ cursor: 'c', position: '1', table: 'things', rows: [{ name: 'x' }] });
    for (const name of names())
      expect([name, fs.statSync(join(folder.dir, 'data', name)).mode & 0o077]).toEqual([name, 0]);
    expect(names()).toContain('events.duckdb.wal');
  });

  test('a migration that was changed after it landed is refused', async () => {
    fs.writeFileSync(join(folder.migrationsDir, '0001_things.sql'), `${TABLE}\n-- changed`);
    await expect(store.migrate()).rejects.toThrow('The migration 0001_things.sql was changed after it landed.');
  });

  test('a file of a newer release is refused, in words that name both', async () => {
    fs.writeFileSync(join(folder.migrationsDir, '0002_more.sql'), 'create table more (n integer)');
    await store.migrate();
    fs.rmSync(join(folder.migrationsDir, '0002_more.sql'));
    await expect(store.migrate()).rejects.toThrow(
      'The event store holds the migration 0002_more.sql, which this release does not know (its newest is 0001_things.sql): start the newer release',
    );
  });
});
