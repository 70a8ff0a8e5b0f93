import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import type { LikelyBest } from '../../likely-best-contract.ts';

type Judged = LikelyBest['data'];

const daysText = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** What can be said of who is the best, in one sentence or two. @param what `destination` or `product` */
export function likelyBestWords({ best, best_before: before, arms, day, planned_days: planned }: Judged, what: string) {
  if (arms.length < 2) return `There are no two ${what}s that get visitors, so none can be the best.`;
  if (best) {
    const own = arms.find((arm) => arm.id === best.id)!;
    const rate = `${formatPercent(own.rate)} of ${formatCount(own.cases)} ${what === 'product' ? 'impressions' : 'visits'} led to a click`;
    return `Likely the best: ${best.name}, clear since ${best.since}. ${rate}.`;
  }
  const earlier = before ? ` In the ${planned} days before it was ${before.name}.` : '';
  if (day === 0)
    return `No day is over yet since the last ${what} was added: the comparison begins with the first.${earlier}`;
  const compared = what === 'product' ? ' Products are compared where both stood at the same place.' : '';
  return `Day ${day} of ${planned}: no ${what} stands out yet, so that a difference may be chance. ${daysText(planned - day)} to go.${compared}${earlier}`;
}
