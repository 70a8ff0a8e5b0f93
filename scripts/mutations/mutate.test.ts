import { expect, test } from 'vitest';
import { mutated, mutationsOf } from './mutate.ts';

/** Each change as `operator: the text after it`. */
const changes = (source: string, path = 'src/features/a/server/store.ts'): string[] =>
  mutationsOf(path, source).map((one) => `${one.operator}: ${mutated(source, one)}`);

test.each([
  ['a < b;', ['boundary: a <= b;']],
  ['(a) /* < */ >= (b);', ['boundary: (a) /* < */ > (b);']],
  ['a === b;', ['equality: a !== b;']],
  ['a && b;', ['logic: a || b;']],
  ['a ?? b;', ['fallback dropped: a;']],
  ['a ?? null;', []],
  ['a - b;', ['arithmetic: a + b;']],
  ['a * b;', ['arithmetic: a / b;']],
  ["a + 'text' + b;", []],
  ['f(true);', ['call dropped: ;', 'boolean: f(false);']],
  ['Math.min(a, b) * c;', ['extreme: Math.max(a, b) * c;', 'arithmetic: Math.min(a, b) / c;']],
  ['const many = 7;', ['number: const many = 6;']],
  ['const large = 10n;', ['number: const large = 11n;']],
  ['const WAIT_MS = 500;', []],
  ['const MOST = 10_000;', []],
  ['x ? y : z;', ['negated: !(x) ? y : z;']],
  ['void go();', ['call dropped: ;']],
  ['await go();', []],
])('%s', (source, expected) => {
  expect(changes(source)).toEqual(expected);
});

test('a guard is turned round and dropped', () => {
  expect(changes('function f() { if (a) return; go; }')).toEqual([
    'guard dropped: function f() { ; go; }',
    'negated: function f() { if (!(a)) return; go; }',
  ]);
  expect(changes('if (!a) throw b;')).toEqual(['guard dropped: ;', 'negated: if (a) throw b;']);
});

test('types, imports, comments, log lines and what removes files stay as they are', () => {
  const source = [
    "import { a } from './a.ts';",
    'type T = 1 | true;',
    'const x = f<3>() as 4; // a < b',
    "log.warn({ n: 1 }, 'a'); deps.log.info(true);",
    'if (!x) rmSync(folder, { recursive: true });',
  ].join('\n');
  expect(changes(source)).toEqual([]);
});

test('SQL is changed word by word; what belongs to a between, and signs of other meaning, stay', () => {
  const source = "sql`a->>'b' is null and c between ${x} and ${y} or sum(d) <= 2`;";
  expect(changes(source)).toEqual([
    "sql null: sql`a->>'b' is not null and c between ${x} and ${y} or sum(d) <= 2`;",
    "sql logic: sql`a->>'b' is null or c between ${x} and ${y} or sum(d) <= 2`;",
    "sql logic: sql`a->>'b' is null and c between ${x} and ${y} and sum(d) <= 2`;",
    "sql sum: sql`a->>'b' is null and c between ${x} and ${y} or max(d) <= 2`;",
    "sql boundary: sql`a->>'b' is null and c between ${x} and ${y} or sum(d) < 2`;",
  ]);
  expect(changes("fail('This and that or more.');").filter((one) => one.startsWith('sql'))).toEqual([]);
});

test('a query loses its conditions and order', () => {
  expect(changes("x = db.where('a', '<', b).orderBy('c', 'desc');")).toEqual([
    "where dropped: x = db.orderBy('c', 'desc');",
    "query comparison: x = db.where('a', '<=', b).orderBy('c', 'desc');",
    "order: x = db.where('a', '<', b).orderBy('c', 'asc');",
  ]);
});

test('of a screen what is shown, what is disabled and what is pressed is changed; its looks are not', () => {
  const screen = 'const S = () => a && <B disabled={c} sx={{ m: 1 }} size={2} onClick={() => go(d)} onBlur={e} />;';
  expect(changes(screen, 'src/features/a/web/S.tsx').map((one) => one.replace(/const S = \(\) => /, ''))).toEqual([
    'always shown: true && <B disabled={c} sx={{ m: 1 }} size={2} onClick={() => go(d)} onBlur={e} />;',
    'never disabled: a && <B disabled={false} sx={{ m: 1 }} size={2} onClick={() => go(d)} onBlur={e} />;',
    'handler dropped: a && <B disabled={c} sx={{ m: 1 }} size={2} onClick={() => undefined} onBlur={e} />;',
    'handler dropped: a && <B disabled={c} sx={{ m: 1 }} size={2} onClick={() => go(d)} onBlur={() => undefined} />;',
  ]);
});
