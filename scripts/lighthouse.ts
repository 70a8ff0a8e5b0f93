/**
 * `node scripts/lighthouse.ts [runs]`: what Lighthouse says of the public pages on a phone. Run by hand on a quiet machine, after
 * `npm run build`. Prints the four categories of each page (performance as the median of the runs, 5 unless said) and every audit that
 * took a point from the other three; then the largest paint of the guide against the same bytes from a bare static server, in turns.
 * Ends with 1 when one of the three is below 100, performance below 98, or the ratio above 1.1.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts';
import lighthouse from 'lighthouse';
import { makeGuideOfTwelve } from '../tests/support/guide-of-twelve.ts';
import { logIn, startServer } from '../tests/support/server.ts';

const RUNS = Number(process.argv[2] ?? 5);
const MIN_PERFORMANCE = 0.98;
const MAX_PAINT_RATIO = 1.1;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PORT = 9333;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** One run; twice when Chromium lost the trace, which has nothing to do with the page. */
async function audit(url: string, skipAudits: string[], isAgain = false): Promise<Result> {
  const done = await lighthouse(url, {
    port: PORT,
    logLevel: 'error',
    output: 'json',
    formFactor: 'mobile',
    onlyCategories: [...CATEGORIES],
    skipAudits,
  });
  const problem = done ? done.lhr.runtimeError?.message : 'no result';
  if (problem === undefined) return done!.lhr;
  if (isAgain) throw new Error(`${url}: ${problem}`);
  return audit(url, skipAudits, true);
}

/** The audits that took a point, with the first things that they found. */
const lost = (result: Result): string[] =>
  CATEGORIES.slice(1).flatMap((name) =>
    result.categories[name]!.auditRefs.flatMap(({ id, weight }) => {
      const found = result.audits[id]!;
      if (weight === 0 || found.score === null || found.score === 1) return [];
      return [`  ${name}: ${found.title} ${JSON.stringify(found.details ?? {}).slice(0, 400)}`];
    }),
  );

/** Results of a search are kept out of search engines on purpose. */
const SKIPPED: Record<string, string[]> = { search: ['is-crawlable'] };

async function judge(name: string, url: string): Promise<boolean> {
  const results: Result[] = [];
  for (let run = 0; run < RUNS; run += 1) results.push(await audit(url, SKIPPED[name] ?? []));
  const scores = CATEGORIES.map((category) => median(results.map((one) => one.categories[category]!.score ?? 0)));
  const paint = median(results.map(paintOf));
  const told = CATEGORIES.map((category, i) => `${category} ${Math.round(scores[i]! * 100)}`).join(', ');
  process.stdout.write(`${name.padEnd(8)} ${told}; largest paint ${Math.round(paint)} ms\n`);
  for (const line of new Set(results.flatMap(lost))) process.stdout.write(`${line}\n`);
  return scores[0]! >= MIN_PERFORMANCE && scores.slice(1).every((score) => score === 1);
}

const paintOf = (result: Result): number => result.audits['largest-contentful-paint']!.numericValue!;

/** The median of the ratios of the largest paints of two addresses that take turns. */
async function comparePaint(subject: string, control: string): Promise<boolean> {
  // the copy is taken by the first run, which does not count
  await audit(control, []);
  const ratios: number[] = [];
  for (let run = 0; run < RUNS; run += 1)
    ratios.push(paintOf(await audit(subject, [])) / paintOf(await audit(control, [])));
  process.stdout.write(`largest paint of the guide: ${median(ratios).toFixed(2)} of a static copy\n`);
  return median(ratios) <= MAX_PAINT_RATIO;
}

const executablePath = chromiumPath();
const profile = mkdtempSync(join(tmpdir(), 'guidepost-lighthouse-'));
const server = await startServer({ env: { LOG_LEVEL: 'error', PUBLIC_URL: 'https://guides.example' } });
const copier = spawn(process.execPath, [join(import.meta.dirname, 'static-copy.ts'), server.url], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const copy = new Promise<string>((done) => {
  copier.stdout.on('data', (chunk: Buffer) => done(/http:\S+/.exec(chunk.toString())![0]));
});
const browser = await chromium.launchPersistentContext(profile, {
  ...(executablePath !== undefined && { executablePath }),
  args: [`--remote-debugging-port=${PORT}`, ...CHROMIUM_FLAGS],
});
try {
  const guide = await makeGuideOfTwelve({ url: server.url, token: await logIn(server) });
  const home = await (await fetch(server.url)).text();
  const review = /href="(\/offer-reviews\/[^"#?]+)/.exec(home)![1]!;
  const good: boolean[] = [];
  for (const [name, path] of Object.entries({ home: '/', guide, review, search: '/search?q=bottle' }))
    good.push(await judge(name, server.url + path));
  good.push(await comparePaint(server.url + guide, (await copy) + guide));
  process.exitCode = good.every(Boolean) ? 0 : 1;
} finally {
  copier.kill();
  await browser.close();
  await server.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
