import { HEALTH_RULES } from './claims-health-rules.ts';
import { type ClaimContext, type ClaimKind, type ClaimLevel, REASONS } from './claims-kinds.ts';
import { indexByFirst, matchAt, type Meter } from './claims-pattern.ts';
import { readRemarks, type Remarks } from './claims-remarks.ts';
import type { Rule } from './claims-rule.ts';
import { SALES_RULES } from './claims-sales-rules.ts';
import { splitWords, type Token, type Words } from './claims-text.ts';

export type Claim = {
  /** Offsets into the text, the end exclusive. */
  start: number;
  end: number;
  /** The words as they stand there. */
  words: string;
  level: ClaimLevel;
  kind: ClaimKind;
  /** What to write instead. */
  reason: string;
};

export type ClaimOptions = ClaimContext & {
  /** The advertiser's own, as whole words or phrases; case and accents do not matter, nor does a denial before them. */
  forbiddenWords?: readonly string[];
};

/** How many words before and after a match are looked at for another meaning. */
const UNLESS_REACH = 6;

/**
 * Finds claims about health and haste that a guide may not make, in plain English text.
 *
 * Neutral copy passes: a claim is excused where its own sentence denies it, asks whether it is true, warns of it,
 * reports a study with its limits, or speaks of medicines. It knows words, not meaning. It can't see: pictures; a claim
 * spread over two sentences; praise without a word of its lists ("your knees will thank you"); softer effects such as
 * "supports immunity", which need a lawyer or the advertiser's list of allowed claims; other languages; irony; whether a
 * cited study says what the text says. A writer who wants to deceive it can. So an empty answer proves nothing, and
 * a human review stays needed.
 *
 * @returns in the order of the text; claims of one kind that overlap are one.
 */
export function findClaims(text: string, options: ClaimOptions = {}): Claim[] {
  return scanClaims(text, options).claims;
}

/** Like `findClaims`, and says how many comparisons it took: at most a constant for each word of the text. */
export function scanClaims(
  text: string,
  options: ClaimOptions = {},
): { claims: Claim[]; words: number; steps: number } {
  const meter: Meter = { steps: 0 };
  const words = splitWords(text);
  const found = [
    ...findByRules(words, options, meter),
    ...findForbidden(text, words, options.forbiddenWords ?? [], meter),
  ];
  return { claims: mergeClaims(found, text), words: words.tokens.length, steps: meter.steps };
}

type Finding = Pick<Claim, 'start' | 'end' | 'level' | 'kind'>;

const RULES = [...HEALTH_RULES, ...SALES_RULES];

/** Every pattern of every rule, by the words that it may begin with. */
const beginningWith = indexByFirst(RULES.flatMap((rule) => rule.patterns.map((pattern) => ({ rule, pattern }))));

function findByRules({ tokens, sentences }: Words, page: ClaimContext, meter: Meter): Finding[] {
  const levels = new Map(
    RULES.map((rule) => [rule, typeof rule.level === 'function' ? rule.level(page) : rule.level] as const),
  );
  const found: Finding[] = [];
  for (const sentence of sentences) {
    let remarks: Remarks | undefined;
    for (let at = sentence.first; at < sentence.end; at++) {
      for (const { rule, pattern } of beginningWith(tokens[at]?.word ?? '')) {
        const level = levels.get(rule);
        const end = level && matchAt(pattern, tokens, at, meter);
        if (!end || isOtherMeaning(rule, tokens, { at, end }, meter)) continue;
        remarks ??= readRemarks(sentence, tokens, meter);
        const judged = judge(rule, level, remarks, { first: sentence.first, at, end });
        if (judged) found.push({ ...rangeOf(tokens, at, end), level: judged, kind: rule.kind });
      }
    }
  }
  return found;
}

/** Whether a word nearby shows that something else is meant, as in "money-back guarantee". */
function isOtherMeaning(
  rule: Rule,
  tokens: readonly Token[],
  { at, end }: { at: number; end: number },
  meter: Meter,
): boolean {
  if (rule.unless.length === 0) return false;
  const sentence = tokens[at]?.sentence;
  for (let near = Math.max(0, at - UNLESS_REACH); near < end + UNLESS_REACH; near++) {
    meter.steps++;
    if (tokens[near]?.sentence !== sentence) continue;
    if (rule.unless.some((pattern) => matchAt(pattern, tokens, near, meter) !== undefined)) return true;
  }
  return false;
}

const softer = (level: ClaimLevel): ClaimLevel | undefined => (level === 'block' ? 'warn' : undefined);

/** The level that is left when the rest of the sentence is heard; undefined when it excuses the claim. */
function judge(
  rule: Rule,
  level: ClaimLevel,
  remarks: Remarks,
  { first, at, end }: { first: number; at: number; end: number },
): ClaimLevel | undefined {
  if (remarks.isCritical || remarks.isDenied[at - first]) return undefined;
  if (!rule.hasOwnDenial && remarks.denies.slice(at - first, end - first).some(Boolean)) return undefined;
  if (rule.isMedicalTalk && (remarks.isAdvice || remarks.medicineFrom < at)) return undefined;
  if (remarks.isReport && rule.whenReported === 'excuse') return undefined;
  if ((remarks.isReport && rule.whenReported === 'soften') || remarks.attributedFrom < at) return softer(level);
  return level;
}

function findForbidden(text: string, { tokens }: Words, phrases: readonly string[], meter: Meter): Finding[] {
  const byFirst = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const words = splitWords(phrase).tokens.map((token) => token.word);
    const [first] = words;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), words]);
  }
  return tokens.flatMap((token, at) =>
    (byFirst.get(token.word) ?? []).flatMap((words): Finding[] => {
      meter.steps += words.length;
      const isThere = words.every((word, i) => tokens[at + i]?.word === word);
      const range = rangeOf(tokens, at, at + words.length);
      if (!isThere || isLetter(text[range.start - 1]) || isLetter(text[range.end])) return [];
      return [{ ...range, level: 'block', kind: 'forbidden_word' }];
    }),
  );
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

const rangeOf = (tokens: readonly Token[], at: number, end: number): { start: number; end: number } => ({
  start: tokens[at]?.start ?? 0,
  end: tokens[end - 1]?.end ?? 0,
});

function mergeClaims(found: Finding[], text: string): Claim[] {
  const merged: Finding[] = [];
  const last = new Map<ClaimKind, Finding>();
  for (const finding of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const before = last.get(finding.kind);
    if (before && finding.start < before.end) {
      before.end = Math.max(before.end, finding.end);
      if (finding.level === 'block') before.level = 'block';
      continue;
    }
    const claim = { ...finding };
    last.set(finding.kind, claim);
    merged.push(claim);
  }
  return merged.map((claim) => ({ ...claim, words: text.slice(claim.start, claim.end), reason: REASONS[claim.kind] }));
}
