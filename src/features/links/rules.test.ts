import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideRoute, forwardedParams, pickDestination, stickyRoll, type RoutedDestination } from './rules.ts';

const destination = (given: Partial<RoutedDestination> = {}): RoutedDestination => ({
  id: 1,
  weight: 1,
  isActive: true,
  isOpen: true,
  ...given,
});
const link = (given: object = {}) => ({
  status: 'active' as const,
  startsAtMs: undefined,
  expiresAtMs: undefined,
  sticky: 'none' as const,
  destinations: [destination()],
  ...given,
});

test.each([
  ['a paused destination', { isActive: false }],
  ['one whose target is not shown', { isOpen: false }],
  ['one of weight 0', { weight: 0 }],
])('%s never receives a visit', (_name, given) => {
  const [closed, live] = [destination({ id: 1, ...given }), destination({ id: 2 })];
  for (const roll of [0, 0.5, 0.999999]) expect(pickDestination([closed, live], roll)).toBe(live);
  expect(pickDestination([closed], 0.5)).toBeUndefined();
});

test('shares follow the weights', () => {
  const all = [destination({ id: 1, weight: 7 }), destination({ id: 2, weight: 2 }), destination({ id: 3, weight: 1 })];
  const counts = new Map<number, number>();
  for (let i = 0; i < 10_000; i += 1) {
    const { id } = pickDestination(all, i / 10_000)!;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual([7000, 2000, 1000]);
});

test('whatever the weights and the roll, the pick is eligible or there is none', () => {
  const any = fc.record({
    id: fc.nat(),
    weight: fc.integer({ min: 0, max: 1000 }),
    isActive: fc.boolean(),
    isOpen: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 10 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (all, roll) => {
        const eligible = all.filter((one) => one.isActive && one.isOpen && one.weight > 0);
        const picked = pickDestination(all, roll);
        return picked ? eligible.includes(picked) : eligible.length === 0;
      },
    ),
  );
});

test.each([
  ['link_paused', { status: 'paused' }],
  ['link_archived', { status: 'archived' }],
  ['not_started', { startsAtMs: 1001 }],
  ['expired', { expiresAtMs: 1000 }],
  ['no_destination', { destinations: [] }],
])('a link without a way on says %s', (reason, given) => {
  expect(decideRoute(link(given), 1000, 0)).toEqual({ destination: undefined, reason });
});

test('a visitor keeps the destination for the day, and visitors spread evenly', () => {
  const all = [destination({ id: 1, weight: 1 }), destination({ id: 2, weight: 1 })];
  let first = 0;
  for (let i = 0; i < 2000; i += 1) {
    const roll = stickyRoll(`visitor-${i}`, 9);
    expect(roll).toBe(stickyRoll(`visitor-${i}`, 9));
    if (pickDestination(all, roll)!.id === 1) first += 1;
  }
  expect(first).toBeGreaterThan(900);
  expect(first).toBeLessThan(1100);
});

const rules = {
  forward: 'all' as const,
  listed: ['gclid'],
  defaults: { utm_source: 'taboola' },
  conflict: 'incoming_wins' as const,
};

test.each([
  ['all', rules, 'gclid=1&x=2&utm_source=in', 'gclid=1&x=2&utm_source=in'],
  ['listed', { ...rules, forward: 'listed' as const }, 'gclid=1&x=2', 'gclid=1&utm_source=taboola'],
  ['none', { ...rules, forward: 'none' as const }, 'gclid=1', 'utm_source=taboola'],
  ['link wins', { ...rules, conflict: 'link_wins' as const }, 'utm_source=in', 'utm_source=taboola'],
  ['a forged context', rules, 'v=forged&a=1', 'a=1&utm_source=taboola'],
])('forwarding %s', (_name, given, incoming, expected) => {
  expect(forwardedParams(new URLSearchParams(incoming), given).toString()).toBe(expected);
});
