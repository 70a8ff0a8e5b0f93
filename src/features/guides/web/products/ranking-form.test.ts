import { expect, test } from 'vitest';
import { mergeRanking, openConflicts, type RankedValues, toRankingWire } from './ranking-form.ts';

const RUBRIC = [{ key: 'taste', name: 'Taste', weight: 1, description: null }];

const row = (id: number, taste: string, change: Partial<RankedValues> = {}): RankedValues => ({
  item_id: id,
  name: `Tea ${id}`,
  is_visible: true,
  version: 1,
  badge: '',
  badge_text: '',
  score: '',
  score_reason: '',
  rank_reason: '',
  scores: { taste },
  ...change,
});

test('of a product that nobody touched only the place is sent', () => {
  const before = { items: [row(1, '8.0'), row(2, '7.0')] };
  expect(toRankingWire({ items: [row(2, '9,5'), row(1, '8.0')] }, before)).toEqual({
    items: [
      {
        id: 2,
        version: 1,
        badge: null,
        badge_text: null,
        score: null,
        score_reason: null,
        rank_reason: null,
        scores: { taste: 9.5 },
      },
      { id: 1, version: 1 },
    ],
  });
});

test.each<[string, RankedValues[], (string | number)[]]>([
  ['the order follows the scores', [row(1, '9'), row(2, '8')], []],
  ['a lower score stands higher', [row(1, '7'), row(2, '8')], [1]],
  ['readers are told why', [row(1, '7', { rank_reason: 'Far cheaper.' }), row(2, '8')], []],
  ['the better one is hidden', [row(1, '7'), row(2, '8', { is_visible: false })], []],
  ['the best overall is not the first', [row(1, '9'), row(2, '8', { badge: 'best_overall' })], [2]],
  ['a score in place of the total decides', [row(1, '9', { score: '5' }), row(2, '8')], [1]],
])('what the checklist will say where %s', (_name, items, said) => {
  expect([...openConflicts(items, RUBRIC).keys()]).toEqual(said);
});

test('what somebody else saved meanwhile is taken over, and mine stays where I changed it', () => {
  const before = { items: [row(1, '8'), row(2, '7'), row(3, '6')] };
  const mine = { items: [row(2, '9'), row(1, '8'), row(3, '6')] };
  const fresh = {
    items: [row(1, '5', { version: 2 }), row(2, '7', { version: 3, badge: 'best_value' }), row(4, '1')],
  };
  const { values, clashes } = mergeRanking(before, mine, fresh);
  expect(values.items).toEqual([
    row(2, '9', { version: 3, badge: 'best_value' }),
    row(1, '5', { version: 2 }),
    row(4, '1'),
  ]);
  expect(clashes).toEqual([]);
  const both = mergeRanking(before, mine, { items: [row(1, '8'), row(2, '3', { version: 2 }), row(3, '6')] });
  expect(both.clashes).toEqual(['Tea 2: scores']);
  expect(both.values.items[0]).toEqual(row(2, '9', { version: 2 }));
});

test('an order that I did not touch becomes theirs', () => {
  const before = { items: [row(1, '8'), row(2, '7')] };
  const fresh = { items: [row(2, '7', { version: 2 }), row(1, '8', { version: 2 })] };
  expect(mergeRanking(before, before, fresh).values).toEqual(fresh);
});
