import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createKeptFile } from './kept-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-kept-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const HOUR_MS = 3_600_000;
const log = createLog('silent');
const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

test.each([
  ['nothing', {}],
  ['empty lists, numbers and texts', { links: [], zone: 'UTC', count: 3, none: null }],
  [
    'more records than fit into one piece',
    { links: Array.from({ length: 1201 }, (_, id) => ({ id, slug: `a"${id}` })) },
  ],
])('%s comes back as it was', async (name, value) => {
  const path = join(folder, `${name}.json`);
  const file = createKeptFile<object>(path, { everyMs: 0, log });
  file.put(() => value);
  await file.end();
  expect(read(path)).toEqual(value);
});

test('money comes back as text, and what is not known is left out', async () => {
  const path = join(folder, 'money.json');
  const file = createKeptFile<object>(path, { everyMs: 0, log });
  file.put(() => ({ links: [{ cost: 9_007_199_254_740_993n }], site: undefined }));
  await file.end();
  expect(read(path)).toEqual({ links: [{ cost: '9007199254740993' }] });
});

test('the first version is written at once, of those after it only the newest, and the last one at the end', async () => {
  const path = join(folder, 'burst.json');
  const file = createKeptFile<object>(path, { everyMs: HOUR_MS, log });
  file.put(() => ({ version: 0 }));
  await expect.poll(() => read(path)).toEqual({ version: 0 });
  for (let version = 1; version <= 100; version += 1) file.put(() => ({ version }));
  expect(read(path)).toEqual({ version: 0 });
  await file.end();
  expect(read(path)).toEqual({ version: 100 });
});

test('what the disk refuses is written once it takes it', async () => {
  const path = join(folder, 'later', 'file.json');
  const file = createKeptFile<object>(path, { everyMs: 20, log });
  file.put(() => ({ version: 1 }));
  await sleep(100);
  mkdirSync(join(folder, 'later'));
  await expect.poll(() => read(path)).toEqual({ version: 1 });
  await file.end();
});

test('a disk that takes nothing holds up no end', async () => {
  const file = createKeptFile<object>(join(folder, 'never', 'file.json'), { everyMs: 0, log });
  file.put(() => ({ version: 1 }));
  await file.end();
});
