import type { ClaimContext, ClaimKind, ClaimLevel } from './claims-kinds.ts';
import { type Pattern, readPattern } from './claims-pattern.ts';
import { WORD_LISTS } from './claims-words.ts';

/** What a remark in the same sentence does to a finding. */
export type Manner = {
  /** A denial is part of the claim itself ("no side effects"), so a denial inside of it excuses nothing. */
  hasOwnDenial?: true;
  /** A study reported with its limits excuses the claim, or makes a warning of a block. */
  whenReported?: 'excuse' | 'soften';
  /** A sentence about medicines, or advice to ask a doctor, may say this. */
  isMedicalTalk?: true;
};

export type Rule = Manner & {
  kind: ClaimKind;
  level: ClaimLevel | ((page: ClaimContext) => ClaimLevel | undefined);
  patterns: Pattern[];
  /** Words within reach that show another meaning ("money-back guarantee"). */
  unless: Pattern[];
};

/** Reads patterns, one a line; see `readPattern`. */
export const patterns = (text: string): Pattern[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => readPattern(line, WORD_LISTS));

/** A rule of the claims check: its patterns, one a line; `unless` is a list of patterns divided by commas. */
export const rule = (
  kind: ClaimKind,
  level: Rule['level'],
  text: string,
  more: Manner & { unless?: string } = {},
): Rule => ({
  ...more,
  kind,
  level,
  patterns: patterns(text),
  unless: patterns((more.unless ?? '').replaceAll(',', '\n')),
});
