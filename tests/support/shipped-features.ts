import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import { parseAst } from 'vite';
import { DATA, type Node } from './oldest-browsers.ts';

/** Features by the name under which the data has them; of several that share a name in a script, all. */
export type Features = Map<string, Node[]>;

const at = (root: Node, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, name) => (node && Object.hasOwn(node, name) ? node[name] : undefined), root);

/** Takes a feature down when the data knows it. */
const note = (found: Features, root: Node, base: string, ...path: string[]): void => {
  const node = at(root, ...path);
  if (node?.__compat) found.set([base, ...path].join('.'), [node]);
};

/** What a built style sheet uses: properties, their words and functions, units, selectors, rules and the questions of media. */
export function featuresOfCss(css: string): Features {
  const found: Features = new Map();
  const sheet = postcss.parse(css);
  sheet.walkDecls((declaration) => noteDeclaration(found, declaration));
  sheet.walkRules((rule) => {
    if (rule.parent?.type === 'rule') note(found, DATA.css, 'css', 'selectors', 'nesting');
    noteSelector(found, rule.selector);
  });
  sheet.walkAtRules((rule) => noteAtRule(found, rule));
  return found;
}

function noteDeclaration(found: Features, { prop, value }: Declaration): void {
  // what is written with a prefix stands beside what is meant
  if (prop.startsWith('--') || prop.startsWith('-')) return;
  note(found, DATA.css, 'css', 'properties', prop);
  const bare = value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  for (const [, word] of bare.matchAll(/(?<![\w-#.])([a-z][a-z-]*)(?![\w(-])/g))
    note(found, DATA.css, 'css', 'properties', prop, word!);
  for (const [, name] of bare.matchAll(/([a-z-]+)\(/g)) {
    note(found, DATA.css, 'css', 'types', name!);
    for (const family of ['color', 'gradient', 'image', 'basic-shape', 'easing-function', 'transform-function'])
      note(found, DATA.css, 'css', 'types', family, name!);
  }
  for (const [, unit] of bare.matchAll(/\d([a-z]+)\b/g)) {
    note(found, DATA.css, 'css', 'types', 'length', unit!);
    if (/^[dsl]v/.test(unit!)) note(found, DATA.css, 'css', 'types', 'length', 'viewport_percentage_units_dynamic');
    if (unit!.startsWith('cq')) note(found, DATA.css, 'css', 'types', 'length', 'container_query_length_units');
  }
}

const noteSelector = (found: Features, selector: string): void => {
  for (const [, name] of selector.matchAll(/::?([a-z-]+)/g)) note(found, DATA.css, 'css', 'selectors', name!);
};

function noteAtRule(found: Features, { name, params }: AtRule): void {
  note(found, DATA.css, 'css', 'at-rules', name);
  if (name === 'supports' && params.includes('selector('))
    note(found, DATA.css, 'css', 'at-rules', 'supports', 'selector');
  if (name !== 'media') return;
  if (/[<>]/.test(params)) note(found, DATA.css, 'css', 'at-rules', 'media', 'range_syntax');
  for (const [, feature] of params.matchAll(/\(([a-z-]+)/g))
    note(found, DATA.css, 'css', 'at-rules', 'media', feature!.replace(/^(?:min|max)-/, ''));
}

/** Rules that an old browser drops whole because one of their selectors is new to it, with the others of the list. */
export const mixedRules = (css: string, unknown: readonly string[]): string[] => {
  const mixed: string[] = [];
  const isNew = (selector: string): boolean => unknown.some((name) => new RegExp(`:${name}(?![\\w-])`).test(selector));
  postcss.parse(css).walkRules(({ selectors, selector }: Rule) => {
    const news = selectors.filter(isNew).length;
    if (news > 0 && news < selectors.length) mixed.push(selector);
  });
  return mixed;
};

/** What a page of HTML uses: elements and attributes. */
export function featuresOfHtml(html: string): Features {
  const found: Features = new Map();
  const bare = html.replaceAll(/<script\b[^]*?<\/script>/g, '');
  for (const [, element, attributes] of bare.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)/gi)) {
    const name = element!.toLowerCase();
    note(found, DATA.html, 'html', 'elements', name);
    for (const [, attribute, value] of attributes!.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)) {
      const own = attribute!.toLowerCase();
      note(found, DATA.html, 'html', 'elements', name, own);
      note(found, DATA.html, 'html', 'elements', name, own, value ?? '');
      note(found, DATA.html, 'html', 'global_attributes', own);
    }
  }
  return found;
}

type Tree = { type?: string; [key: string]: unknown };

/** Features of objects by the last part of their name: `toSorted` is that of arrays and of typed arrays. */
const MEMBERS = membersOf([at(DATA.javascript, 'builtins'), DATA.api]);
/** Of the language alone: in a script of libraries a name of the browser's objects is mostly that of something else. */
const OF_LANGUAGE = membersOf([at(DATA.javascript, 'builtins')]);
const GLOBALS: readonly (Node | undefined)[] = [at(DATA.javascript, 'builtins'), DATA.api, at(DATA.api, 'Window')];

function membersOf(roots: readonly (Node | undefined)[]): Map<string, Node[]> {
  const members = new Map<string, Node[]>();
  for (const root of roots)
    for (const owner of Object.values(root ?? {}))
      for (const [name, node] of Object.entries(owner ?? {})) {
        if (!(node as Node | undefined)?.__compat || /_(?:static|event|parameter)$|^__/.test(name)) continue;
        members.set(name, [...(members.get(name) ?? []), node as Node]);
      }
  return members;
}

/** What a script uses of the browser: globals, what hangs on them, and methods by name, whatever they are called on. @param from whose methods */
export function featuresOfScript(code: string, from: 'browser' | 'language' = 'browser'): Features {
  const found: Features = new Map();
  const members = from === 'browser' ? MEMBERS : OF_LANGUAGE;
  const globalOf = (name: string): Node | undefined => GLOBALS.map((root) => root && at(root, name)).find(Boolean);
  walk(parseAst(code) as unknown as Tree, (node) => {
    if (node.type === 'Identifier' && typeof node['name'] === 'string') {
      const known = globalOf(node['name']);
      if (known?.__compat) found.set(node['name'], [known]);
    }
    if (node.type === 'Literal' && typeof node['regex'] === 'object') noteRegex(found, node['regex'] as Tree);
    if (node.type !== 'MemberExpression' || node['computed'] === true) return;
    const [object, property] = [node['object'] as Tree, node['property'] as Tree];
    const name = String(property['name']);
    const owner = object.type === 'Identifier' ? globalOf(String(object['name'])) : undefined;
    const fixed = owner && (at(owner, `${name}_static`) ?? at(owner, name));
    if (fixed?.__compat) found.set(`${String(object['name'])}.${name}`, [fixed]);
    else if (members.has(name)) found.set(`.${name}`, members.get(name)!);
  });
  return found;
}

function noteRegex(found: Features, { pattern, flags }: Tree): void {
  const regex = at(DATA.javascript, 'regular_expressions')!;
  if (/\(\?<[=!]/.test(String(pattern))) note(found, regex, 'regex', 'lookbehind_assertion');
  if (String(flags).includes('v')) note(found, DATA.javascript, 'javascript', 'builtins', 'RegExp', 'unicodeSets');
  if (String(flags).includes('d')) note(found, DATA.javascript, 'javascript', 'builtins', 'RegExp', 'hasIndices');
}

function walk(node: unknown, visit: (node: Tree) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
  } else if (typeof node === 'object' && node !== null) {
    const tree = node as Tree;
    if (typeof tree.type === 'string') visit(tree);
    for (const [key, part] of Object.entries(tree)) if (key !== 'regex') walk(part, visit);
  }
}
