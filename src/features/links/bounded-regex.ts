import { RE2JS } from 're2js';
import { MAX_PATTERN, patternSize } from './pattern-size.ts';

/**
 * A pattern of a user: a regular expression in the syntax of RE2, whose matching takes at most its steps times the characters of the
 * text, whatever both hold. Look-around and back references are not known to it. Case does not count, and a match may begin anywhere.
 */
export type BoundedRegex = { test(text: string): boolean; steps: number };

/** Steps of a pattern when it is compiled: what one character of a text costs at the most. */
export const MAX_STEPS = 300;
/** Beyond this by its own text, nothing is compiled to find out. */
const MAX_WRITTEN_OUT = 2000;

/** Compiled patterns that are kept for whoever asks next. */
const MAX_COMPILED = 500;
const compiled = new Map<string, BoundedRegex | string>();

/** @throws SyntaxError in words for people when it is no pattern, or one too large */
export function compileBounded(pattern: string): BoundedRegex {
  let found = compiled.get(pattern);
  if (found === undefined) {
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(pattern, (found = compile(pattern)));
  }
  if (typeof found === 'string') throw new SyntaxError(found);
  return found;
}

/** @returns what is wrong instead */
function compile(pattern: string): BoundedRegex | string {
  if (pattern.length > MAX_PATTERN) return `must be at most ${MAX_PATTERN} characters`;
  if (patternSize(pattern) > MAX_WRITTEN_OUT) return tooLarge();
  try {
    const engine = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    const steps = engine.programSize();
    return steps > MAX_STEPS ? tooLarge() : { steps, test: (text) => engine.test(text) };
  } catch (error) {
    return `cannot be read as a pattern: ${(error as Error).message.replace('error parsing regexp: ', '').replaceAll('(?i)', '')}`;
  }
}

const tooLarge = (): string => `is too large: with its repetitions written out it has more than ${MAX_STEPS} steps`;
