/**
 * Patterns of users: what one look at a text costs, for those that people write, beside the platform's own regular expressions, and for
 * hard ones, which take the platform's for ever. Each hard one gets texts that it has not seen.
 */
import { HARD_PATTERNS } from '../tests/support/hard-patterns.ts';
import { compileBounded } from '../src/features/links/bounded-regex.ts';

const TURNS = 100_000;
const TEXTS = 20;
const LENGTH = 256;
const TYPICAL = [
  ['^brand', 'Brand_sleep'],
  ['^green (tea|coffee)$', 'green tea'],
  ['(tea|coffee)s?$', 'something-with-green-TEAS'],
  ['^\\d{4}-\\d{2}$', '2026-03'],
  ['summer.*sale', 'winter-clearance-2026-something-long-here'],
] as const;

function nanosOf(matcher: { test(text: string): boolean }, text: string): number {
  for (let n = 0; n < TURNS / 10; n += 1) matcher.test(text);
  const begin = performance.now();
  for (let n = 0; n < TURNS; n += 1) matcher.test(text);
  return ((performance.now() - begin) * 1e6) / TURNS;
}

/** One line for each figure. */
export function printPatterns(): void {
  for (const [pattern, text] of TYPICAL) {
    const [ours, own] = [nanosOf(compileBounded(pattern), text), nanosOf(new RegExp(pattern, 'i'), text)];
    process.stdout.write(
      `patterns, ${pattern.padEnd(24)} ${Math.round(ours)} ns a look | the platform ${Math.round(own)} ns\n`,
    );
  }
  let refused = 0;
  const looks: { pattern: string; ms: number; nanosAStep: number }[] = [];
  const begin = performance.now();
  for (const pattern of HARD_PATTERNS) {
    let matcher: ReturnType<typeof compileBounded>;
    try {
      matcher = compileBounded(pattern);
    } catch {
      refused += 1;
      continue;
    }
    for (let n = 0; n < TEXTS; n += 1) {
      const text = Array.from({ length: LENGTH }, () => (Math.random() < 0.5 ? 'a' : 'b')).join('');
      const from = performance.now();
      matcher.test(text);
      const ms = performance.now() - from;
      looks.push({ pattern, ms, nanosAStep: (ms * 1e6) / (matcher.steps * LENGTH) });
    }
  }
  const sorted = looks.toSorted((a, b) => a.ms - b.ms);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  process.stdout.write(
    `patterns, ${HARD_PATTERNS.length} hard ones: ${refused} refused, ${looks.length} looks at ${LENGTH} characters in ${Math.round(performance.now() - begin)} ms with compiling; ` +
      `median ${at(0.5).ms.toFixed(3)} ms, p99 ${at(0.99).ms.toFixed(2)} ms, worst ${at(1).ms.toFixed(2)} ms (${at(1).pattern}, ${at(1).nanosAStep.toFixed(0)} ns a step)\n`,
  );
}

if (import.meta.main) printPatterns();
