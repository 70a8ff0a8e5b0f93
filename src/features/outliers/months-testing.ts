import { normal, poisson, seeded } from '../../platform/dice.ts';
import { judgeCourse, judgeSilence } from './outliers.ts';

/**
 * Synthetic months on which the watch is tried: counts by the hour with the curve of a day and of a week, days that are better and
 * worse than others, and conversions that come late. What goes wrong, and when, is known.
 */

/** Counts of so many hours. @param daily the mean of a day @param outage hours in which nothing comes: from, until */
export function hoursOf(
  days: number,
  daily: number,
  random: () => number,
  outage: readonly [number, number] = [Infinity, Infinity],
): number[] {
  const hours: number[] = [];
  for (let day = 0; day < days; day += 1) {
    // a fifth up or down from day to day, a quarter less at weekends
    const level = daily * Math.exp(0.2 * normal(random)) * (day % 7 >= 5 ? 0.75 : 1);
    for (let hour = 0; hour < 24; hour += 1) {
      const curve = 1 + 0.7 * Math.sin(((hour - 9) / 24) * 2 * Math.PI);
      const isOut = hours.length >= outage[0] && hours.length < outage[1];
      hours.push(isOut ? 0 : poisson((level * curve) / 24, random));
    }
  }
  return hours;
}

export type Trial = { falseAlarms: number; weeks: number; delaysHours: number[]; missed: number };

const WARM_UP = 8 * 24;

/** Replays months without trouble, then months in which everything stops in the middle. @param daily visits of a day */
export function tryCourse(months: number, daily: number, seed: number): Trial {
  const random = seeded(seed);
  const trial: Trial = { falseAlarms: 0, weeks: 0, delaysHours: [], missed: 0 };
  for (let month = 0; month < months; month += 1) {
    const calm = hoursOf(35, daily, random);
    let isGoingOn = false;
    for (let end = WARM_UP; end <= calm.length; end += 1) {
      const isDeparted = judgeCourse(calm.slice(0, end)) !== undefined;
      if (isDeparted && !isGoingOn) trial.falseAlarms += 1;
      isGoingOn = isDeparted;
    }
    trial.weeks += (calm.length - WARM_UP) / 168;
    const from = 28 * 24 + Math.floor(random() * 24);
    const broken = hoursOf(31, daily, random, [from, Infinity]);
    const seen = findFirst(from + 1, broken.length, (end) => judgeCourse(broken.slice(0, end))?.kind === 'drop');
    if (seen === undefined) trial.missed += 1;
    else trial.delaysHours.push(seen - from);
  }
  return trial;
}

/** Replays months of one offer: calm ones, and ones in which conversions stop while clicks go on. @param lagHours mean of the lags */
export function trySilence(
  months: number,
  { daily, rate, lagHours }: { daily: number; rate: number; lagHours: number },
  seed: number,
): Trial {
  const random = seeded(seed);
  const trial: Trial = { falseAlarms: 0, weeks: 0, delaysHours: [], missed: 0 };
  for (let month = 0; month < months; month += 1) {
    const days = 45;
    const clicks = hoursOf(days, daily, random);
    const come: { at: number; lag: number }[] = [];
    clicks.forEach((count, hour) => {
      for (let i = 0; i < count; i += 1) {
        if (random() >= rate) continue;
        const lag = -Math.log(1 - random()) * lagHours;
        come.push({ at: hour + random() + lag, lag });
      }
    });
    come.sort((a, b) => a.at - b.at);
    const judge = (end: number, stop: number): boolean => {
      const known = come.filter(({ at }) => at < Math.min(end, stop));
      const last = known.at(-1);
      if (!last) return false;
      const sofar = clicks.slice(0, Math.ceil(last.at)).reduce((total, count) => total + count, 0);
      return (
        judgeSilence({
          clicks: clicks.slice(0, end),
          lags: known.map(({ lag }) => lag),
          rate: known.length / Math.max(1, sofar),
          hoursSince: end - last.at,
        }) !== undefined
      );
    };
    let isGoingOn = false;
    for (let end = WARM_UP; end < clicks.length; end += 1) {
      const isQuiet = judge(end, Infinity);
      if (isQuiet && !isGoingOn) trial.falseAlarms += 1;
      isGoingOn = isQuiet;
    }
    trial.weeks += (clicks.length - WARM_UP) / 168;
    const stop = 21 * 24 + Math.floor(random() * 24);
    const seen = findFirst(stop + 1, clicks.length, (end) => judge(end, stop));
    if (seen === undefined) trial.missed += 1;
    else trial.delaysHours.push(seen - stop);
  }
  return trial;
}

function findFirst(from: number, to: number, holds: (at: number) => boolean): number | undefined {
  for (let at = from; at <= to; at += 1) if (holds(at)) return at;
  return undefined;
}
