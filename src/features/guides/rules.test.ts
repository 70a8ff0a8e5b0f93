import { expect, test } from 'vitest';
import type { GuideStatus } from './contract.ts';
import { badgeLabel, excerptOf, itemProblem, linkState, moved, publicState } from './rules.ts';

const AT = '2026-03-01T10:00:00.000Z';

test.each<[string, GuideStatus, string | null, string | null, 'public' | 'gone' | 'missing']>([
  ['a published guide is read', 'published', AT, null, 'public'],
  ['a featured guide is read', 'featured', AT, null, 'public'],
  ['a draft is not there', 'draft', null, null, 'missing'],
  ['a draft that was public is not there', 'draft', AT, null, 'missing'],
  ['archived after it was public is gone', 'archived', AT, null, 'gone'],
  ['archived without ever being public is not there', 'archived', null, null, 'missing'],
  ['deleted while public is gone', 'published', AT, AT, 'gone'],
  ['deleted from the archive is gone', 'archived', AT, AT, 'gone'],
  ['a deleted draft is not there', 'draft', null, AT, 'missing'],
])('%s', (_name, status, published, deleted, state) => {
  expect(publicState({ status, first_published_at: published, deleted_at: deleted })).toBe(state);
});

test.each([
  ['to a live offer', { isLive: true }, { isLive: true }, 'offer'],
  ['to the stand-in of a dead offer', { isLive: false }, { isLive: true }, 'fallback'],
  ['nowhere when both are dead', { isLive: false }, { isLive: false }, 'none'],
  ['nowhere for a dead offer without stand-in', { isLive: false }, undefined, 'none'],
  ['nowhere for an editorial mention', undefined, undefined, 'none'],
])('the button leads %s', (_name, offer, fallback, state) => {
  expect(linkState(offer, fallback)).toBe(state);
});

test('a badge has its own words unless it is given some', () => {
  expect(badgeLabel('best_value', null)).toBe('Best value');
  expect(badgeLabel('best_for', 'Best for runners')).toBe('Best for runners');
  expect(badgeLabel(null, 'left over')).toBeUndefined();
});

const GOOD = {
  offer_id: 1,
  title: null,
  badge: null,
  badge_text: null,
  image_url: null,
  image_alt: null,
  fallback_offer_id: null,
};

test.each([
  ['neither offer nor title', { offer_id: null }, 'title'],
  ['"Best for" without whom', { badge: 'best_for' as const }, 'badge_text'],
  ['an image without words for it', { image_url: '/media/x.png' }, 'image_alt'],
  ['a stand-in for nothing', { offer_id: null, title: 'x', fallback_offer_id: 2 }, 'fallback_offer_id'],
  ['itself as stand-in', { fallback_offer_id: 1 }, 'fallback_offer_id'],
])('a product with %s is refused', (_name, change, field) => {
  expect(itemProblem(GOOD)).toBeUndefined();
  expect(itemProblem({ ...GOOD, ...change })?.field).toBe(field);
});

test('an excerpt is plain text, cut at a word', () => {
  expect(excerptOf(null)).toBeUndefined();
  expect(excerptOf('<p></p>')).toBeUndefined();
  expect(excerptOf('<p>Tea &amp; <strong>honey</strong>.</p><ul><li>calm</li></ul>')).toBe('Tea & honey. calm');
  expect(excerptOf(`<p>${'lavender '.repeat(40)}</p>`)).toMatch(/^(lavender )+lavender…$/);
  expect(excerptOf('x'.repeat(500))).toBe(`${'x'.repeat(180)}…`);
});

test.each([
  ['up', 2, 0, ['c', 'a', 'b']],
  ['down', 0, 2, ['b', 'c', 'a']],
  ['nowhere', 1, 1, ['a', 'b', 'c']],
])('an element moves %s', (_name, from, to, result) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(result);
});
