import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createKeptFile, readKeptFile } from './kept-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-kept-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const HOUR_MS = 3_600_000;
const log = createLog('silent');
const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

type Held<T> = { whole: T | undefined; lines: string[]; changes: T[] };
const NOTHING = { whole: undefined, lines: [], changes: [] };

function readAll<T>(path: string): Held<T> {
  const held: Held<T> = { whole: undefined, lines: [], changes: [] };
  readKeptFile<T, T>(path, {
    value: (value) => (held.whole = value),
    line: (line) => held.lines.push(line.toString()),
    change: (change) => held.changes.push(change),
  });
  return held;
}

test.each([
  ['nothing', {}],
  ['empty lists, numbers and texts', { links: [], zone: 'UTC', count: 3, none: null }],
  [
    'more records than fit into one piece',
    { links: Array.from({ length: 1201 }, (_, id) => ({ id, slug: `a"${id}` })) },
  ],
])('%s comes back as it was', async (name, value) => {
  const path = join(folder, `${name}.json`);
  const file = createKeptFile<object, object>(path, { everyMs: 0, log });
  file.put(() => ({ value }));
  await file.end();
  expect(read(path)).toEqual(value);
});

test('money comes back as text, and what is not known is left out', async () => {
  const path = join(folder, 'money.json');
  const file = createKeptFile<object, object>(path, { everyMs: 0, log });
  file.put(() => ({ value: { links: [{ cost: 9_007_199_254_740_993n }], site: undefined } }));
  await file.end();
  expect(read(path)).toEqual({ links: [{ cost: '9007199254740993' }] });
});

test('the first version is written at once, of those after it only the newest, and the last one at the end', async () => {
  const path = join(folder, 'burst.json');
  const file = createKeptFile<object, object>(path, { everyMs: HOUR_MS, log });
  file.put(() => ({ value: { version: 0 } }));
  await expect.poll(() => read(path)).toEqual({ version: 0 });
  for (let version = 1; version <= 100; version += 1) file.put(() => ({ value: { version } }));
  expect(read(path)).toEqual({ version: 0 });
  await file.end();
  expect(read(path)).toEqual({ version: 100 });
});

test('what the disk refuses is written once it takes it', async () => {
  const path = join(folder, 'later', 'file.json');
  const file = createKeptFile<object, object>(path, { everyMs: 20, log });
  file.put(() => ({ value: { version: 1 } }));
  await sleep(100);
  mkdirSync(join(folder, 'later'));
  await expect.poll(() => read(path)).toEqual({ version: 1 });
  await file.end();
});

test('a disk that takes nothing holds up no end', async () => {
  const file = createKeptFile<object, object>(join(folder, 'never', 'file.json'), { everyMs: 0, log });
  file.put(() => ({ value: { version: 1 } }));
  await file.end();
});

test('what changed since is written behind the whole, and comes back in its order', async () => {
  const path = join(folder, 'changed.json');
  const file = createKeptFile<object, object>(path, { everyMs: 0, log });
  file.add({ lost: 'nothing was there that it could change' });
  file.put(() => ({ value: { version: 1 } }));
  await expect.poll(() => readAll(path)).toEqual({ whole: { version: 1 }, lines: [], changes: [] });
  file.add({ first: true, cost: 7n });
  await expect.poll(() => readAll(path).changes).toHaveLength(1);
  file.add({ text: 'of two\nlines' });
  file.add({ last: true });
  await file.end();
  const changes = [{ first: true, cost: '7' }, { text: 'of two\nlines' }, { last: true }];
  expect(readAll(path)).toEqual({ whole: { version: 1 }, lines: [], changes });
  // as a killed process leaves it
  appendFileSync(path, '\n{"half":');
  expect(readAll(path)).toEqual({ whole: { version: 1 }, lines: [], changes });
});

test('changes that outweigh the whole are written as a whole', async () => {
  const path = join(folder, 'outweighed.json');
  const file = createKeptFile<object, object>(path, { everyMs: 0, log });
  let count = 0;
  file.put(() => ({ value: { count } }));
  await expect.poll(() => readAll(path)).toEqual({ whole: { count: 0 }, lines: [], changes: [] });
  for (count = 1; count < 40; count += 1) {
    file.add({ count, text: 'x'.repeat(100_000) });
    await expect.poll(() => lastCount(path)).toBe(count);
  }
  await file.end();
  expect(statSync(path).size).toBeLessThan(1_100_000);
});

/** Of the last change, or of the whole when it has none. */
function lastCount(path: string): number | undefined {
  const { whole, changes } = readAll<{ count: number }>(path);
  return changes.at(-1)?.count ?? whole?.count;
}

test('a whole that took long, and is not due again, holds up no change', async () => {
  const path = join(folder, 'long.json');
  const file = createKeptFile<object, object>(path, { everyMs: 10, log });
  const long = (version: number) => () => {
    for (const until = performance.now() + 200; performance.now() < until;);
    return { value: { version } };
  };
  file.put(long(1));
  await expect.poll(() => readAll(path).whole).toEqual({ version: 1 });
  file.put(long(2));
  file.add({ change: 'soon' });
  await expect.poll(() => readAll(path)).toEqual({ whole: { version: 1 }, lines: [], changes: [{ change: 'soon' }] });
  await file.end();
  expect(readAll(path)).toEqual({ whole: { version: 2 }, lines: [], changes: [] });
});

test('nothing is read where no whole lies', () => {
  expect(readAll(join(folder, 'none.json'))).toEqual(NOTHING);
  const path = join(folder, 'cut.json');
  appendFileSync(path, '{"version":');
  expect(readAll(path)).toEqual(NOTHING);
});

const LINES = ['[1]\t{"slug":"a"}', '[2]\t{"slug":"ü, 中"}', ''];
const linesOf = (texts: readonly string[]) => texts.map((text) => Buffer.from(text));

test('lines of the whole come back as they were, then what changed since', async () => {
  const path = join(folder, 'lines.json');
  const file = createKeptFile<object, object>(path, { everyMs: 0, log });
  const many = Array.from({ length: 3000 }, (_, n) => `${n} ${'x'.repeat(200)}`);
  file.put(() => ({ value: { version: 1 }, lines: linesOf([...LINES, ...many]) }));
  await expect.poll(() => readAll(path).whole).toEqual({ version: 1 });
  file.add({ change: 1 });
  await file.end();
  expect(readAll(path)).toEqual({ whole: { version: 1 }, lines: [...LINES, ...many], changes: [{ change: 1 }] });
});

test.each([
  ['damaged', (text: string) => text.replace('"b"', '"c"')],
  ['cut', (text: string) => text.slice(0, text.indexOf('"b"'))],
])('lines are read up to one that is %s', async (name, harm) => {
  const path = join(folder, `${name}.json`);
  const file = createKeptFile<object, object>(path, { everyMs: 0, log });
  file.put(() => ({ value: {}, lines: linesOf(['first "a"', 'second "b"', 'third']) }));
  await file.end();
  writeFileSync(path, harm(readFileSync(path, 'utf8')));
  expect(readAll(path)).toEqual({ whole: {}, lines: ['first "a"'], changes: [] });
});
