import type { BudgetState } from './contract.ts';

/** So many days say how fast money goes. */
const PACE_DAYS = 7n;
const NEAR_PERCENT = 80n;

type Month = {
  /** What each day cost that is over, micros. */
  over: readonly bigint[];
  /** What the day cost so far that is not over. */
  today: bigint;
  /** Days of the month. */
  days: number;
};

export type Pace = {
  spent: bigint;
  /** Undefined while no day is over. */
  atThisPace: bigint | undefined;
};

/** What was spent, and what will be if the days to come are as the last that are over. */
export function paceOf({ over, today, days }: Month): Pace {
  const whole = sumOf(over);
  const last = over.slice(-Number(PACE_DAYS));
  if (last.length === 0) return { spent: whole + today, atThisPace: undefined };
  const left = days - over.length;
  if (left <= 0) return { spent: whole, atThisPace: whole };
  const rest = (sumOf(last) * BigInt(left)) / BigInt(last.length);
  // a day that has cost more than such a day already
  const least = today + (sumOf(last) * BigInt(left - 1)) / BigInt(last.length);
  return { spent: whole + today, atThisPace: whole + (rest > least ? rest : least) };
}

/** @param amount undefined: no budget */
export function stateOf({ spent, atThisPace }: Pace, amount: bigint | undefined): BudgetState {
  if (amount === undefined) return 'none';
  if (spent > amount) return 'over';
  if (amount > 0n && spent * 100n >= amount * NEAR_PERCENT) return 'near';
  return atThisPace !== undefined && atThisPace > amount ? 'fast' : 'within';
}

const sumOf = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);
