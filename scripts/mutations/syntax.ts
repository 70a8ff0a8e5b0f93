import { parseSync } from 'vite';

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** A node, what holds it from the outside in, and the text of its file without comments (blanks stand in for them). */
export type Place = { node: Node; parents: readonly Node[]; text: string; path: string };

export type Change = { operator: string; start: number; end: number; after: string };

/** Wrappers that say something of types and hold an expression that runs. */
const TYPED = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const SKIPPED = new Set(['ImportDeclaration', 'ExportAllDeclaration']);

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const textOf = (text: string, node: Node): string => text.slice(node.start, node.end);

/** Calls `visit` for each node that does something when the program runs; what `isLeftOut` names is left out with all in it. */
export function walk(
  path: string,
  source: string,
  visit: (place: Place) => void,
  isLeftOut: (place: Place) => boolean,
): void {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  let text = source;
  for (const { start, end } of comments)
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
  const go = (node: Node, parents: readonly Node[]): void => {
    if (SKIPPED.has(node.type) || (node.type.startsWith('TS') && !TYPED.has(node.type))) return;
    const place = { node, parents, text, path };
    if (isLeftOut(place)) return;
    visit(place);
    const inner = TYPED.has(node.type) ? [node.expression] : Object.values(node).flat();
    for (const child of inner) if (isNode(child)) go(child, [...parents, node]);
  };
  go(program as unknown as Node, []);
}

/** @returns `name` of `name(…)` and `a.name(…)`; undefined for anything else */
export function calledName(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as Node;
  const named = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
  return typeof named.name === 'string' ? named.name : undefined;
}

/** Where `sign` stands between two nodes, brackets beside it or not. */
export function between(text: string, left: Node, right: Node, sign: string): { start: number; end: number } {
  const start = text.indexOf(sign, left.end);
  if (start === -1 || start > right.start) throw new Error(`no ${sign} between ${left.end} and ${right.start}`);
  return { start, end: start + sign.length };
}
