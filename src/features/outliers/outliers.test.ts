import { expect, test } from 'vitest';
import { causeOf, judgeCourse, judgeSilence } from './outliers.ts';
import { seeded } from '../../platform/dice.ts';
import { hoursOf, tryCourse, trySilence, type Trial } from './months-testing.ts';

const flat = (days: number, perHour: number): number[] => Array.from({ length: days * 24 }, () => perHour);

test('a course that goes on as before is nothing to tell', () => {
  expect(judgeCourse(flat(20, 10))).toBeUndefined();
});

test('a stop is seen within three hours where there is much to see', () => {
  expect(judgeCourse([...flat(20, 10), 0, 0, 0])).toMatchObject({ kind: 'drop', hours: 3, found: 0, usual: 30 });
});

test('many times the usual is a spike, and a little more is not', () => {
  expect(judgeCourse([...flat(20, 10), 60, 60, 60])).toMatchObject({ kind: 'spike', hours: 3, found: 180 });
  expect(judgeCourse([...flat(20, 10), 15, 15, 15])).toBeUndefined();
});

test('a spike begins at three times the usual, and at fifty', () => {
  expect(judgeCourse([...flat(20, 10), 30, 30, 30])).toMatchObject({ kind: 'spike', hours: 3, found: 90, usual: 30 });
  expect(judgeCourse([...flat(20, 10), 30, 30, 29])).toBeUndefined();
  expect(judgeCourse([...flat(20, 1), 25, 25, 0])).toMatchObject({ kind: 'spike', hours: 3, found: 50, usual: 3 });
  expect(judgeCourse([...flat(20, 1), 25, 24, 0])).toBeUndefined();
});

test('what has only begun, and what is too small to judge, is left alone', () => {
  expect(judgeCourse([...flat(5, 10), 0, 0, 0])).toBeUndefined();
  expect(judgeCourse([...flat(20, 0), 0, 500])).toBeUndefined();
  expect(judgeCourse([...flat(20, 0.2), ...flat(1, 0)])).toBeUndefined();
});

const LAGS = [1, 1, 2, 2, 3, 4, 6, 8, 12, 24];

test('clicks that should have brought conversions and did not are a silence', () => {
  const silence = { clicks: flat(3, 10), lags: LAGS, rate: 0.05, hoursSince: 72 };
  const found = judgeSilence(silence)!;
  expect(found.clicks).toBe(720);
  expect(found.expected).toBeGreaterThan(25);
  expect(found.chance).toBeLessThan(0.001);
  expect(judgeSilence({ ...silence, rate: 0.002 })).toBeUndefined();
});

test('conversions that are not due yet are not missed', () => {
  const late = LAGS.map(() => 200);
  expect(judgeSilence({ clicks: flat(3, 10), lags: late, rate: 0.05, hoursSince: 72 })).toBeUndefined();
});

test('too few conversions to know what is usual are no ground for an alarm', () => {
  expect(judgeSilence({ clicks: flat(9, 50), lags: [1, 2, 3], rate: 0.05, hoursSince: 200 })).toBeUndefined();
});

test.each([
  [{ isLinkBroken: true, isCapped: true, refusedMessages: 3, isNetworkQuiet: true }, 'link_broken'],
  [{ isLinkBroken: false, isCapped: true, refusedMessages: 3, isNetworkQuiet: true }, 'cap'],
  [{ isLinkBroken: false, isCapped: false, refusedMessages: 3, isNetworkQuiet: true }, 'ours'],
  [{ isLinkBroken: false, isCapped: false, refusedMessages: 0, isNetworkQuiet: true }, 'network_quiet'],
  [{ isLinkBroken: false, isCapped: false, refusedMessages: 0, isNetworkQuiet: false }, 'unknown'],
])('the nearest reason is named: %j is %s', (facts, cause) => {
  expect(causeOf(facts)).toBe(cause);
});

const MONTHS = Number(process.env['WATCH_MONTHS'] ?? 6);

function tell(name: string, { falseAlarms, weeks, delaysHours, missed }: Trial): void {
  const sorted = delaysHours.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  process.stdout.write(
    `${name}: ${(falseAlarms / weeks).toFixed(3)} false alarms a week in ${Math.round(weeks)} weeks; ` +
      `seen after ${at(0.5)} h (median), ${at(0.9)} h (p90), ${missed} of ${sorted.length + missed} missed\n`,
  );
}

test.each([200, 1000, 5000])(
  'replayed months with %i visits a day: outages are seen, calm is left in peace',
  (daily) => {
    const trial = tryCourse(MONTHS, daily, daily);
    tell(`visits, ${daily} a day`, trial);
    expect(trial.missed).toBe(0);
    expect(trial.falseAlarms / trial.weeks).toBeLessThan(0.1);
  },
);

test.each([
  [200, 0.02, 6],
  [500, 0.03, 12],
  [1000, 0.05, 24],
])('replayed months of an offer, %i clicks a day at %d: silence is seen, calm is left in peace', (daily, rate, lag) => {
  const trial = trySilence(Math.ceil(MONTHS / 3), { daily, rate, lagHours: lag }, daily);
  tell(`silence, ${daily} clicks a day at ${rate}, lag ${lag} h`, trial);
  expect(trial.missed).toBe(0);
  expect(trial.falseAlarms / trial.weeks).toBeLessThan(0.25);
});

test('the months are the same for the same seed', () => {
  expect(hoursOf(2, 100, seeded(7))).toEqual(hoursOf(2, 100, seeded(7)));
});
