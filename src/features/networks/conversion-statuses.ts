/** What a network says of a conversion. Stands alone: lists of the browser take it without the contract's schemas. */
export const CONVERSION_STATUSES = ['pending', 'approved', 'rejected', 'reversed'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** The network owes the money of these: it has neither refused nor taken it back. What counts as a conversion, and its money as expected. */
export const OWED_STATUSES = ['pending', 'approved'] as const satisfies ConversionStatus[];
export const isOwed = (status: ConversionStatus): boolean =>
  (OWED_STATUSES as readonly ConversionStatus[]).includes(status);
/** The same for a `status in (...)`. */
export const OWED_SQL = OWED_STATUSES.map((status) => `'${status}'`).join(', ');
