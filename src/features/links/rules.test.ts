import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Condition } from './conditions.ts';
import { heldBack } from './held-back.ts';
import type { Visit } from './match.ts';
import { decideRoute, prepareRule, type ClosedReason, type RoutedDestination, type RoutedLink } from './rules.ts';

type One = RoutedDestination & { closed?: ClosedReason | undefined };
const destination = (given: Partial<One> = {}): One => ({
  id: 1,
  weight: 1,
  priority: 0,
  isActive: true,
  ...given,
});
const link = (given: Partial<RoutedLink<One>> = {}): RoutedLink<One> => ({
  id: 9,
  status: 'active',
  startsAtMs: undefined,
  expiresAtMs: undefined,
  sticky: 'none',
  rotation: 'weighted',
  rules: [],
  destinations: [destination()],
  ...given,
});
const visit = (given: Partial<Visit> = {}): Visit => ({
  nowMs: 1000,
  country: undefined,
  region: undefined,
  language: undefined,
  device: undefined,
  os: undefined,
  osVersion: () => undefined,
  browser: undefined,
  query: new URLSearchParams(),
  referrerHost: undefined,
  isReturning: () => undefined,
  sourceId: undefined,
  ...given,
});
const decide = (
  one: RoutedLink<One>,
  given: { visit?: Partial<Visit>; roll?: number; visitor?: string; full?: boolean } = {},
) =>
  decideRoute(
    one,
    visit(given.visit),
    {
      isLimitReached: () => given.full ?? false,
      heldBack: (held) => heldBack(held, 0, { target: () => held.closed, isFull: () => false }),
    },
    { roll: () => given.roll ?? 0, visitor: given.visitor },
  );
const isOpen = (one: One) => one.isActive && one.weight > 0 && one.closed === undefined;
const rule = (id: number, conditions: unknown[], destinations: One[], given = {}) =>
  prepareRule(
    {
      id,
      name: `Rule ${id}`,
      is_enabled: true,
      conditions: conditions.map((condition) => Condition.parse(condition)),
      starts_at: null,
      ends_at: null,
      ...given,
    },
    destinations,
  );

test.each([
  ['a paused destination', { isActive: false }],
  ['one whose target is not shown', { closed: 'target_unpublished' as const }],
  ['one at its cap', { closed: 'capped' as const }],
  ['one of weight 0', { weight: 0 }],
])('%s never receives a visit', (_name, given) => {
  const [closed, live] = [destination({ id: 1, ...given }), destination({ id: 2 })];
  for (const roll of [0, 0.5, 0.999999])
    expect(decide(link({ destinations: [closed, live] }), { roll }).destination).toBe(live);
  for (const visitor of ['a', 'b', 'c'])
    expect(decide(link({ destinations: [closed, live], sticky: 'day' }), { visitor }).destination).toBe(live);
});

/** The upper 0.1 % points of chi-square by degrees of freedom. */
const CHI_999 = [0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12, 27.88];
const chiSquare = (counts: number[], weights: number[]): number => {
  const [n, total] = [counts, weights].map((all) => all.reduce((sum, one) => sum + one, 0)) as [number, number];
  return counts.reduce(
    (sum, count, i) => sum + (count - (n * weights[i]!) / total) ** 2 / ((n * weights[i]!) / total),
    0,
  );
};

/** Seen red: a draw that counts each destination as one; a sticky choice by `hash * weight`. */
test.each([
  ['even', [1, 1]],
  ['uneven', [7, 2, 1]],
  ['far apart', [1000, 1, 50, 300]],
  ['ten', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
])('shares follow %s weights, drawn and sticky (chi-square)', (_name, weights) => {
  const destinations = weights.map((weight, id) => destination({ id, weight }));
  // a fixed sequence, so that the test says the same each time
  let seed = 12_345;
  const roll = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  for (const sticky of ['none', 'day'] as const) {
    const counts = weights.map(() => 0);
    for (let i = 0; i < 40_000; i += 1) {
      const found = decide(link({ destinations, sticky }), { roll: roll(), visitor: `visitor-${i}` });
      counts[found.destination!.id]! += 1;
    }
    expect(chiSquare(counts, weights)).toBeLessThan(CHI_999[weights.length - 1]!);
  }
});

const anyDestinations = fc.array(
  fc.record({
    weight: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1000 })),
    priority: fc.integer({ min: -2, max: 2 }),
    isActive: fc.boolean(),
    closed: fc.constantFrom(undefined, undefined, 'capped' as const, 'target_unpublished' as const),
  }),
  { maxLength: 8 },
);
const numbered = (all: Partial<One>[]): One[] => all.map((one, index) => destination({ ...one, id: index + 1 }));
const roll = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const rotation = fc.constantFrom('weighted' as const, 'priority' as const, 'auto' as const);

/** Seen red: weight 0 left in the draw; a reason that forgets the caps. */
test('law of the fallback: there is a destination exactly when one is open, and it is an open one', () => {
  fc.assert(
    fc.property(
      anyDestinations,
      roll,
      rotation,
      fc.constantFrom('none' as const, 'day' as const),
      (all, at, turn, sticky) => {
        const destinations = numbered(all);
        const found = decide(link({ destinations, rotation: turn, sticky }), { roll: at, visitor: 'v' });
        const open = destinations.filter(isOpen);
        if (!found.destination) {
          expect(open).toEqual([]);
          expect(found.reason).toBe(
            destinations.some((one) => one.isActive && one.weight > 0 && one.closed === 'capped')
              ? 'all_capped'
              : 'no_destination',
          );
        } else {
          expect(open).toContain(found.destination);
          if (turn === 'priority')
            expect(found.destination.priority).toBe(Math.max(...open.map((one) => one.priority)));
        }
      },
    ),
  );
});

/** Seen red: a hash that knows how many destinations there are. */
test('law of stickiness: a visitor stays while the destination is open, whatever happens to the others', () => {
  fc.assert(
    fc.property(anyDestinations, fc.string(), fc.nat({ max: 7 }), (all, visitor, gone) => {
      const destinations = numbered(all);
      const before = decide(link({ destinations, sticky: 'day' }), { visitor, roll: 0.1 }).destination;
      expect(decide(link({ destinations, sticky: 'day' }), { visitor, roll: 0.9 }).destination).toBe(before);
      const changed = destinations.map((one, index) => (index === gone ? { ...one, isActive: false } : one));
      const after = decide(link({ destinations: changed, sticky: 'day' }), { visitor }).destination;
      if (before && before.id !== gone + 1) expect(after?.id).toBe(before.id);
      else if (before) expect(after?.id).not.toBe(before.id);
    }),
  );
});

test('who may not be told apart is drawn for on each visit', () => {
  const destinations = [destination({ id: 1 }), destination({ id: 2 })];
  const found = [0, 0.9].map((at) => decide(link({ destinations, sticky: 'day' }), { roll: at }));
  expect(found.map((one) => [one.destination!.id, one.reason])).toEqual([
    [1, 'weighted'],
    [2, 'weighted'],
  ]);
});

test.each([
  ['link_paused', { status: 'paused' as const }],
  ['link_archived', { status: 'archived' as const }],
  ['not_started', { startsAtMs: 1001 }],
  ['expired', { expiresAtMs: 1000 }],
  ['no_destination', { destinations: [] }],
])('a link without a way on says %s', (reason, given) => {
  expect(decide(link(given))).toEqual({ destination: undefined, reason, ruleId: undefined });
});

test('a link that has had its visits says so before it looks at rules', () => {
  const one = link({ rules: [rule(5, [], [destination({ id: 3 })])] });
  expect(decide(one, { full: true })).toEqual({ destination: undefined, reason: 'click_limit', ruleId: undefined });
});

const [german, phones, rest] = [destination({ id: 1 }), destination({ id: 2 }), destination({ id: 3 })];
const ruled = link({
  rules: [
    rule(10, [{ type: 'country', values: ['DE', 'AT'] }], [german]),
    rule(
      11,
      [
        { type: 'device', values: ['mobile'] },
        { type: 'country', op: 'is_not', values: ['US'] },
      ],
      [phones],
    ),
  ],
  destinations: [rest],
});

test.each([
  ['the first that matches wins', { country: 'DE', device: 'mobile' }, 1, 10],
  ['values are joined by or', { country: 'AT' }, 1, 10],
  ['conditions by and', { country: 'FR', device: 'mobile' }, 2, 11],
  ['one that fails is enough', { country: 'US', device: 'mobile' }, 3, undefined],
  ['an unknown country matches neither is nor is not', { device: 'mobile' }, 3, undefined],
  ['nobody else', {}, 3, undefined],
])('rules: %s', (_name, given, id, ruleId) => {
  expect(decide(ruled, { visit: given })).toMatchObject({ destination: { id }, ruleId });
});

test('a rule that is off, has not begun or is over is passed by, and one without destinations leads to the fallback', () => {
  const off = [{ is_enabled: false }, { starts_at: '1970-01-01T00:00:02Z' }, { ends_at: '1970-01-01T00:00:01Z' }];
  for (const given of off)
    expect(decide(link({ rules: [rule(7, [], [german], given)], destinations: [rest] })).destination).toBe(rest);
  expect(decide(link({ rules: [rule(7, [], [])], destinations: [rest] }))).toEqual({
    destination: undefined,
    reason: 'no_destination',
    ruleId: 7,
  });
});
