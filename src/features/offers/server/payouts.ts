import { formatMicros, parseMicros, type Micros } from '../../../platform/money.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { OfferPayout } from '../contract.ts';
import { formatPercent } from '../percent.ts';
import * as payouts from './catalogue/store-payouts.ts';
import type { OfferRow } from './store.ts';

const TERMS = [
  'payout_type',
  'payout_micros',
  'payout_percent_bp',
  'payout_currency',
  'payout_source',
  'payouts_by_country',
] as const satisfies readonly (keyof OfferRow)[];

const termsOf = (row: OfferRow): string =>
  JSON.stringify(TERMS.map((key) => (typeof row[key] === 'bigint' ? String(row[key]) : row[key])));

/** Keeps what an offer pays from now on, when that is new. @param old undefined for a new offer */
export async function notePayout(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor | undefined,
  old: OfferRow | undefined,
  row: OfferRow,
): Promise<void> {
  if (old && termsOf(old) === termsOf(row)) return;
  await payouts.insert(db, {
    offer_id: row.id,
    payout_type: row.payout_type,
    payout_micros: row.payout_micros,
    payout_percent_bp: row.payout_percent_bp,
    payout_currency: row.payout_currency,
    payout_source: row.payout_source,
    payouts_by_country: JSON.stringify(row.payouts_by_country),
    changed_by: actor?.id ?? null,
    changed_at: clock().toISOString(),
  });
}

/** The fixed payout of a conversion, by where its visitor was. @param country null when it is not known */
export const payoutFor = (
  offer: Pick<OfferRow, 'payout_micros' | 'payouts_by_country'>,
  country: string | null,
): Micros => {
  const own = country === null ? undefined : offer.payouts_by_country[country];
  return own === undefined ? offer.payout_micros : BigInt(own);
};

/** What an offer paid, newest first. */
export async function payoutHistory(db: Db, offerId: number): Promise<OfferPayout[]> {
  const rows = await payouts.list(db, offerId);
  return rows.map(({ payout_micros, payout_percent_bp, payouts_by_country, ...row }) => ({
    ...row,
    payout_amount: formatMicros(payout_micros),
    payout_percent: formatPercent(payout_percent_bp),
    payouts_by_country: amountsOf(payouts_by_country),
  }));
}

/** Micros as the store's JSON holds them, as decimals. */
export const amountsOf = (micros: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(micros).map(([country, text]) => [country, formatMicros(BigInt(text))]));

/** The reverse of `amountsOf`, ready for the store. */
export const storedAmounts = (amounts: Record<string, string>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(amounts)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([country, text]) => [country, String(parseMicros(text)!)]),
    ),
  );
