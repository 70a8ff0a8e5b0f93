/** What the lines of the numbers of offers may be about. Category and network are those of the offer and the click. */
export const OFFER_GROUPS = ['offer', 'network', 'category'] as const;
export type OfferGroup = (typeof OFFER_GROUPS)[number];

/** The columns of a line beside its name, in their order on the screen and in a file. */
export const OFFER_COLUMNS = [
  'status',
  'clicks',
  'uniques',
  'conversions',
  'leads',
  'sales',
  'pending',
  'approved',
  'rejected',
  'reversed',
  'cr',
  'approval_rate',
  'reversal_rate',
  'revenue_expected',
  'revenue_confirmed',
  'epc',
  'aov',
  'avg_lag_seconds',
  'payout',
  'cap_use',
  'link_status',
  'rank_in_guides',
] as const;
export type OfferColumn = (typeof OFFER_COLUMNS)[number];
