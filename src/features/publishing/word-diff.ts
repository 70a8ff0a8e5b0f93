import { diffArrays } from 'diff';

/** A run of words that both texts have, or only one of them. */
export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string };

/** Beyond so many words that went or came, what differs is shown as one removal and one addition: nobody reads more of them one by one. */
const MAX_CHANGES = 1000;

/** What changed between two texts, word by word: the fewest words that go and come. Joined, same and added parts give `after`. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const changes = diffArrays(a, b, { maxEditLength: MAX_CHANGES });
  if (!changes) return diffMiddles(a, b);
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

/** Words, blanks and marks, each by itself. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** All between the start and the end that both share, as one change. */
function diffMiddles(a: readonly string[], b: readonly string[]): DiffPart[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const parts: [DiffPart['kind'], readonly string[]][] = [
    ['same', a.slice(0, start)],
    ['removed', a.slice(start, a.length - end)],
    ['added', b.slice(start, b.length - end)],
    ['same', a.slice(a.length - end)],
  ];
  return parts.flatMap(([kind, words]) => (words.length === 0 ? [] : { kind, text: words.join('') }));
}
