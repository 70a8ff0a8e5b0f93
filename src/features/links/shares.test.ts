import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkState, sharesNow, type SharedDestination } from './shares.ts';

const destination = (id: number, weight: number, given = {}): SharedDestination => ({
  id,
  weight,
  priority: 0,
  ruleId: null,
  isLive: weight > 0,
  ...given,
});

test('shares are percent of the weight that is live, with one decimal', () => {
  const all = [destination(1, 1), destination(2, 2), destination(3, 500, { isLive: false }), destination(5, 0)];
  expect([...sharesNow(all)]).toEqual([
    [1, 33.3],
    [2, 66.7],
    [3, 0],
    [5, 0],
  ]);
});

test('each rule shares out its own visits; by priority all go to the highest', () => {
  const all = [destination(1, 1), destination(2, 3), destination(3, 9, { ruleId: 4 })];
  expect([...sharesNow(all).values()]).toEqual([25, 75, 100]);
  const ranked = [destination(1, 1, { priority: 5 }), destination(2, 3), destination(3, 1, { priority: 5 })];
  expect([...sharesNow(ranked, 'priority').values()]).toEqual([50, 0, 50]);
});

test('shares of live destinations add up to 100 but for their rounding', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(weights, (all) => {
      const shares = sharesNow(all.map((weight, id) => destination(id, weight)));
      const sum = [...shares.values()].reduce((total, share) => total + share, 0);
      const expected = all.some((weight) => weight > 0) ? 100 : 0;
      return Math.abs(sum - expected) <= all.length * 0.05 + 1e-6;
    }),
  );
});

const now = new Date('2026-03-01T12:00:00Z');
test.each([
  ['active', { status: 'active', starts_at: '2026-03-01T12:00:00.000Z', expires_at: '2026-03-01T12:00:01.000Z' }],
  ['scheduled', { status: 'active', starts_at: '2026-03-01T12:00:01.000Z', expires_at: null }],
  ['expired', { status: 'active', starts_at: null, expires_at: '2026-03-01T12:00:00.000Z' }],
  ['paused', { status: 'paused', starts_at: '2027-01-01T00:00:00.000Z', expires_at: null }],
  ['archived', { status: 'archived', starts_at: null, expires_at: '2020-01-01T00:00:00.000Z' }],
] as const)('a link is %s', (state, link) => {
  expect(linkState(link, now)).toBe(state);
});
