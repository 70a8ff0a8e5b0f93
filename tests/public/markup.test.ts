import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createGuideCategory } from '../../src/features/guides/server/categories.ts';
import { buildGuide, buildItem, buildListedGuide } from '../../src/features/guides/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { buildPerson } from '../../src/features/people/server/testing.ts';
import { buildReview } from '../../src/features/reviews/server/testing.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';
import {
  guideTexts,
  itemTexts,
  longWords,
  offerTexts,
  personTexts,
  reviewTexts,
  rightToLeft,
  type Say,
} from './every-text.ts';

/** The rules that ask for a style of writing follow what React writes; a title is as long as its author makes it. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
      'attribute-boolean-style': ['error', { style: 'empty' }],
      'attribute-empty-style': ['error', { style: 'empty' }],
      'doctype-style': ['error', { style: 'lowercase' }],
      'long-title': 'off',
      'no-self-closing': 'off',
      'void-style': ['error', { style: 'selfclose' }],
    },
  }),
);

let t: WholeApp;
const starts = ['/', '/about', '/contact', '/terms', '/privacy', '/search', '/nowhere'];
let gone = '';

/** A guide and a review with every text, by people with every text, with a product for each state. */
async function fillEverything(deps: Deps, say: Say): Promise<void> {
  const author = await buildPerson(deps, personTexts(say));
  const reviewer = await buildPerson(deps, personTexts(say));
  const people = { author_id: author.id, reviewer_id: reviewer.id, reviewed_at: '2026-01-01T00:00:00Z' };
  const category = await createGuideCategory(deps, undefined, {
    name: say('category', 80),
    description: say('of', 500),
  });
  const guide = await buildGuide(deps, { ...guideTexts(say), ...people, category_id: category.id });
  const priced = {
    price: '29.00',
    list_price: '39.00',
    price_currency: 'USD',
    price_checked_at: new Date().toISOString(),
  };
  for (const more of [{}, { sponsored_placement: true }, { attributes: {} }]) {
    const offer = await buildOffer(deps, { ...offerTexts(say), ...priced });
    await buildItem(deps, guide.id, { ...itemTexts(say), offer_id: offer.id, ...more });
    const review = await buildReview(deps, { ...reviewTexts(say), ...people, offer_id: offer.id });
    starts.push(`/offer-reviews/${review.slug}`);
  }
  const paused = await buildOffer(deps, { ...offerTexts(say), status: 'paused' });
  await buildItem(deps, guide.id, { ...itemTexts(say), offer_id: paused.id });
  starts.push(`/listicles/${guide.id}`);
}

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    await fillEverything(deps, longWords);
    await fillEverything(deps, rightToLeft);
    // the least that can be public
    const bare = await buildGuide(deps, { title: 'i' });
    await buildItem(deps, bare.id, { title: 'i' });
    const empty = await buildGuide(deps, { title: 'Nothing in it', status: 'featured' });
    const review = await buildReview(deps, { title: 'A tea' });
    starts.push(`/listicles/${bare.id}`, `/listicles/${empty.id}`, `/offer-reviews/${review.slug}`);
    for (let i = 0; i < 30; i += 1) await buildListedGuide(deps);
    gone = `/listicles/${(await buildGuide(deps)).id}`;
  });
  await t.send('DELETE', gone.replace('/', '/api/admin/'), { headers: { authorization: `Bearer ${t.token}` } });
});
afterAll(() => t.close());

/** Each fault once, with the first page that has it. */
async function faultsOf(pages: Map<string, string>): Promise<string[]> {
  const faults = new Map<string, string>();
  for (const [path, text] of pages) {
    const { results } = await validator.validateString(text);
    for (const { ruleId, message, line, column } of results.flatMap((result) => result.messages)) {
      const place = text.split('\n')[line - 1]!.slice(Math.max(0, column - 60), column + 100);
      const key = `${ruleId}: ${message}`;
      if (!faults.has(key)) faults.set(key, `${key}\n  ${path}: ${place}`);
    }
  }
  return [...faults.values()];
}

/** The pages that these lead to, each by what a browser without a script can press. */
async function walk(from: string[], { send } = t): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const queue = [...from];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (pages.has(path)) continue;
    const { status, headers, body } = await send('GET', path);
    if (!String(headers['content-type']).startsWith('text/html') || status === 301) continue;
    pages.set(path, body);
    for (const [, href] of body.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
      if (!/^\/(out|go|login|admin)\b/.test(href!)) queue.push(href!.replaceAll('&amp;', '&'));
  }
  return pages;
}

test('a validator finds nothing in any page that links lead to, whatever it is filled with', async () => {
  const pages = await walk(starts);
  expect(pages.size).toBeGreaterThan(60);
  expect(await faultsOf(pages)).toEqual([]);
  process.stdout.write(`pages validated: ${pages.size}\n`);
});

test('nor in what a reader is told of an error, of a search and of their own choice', async () => {
  const pages = new Map<string, string>();
  const ask = async (name: string, status: number, ...[method, path, sent]: Parameters<WholeApp['send']>) => {
    const answer = await t.send(method, path, sent);
    expect(answer.status, name).toBe(status);
    pages.set(name, answer.body);
  };
  await ask('404', 404, 'GET', '/listicles/2000000000');
  await ask('410', 410, 'GET', gone);
  await ask('search', 200, 'GET', '/search?q=bottle');
  await ask('a misspelt search', 200, 'GET', '/search?q=botle');
  await ask('a search with signs', 200, 'GET', '/search?q=%22%3Cb%3E%26%27%20%D8%AF%D9%84%D9%8A%D9%84');
  await ask('a search in vain', 200, 'GET', '/search?q=zzzz');
  await ask('a page that is not there', 404, 'GET', '/?page=99');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await ask('a refused message', 400, 'POST', '/contact', { headers: form, body: 'name=A&email=x&message=' });
  await ask('a message that was sent', 200, 'GET', '/contact?sent=1');
  await ask('a choice made', 200, 'GET', '/privacy', { headers: { cookie: 'gp_ignore=1' } });
  await ask('a signal', 200, 'GET', '/privacy', { headers: { 'sec-gpc': '1' } });
  await ask('too large', 413, 'POST', '/contact', { headers: form, body: `message=${'a'.repeat(70_000)}` });
  pages.set('500', t.parts.pages.problemNow(500, 'a1b2c3').pieces(false).plain('').toString());
  expect(await faultsOf(pages)).toEqual([]);
});

test('nor in a site without any content', async () => {
  const empty = await wholeApp(async ({ db }) => {
    await sql`truncate guide_items, reviews, guides, guide_categories, people cascade`.execute(db);
  });
  onTestFinished(() => empty.close());
  const pages = await walk(['/', '/about', '/contact', '/terms', '/privacy', '/search', '/search?q=tea'], empty);
  expect(pages.get('/')).toContain('No guides yet.');
  expect(await faultsOf(pages)).toEqual([]);
});
