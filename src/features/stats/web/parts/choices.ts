import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';

/** A word of the wire for the eye: `pending` as Pending. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A word of the wire as a choice of a filter. */
export const asChoice = (value: string): Choice => ({ value, label: capital(value) });

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** `US` as United States; what is no country code stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code);
