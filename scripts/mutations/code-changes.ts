import { between, calledName, isNode, textOf, type Change, type Node, type Place } from './syntax.ts';

const SIGNS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '-': '+',
  '+': '-',
  '*': '/',
  '/': '*',
  '%': '*',
};
const OPERATORS: Record<string, string> = { '<': 'boundary', '>': 'boundary', '=': 'equality', '!': 'equality' };

/** A limit that is one in a thousand higher is noticed by nobody. */
const MOST = 1000;
/** A time that is one longer or shorter is noticed by nobody. */
const TIMES = /_MS\b|_SECONDS\b|Ms\b|ttl|TIMEOUT|timeout|sleep\(|setTimeout\(|setInterval\(|\bdelay\b|WAIT|DELAY/;

export function codeChanges(place: Place): Change[] {
  const { node } = place;
  switch (node.type) {
    case 'BinaryExpression':
      return signs(place);
    case 'LogicalExpression':
      return logic(place);
    case 'IfStatement':
      return [...negated(place), ...guards(place)];
    case 'ConditionalExpression':
      return negated(place);
    case 'Literal':
      return literals(place);
    case 'ExpressionStatement':
      return calls(place);
    case 'CallExpression':
      return extremes(place);
    default:
      return [];
  }
}

function isText(node: Node): boolean {
  if (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')) return true;
  return node.type === 'BinaryExpression' && (isText(node.left as Node) || isText(node.right as Node));
}

function signs({ node, parents, text }: Place): Change[] {
  const sign = node.operator as string;
  const after = SIGNS[sign];
  const outer = parents.at(-1);
  // texts are put together, not added
  if (after === undefined || (sign === '+' && (isText(node) || (outer !== undefined && isText(outer))))) return [];
  const operator = OPERATORS[sign[0]!] ?? 'arithmetic';
  return [{ operator, ...between(text, node.left as Node, node.right as Node, sign), after }];
}

function logic({ node, text }: Place): Change[] {
  const left = node.left as Node;
  const right = node.right as Node;
  // one kind of nothing for another: `?? null`
  if (node.operator === '??' && /^(null|undefined)$/.test(textOf(text, right))) return [];
  if (node.operator === '??') return [{ operator: 'fallback dropped', start: left.end, end: node.end, after: '' }];
  if (right.type.startsWith('JSX')) return [];
  const sign = node.operator as string;
  return [{ operator: 'logic', ...between(text, left, right, sign), after: sign === '&&' ? '||' : '&&' }];
}

function negated({ node, text }: Place): Change[] {
  const test = node.test as Node;
  const { start, end } = test;
  // an equality is turned round by itself
  if (test.type === 'BinaryExpression' && /^[!=]=/.test(test.operator as string)) return [];
  if (test.type === 'UnaryExpression' && test.operator === '!')
    return [{ operator: 'negated', start, end, after: textOf(text, test.argument as Node) }];
  return [{ operator: 'negated', start, end, after: `!(${textOf(text, test)})` }];
}

function guards({ node }: Place): Change[] {
  const { consequent, alternate } = node as unknown as { consequent: Node; alternate: Node | null };
  const body = consequent.type === 'BlockStatement' ? (consequent.body as Node[]) : [consequent];
  if (alternate || body.length !== 1 || !/^(Return|Throw|Continue)Statement$/.test(body[0]!.type)) return [];
  return [{ operator: 'guard dropped', start: node.start, end: node.end, after: ';' }];
}

function literals({ node, parents, text, path }: Place): Change[] {
  const outer = parents.at(-1)!;
  const { start, end, value } = node;
  if (outer.type === 'Property' && outer.key === node) return [];
  if (typeof value === 'boolean') return [{ operator: 'boolean', start, end, after: String(!value) }];
  if ((typeof value !== 'number' || value >= MOST) && typeof value !== 'bigint') return [];
  // on a screen most numbers are sizes
  if (path.endsWith('.tsx') && outer.type !== 'BinaryExpression') return [];
  const statement = parents.findLast((one) => /Statement$|Declaration$/.test(one.type));
  if (statement && TIMES.test(textOf(text, statement).slice(0, 400))) return [];
  const isBig = typeof value === 'bigint';
  const next = isBig ? `${value + (start % 2 === 0 ? 1n : -1n)}n` : String(value + (start % 2 === 0 ? 1 : -1));
  return [{ operator: 'number', start, end, after: next.startsWith('-') ? `(${next})` : next }];
}

function calls({ node }: Place): Change[] {
  let call = node.expression as Node;
  if (call.type === 'UnaryExpression' && call.operator === 'void') call = call.argument as Node;
  if (call.type !== 'CallExpression' || (call.callee as Node).type === 'Super') return [];
  return [{ operator: 'call dropped', start: node.start, end: node.end, after: ';' }];
}

function extremes({ node }: Place): Change[] {
  const name = calledName(node);
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || (callee.object as Node).name !== 'Math') return [];
  if (!isNode(callee.property) || (name !== 'min' && name !== 'max')) return [];
  const { start, end } = callee.property;
  return [{ operator: 'extreme', start, end, after: name === 'min' ? 'max' : 'min' }];
}
