import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ClaimOptions, findClaims, scanClaims } from './claims.ts';
import type { ClaimKind, ClaimLevel } from './claims-kinds.ts';

/**
 * A sentence and what an honest editor would say of it. The labels of both halves were written before the first
 * pattern; patterns were made by looking at `dev` alone. Three things limit what the figures show: the same hand wrote
 * labels, many sentences and patterns; sentences stand alone; and public ones are those that regulators chose to quote.
 */
type Labelled = {
  text: string;
  label: ClaimLevel | 'ok';
  kind: ClaimKind | null;
  /** Where the wording was read; `date` is that of the page, or the day on which it was read. */
  origin: 'ours' | { title: string; address: string; date: string; dateOf: 'page' | 'read' };
  given?: ClaimOptions;
};

const readHalf = (half: string): Labelled[] =>
  readFileSync(join(import.meta.dirname, `claims-corpus.${half}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);

const HALVES = { dev: readHalf('dev'), 'held-out': readHalf('held-out') };

function levelOf(text: string, options?: ClaimOptions): Labelled['label'] {
  const claims = findClaims(text, options);
  if (claims.length === 0) return 'ok';
  return claims.some((claim) => claim.level === 'block') ? 'block' : 'warn';
}

const ratio = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 1000;

function measure(rows: Labelled[]) {
  const judged = rows.map((row) => ({ ...row, said: levelOf(row.text, row.given) }));
  const flagged = judged.filter((row) => row.said !== 'ok');
  const bad = judged.filter((row) => row.label !== 'ok');
  const hits = flagged.filter((row) => row.label !== 'ok');
  return {
    sentences: rows.length,
    neutral: rows.length - bad.length,
    precision: ratio(hits.length, flagged.length),
    recall: ratio(hits.length, bad.length),
    'right level': ratio(hits.filter((row) => row.said === row.label).length, hits.length),
    'neutral but blocked': flagged.filter((row) => row.label === 'ok' && row.said === 'block').length,
  };
}

test('the labelled sentences are found and neutral copy passes, in the half that no pattern was made for too', () => {
  const table = { dev: measure(HALVES.dev), 'held-out': measure(HALVES['held-out']) };
  console.table(table);
  expect(table.dev.precision).toBeGreaterThanOrEqual(0.95);
  expect(table.dev.recall).toBeGreaterThanOrEqual(0.95);
  expect(table['held-out'].precision).toBeGreaterThanOrEqual(0.95);
  expect(table['held-out'].recall).toBeGreaterThanOrEqual(0.9);
  expect(table['held-out']['right level']).toBeGreaterThanOrEqual(0.9);
  expect(table['held-out']['neutral but blocked']).toBeLessThanOrEqual(1);
});

test('each kind of claim is found for its own reason', () => {
  const bad = [...HALVES.dev, ...HALVES['held-out']].filter((row) => row.kind !== null);
  const kinds = Map.groupBy(bad, (row) => row.kind);
  const found = [...kinds].map(([kind, rows]) => ({
    kind,
    sentences: rows.length,
    recall: ratio(
      rows.filter((row) => findClaims(row.text, row.given).some((c) => c.kind === kind)).length,
      rows.length,
    ),
  }));
  console.table(found);
  expect(kinds.size).toBe(14);
  for (const { kind, recall } of found) expect(recall, String(kind)).toBeGreaterThanOrEqual(0.7);
});

test('the corpus says where each wording comes from, is half neutral, and its halves share no sentence', () => {
  const all = [...HALVES.dev, ...HALVES['held-out']];
  const cited = all.flatMap((row) => (row.origin === 'ours' ? [] : [row.origin]));
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(all.filter((row) => row.label === 'ok').length).toBeGreaterThanOrEqual(all.length / 2);
  expect(cited.length).toBeGreaterThanOrEqual(90);
  for (const origin of cited) {
    expect(origin.address).toMatch(/^https?:\/\//);
    expect(origin.date).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
  expect(new Set(all.map((row) => row.text + JSON.stringify(row.given))).size).toBe(all.length);
});

test.each<[name: string, text: string, said: Labelled['label'], options?: ClaimOptions]>([
  ['a disclaimer', 'This product is not intended to diagnose, treat, cure or prevent any disease.', 'ok'],
  ['a denial', 'It does not cure arthritis.', 'ok'],
  ['a denial that ends at "but"', 'It is not cheap, but it cures arthritis.', 'block'],
  ['a denial of something else', 'No sugar, no gluten: cures arthritis.', 'block'],
  ['"not only" is no denial', 'It not only treats diabetes, it also tastes good.', 'block'],
  ['a title is no end of a sentence', 'It does not, says Dr. Reed, cure arthritis.', 'ok'],
  ['the next sentence excuses nothing', 'It cures arthritis. This is not a joke.', 'block'],
  ['a question of readers', 'Can it cure arthritis?', 'ok'],
  ['a question that sells', 'Want to cure your arthritis?', 'block'],
  ['a warning of such claims', 'Be wary of anyone who promises a miracle cure.', 'ok'],
  ["somebody else's claim", 'The maker says that it treats migraines.', 'warn'],
  ['a study with its limits', 'A small trial of 40 adults found that it lowered blood pressure a little.', 'ok'],
  ['a study as an advertisement', 'Studies prove that it lowers blood pressure.', 'block'],
  ['advice to see a doctor', 'If you are treated for diabetes, ask your doctor first.', 'ok'],
  ['a medicine', 'Statins are medicines that lower cholesterol.', 'ok'],
  ['a refund', 'It has a 30-day money-back guarantee.', 'ok'],
  ['a promised result', 'Guaranteed to work.', 'block'],
  ['a promised result with a date', 'Guaranteed results in 30 days.', 'block'],
  ['the terms of a guarantee', 'The guarantee lasts 60 days.', 'ok'],
  ['how long a guarantee is', 'It comes with a year of guarantee.', 'ok'],
  ['how long a guarantee is, the other way round', 'A guarantee of two years comes with it.', 'ok'],
  ["the maker's guarantee", "Keep the card of the maker's guarantee.", 'ok'],
  ['a promised result for a time', 'Three weeks of guaranteed weight loss.', 'block'],
  ['a promised result within a time', 'We guarantee that you sleep well within a year.', 'block'],
  ['a promised result after some days', 'In 30 days we guarantee results.', 'block'],
  ['a result of a year that is promised', 'We guarantee a year of health.', 'block'],
  ['safety advice in which an illness is named', 'Anyone treated for epilepsy should skip it.', 'ok'],
  ['safety advice in which a medicine is named', 'Skip it if you take blood thinners.', 'ok'],
  ['a product in place of a medicine', 'With it you can skip your blood thinners.', 'block'],
  ['tested, on a page of research', 'We tested six of them.', 'block', { tested: 'research_only' }],
  ['tested, on a page of tests by hand', 'We tested six of them.', 'ok', { tested: 'hands_on' }],
  ['reviewed, by nobody', 'Medically reviewed.', 'block'],
  ['reviewed, by a person', 'Medically reviewed.', 'ok', { hasReviewer: true }],
  ['proven, without sources', 'Clinically proven.', 'block'],
  ['proven, with sources', 'Clinically proven.', 'warn', { hasSources: true }],
  ['words inside of other words', 'The theatre seats are cured leather.', 'ok'],
  ['soft hyphens, accents and capitals', 'It C\u00ADURES àcne.', 'block'],
  ['a forbidden word', 'Better than Bótox®.', 'block', { forbiddenWords: ['botox'] }],
  ['a forbidden word in a longer one', 'The botoxic tale.', 'ok', { forbiddenWords: ['botox'] }],
  ['a forbidden phrase over a line', 'A fat\nburner tea.', 'block', { forbiddenWords: ['Fat Burner'] }],
  ['a forbidden word that is denied', 'It is no detox.', 'block', { forbiddenWords: ['detox'] }],
  ['forbidden words that are empty', 'Plain tea.', 'ok', { forbiddenWords: ['', ' ', '®'] }],
  ['nothing', '', 'ok'],
])('%s', (_name, text, said, options) => {
  expect(levelOf(text, options)).toBe(said);
});

test('a claim gives its place, its words and what to write instead', () => {
  const text = 'The tea – as its “fans” know – cures acne. Hurry!';
  const claims = findClaims(text);
  expect(claims.map(({ words, level, kind }) => ({ words, level, kind }))).toEqual([
    { words: 'cures acne', level: 'block', kind: 'disease' },
    { words: 'Hurry', level: 'block', kind: 'urgency' },
  ]);
  for (const claim of claims) {
    expect(text.slice(claim.start, claim.end)).toBe(claim.words);
    expect(claim.reason).toMatch(/\.$/);
  }
});

test('claims of one kind that overlap are reported once', () => {
  expect(findClaims('It cures acne, eczema and psoriasis.')).toHaveLength(1);
});

/** Texts that make a careless matcher go back and forth. */
const NASTY: Record<string, (length: number) => string> = {
  'one word': (length) => 'a'.repeat(length),
  'one letter with marks': (length) => 'e' + '\u0301'.repeat(length),
  apostrophes: (length) => "a'".repeat(length / 2),
  'figures and commas': (length) => '1,'.repeat(length / 2),
  'stops only': (length) => '.!?'.repeat(length / 3),
  'openings without an end': (length) => 'cure for the '.repeat(length / 13),
  'denials only': (length) => 'no not never '.repeat(length / 13),
  'claims without a stop': (length) => 'cures cancer without side effects '.repeat(length / 34),
  'first words of long phrases': (length) => 'heart high get rid of blood clots '.repeat(length / 34),
  'the start of a forbidden phrase': (length) => 'fat '.repeat(length / 4),
  'line ends': (length) => 'lose\n'.repeat(length / 5),
};

test.each(Object.entries(NASTY))('the work grows no faster than the text: %s', (_name, build) => {
  const work = (length: number) => scanClaims(build(length), { forbiddenWords: ['fat fat fat fat burner'] });
  const [short, long] = [work(1_000), work(100_000)];
  const perWord = ({ steps, words }: { steps: number; words: number }): number => steps / Math.max(1, words);
  expect(perWord(long)).toBeLessThan(1.2 * perWord(short) + 10);
  expect(perWord(long)).toBeLessThan(100);
});
