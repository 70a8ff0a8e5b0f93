import { textOf, type Change, type Node, type Place } from './syntax.ts';

export function screenChanges({ node, text }: Place): Change[] {
  if (node.type === 'LogicalExpression' && node.operator === '&&' && (node.right as Node).type.startsWith('JSX'))
    return [
      {
        operator: 'always shown',
        start: node.start,
        end: node.end,
        after: `true && ${textOf(text, node.right as Node)}`,
      },
    ];
  if (node.type !== 'JSXAttribute') return [];
  const name = String((node.name as Node).name);
  const value = node.value as Node | null;
  if (value?.type !== 'JSXExpressionContainer') return [];
  const held = value.expression as Node;
  const { start, end } = held;
  if (name === 'disabled' && held.type !== 'Literal')
    return [{ operator: 'never disabled', start, end, after: 'false' }];
  if (!/^on[A-Z]/.test(name)) return [];
  if (/^(Identifier|MemberExpression)$/.test(held.type))
    return [{ operator: 'handler dropped', start, end, after: '() => undefined' }];
  const body = held.type === 'ArrowFunctionExpression' ? (held.body as Node) : undefined;
  if (!body || body.type === 'BlockStatement') return [];
  return [{ operator: 'handler dropped', start: body.start, end: body.end, after: 'undefined' }];
}
