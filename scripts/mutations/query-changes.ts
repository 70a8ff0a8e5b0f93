import { calledName, textOf, type Change, type Node, type Place } from './syntax.ts';

const SQL =
  /\bselect\b[\s\S]*\bfrom\b|\bwhere\s+[\w.]+\s*(=|<|>|is\b|in\b)|\b(sum|count|max|min|coalesce)\(|\bis (not )?null\b|\bcase when\b|\b(order|group) by\b|^\s*(and|or) /;

/** Of each word in SQL: what it becomes. Signs that are part of others (`->>`, `<>`, `@>`, `<<`, `=>`) stay. */
const WORDS: [operator: string, word: RegExp, after: (word: string) => string][] = [
  ['sql logic', /\b(and|or)\b(?! replace)/g, (word) => (word === 'and' ? 'or' : 'and')],
  ['sql boundary', /(?<![-<>=@|!])(<=?|>=?)(?![<>@=-])/g, (sign) => (sign.length === 1 ? `${sign}=` : sign[0]!)],
  ['sql null', /\bis (not )?null\b/g, (words) => (words === 'is null' ? 'is not null' : 'is null')],
  ['sql sum', /\b(sum|max|min)\b(?=\()/g, (word) => (word === 'max' ? 'min' : 'max')],
  ['sql order', /\b(asc|desc)\b/g, (word) => (word === 'asc' ? 'desc' : 'asc')],
  ['sql join', /\bleft join\b/g, () => 'join'],
  ['sql distinct', /(?<=\()distinct /g, () => ''],
];

/** What a comparison of a builder becomes: `where('ends_at', '<', now)`. */
const COMPARISONS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '!=',
  '!=': '=',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
};
const RENAMED: Record<string, string> = { leftJoin: 'innerJoin', sum: 'max', max: 'min', or: 'and', and: 'or' };

/** The end of what `and` belongs to a `between`. */
const isOfBetween = (before: string): boolean => /\bbetween\b(?:(?!\band\b)[\s\S])*$/.test(before);

export function queryChanges(place: Place): Change[] {
  const { node, parents, path } = place;
  if (node.type === 'CallExpression') return builderChanges(place);
  if (!/\/server\//.test(path)) return [];
  if (node.type === 'TemplateLiteral') {
    const tag = parents.at(-1)!;
    const isTagged = tag.type === 'TaggedTemplateExpression' && (tag.tag as Node).name === 'sql';
    return textChanges(place, node.quasis as Node[], isTagged);
  }
  if (node.type === 'Literal' && typeof node.value === 'string') return textChanges(place, [node], false);
  return [];
}

function textChanges({ node, text }: Place, pieces: Node[], isSql: boolean): Change[] {
  if (!isSql && !SQL.test(textOf(text, node).slice(1, -1))) return [];
  return pieces.flatMap((piece) =>
    WORDS.flatMap(([operator, word, after]) =>
      [...textOf(text, piece).matchAll(word)].flatMap((found) => {
        const start = piece.start + found.index;
        if (operator === 'sql logic' && isOfBetween(text.slice(node.start, start))) return [];
        return [{ operator, start, end: start + found[0].length, after: after(found[0]) }];
      }),
    ),
  );
}

function builderChanges({ node, text }: Place): Change[] {
  const name = calledName(node);
  const callee = node.callee as Node;
  const given = node.arguments as Node[];
  const found: Change[] = [];
  const second = given[1];
  if (given.length === 3 && second?.type === 'Literal' && COMPARISONS[String(second.value)] !== undefined)
    found.push({
      operator: 'query comparison',
      start: second.start,
      end: second.end,
      after: `'${COMPARISONS[String(second.value)]}'`,
    });
  if (callee.type !== 'MemberExpression' || name === undefined) return found;
  const object = callee.object as Node;
  const property = callee.property as Node;
  if (/^(where|whereRef|having)$/.test(name))
    found.push({ operator: 'where dropped', start: object.end, end: node.end, after: '' });
  if (/^orderBy$/.test(name) && second?.type === 'Literal' && /^(asc|desc)$/.test(String(second.value)))
    found.push({
      operator: 'order',
      start: second.start,
      end: second.end,
      after: second.value === 'asc' ? "'desc'" : "'asc'",
    });
  const isOfList = given[0]?.type === 'ArrayExpression';
  const isOfColumns = name === 'leftJoin' || (/^(sum|max)$/.test(name) && /\bfn$/.test(textOf(text, object)));
  if (RENAMED[name] !== undefined && (isOfColumns || (isOfList && /^(and|or)$/.test(name))))
    found.push({ operator: `query ${name}`, start: property.start, end: property.end, after: RENAMED[name] });
  return found;
}
