/** Words for what changing places would bring: never a sign alone, and no promise where it may go either way. */
export type Words = { title: string; detail: string };

type Outcome<Amount> = {
  change: Amount;
  ci95: readonly [Amount, Amount];
  verdict: 'more' | 'less' | 'too_few';
};

const SIGNS = { more: '▲', less: '▼', too_few: '≈' } as const;

/** @param format an amount without its sign: `$12.00`, `31 clicks` */
export function swapWords<Amount extends string | number>(
  { change, ci95, verdict }: Outcome<Amount>,
  format: (amount: Amount) => string,
): Words {
  const isLess = (amount: Amount): boolean => Number(amount) < 0;
  const bare = (amount: Amount): string =>
    format((typeof amount === 'string' ? amount.replace(/^-/, '') : Math.abs(amount)) as Amount);
  const told = (amount: Amount): string => `${bare(amount)} ${isLess(amount) ? 'less' : 'more'}`;
  const [low, high] = ci95;
  const range =
    isLess(low) === isLess(high)
      ? `between ${isLess(low) ? bare(high) : bare(low)} and ${isLess(low) ? bare(low) : bare(high)} ${isLess(low) ? 'less' : 'more'}`
      : `anything from ${told(low)} to ${told(high)}`;
  return {
    title: `${SIGNS[verdict]} ${verdict === 'too_few' ? 'Too few to say' : `About ${told(change)}`}`,
    detail: range,
  };
}
