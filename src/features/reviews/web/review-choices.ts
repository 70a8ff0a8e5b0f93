import type { Choice } from '../../../platform/web/ui/filters/FilterSelect.tsx';

/** The wire's words with the words that people read. */
export const TESTED_CHOICES: readonly Choice[] = [
  { value: 'hands_on', label: 'Tested by us' },
  { value: 'research_only', label: 'Researched, not tested' },
  { value: 'expert_review', label: 'Reviewed by an expert' },
];
