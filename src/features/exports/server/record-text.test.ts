import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDuckDb } from '../../../../tests/support/event-store.ts';
import type { EventRow } from '../../../platform/server/event-store/event-store.ts';
import { EVENT_COLUMNS } from './description/events.ts';
import { readEvents } from './event-rows.ts';
import { writeEvents } from './event-files.ts';
import { parseManifest } from './manifest.ts';
import { readLines } from './read-lines.ts';
import { copyLine, lineOf, readRecord, type Column } from './record-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-export-text-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function all<T>(some: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of some) found.push(one);
  return found;
}

const column = (name: string, type: string, isNullable = false): Column => ({ name, type, isNullable });
const COLUMNS = [
  column('id', 'integer'),
  column('micros', 'bigint', true),
  column('at', 'timestamp with time zone'),
  column('is_on', 'boolean'),
  column('words', 'text'),
  column('more', 'jsonb'),
];
const ROW = {
  id: '7',
  micros: '9007199254740993',
  at: '2026-11-26 21:39:16.123456+00',
  is_on: 'true',
  words: 'tab\t"quoted"\\N\r\nend',
  more: '{"a": 1.50, "b": 12345678901234567890, "__proto__": null}',
};
const LINE = lineOf(COLUMNS, ROW);

test('a record comes back as it was, to the digit', () => {
  const row = readRecord(COLUMNS, LINE);
  expect(row).toEqual({
    ...ROW,
    at: '2026-11-26T21:39:16.123456Z',
    more: '{"a":1.50,"b":12345678901234567890,"__proto__":null}',
  });
  expect(copyLine(['id', 'words'], row)).toBe('7\ttab\\t"quoted"\\\\N\\r\\nend\n');
  expect(copyLine(['micros'], { micros: null })).toBe('\\N\n');
});

test.each<[name: string, line: string, said: string]>([
  ['no JSON', '{"id":', 'it is no JSON'],
  ['a list', '[]', 'it is no JSON object'],
  ['an unknown field', LINE.replace('{', '{"x":1,'), 'x: there is no such field'],
  ['a missing field', LINE.replace('"is_on":true,', ''), 'is_on: it is missing'],
  ['a float', LINE.replace('"id":7', '"id":7.5'), 'id: it must be a whole number below 2147483648'],
  [
    'a number that is too great',
    LINE.replace('"id":7', '"id":2147483648'),
    'id: it must be a whole number below 2147483648',
  ],
  ['money as a number', LINE.replace('"9007199254740993"', '1.5'), 'micros: it must be a text'],
  [
    'money as words',
    LINE.replace('9007199254740993', '1.50'),
    'micros: it must be a whole number as text, such as "12500000"',
  ],
  ['no instant', LINE.replace('T21', ' 21'), 'at: it must be an instant in UTC, such as "2026-11-26T21:00:00Z"'],
  ['null', LINE.replace('"id":7', '"id":null'), 'id: it must not be null'],
  ['the character 0', LINE.replace('tab', '\\u0000'), 'words: it must not hold the character 0'],
])('%s is refused, with the field and the reason', (_name, line, said) => {
  expect(() => readRecord(COLUMNS, line)).toThrow(said);
});

test('lines end as they like, begin with a mark or are empty, and are counted', async () => {
  const path = join(folder, 'lines');
  writeFileSync(path, '\uFEFFone\r\n\r\ntwo\nthree');
  expect(await all(readLines(path))).toEqual([
    { line: 1, text: 'one' },
    { line: 3, text: 'two' },
    { line: 4, text: 'three' },
  ]);
  writeFileSync(path, Buffer.from([0x61, 0x0a, 0xff, 0x0a]));
  await expect(all(readLines(path))).rejects.toThrow(/line 2: it is no UTF-8/);
  writeFileSync(path, Buffer.alloc(33 * 1024 * 1024, 'x'));
  await expect(all(readLines(path))).rejects.toThrow(/line 1: it is longer than 32 MB/);
});

const NAMES = Object.keys(EVENT_COLUMNS);
const event = (ts: string, given: EventRow): EventRow => ({
  ts,
  type: 'view',
  is_bot: false,
  is_internal: false,
  ...given,
});
const cellsOf = (row: EventRow) => NAMES.map((name) => row[name] ?? null);

test('events come back in the order of their time, whatever order they were given in', async () => {
  const rows = [
    event('2026-11-02T10:00:00.000Z', { utm_source: 'line\r\n"end",', visitor: '4503599627370495' }),
    event('2026-10-01T10:00:00.000Z', { utm_source: '', position: -1 }),
    event('2026-11-01T10:00:00.000Z', { params: '{"a":1}' }),
  ];
  const write = async (name: string, given: typeof rows) => {
    const to = join(folder, name);
    mkdirSync(to);
    const store = await testDuckDb();
    for (const [i, row] of given.entries())
      await store.append({ cursor: 'any', position: String(i), table: 'events', rows: [row] });
    const events = await store.openMoment('events', new AbortController().signal);
    try {
      return { to, files: await writeEvents(to, events, () => undefined) };
    } finally {
      await events.close();
      await store.close();
    }
  };
  const { to, files } = await write('events', rows);
  expect(files.map(({ path, rows: count }) => [path, count])).toEqual([
    ['events/2026-10.csv', 1],
    ['events/2026-11.csv', 2],
  ]);
  expect((await write('turned', rows.toReversed())).files).toEqual(files);
  const back: unknown[] = [];
  for (const { path } of files)
    for await (const some of readEvents(join(to, path), (line, { message }) => expect.fail(`${line}: ${message}`)))
      back.push(...some);
  expect(back).toEqual([rows[1]!, rows[2]!, rows[0]!].map(cellsOf));
});

test('a bad event is told by its line and field', async () => {
  const path = join(folder, 'bad.csv');
  writeFileSync(
    path,
    '\uFEFFts,type,is_bot,is_internal,position\r\n2026-11-02T10:00:00Z,view,no,false,\r\n,view,false,false,1\r\n2026-11-02T10:00:00Z,view,false,false,1.5\r\n',
  );
  const bad: string[] = [];
  for await (const _rows of readEvents(path, (line, { message }) => bad.push(`${line} ${message}`)));
  expect(bad).toEqual([
    '2 is_bot: it must be true or false',
    '3 ts: it is missing',
    '4 position: it must be a whole number below 2147483648',
  ]);
  writeFileSync(path, 'ts,type,surprise\n');
  await expect(all(readEvents(path, () => undefined))).rejects.toThrow(/surprise: there is no such column/);
});

const MANIFEST = {
  format: 1,
  version: '1',
  instant: '2026-11-26T21:00:00.000Z',
  counts: { records: 0, events: 0, pictures: 0 },
  enter_again: [],
  left_out: [],
};
const FILE = { path: 'records/guides.jsonl', sha256: 'a'.repeat(64), bytes: 1 };

test.each([['/etc/passwd'], ['records/../../x.jsonl'], ['pictures/../x'], ['pictures//x'], ['events/2026-11.csv/x']])(
  'a manifest that names %s is refused',
  (path) => {
    const text = JSON.stringify({ ...MANIFEST, files: [{ ...FILE, path }] });
    expect(() => parseManifest(text)).toThrow('files.0.path: it is no file of an export');
  },
);

test('a manifest is refused that is of another format, or names one file twice', () => {
  expect(() => parseManifest(JSON.stringify({ ...MANIFEST, format: 2, files: [] }))).toThrow(/has format 2/);
  expect(() => parseManifest(JSON.stringify({ ...MANIFEST, files: [FILE, FILE] }))).toThrow(
    /files: one path stands there twice/,
  );
  expect(parseManifest(JSON.stringify({ ...MANIFEST, files: [FILE] })).files).toHaveLength(1);
});
