import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8');

/** Every guarded route that may change something; the table of those is made from the routes themselves. */
const routes = [...read('api/access.md').matchAll(/`((?:POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, route]) => route!);
const table = new Map(
  [...read('undo.md').matchAll(/^\| `([A-Z]+ [^`]+)` +\| (.+?) +\|$/gm)].map(([, route, words]) => [route!, words!]),
);

test('of each route that changes something it is said how that is taken back, or why it cannot be', () => {
  expect(routes.length).toBeGreaterThan(100);
  expect(
    routes.filter((route) => !table.has(route)),
    'say it in docs/undo.md',
  ).toEqual([]);
  expect(
    [...table.keys()].filter((route) => !routes.includes(route)),
    'gone from the program',
  ).toEqual([]);
});

test('it is said in one of four ways, with the reason where it cannot be', () => {
  for (const [route, words] of table)
    expect(words, route).toMatch(/^(changes nothing$|from the audit log|on its own screen: .{10}|no: .{10})/);
});
