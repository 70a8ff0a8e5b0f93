import { asWords } from '../../../../platform/text/as-words.ts';
import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';

/** A word of the wire as a choice of a filter. */
export const asChoice = (value: string): Choice => ({ value, label: asWords(value) });
