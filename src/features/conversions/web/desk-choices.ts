import type { ConversionStatus } from '../../networks/contract.ts';

const word = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// spelt out: the contract would bring its schemas along
const STATUSES: readonly ConversionStatus[] = ['pending', 'approved', 'rejected', 'reversed'];

export const STATUS_CHOICES = STATUSES.map((value) => ({ value, label: word(value) }));

/** What a status word of a network may be said to mean. */
export const MEANING_CHOICES = [...STATUS_CHOICES, { value: 'ignore', label: 'Ignore it' }];
