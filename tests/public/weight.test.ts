import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGuideOfTwelve } from '../support/guide-of-twelve.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

/** What a guide of 12 products with every editorial part may weigh, in bytes: brotli for what is read, the script as it stands. */
const MAX_PAGE_AND_STYLE = 13 * 1024;
const MAX_SCRIPT = 1024;

let t: WholeApp;
let page = '';

beforeAll(async () => {
  t = await wholeApp();
  page = (await t.send('GET', await makeGuideOfTwelve(t))).body;
});
afterAll(() => t.close());

const bodyOf = async (path: string): Promise<string> => (await t.send('GET', path)).body;
const named = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map((found) => found[1]!);

test('a guide of twelve products is light: one style sheet, one small script, nothing else before its pictures', async () => {
  expect(page.match(/class="card product"/g)).toHaveLength(12);
  const sheets = await Promise.all(named(/<link rel="stylesheet" href="([^"]+)"/g).map(bodyOf));
  const scripts = await Promise.all(named(/<script src="([^"]+)"/g).map(bodyOf));
  expect([sheets.length, scripts.length]).toEqual([1, 1]);
  expect(sheets[0]).not.toContain('@import');
  expect(sheets[0]).not.toContain('@font-face');
  const [html, css] = [page, sheets[0]!].map((text) => brotliCompressSync(text).length) as [number, number];
  process.stdout.write(
    `guide of 12 products: HTML ${page.length} bytes, ${html} in brotli; style ${css} in brotli; script ${scripts[0]!.length}\n`,
  );
  expect(html + css).toBeLessThanOrEqual(MAX_PAGE_AND_STYLE);
  expect(scripts[0]!.length).toBeLessThanOrEqual(MAX_SCRIPT);
});
