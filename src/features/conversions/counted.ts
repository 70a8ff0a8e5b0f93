import type { Attribution, NotCounted } from './contract.ts';

type Kept = {
  attribution: Attribution;
  is_test: boolean;
  voided_at: string | null;
  not_counted: NotCounted | null;
};

/** Orphans, tests, what was taken back and what the offer's rules keep out are in nobody's sums. */
export const isCounted = (row: Kept): boolean =>
  row.attribution !== 'orphan' && !row.is_test && row.voided_at === null && row.not_counted === null;

/** The same for a `where` over conversions; a test holds them equal. */
export const COUNTED_SQL = "attribution <> 'orphan' and not is_test and voided_at is null and not_counted is null";
