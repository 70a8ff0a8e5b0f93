import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Each message that docs/operations/troubleshooting.md quotes is one that the program says. Seen red: a quoted message with a changed word. */

const ROOT = join(import.meta.dirname, '../..');
const lines = readFileSync(join(ROOT, 'docs/operations/troubleshooting.md'), 'utf8').split('\n');
const isSource = (path: string): boolean => path.endsWith('.ts') && !/\.test\.ts$|\/web\//.test(path);
const said = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(isSource)
  .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'))
  .join('\n');

test('each message that is quoted is said by the program', () => {
  const quoted = lines
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, words]) => words!));
  expect(quoted.length).toBeGreaterThan(50);
  expect(quoted.filter((words) => !said.includes(words))).toEqual([]);
});
