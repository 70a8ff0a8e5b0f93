/** A run of words that both texts have, or only one of them. */
export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string };

/** Beyond so many pairs of words that must be compared, what differs is shown as one removal and one addition. */
const MAX_PAIRS = 1_000_000;

/** What changed between two texts, word by word: the fewest words that go and come. Joined, same and added parts give `after`. */
export function diffWords(before: string, after: string): DiffPart[] {
  const a = wordsOf(before);
  const b = wordsOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const middleOfA = a.slice(start, a.length - end);
  const middleOfB = b.slice(start, b.length - end);
  return joined([
    ...a.slice(0, start).map(same),
    ...(middleOfA.length * middleOfB.length > MAX_PAIRS
      ? [removed(middleOfA.join('')), added(middleOfB.join(''))]
      : compare(middleOfA, middleOfB)),
    ...a.slice(a.length - end).map(same),
  ]);
}

/** Words, blanks and marks, each by itself. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

const same = (text: string): DiffPart => ({ kind: 'same', text });
const removed = (text: string): DiffPart => ({ kind: 'removed', text });
const added = (text: string): DiffPart => ({ kind: 'added', text });

/** By the longest common subsequence. */
function compare(a: readonly string[], b: readonly string[]): DiffPart[] {
  const width = b.length + 1;
  // common[i * width + j]: the most words that a from i and b from j share
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push(same(a[i]!));
      i += 1;
      j += 1;
    } else if (j === b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      parts.push(removed(a[i]!));
      i += 1;
    } else {
      parts.push(added(b[j]!));
      j += 1;
    }
  }
  return parts;
}

/** Neighbours of one kind as one part; within a change what goes stands before what comes. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let gone = '';
  let come = '';
  const flush = () => {
    if (gone) result.push(removed(gone));
    if (come) result.push(added(come));
    gone = '';
    come = '';
  };
  for (const { kind, text } of parts) {
    if (kind === 'removed') gone += text;
    else if (kind === 'added') come += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === 'same') last.text += text;
      else result.push(same(text));
    }
  }
  flush();
  return result;
}
