/** One word of a text in the form that patterns see, with its place in the original. */
export type Token = {
  /** Folded: small letters, no accents, no apostrophes, no possessive s. */
  word: string;
  start: number;
  /** Exclusive. */
  end: number;
  /** Number of the sentence; patterns never reach over its end. */
  sentence: number;
  /** A comma or a stronger mark stands between this word and the one before. */
  pause: '' | 'comma' | 'strong';
};

export type Sentence = { first: number; end: number; isQuestion: boolean };

export type Words = { tokens: Token[]; sentences: Sentence[] };

/** A run of words without any stop is cut here, so that one remark can't excuse a whole page. */
const MAX_SENTENCE_WORDS = 60;

// every alternative begins with another class of characters, so there is nothing to go back to: linear
const PIECES =
  /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}\p{Cf}]+(?:['’][\p{L}\p{M}\p{Cf}]+)*|[%#]|[.!?…]+|[;:—–()[\]"“”„«»]|\s-\s|,|\n/gu;

const ABBREVIATIONS = new Set(['dr', 'mr', 'mrs', 'ms', 'prof', 'vs', 'approx', 'inc', 'ltd', 'st']);

/** What a word has in common with its spellings: no capitals, accents, soft hyphens, apostrophes or possessive s. */
export function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/['’]/g, '');
}

/** Splits plain text into words and sentences; takes time in proportion to its length. */
export function splitWords(text: string): Words {
  const tokens: Token[] = [];
  const sentences: Sentence[] = [];
  let first = 0;
  let pause: Token['pause'] = '';
  const close = (isQuestion: boolean): void => {
    if (tokens.length > first) sentences.push({ first, end: tokens.length, isQuestion });
    first = tokens.length;
    pause = '';
  };
  for (const found of text.matchAll(PIECES)) {
    const piece = found[0];
    const start = found.index;
    if (/^[\p{L}\p{M}\p{Cf}\p{N}%#]/u.test(piece)) {
      const word = fold(piece);
      if (!word) continue;
      if (tokens.length - first >= MAX_SENTENCE_WORDS) close(false);
      tokens.push({ word, start, end: start + piece.length, sentence: sentences.length, pause });
      pause = '';
    } else if (piece === '\n') close(false);
    else if (/^[.!?…]/.test(piece)) {
      if (endsSentence(text, start, start + piece.length, tokens.at(-1))) close(piece.includes('?'));
    } else if (piece !== ',') pause = 'strong';
    else if (!pause) pause = 'comma';
  }
  close(false);
  return { tokens, sentences };
}

/** A stop ends a sentence before a space or the end, unless it belongs to "Dr." or to letters as in "C.B.D.". */
function endsSentence(text: string, start: number, end: number, before: Token | undefined): boolean {
  const next = text[end];
  if (next !== undefined && !/[\s"'”’)\]]/.test(next)) return false;
  if (text[start] !== '.' || !before || before.end !== start) return true;
  return !ABBREVIATIONS.has(before.word) && !(before.word.length === 1 && text[before.start - 1] === '.');
}
