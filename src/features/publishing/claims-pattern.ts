import type { Token } from './claims-text.ts';

/** Words and phrases that stand for one slot of a pattern. */
type Slot = {
  words: Set<string>;
  beginnings: string[];
  endings: string[];
  /** Phrases of several words by their first, the longest first. */
  phrases: Map<string, string[][]>;
  isNumber: boolean;
  /** Words that may lie between this slot and the one before. */
  gap: number;
};

export type Pattern = readonly Slot[];

/** Counts comparisons, so that a test can hold the work against the length of the text. */
export type Meter = { steps: number };

const DEFAULT_GAP = 0;

/**
 * Reads a pattern: slots divided by spaces, each a list of words divided by `|`.
 * `word*` is a beginning, `*word` an ending, `<name>` a list from `lists`, `<n>` a number, `..3` allows three words between.
 */
export function readPattern(text: string, lists: Record<string, readonly string[]>): Pattern {
  const slots: Slot[] = [];
  let gap = DEFAULT_GAP;
  for (const part of text.split(' ')) {
    if (/^\.\.\d+$/.test(part)) {
      gap = Number(part.slice(2));
      continue;
    }
    slots.push(readSlot(part, lists, gap));
    gap = DEFAULT_GAP;
  }
  return slots;
}

function readSlot(part: string, lists: Record<string, readonly string[]>, gap: number): Slot {
  const slot: Slot = {
    words: new Set(),
    beginnings: [],
    endings: [],
    phrases: new Map(),
    isNumber: part.split('|').includes('<n>'),
    gap,
  };
  const entries = part.split('|').flatMap((entry) => {
    if (entry === '<n>') return [];
    if (!entry.startsWith('<')) return [entry];
    const list = lists[entry.slice(1, -1)];
    if (!list) throw new Error(`There is no list ${entry}.`);
    return list;
  });
  for (const entry of entries) {
    const words = entry.split(' ');
    const [first = ''] = words;
    if (words.length > 1) slot.phrases.set(first, [...(slot.phrases.get(first) ?? []), words]);
    else if (entry.endsWith('*')) slot.beginnings.push(entry.slice(0, -1));
    else if (entry.startsWith('*')) slot.endings.push(entry.slice(1));
    else slot.words.add(entry);
  }
  for (const phrases of slot.phrases.values()) phrases.sort((a, b) => b.length - a.length);
  return slot;
}

/**
 * Where a match that begins at word `at` ends (exclusive), or undefined. Each slot takes the nearest word that fits
 * and never tries another, so the work is bounded by the pattern alone. A match stays inside one sentence.
 */
export function matchAt(pattern: Pattern, tokens: readonly Token[], at: number, meter: Meter): number | undefined {
  let next = at;
  for (const [index, slot] of pattern.entries()) {
    let taken = 0;
    const reach = index === 0 ? 0 : slot.gap;
    for (let skipped = 0; skipped <= reach && !taken; skipped++) {
      if (tokens[next + skipped]?.sentence !== tokens[at]?.sentence) return undefined;
      taken = wordsTaken(slot, tokens, next + skipped, meter);
      if (taken) next += skipped + taken;
    }
    if (!taken) return undefined;
  }
  return next;
}

/** How many words from `at` a slot takes; 0 when they do not fit. */
function wordsTaken(slot: Slot, tokens: readonly Token[], at: number, meter: Meter): number {
  const token = tokens[at];
  meter.steps++;
  if (!token) return 0;
  for (const phrase of slot.phrases.get(token.word) ?? []) {
    meter.steps += phrase.length;
    const last = tokens[at + phrase.length - 1];
    if (last?.sentence === token.sentence && phrase.every((word, i) => tokens[at + i]?.word === word)) {
      return phrase.length;
    }
  }
  if (slot.words.has(token.word)) return 1;
  if (slot.isNumber && /^\p{N}/u.test(token.word)) return 1;
  meter.steps += slot.beginnings.length + slot.endings.length;
  if (slot.beginnings.some((beginning) => token.word.startsWith(beginning))) return 1;
  return slot.endings.some((ending) => token.word.length > ending.length && token.word.endsWith(ending)) ? 1 : 0;
}

/** Finds, for a word, the entries whose pattern may begin with it; most words begin none, which saves most of the work. */
export function indexByFirst<T extends { pattern: Pattern }>(entries: readonly T[]): (word: string) => readonly T[] {
  const open: T[] = [];
  const byWord = new Map<string, T[]>();
  for (const entry of entries) {
    const [first] = entry.pattern;
    if (!first) continue;
    if (first.isNumber || first.beginnings.length + first.endings.length > 0) open.push(entry);
    else {
      for (const word of new Set([...first.words, ...first.phrases.keys()])) {
        byWord.set(word, [...(byWord.get(word) ?? []), entry]);
      }
    }
  }
  for (const [word, found] of byWord) byWord.set(word, [...found, ...open]);
  return (word) => byWord.get(word) ?? open;
}
