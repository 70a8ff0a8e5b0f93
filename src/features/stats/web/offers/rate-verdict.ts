import { rateDifference, type Rate } from '../../../reports/rules.ts';

type Named = Rate & { name: string };

const points = (share: number): string => (share * 100).toFixed(share < 0.01 ? 2 : 1);

/**
 * Which of two has the better rate, in one sentence. @param better what is said of the winner: `converts better`
 */
export function rateVerdict(first: Named, second: Named, better: string): string {
  const between = rateDifference(first, second);
  if (!between || (between[0] <= 0 && between[1] >= 0)) return 'Too few to say which is better.';
  const [winner, least, most] = between[0] > 0 ? [first, between[0], between[1]] : [second, -between[1], -between[0]];
  return `${winner.name} ${better}: by ${points(least)} to ${points(most)} percentage points, in 95 of 100 cases.`;
}
