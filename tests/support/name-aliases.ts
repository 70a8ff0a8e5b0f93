import type { parseSync } from 'vite';

type Parsed = ReturnType<typeof parseSync>;
type Statement = Parsed['program']['body'][number];

/**
 * Finds what a module exports under a name of its own although it only took it, whole, from another file of ours: `export const a = b`,
 * `export const a = store.b`, `export type A = store.B`.
 * @returns the names under which it stands there again
 */
export function findAliases({ program, module }: Parsed, text: string): string[] {
  const entries = module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value.startsWith('.'))
    .flatMap((found) => found.entries);
  const names = new Set(entries.map(({ localName }) => localName.value));
  // of a namespace alone is a part a name of another file: `Guide.shape` is a value made here, and says something
  const spaces = new Set(
    entries.filter(({ importName }) => importName.kind === 'NamespaceObject').map(({ localName }) => localName.value),
  );
  const exported = new Set(
    module.staticExports.flatMap((found) => found.entries.map(({ localName }) => localName.name)),
  );
  return program.body
    .flatMap((statement) => declared(statement))
    .filter(({ name, start, end }) => {
      const [, whole, part] = /^(\w+)(\.\w+)?$/.exec(text.slice(start, end)) ?? [];
      return exported.has(name) && whole !== undefined && (part ? spaces : names).has(whole);
    })
    .map(({ name }) => name);
}

/** What a statement declares, and where the text stands of what each name is. */
function declared(statement: Statement): { name: string; start: number; end: number }[] {
  const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (inner?.type === 'TSTypeAliasDeclaration') return [{ ...inner.typeAnnotation, name: inner.id.name }];
  if (inner?.type !== 'VariableDeclaration') return [];
  return inner.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [{ name: id.name, start: init.start, end: init.end }] : [],
  );
}
