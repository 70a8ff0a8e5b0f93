import type { Badge } from './item-fields.ts';

export const BADGE_WORDS: Record<Badge, string> = {
  best_overall: 'Best overall',
  best_value: 'Best value',
  best_budget: 'Best on a budget',
  editors_choice: "Editor's choice",
  best_for: 'Best for',
};
