import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressSlug,
  badgeLabel,
  excerptOf,
  itemProblem,
  buttonLeadsTo,
  mergedAttributes,
  scoresOf,
  totalScore,
} from './rules.ts';

test.each([
  ['to an open offer', { isOpen: true }, { isOpen: true }, 'offer'],
  ['to the stand-in of a closed offer', { isOpen: false }, { isOpen: true }, 'fallback'],
  ['nowhere when both are closed', { isOpen: false }, { isOpen: false }, 'none'],
  ['nowhere for a closed offer without stand-in', { isOpen: false }, undefined, 'none'],
  ['nowhere for an editorial mention', undefined, undefined, 'none'],
])('the button leads %s', (_name, offer, fallback, state) => {
  expect(buttonLeadsTo(offer, fallback)).toBe(state);
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
  score_tenths: null,
  score_reason: null,
};

test.each([
  ['neither offer nor title', { offer_id: null }, 'title'],
  ['"Best for" without whom', { badge: 'best_for' as const }, 'badge_text'],
  ['an image without words for it', { image_url: '/media/x.png' }, 'image_alt'],
  ['a stand-in for nothing', { offer_id: null, title: 'x', fallback_offer_id: 2 }, 'fallback_offer_id'],
  ['itself as stand-in', { fallback_offer_id: 1 }, 'fallback_offer_id'],
])('a product with %s is refused', (_name, change, field) => {
  expect(itemProblem(GOOD, true)).toBeUndefined();
  expect(itemProblem({ ...GOOD, ...change }, false)?.field).toBe(field);
});

test('where a rubric computes the score, a typed one gives its reason', () => {
  const typed = { ...GOOD, score_tenths: 91 };
  expect(itemProblem(typed, false)).toBeUndefined();
  expect(itemProblem(typed, true)?.field).toBe('score_reason');
  expect(itemProblem({ ...typed, score_reason: 'Recalled in May.' }, true)).toBeUndefined();
});

test.each<[string, weights: number[], scores: number[], total: number | undefined]>([
  ['one criterion is the total', [7], [83], 83],
  ['weights count', [3, 1], [90, 50], 80],
  ['a half is rounded up', [1, 1], [80, 81], 81],
  ['less than a half is rounded down', [2, 1], [80, 81], 80],
  ['a criterion without a score leaves no total', [1, 1], [80], undefined],
  ['no rubric has no total', [], [], undefined],
])('%s', (_name, weights, scores, total) => {
  const rubric = weights.map((weight, i) => ({ key: `k${i}`, weight }));
  expect(totalScore(rubric, Object.fromEntries(scores.map((score, i) => [`k${i}`, score])))).toBe(total);
});

test('a total lies among its scores, whatever the order of the criteria, and old scores count for nothing', () => {
  const scored = fc.array(
    fc.record({ weight: fc.integer({ min: 1, max: 100 }), tenths: fc.integer({ min: 0, max: 100 }) }),
    {
      minLength: 1,
      maxLength: 10,
    },
  );
  fc.assert(
    fc.property(scored, fc.integer({ min: 0, max: 100 }), (all, old) => {
      const rubric = all.map(({ weight }, i) => ({ key: `k${i}`, weight }));
      const scores = Object.fromEntries(all.map(({ tenths }, i) => [`k${i}`, tenths]));
      const total = totalScore(rubric, { ...scores, left_over: old })!;
      const tenths = all.map((one) => one.tenths);
      expect(total).toBeGreaterThanOrEqual(Math.min(...tenths));
      expect(total).toBeLessThanOrEqual(Math.max(...tenths));
      expect(totalScore(rubric.toReversed(), scores)).toBe(total);
      // nearest to the exact mean: twice the distance is at most the sum of the weights
      const weights = all.reduce((sum, one) => sum + one.weight, 0);
      const points = all.reduce((sum, one) => sum + one.weight * one.tenths, 0);
      expect(Math.abs(2 * (total * weights - points))).toBeLessThanOrEqual(weights);
    }),
  );
});

test('scores come in the order of the rubric, and what every object has is no score', () => {
  const rubric = [
    { key: 'fit', weight: 1 },
    { key: 'constructor', weight: 1 },
  ];
  expect(scoresOf(rubric, { fit: 80 })).toBeUndefined();
  expect(scoresOf(rubric, { constructor: 70, fit: 80 } as never)?.map((one) => one.tenths)).toEqual([80, 70]);
});

test('attributes of a product stand over those of its offer, and an empty one takes one away', () => {
  expect(mergedAttributes({ Weight: '2 kg', Colour: 'red' }, { Colour: '', Size: 'L', Weight: '3 kg' })).toEqual({
    Weight: '3 kg',
    Size: 'L',
  });
});

test('an address is made of the title where there is no slug', () => {
  expect(addressSlug({ slug: 'mine', title: 'Other' })).toBe('mine');
  expect(addressSlug({ slug: null, title: 'Sleep Teas: 7 compared' })).toBe('sleep-teas-7-compared');
  expect(addressSlug({ slug: null, title: '中文' })).toBe('guide');
});

test('an excerpt is plain text, cut at a word', () => {
  expect(excerptOf(null)).toBeUndefined();
  expect(excerptOf('<p></p>')).toBeUndefined();
  expect(excerptOf('<p>Tea &amp; <strong>honey</strong>.</p><ul><li>calm</li></ul>')).toBe('Tea & honey. calm');
  expect(excerptOf(`<p>${'lavender '.repeat(40)}</p>`)).toMatch(/^(lavender )+lavender…$/);
  expect(excerptOf('x'.repeat(500))).toBe(`${'x'.repeat(179)}…`);
});
