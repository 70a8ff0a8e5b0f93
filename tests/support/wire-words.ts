import { roomOf } from './rooms.ts';

type Node = { type?: unknown; [key: string]: unknown };

/** Where a wire word may name something: the contract, those who speak it on both ends, and what was written down in former releases. */
const DOOR =
  /(?:^|[/-])contract\.ts$|\/routes[^/]*\.ts$|\/client\.ts$|\.test\.tsx?$|^src\/features\/events\/written-events\.ts$/;
/** The old column beside the new one, until the release after (docs/decisions/2026-11-23-guide-id-by-expand-and-contract.md). */
const OLD_COLUMN = { path: 'src/features/events/server/store-events.ts', text: 'listicle_id' };

/** The wire words that the glossary shows in bold, as `offer_content`. @param glossary its text */
export function readWireWords(glossary: string): string[] {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((row) => row.split('|')[2] ?? '');
  return cells.flatMap((cell) =>
    [...cell.matchAll(/\*\*`([a-z-]+)`\*\*/g)].map(([, word]) => word!.replaceAll('-', '_')),
  );
}

const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/**
 * Finds wire words inside. In web rooms a field of an answer, an address and a label are the wire's own; what the code there calls itself is not.
 * @param words such as `offer_content`. @returns what judges one node after the other, parents before their children; it says what is wrong
 */
export function judgeWireWords(path: string, words: readonly string[]): (node: Node) => string | undefined {
  if (words.length === 0 || DOOR.test(path)) return () => undefined;
  const isWeb = /web$|^site$|^admin$/.test(roomOf(path)?.kind ?? '');
  const fields = new Set<unknown>();
  const find = (text: string, isName: boolean): string | undefined => {
    const word = words.find((one) =>
      new RegExp(isName ? `(?:^|_)${one}s?(?:_|$)` : String.raw`^${one}$|\b${one}_|_${one}\b`).test(text),
    );
    return word && `says ${word}, a word of the wire: docs/glossary.md has ours`;
  };
  return (node) => {
    if (node.type === 'Program') return find(snake(path.split('/').at(-1)!.replaceAll(/[.-]/g, '_')), true);
    if (isWeb && node['computed'] !== true) fields.add(node['key']).add(node['property']);
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier')
      return fields.has(node) ? undefined : find(snake(String(node['name'])), true);
    if (isWeb) return undefined;
    const { value } = node;
    const text = node.type === 'TemplateElement' ? (value as { raw: string }).raw : value;
    if (typeof text !== 'string' || !/^(Literal|TemplateElement)$/.test(String(node.type))) return undefined;
    return find(path === OLD_COLUMN.path ? text.replaceAll(OLD_COLUMN.text, '') : text, false);
  };
}
