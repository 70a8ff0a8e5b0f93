import { posix } from 'node:path';
import { parseSync } from 'vite';
import { findAliases } from './name-aliases.ts';
import { isOutgoing, isTest, judgeImport, judgePackage, roomOf } from './rooms.ts';
import { judgeWireWords } from './wire-words.ts';

/** Source text by path from the root of the repository. */
export type Sources = Record<string, string>;

type Edge = { to: string; isTypeOnly: boolean };
type Parsed = { edges: Edge[]; packages: Edge[]; findings: string[] };
type Node = { type?: unknown; [key: string]: unknown };

const MAX_LINES = 350;
const MAX_FILES = 15;

/**
 * Holds every file against the rules of the house: rooms, order, doors, cycles, packages, sizes, words.
 * @param order the features, each of which may import only earlier ones.
 * @param wireWords words that only those say who speak to the outside, such as `offer_content`.
 * @returns one line for each violation, sorted; empty when all is well.
 */
export function checkArchitecture(
  sources: Sources,
  order: readonly string[],
  wireWords: readonly string[] = [],
): string[] {
  const violations: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [path, text] of Object.entries(sources)) {
    const say = (message: string): void => void violations.push(`${path}: ${message}`);
    for (const message of judgeFile(path, text, order)) say(message);
    if (!path.startsWith('src/') || !/\.tsx?$/.test(path)) continue;
    const parsed = parse(path, text, wireWords);
    for (const message of parsed.findings) say(message);
    for (const { to, isTypeOnly } of parsed.packages) {
      const reason = judgePackage(path, to, isTypeOnly);
      if (reason) say(reason);
    }
    const inside = parsed.edges.filter((edge) => edge.to.startsWith('src/'));
    for (const { to, isTypeOnly } of inside) {
      const reason = judgeImport(path, to, isTypeOnly, order);
      if (reason) say(`imports ${to}: ${reason}`);
    }
    const outside = parsed.edges.find(
      (edge) => !edge.to.startsWith('src/') && !isTest(path) && !path.endsWith('/testing.ts'),
    );
    if (outside && !/\.(css|json)$/.test(outside.to)) say(`imports ${outside.to}, which is outside of src`);
    graph.set(
      path,
      inside.map((edge) => edge.to).filter((to) => to in sources),
    );
  }
  return [...violations, ...findCrowds(Object.keys(sources)), ...findCycles(graph)].toSorted();
}

/** Folders of `src` with more modules than a reader takes in at once; tests stand beside what they test and count nothing. */
function findCrowds(paths: readonly string[]): string[] {
  const modules = paths.filter((path) => path.startsWith('src/') && /\.tsx?$/.test(path) && !isTest(path));
  return [...Map.groupBy(modules, (path) => posix.dirname(path))]
    .filter(([, files]) => files.length > MAX_FILES)
    .map(([folder, files]) => `${folder}: holds ${files.length} files; the most is ${MAX_FILES}`);
}

/** What a path and a length can tell. */
function judgeFile(path: string, text: string, order: readonly string[]): string[] {
  const found: string[] = [];
  const lines = text.split('\n').length - 1;
  const isTestFile = isTest(path) || path.endsWith('.spec.ts');
  if (lines > MAX_LINES && !isTestFile && /\.(tsx?|mjs)$/.test(path))
    found.push(`has ${lines} lines; the most is ${MAX_LINES}`);
  if (!path.startsWith('src/')) return found;
  if (/\/(utils?|misc|helpers|index)\.tsx?$/.test(path)) found.push('is named for no job: no utils.ts, no barrels');
  const room = roomOf(path);
  if (!/\.tsx?$/.test(path)) return found;
  if (!room) found.push('stands in no room: floors are platform, features, app');
  else if ('feature' in room && !order.includes(room.feature))
    found.push(`the feature ${room.feature} has no place in the order`);
  if (path.endsWith('.tsx') && room && !/web$|^site$|^admin$/.test(room.kind))
    found.push('is React outside of web/, app/site and app/admin');
  return found;
}

function parse(path: string, text: string, wireWords: readonly string[]): Parsed {
  const parsed = parseSync(path, text);
  const { program, module, errors } = parsed;
  if (errors.length > 0)
    return { edges: [], packages: [], findings: [`cannot be parsed: ${errors[0]?.message ?? ''}`] };
  const all: Edge[] = [];
  for (const found of module.staticImports) {
    const isTypeOnly = found.entries.length > 0 && found.entries.every((entry) => entry.isType);
    all.push({ to: found.moduleRequest.value, isTypeOnly });
  }
  const findings = new Set<string>();
  for (const found of module.staticExports) {
    for (const entry of found.entries) {
      if (!entry.moduleRequest) continue;
      all.push({ to: entry.moduleRequest.value, isTypeOnly: entry.isType });
      findings.add(`re-exports ${entry.moduleRequest.value}: a name has one home`);
    }
  }
  for (const name of isTest(path) ? [] : findAliases(parsed, text))
    findings.add(`exports ${name}, which it imports: a name has one home`);
  const judgeWords = judgeWireWords(path, wireWords);
  walk(program, (node) => {
    if (node.type === 'ImportExpression' || node.type === 'TSImportType') {
      const source = node['source'] as { value?: unknown } | undefined;
      if (typeof source?.value === 'string') all.push({ to: source.value, isTypeOnly: node.type === 'TSImportType' });
      else if (!isTest(path) && roomOf(path)?.kind !== 'app-server')
        findings.add('imports a name that is only known at run time');
    }
    for (const word of [judgeNode(path, node), judgeWords(node)]) if (word) findings.add(word);
  });
  const isOurs = (edge: Edge): boolean => edge.to.startsWith('.');
  const edges = all
    .filter(isOurs)
    .map((edge) => ({ ...edge, to: posix.join(posix.dirname(path), edge.to.replace(/\?.*$/, '')) }));
  return { edges, packages: all.filter((edge) => !isOurs(edge)), findings: [...findings] };
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') visit(value as Node);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

const named = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && value.name === name;

function judgeNode(path: string, node: Node): string | undefined {
  if (node.type === 'TSAnyKeyword') return 'says any';
  if (isTest(path)) return undefined;
  if (node.type === 'MemberExpression' && named(node['object'], 'process') && named(node['property'], 'env')) {
    return path === 'src/platform/server/config.ts'
      ? undefined
      : 'reads process.env: only platform/server/config.ts does';
  }
  const isFetch = node.type === 'CallExpression' && named(node['callee'], 'fetch');
  if (isFetch && !isOutgoing(path))
    return 'calls fetch: requests leave through platform/server/outgoing/outgoing.ts or platform/web/http.ts';
  return undefined;
}

/** Each cycle once, as a path that ends where it began. */
function findCycles(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const found: string[] = [];
  const visit = (path: string): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push(`cycle: ${[...trail.slice(at), path].join(' -> ')}`);
    if (at >= 0 || done.has(path)) return;
    trail.push(path);
    for (const next of graph.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return found;
}
