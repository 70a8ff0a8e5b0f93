import { CONVERSION_STATUSES } from '../../networks/conversion-statuses.ts';

const word = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const STATUS_CHOICES = CONVERSION_STATUSES.map((value) => ({ value, label: word(value) }));

/** What a status word of a network may be said to mean. */
export const MEANING_CHOICES = [...STATUS_CHOICES, { value: 'ignore', label: 'Ignore it' }];
