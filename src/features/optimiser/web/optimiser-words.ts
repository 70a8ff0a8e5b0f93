import { formatMoney, formatPercent, numberOf } from '../../../platform/text/figures.ts';
import type { Choice } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import type { Goal } from '../../links/contract.ts';

export const GOAL_CHOICES: readonly (Choice & { value: Goal })[] = [
  { value: 'revenue_expected', label: 'Expected revenue per visit' },
  { value: 'revenue_confirmed', label: 'Confirmed revenue per visit' },
  { value: 'conversion_rate', label: 'Conversion rate' },
  { value: 'click_out_rate', label: 'Click-out rate' },
];

export const goalWord = (goal: Goal): string => GOAL_CHOICES.find(({ value }) => value === goal)!.label;

/** So much of what the goal counts, such as `1 more conversion`. */
export function countedWords(count: number, goal: Goal, more = ''): string {
  const one = goal === 'click_out_rate' ? 'click' : 'conversion';
  return numberOf(count, one, more);
}

/** A value per visit as people read it. @param decimal as the wire has it */
export const valueWord = (decimal: string | null, goal: Goal, currency: string): string =>
  goal === 'conversion_rate' || goal === 'click_out_rate'
    ? formatPercent(decimal === null ? null : Number(decimal))
    : formatMoney(decimal, currency);
