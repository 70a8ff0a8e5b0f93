import type { Generated, Insertable, Selectable } from 'kysely';
import type { Db, Json } from '../../../../platform/server/postgres/postgres.ts';
import type { PayoutSource, PayoutType } from '../../contract.ts';

type OfferPayoutsTable = {
  id: Generated<bigint>;
  offer_id: number;
  payout_type: PayoutType;
  payout_micros: bigint;
  payout_percent_bp: number;
  payout_currency: string;
  payout_source: PayoutSource;
  payouts_by_country: Json<Record<string, string>>;
  changed_by: number | null;
  changed_at: string;
};

export type PayoutRow = Selectable<OfferPayoutsTable>;

const payouts = (db: Db) => db.withTables<{ offer_payouts: OfferPayoutsTable }>();

/** Newest first. Uses offer_payouts_offer_idx. */
export const list = (db: Db, offerId: number): Promise<PayoutRow[]> =>
  payouts(db)
    .selectFrom('offer_payouts')
    .selectAll()
    .where('offer_id', '=', offerId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

export async function insert(db: Db, row: Insertable<OfferPayoutsTable>): Promise<void> {
  await payouts(db).insertInto('offer_payouts').values(row).execute();
}
