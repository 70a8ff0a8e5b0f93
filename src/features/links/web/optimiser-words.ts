import { formatMoney, formatPercent } from '../../../platform/web/figures.ts';
import type { Choice } from '../../../platform/web/ui/FilterSelect.tsx';
import type { Goal } from '../optimise.ts';

export const GOAL_CHOICES: readonly (Choice & { value: Goal })[] = [
  { value: 'revenue_expected', label: 'Expected revenue per visit' },
  { value: 'revenue_confirmed', label: 'Confirmed revenue per visit' },
  { value: 'conversion_rate', label: 'Conversion rate' },
  { value: 'click_out_rate', label: 'Click-out rate' },
];

export const goalWord = (goal: Goal): string => GOAL_CHOICES.find(({ value }) => value === goal)!.label;

/** What the goal counts, in the plural. */
export const countedWord = (goal: Goal): string => (goal === 'click_out_rate' ? 'clicks' : 'conversions');

/** A value per visit as people read it. @param decimal as the wire has it */
export const valueWord = (decimal: string | null, goal: Goal, currency: string): string =>
  goal === 'conversion_rate' || goal === 'click_out_rate'
    ? formatPercent(decimal === null ? null : Number(decimal))
    : formatMoney(decimal, currency);
