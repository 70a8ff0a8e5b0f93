import { expect, test } from 'vitest';
import { beganAt, keptOf } from './keep-rules.ts';

const HOUR_MS = 3_600_000;
const nameAt = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
/** One each so many hours, from the first up to the last. */
const every = (hours: number, first: string, last: string): string[] => {
  const names: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += hours * HOUR_MS) names.push(nameAt(ms));
  return names;
};
const kept = (names: string[], daily: number, weekly: number, monthly: number, zone = 'UTC'): string[] =>
  [...keptOf(names, { daily, weekly, monthly }, zone)].toSorted();

test('a name tells its second, and what is no name tells none', () => {
  expect(beganAt('2026-11-26-031500')?.toISOString()).toBe('2026-11-26T03:15:00.000Z');
  expect(beganAt('2026-11-26-031500-2')?.toISOString()).toBe('2026-11-26T03:15:00.000Z');
  expect(beganAt('2026-13-26-031500')).toBeUndefined();
  expect(beganAt('notes')).toBeUndefined();
});

test('of each day the newest stays, and days without one count nothing', () => {
  const names = [
    '2026-11-20-030000',
    '2026-11-20-150000',
    '2026-11-23-030000',
    '2026-11-26-030000',
    '2026-11-26-150000',
  ];
  expect(kept(names, 3, 0, 0)).toEqual(['2026-11-20-150000', '2026-11-23-030000', '2026-11-26-150000']);
  expect(kept(names, 1, 0, 0)).toEqual(['2026-11-26-150000']);
  expect(kept(['2026-11-26-030000', '2026-11-26-030000-2'], 1, 0, 0)).toEqual(['2026-11-26-030000-2']);
});

test('a year of one a day leaves seven days, four weeks from Monday on, and twelve ends of months', () => {
  const names = every(24, '2025-11-27T03:00:00Z', '2026-11-26T03:00:00Z');
  expect(kept(names, 7, 4, 12)).toEqual(
    [
      '2025-12-31',
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-08',
      '2026-11-15',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
    ].map((day) => `${day}-030000`),
  );
});

test('a week belongs to the year of its Thursday', () => {
  // Monday 2026-12-28 to Sunday 2027-01-03 is one week
  const names = ['2026-12-27-030000', '2026-12-28-030000', '2027-01-03-030000', '2027-01-04-030000'];
  expect(kept(names, 1, 3, 0)).toEqual(['2026-12-27-030000', '2027-01-03-030000', '2027-01-04-030000']);
});

test.each([
  // the night in which an hour is left out, and the one in which it is there twice
  ['spring', '2026-03-27T22:30:00Z', '2026-03-31T22:30:00Z'],
  ['autumn', '2026-10-23T22:30:00Z', '2026-10-27T23:30:00Z'],
])('days are those of the site, in %s too', (_season, first, last) => {
  const zone = 'Europe/Berlin';
  const names = every(1, first, last);
  const newest = new Map<string, string>();
  for (const name of names) {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(beganAt(name));
    newest.set(day, name);
  }
  expect(kept(names, 100, 0, 0, zone)).toEqual([...newest.values()]);
  expect(kept(names, 2, 0, 0, zone)).toEqual([...newest.values()].slice(-2));
});

test('midnight of a zone parts its days and months', () => {
  // 2026-11-30T23:30Z is December in Berlin
  const names = ['2026-11-30-223000', '2026-11-30-233000'];
  expect(kept(names, 1, 0, 2, 'Europe/Berlin')).toEqual(names);
  expect(kept(names, 1, 0, 2, 'UTC')).toEqual(['2026-11-30-233000']);
});

test('the newest stays whatever the rules say, what they keep is kept again the day after, and nothing else of ours is touched', () => {
  expect(kept([], 7, 4, 12)).toEqual([]);
  expect(kept(['notes', '2026-11-26-030000', '2026-11-25-030000'], 0, 0, 0)).toEqual(['2026-11-26-030000', 'notes']);
  // day by day, as the program does it, at least as much stays as when all is judged at once
  let left: string[] = [];
  const all = every(24, '2024-01-01T03:00:00Z', '2026-11-26T03:00:00Z');
  for (const name of all) left = kept([...left, name], 7, 4, 12);
  expect(left).toEqual(kept(all, 7, 4, 12));
});
