import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';

/** A word of the wire for the eye: `pending` as Pending. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A word of the wire as a choice of a filter. */
export const asChoice = (value: string): Choice => ({ value, label: capital(value) });
