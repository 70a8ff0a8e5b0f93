import { describe, expect, test } from 'vitest';
import { byScore, isReordered, orderConflicts, tellOrder } from './order.ts';
import type { Badge } from './item-fields.ts';

const product = (id: number, score: number | null, badge: Badge | null = null) => ({
  id,
  name: `P${id}`,
  score,
  badge,
});

describe('conflicts of order and score', () => {
  test('a product above one with a higher score is named with the highest of them', () => {
    const conflicts = orderConflicts([product(1, 70), product(2, 80), product(3, 90)]);
    expect(conflicts.map(({ id }) => id)).toEqual([1, 2]);
    expect(conflicts[0]!.message).toBe('P1 (7.0) stands above P3, which scores 9.0');
  });

  test.each([
    ['falling scores', [product(1, 90), product(2, 80)]],
    ['equal scores', [product(1, 80), product(2, 80)]],
    ['a product without a score', [product(1, null), product(2, 80)]],
    ['the best overall in the first place', [product(1, 90, 'best_overall'), product(2, 80)]],
  ])('none with %s', (_name, products) => expect(orderConflicts(products)).toEqual([]));

  test('the best overall below the first place is one', () => {
    expect(orderConflicts([product(1, 90), product(2, 80, 'best_overall')])).toEqual([
      { id: 2, message: 'P2 is “Best overall” and stands in place 2' },
    ]);
  });
});

test('by score puts the higher first, keeps equals, and those without one last', () => {
  const order = byScore([product(1, 70), product(2, null), product(3, 90), product(4, 70)]);
  expect(order.map(({ id }) => id)).toEqual([3, 1, 4, 2]);
});

test.each([
  ['nothing', [product(1, 90), product(2, 80)], false],
  ['a badge', [product(1, 90, 'best_value'), product(2, 80)], false],
  ['one that went', [product(2, 80)], false],
  ['one that came', [product(1, 90), product(2, 80), product(3, 70)], true],
  ['a score', [product(1, 91), product(2, 80)], true],
  ['the order', [product(2, 80), product(1, 90)], true],
])('%s changed: order or score did, %#', (_what, after, expected) =>
  expect(isReordered([product(1, 90), product(2, 80)], after)).toBe(expected),
);

describe('what readers are told', () => {
  const before = [product(1, 90, 'best_overall'), product(2, 80), product(3, 70)];

  test('order, scores and badges stand in one entry', () => {
    const after = [product(2, 95, 'best_overall'), product(1, 90), product(3, 70)];
    expect(tellOrder(before, after)).toBe(
      'Order: P2 from 2 to 1, P1 from 1 to 2. Score: P2 from 8.0 to 9.5. Badge: P2 from none to “Best overall”, P1 from “Best overall” to none.',
    );
  });

  test('a product that came or went moves nobody', () => {
    expect(tellOrder(before, [product(4, 99), ...before])).toBeUndefined();
    expect(tellOrder(before, before.slice(1))).toBeUndefined();
  });

  test('a long list is cut, and says by how much', () => {
    const many = Array.from({ length: 20 }, (_, i) => product(i + 1, 50));
    expect(tellOrder(many, many.toReversed())).toContain('and 8 more.');
  });
});
