import type { Choice } from '../../../platform/web/ui/filters/FilterSelect.tsx';

/** The wire's words with the words that people read. */
export const STATUS_CHOICES: readonly Choice[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];

export const CONVERSION_CHOICES: readonly Choice[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'reversed', label: 'Reversed' },
];

export const STATUS_MAP_CHOICES: readonly Choice[] = [...CONVERSION_CHOICES, { value: 'ignore', label: 'Ignore' }];

export const DUPLICATE_CHOICES: readonly Choice[] = [
  { value: 'update', label: 'Update the first one' },
  { value: 'ignore', label: 'Keep the first one as it is' },
  { value: 'add', label: 'New conversion when the transaction ID differs' },
  { value: 'add_payout', label: 'Add the payout to the first one' },
];

export const FIELD_CHOICES: readonly Choice[] = [
  { value: 'click_id', label: 'Click ID' },
  { value: 'payout', label: 'Payout' },
  { value: 'txid', label: 'Transaction ID' },
  { value: 'status', label: 'Status' },
  { value: 'event', label: 'Event' },
  { value: 'currency', label: 'Currency' },
  { value: 'time', label: 'Time' },
  { value: 'test', label: 'Test flag' },
];
