import type { LinkStatus } from '../contract.ts';
import type { Choice } from '../../../platform/web/ui/filters/FilterSelect.tsx';

/** The wire's words with the words that people read. */
export const STATUS_CHOICES: readonly Choice[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];

export const PAYOUT_TYPE_CHOICES: readonly Choice[] = [
  { value: 'cpa', label: 'Per sale (CPA)' },
  { value: 'cpl', label: 'Per lead (CPL)' },
  { value: 'cpc', label: 'Per click (CPC)' },
  { value: 'revshare', label: 'Share of the sale' },
  { value: 'hybrid', label: 'Amount and share' },
];

export const PAYOUT_SOURCE_CHOICES: readonly Choice[] = [
  { value: 'postback_else_fixed', label: 'The postback, else this payout' },
  { value: 'postback', label: 'The postback only' },
  { value: 'fixed', label: 'Always this payout' },
];

export const YES_NO_CHOICES: readonly Choice[] = [
  { value: 'yes', label: 'Allowed' },
  { value: 'no', label: 'Not allowed' },
];

/** How good each state of an address is. */
/** What the last look at an offer's address found. */
export const LINK_STATUS_CHOICES: readonly (Choice & { value: LinkStatus })[] = [
  { value: 'ok', label: 'Ok' },
  { value: 'redirected', label: 'Redirected' },
  { value: 'params_lost', label: 'Params lost' },
  { value: 'error', label: 'Error' },
  { value: 'unchecked', label: 'Unchecked' },
  { value: 'snoozed', label: 'Snoozed' },
];

export const LINK_TONES = {
  ok: 'good',
  redirected: 'good',
  params_lost: 'warn',
  error: 'bad',
  unchecked: 'calm',
  snoozed: 'info',
} as const;
