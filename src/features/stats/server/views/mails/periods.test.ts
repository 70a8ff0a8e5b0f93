import { expect, test } from 'vitest';
import { daysText, dueAt, lastWhole, nextDue } from './periods.ts';

test.each([
  ['weekly', '2026-03-23', '2026-03-16', '2026-03-22'],
  ['weekly', '2026-03-22', '2026-03-09', '2026-03-15'],
  ['weekly', '2026-01-01', '2025-12-22', '2025-12-28'],
  ['monthly', '2026-03-01', '2026-02-01', '2026-02-28'],
  ['monthly', '2024-03-28', '2024-02-01', '2024-02-29'],
  ['monthly', '2026-01-15', '2025-12-01', '2025-12-31'],
] as const)('the last whole period of a %s letter of %s is %s to %s', (rhythm, day, from, to) => {
  expect(lastWhole(rhythm, day)).toEqual({ from, to });
});

test('a letter goes out at seven where the site is, on both sides of a change of clocks', () => {
  const plan = { rhythm: 'weekly', day: 1 } as const;
  const due = (now: string, zone: string) => {
    const on = nextDue(plan, { now: new Date(now), zone });
    return [on, dueAt(on, zone).toISOString()];
  };
  expect(due('2026-03-20T12:00:00Z', 'Europe/Berlin')).toEqual(['2026-03-23', '2026-03-23T06:00:00.000Z']);
  expect(due('2026-03-27T12:00:00Z', 'Europe/Berlin')).toEqual(['2026-03-30', '2026-03-30T05:00:00.000Z']);
  // a Sunday still in New York, a Monday already in Auckland
  expect(due('2026-03-22T23:30:00Z', 'America/New_York')).toEqual(['2026-03-23', '2026-03-23T11:00:00.000Z']);
  expect(due('2026-03-22T23:30:00Z', 'Pacific/Auckland')).toEqual(['2026-03-30', '2026-03-29T18:00:00.000Z']);
});

test('the next letter lies ahead, and is about no period that was sent', () => {
  const at = (now: string, sent?: string) =>
    nextDue({ rhythm: 'monthly', day: 28 }, { now: new Date(now), zone: 'UTC', sent: sent ?? null });
  expect(at('2026-02-28T06:59:59Z')).toBe('2026-02-28');
  expect(at('2026-02-28T07:00:00Z')).toBe('2026-03-28');
  expect(at('2026-02-10T07:00:00Z', '2026-01-01/2026-01-31')).toBe('2026-03-28');
});

test('days are said as people say them', () => {
  expect(daysText('weekly', { from: '2025-12-29', to: '2026-01-04' })).toBe('Dec 29, 2025 to Jan 4, 2026');
  expect(daysText('monthly', { from: '2026-02-01', to: '2026-02-28' })).toBe('February 2026');
});
