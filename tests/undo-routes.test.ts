import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LASTING } from '../src/app/server/undo/reasons.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** Every guarded route that may change something; the table of those is made from the routes themselves. */
const routes = [...read('docs/api/access.md').matchAll(/`((?:POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(
  ([, route]) => route!,
);
const table = new Map(
  [...read('docs/undo.md').matchAll(/^\| `([A-Z]+ [^`]+)` +\| (.+?) +\|$/gm)].map(([, route, words]) => [
    route!,
    words!,
  ]),
);

/** What the features say before it happens, by the name under which their screens know it: `ACCOUNTS_LASTING.password`. */
const sentences = new Map<string, string>();
for (const path of globSync('src/features/*/lasting.ts', { cwd: ROOT })) {
  const module = (await import(join(ROOT, path))) as Record<string, Record<string, string>>;
  for (const [name, said] of Object.entries(module))
    for (const [key, sentence] of Object.entries(said)) sentences.set(`${name}.${key}`, sentence);
}

/** What is left of some words without the sentences; nothing when they are made of them. */
const beside = (words: string): string =>
  [...sentences.values()].reduce((left, sentence) => left.replace(sentence, ''), words).trim();

/** Of a screen that shows them: one alone, several in a template, or the words of a question that ConfirmDialog is given. */
const shown = (source: string): string[] =>
  [...source.matchAll(/(?:why=|lasting[=:])\s*(\{`[^`]*`\}|\{?[\w.]+\}?)/g)].flatMap(([, value]) =>
    [...value!.matchAll(/\b[A-Z]+_LASTING\.\w+/g)].map(([name]) => name),
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

test('what cannot be taken back is said before it happens: each reason is a sentence that a screen shows', () => {
  const reasons = [...table].filter(([, words]) => words.startsWith('no: '));
  expect(reasons.length).toBeGreaterThan(20);
  for (const [route, words] of reasons)
    expect(beside(words.slice('no: '.length)), `${route}: see docs/how-to/make-a-change-undoable.md`).toBe('');
  for (const [change, words] of Object.entries(LASTING))
    expect(
      [...sentences.values()].some((sentence) => words.includes(sentence)),
      change,
    ).toBe(true);
  const screens = globSync('src/features/*/web/**/*.tsx', { cwd: ROOT }).filter((path) => !path.includes('.test.'));
  const onScreens = new Set(screens.flatMap((path) => shown(read(path))));
  expect(
    [...sentences.keys()].filter((name) => !onScreens.has(name)),
    'no screen shows it by CannotUndo or ConfirmDialog',
  ).toEqual([]);
});
