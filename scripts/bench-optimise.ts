/**
 * Auto-optimisation against a known truth: simulated visits whose conversions come days late. Prints how much a fixed even split, and the
 * optimiser, lose against somebody who knew the best destination from the first visit (regret), as a mean over many runs.
 */
import { DEFAULTS, lagCurve, optimise, type Arm } from '../src/features/optimiser/optimise.ts';
import { seeded } from '../src/platform/dice.ts';

const RUNS = 8;
const DAYS = 30;
const STEP_HOURS = 6;
const VISITS_PER_STEP = 250;
const MEAN_LAG_HOURS = 30;
/** Conversion rate and amount of each destination. */
const TRUTHS = {
  'one clearly best': [
    [0.02, 20],
    [0.03, 20],
    [0.05, 20],
  ],
  'close together': [
    [0.03, 20],
    [0.033, 20],
    [0.036, 20],
  ],
  'rare and dear against often and cheap': [
    [0.05, 10],
    [0.02, 40],
  ],
  'all the same': [
    [0.03, 20],
    [0.03, 20],
    [0.03, 20],
  ],
} as const;

type Visit = { arm: number; atHour: number; convertsAt: number | undefined };

/** What one month earns. @param isLearning else the even split stays */
function month(truth: readonly (readonly [number, number])[], seed: number, isLearning: boolean): number {
  const random = seeded(seed);
  const visits: Visit[] = [];
  let shares: number[] = truth.map(
    (_one, index) => Math.floor(100 / truth.length) + (index < 100 % truth.length ? 1 : 0),
  );
  let earned = 0;
  for (let hour = 0; hour < DAYS * 24; hour += STEP_HOURS) {
    for (let n = 0; n < VISITS_PER_STEP; n += 1) {
      let roll = random() * 100;
      const arm = Math.max(
        0,
        shares.findIndex((share) => (roll -= share) < 0),
      );
      const [rate, amount] = truth[arm]!;
      const converts = random() < rate;
      // in expectation, so that the figure shows the choice and not the luck
      earned += rate * amount;
      visits.push({
        arm,
        atHour: hour,
        convertsAt: converts ? hour - MEAN_LAG_HOURS * Math.log(1 - random()) : undefined,
      });
    }
    if (!isLearning) continue;
    const now = hour + STEP_HOURS;
    const arrived = visits.filter((visit) => visit.convertsAt !== undefined && visit.convertsAt <= now);
    const complete = visits.filter((visit) => visit.atHour < now - 7 * 24 && visit.convertsAt !== undefined);
    const curve = lagCurve(complete.map((visit) => visit.convertsAt! - visit.atHour));
    const arms = truth.map(([, amount], index): Arm => {
      const ages = Map.groupBy(
        visits.filter((visit) => visit.arm === index),
        (visit) => visit.atHour,
      );
      const conversions = arrived.filter((visit) => visit.arm === index).length;
      return {
        id: index,
        name: `arm ${index}`,
        share: shares[index]!,
        isControl: false,
        visits: [...ages].map(([at, all]) => ({ ageHours: now - at, count: all.length })),
        conversions,
        micros: conversions * amount * 1_000_000,
        squares: conversions * amount ** 2,
      };
    });
    shares = optimise(arms, curve, DEFAULTS, random).arms.map((arm) => arm.share);
  }
  return earned;
}

/** One line for each truth. */
export function printRegret(): void {
  for (const [name, truth] of Object.entries(TRUTHS)) {
    const best =
      Math.max(...truth.map(([rate, amount]) => rate * amount)) * VISITS_PER_STEP * ((DAYS * 24) / STEP_HOURS);
    const regret = (isLearning: boolean): number => {
      const all = Array.from({ length: isLearning ? RUNS : 1 }, (_, n) => month(truth, 1000 + n, isLearning));
      return (1 - all.reduce((sum, one) => sum + one, 0) / all.length / best) * 100;
    };
    process.stdout.write(
      `optimiser, ${name.padEnd(38)} regret ${regret(true).toFixed(1)} % | fixed even split ${regret(false).toFixed(1)} % | ${RUNS} months of ${VISITS_PER_STEP * 4} visits a day, conversions ${MEAN_LAG_HOURS} h late on average\n`,
    );
  }
}

if (import.meta.main) printRegret();
