/** Lists the single changes that a file may get: each is one that whoever uses the program should notice. */
import { codeChanges } from './code-changes.ts';
import { queryChanges } from './query-changes.ts';
import { screenChanges } from './screen-changes.ts';
import { calledName, textOf, walk, type Node, type Place } from './syntax.ts';

export type Mutation = {
  operator: string;
  line: number;
  start: number;
  end: number;
  before: string;
  after: string;
};

/** Nothing near what removes files or ends processes is changed: it might meet others. */
const DANGEROUS = /\b(rm|rmSync|rmdir|unlink|unlinkSync|kill|killAll)\(/;
const LOOKS = new Set(['sx', 'style', 'slotProps']);

export function mutationsOf(path: string, source: string): Mutation[] {
  const found = new Map<string, Mutation>();
  walk(
    path,
    source,
    (place) => {
      const changes = [...codeChanges(place), ...queryChanges(place), ...screenChanges(place)];
      for (const { operator, start, end, after } of changes) {
        const line = source.slice(0, start).split('\n').length;
        const before = source.slice(start, end);
        if (before !== after) found.set(`${start} ${end} ${after}`, { operator, line, start, end, before, after });
      }
    },
    isLeftOut,
  );
  return [...found.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

export const mutated = (source: string, { start, end, after }: Mutation): string =>
  source.slice(0, start) + after + source.slice(end);

function isLeftOut({ node, parents, text }: Place): boolean {
  if (node.type === 'JSXAttribute') return LOOKS.has(String((node.name as Node).name));
  if (isOfLog(node)) return true;
  const outer = parents.at(-1)?.type;
  const isStatement = /(Statement|^VariableDeclaration)$/.test(node.type) && node.type !== 'BlockStatement';
  return isStatement && outer !== undefined && DANGEROUS.test(textOf(text, node));
}

/** `log.info(…)`, `deps.log.warn(…)` */
function isOfLog(node: Node): boolean {
  const call = node.type === 'ExpressionStatement' ? (node.expression as Node) : node;
  if (calledName(call) === undefined) return false;
  const callee = call.callee as Node;
  if (callee.type !== 'MemberExpression') return false;
  const object = callee.object as Node;
  return object.name === 'log' || (object.property as Node | undefined)?.name === 'log';
}
