import { dirname, basename, posix } from 'node:path';
import { parseSync } from 'vite';

export type Kind = 'pure' | 'web' | 'server';
export type Test = { path: string; kind: Kind };

/** Of each kind at most so many: what stands farther away tells less and takes longer. */
const MOST: Record<Kind, number> = { pure: 6, web: 2, server: 3 };
const KINDS: Kind[] = ['pure', 'web', 'server'];
/** They read the source itself, or take their time to kill and flood. */
const LEFT_OUT =
  /^tests\/(architecture\.test|browsers\.test|bad-input|access|kill\/|words\/|e2e\/|prove\/|uploads\/)|\.engines\.test\.|^scripts\//;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

export function kindOf(path: string): Kind {
  if (path.endsWith('.tsx')) return 'web';
  return /^tests\/|\/server\/|^src\/app\/site\//.test(path) ? 'server' : 'pure';
}

/** @returns what a file imports or starts as a process: names of files beside it in its texts count too */
export function importsOf(path: string, source: string): string[] {
  const { staticImports, dynamicImports, staticExports } = parseSync(path, source).module;
  const names = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap((one) => (one.moduleRequest ? [one.moduleRequest.value] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
    ...[...source.matchAll(/(?<!from )['"]([\w./-]+\.tsx?)['"]/g)].map((found) => found[1]!),
  ];
  return [...new Set(names.filter((name) => /\.tsx?$/.test(name)).map((name) => posix.join(dirname(path), name)))];
}

/** Who imports a file, by its path. */
export function importersOf(sources: Readonly<Record<string, string>>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, source] of Object.entries(sources))
    for (const to of importsOf(path, source))
      if (to in sources) importers.set(to, [...(importers.get(to) ?? []), path]);
  return importers;
}

/** What is known of the tree: the texts of its files, and who imports each. */
export type Tree = { sources: Readonly<Record<string, string>>; importers: ReadonlyMap<string, readonly string[]> };

/**
 * The tests that may notice a change of `path`: those that reach it by imports. First come pure ones, then screens, then those that want
 * a server; of each kind the nearest: by the steps to the file, by where they stand, and by what of the file they name.
 * @param wider how many times as many as usual
 */
export function nearestTests(path: string, { sources, importers }: Tree, wider = 1): Test[] {
  const steps = new Map([[path, 0]]);
  for (const [at, step] of steps)
    for (const from of importers.get(at) ?? []) if (!steps.has(from)) steps.set(from, step + 1);
  const names = namesOf(path, sources[path] ?? '');
  const ranked = [...steps]
    .filter(([one]) => isTest(one) && !LEFT_OUT.test(one))
    .map(([one, step]) => ({
      path: one,
      kind: kindOf(one),
      rank: step + farness(path, one) - namedBy(sources[one] ?? '', names),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.path.localeCompare(b.path));
  const kept = KINDS.flatMap((kind) => ranked.filter((one) => one.kind === kind).slice(0, wider * MOST[kind]));
  return kept.map((one) => ({ path: one.path, kind: one.kind }));
}

/** Steps that are taken off for who stands near, and added for who stands far. */
function farness(path: string, test: string): number {
  const name = basename(path).replace(/\.tsx?$/, '');
  if (dirname(test) === dirname(path)) return basename(test).startsWith(`${name}.`) ? -100 : -3;
  const noun = path.split('/').slice(0, 3).join('/');
  if (test.startsWith(`${noun}/`)) return -2;
  return test.startsWith('tests/') ? 1 : 0;
}

/** Words of the file's own: of its name and of what it gives out. Calls of a server name what they want in their addresses. */
function namesOf(path: string, source: string): string[] {
  const own = basename(path)
    .replace(/\.tsx?$/, '')
    .split('-');
  const given = [...source.matchAll(/export (?:async )?(?:function|const) (\w+)/g)].map((found) => found[1]!);
  return [...own, ...given]
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= 5 && !/^(store|service|routes)$/.test(name));
}

function namedBy(test: string, names: readonly string[]): number {
  const said = test.toLowerCase();
  return Math.min(4, names.filter((name) => said.includes(name)).length);
}
