import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import type { Changes } from '../../../platform/server/changes/changes.ts';
import { createPageCache, type Made, type PageCache } from './render.ts';

const NEVER = Number.POSITIVE_INFINITY;
const GUIDE_7 = 'guide:7';
const SHOWN = 'offer:1';
/** What was written and not read yet. */
let unread: Changes[] = [];
let answers = true;
let cache: PageCache;
let nowMs = 0;

const silence = (): AppError => new AppError('unavailable', 'The database does not answer.');
const page = (text: string, endsAtMs = NEVER): Made => ({
  status: 200,
  type: 'text/html',
  text,
  endsAtMs,
  shows: [SHOWN],
});
/** A page that can be drawn only while the database answers. */
const draw =
  (text: string, endsAtMs = NEVER) =>
  (): Promise<Made> =>
    answers ? Promise.resolve(page(text, endsAtMs)) : Promise.reject(silence());
/** @returns the text of what a reader gets, with `!` when it is marked as stale; undefined for a 503 */
async function read(key: string, make = draw('new')): Promise<string | undefined> {
  try {
    const found = await cache.get(key, make);
    return found.pieces(false).plain('').toString() + (found.isStale ? '!' : '');
  } catch {
    return undefined;
  }
}
const catchUp = (): Promise<void> => {
  if (!answers) return Promise.reject(silence());
  const settle = cache.asking();
  for (const changes of unread.splice(0)) cache.take(changes);
  settle();
  return Promise.resolve();
};
/** A write as its own instance sees it, before it is answered. */
async function write(took: string[]): Promise<void> {
  cache.doubt();
  unread.push({ all: false, tags: new Set([SHOWN]), took: [took] });
  await catchUp().catch(cache.dropAll);
}

beforeEach(() => {
  [unread, answers, nowMs] = [[], true, 0];
  cache = createPageCache({ catchUp, clock: () => new Date(nowMs) });
});
afterEach(() => {
  answers = true;
});

test('a page that a write dropped and a silent database cannot draw is served as it was, and marked', async () => {
  await read(GUIDE_7, draw('old'));
  await write(['/listicles/8']);
  answers = false;
  expect(await read(GUIDE_7)).toBe('old!');
  answers = true;
  expect(await read(GUIDE_7)).toBe('new');
  expect(await read(GUIDE_7)).toBe('new');
});

test('while the database answers nothing old is ever given', async () => {
  await read(GUIDE_7, draw('old'));
  await write([]);
  expect(await read(GUIDE_7)).toBe('new');
});

test.each([
  ['its own guide', GUIDE_7, 'old', ['/listicles/7']],
  ['its own review', 'review:slim-tea', 'old', ['/offer-reviews/slim-tea']],
  ['a guide that it links to', 'home:1', 'a <a href="/listicles/7-best-teas">', ['/listicles/7']],
  ['a review that a list names', 'sitemap:x', '<loc>https://x.example/offer-reviews/tea</loc>', ['/offer-reviews/tea']],
  ['something that is not told', GUIDE_7, 'old', ['*']],
  ['one of several', GUIDE_7, 'old', ['/listicles/3', '/listicles/7']],
])('a page from which a write took something is gone at once: %s', async (_what, key, text, took) => {
  await read(key, draw(text));
  await write(took);
  answers = false;
  expect(await read(key)).toBeUndefined();
});

test('the same digits of another guide are not this one', async () => {
  await read('guide:70', draw('at /listicles/70-x and /listicles/17'));
  await write(['/listicles/7']);
  answers = false;
  expect(await read('guide:70')).toContain('!');
});

test('a write that the database never told of in time is in doubt until it answers', async () => {
  await read(GUIDE_7, draw('old'));
  answers = false;
  await write([]);
  expect(await read(GUIDE_7)).toBeUndefined();
  answers = true;
  expect(await read(GUIDE_7)).toBe('new');
});

test('a write to something else leaves a page where it is, in the silence too', async () => {
  await read(GUIDE_7, draw('old'));
  unread.push({ all: false, tags: new Set(['offer:2']), took: [['/listicles/7']] });
  await catchUp();
  expect(await read(GUIDE_7)).toBe('old');
  answers = false;
  expect(await read(GUIDE_7)).toBe('old');
});

test('a page that was being made while something that it shows was written is made again', async () => {
  const slow = Promise.withResolvers<Made>();
  const isBegun = Promise.withResolvers<void>();
  const first = read(GUIDE_7, () => {
    isBegun.resolve();
    return slow.promise;
  });
  await isBegun.promise;
  await write([]);
  slow.resolve(page('old'));
  expect(await first).toBe('old');
  expect(await read(GUIDE_7)).toBe('new');
});

test('every write since counts, not only the last', async () => {
  await read(GUIDE_7, draw('old'));
  await write(['/listicles/7']);
  await write([]);
  answers = false;
  expect(await read(GUIDE_7)).toBeUndefined();
});

test('a page that ends by its schedule is not served behind its end', async () => {
  await read(GUIDE_7, draw('old', 1000));
  await write([]);
  answers = false;
  nowMs = 999;
  expect(await read(GUIDE_7)).toBe('old!');
  nowMs = 1000;
  expect(await read(GUIDE_7)).toBeUndefined();
});

test('a page that fails for another reason is not covered up', async () => {
  await read(GUIDE_7, draw('old'));
  await write([]);
  expect(await read(GUIDE_7, () => Promise.reject(new TypeError('a mistake')))).toBeUndefined();
});
