import { formatMicros } from '../../../platform/money.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import type { Conversion } from '../manual-contract.ts';
import type { ConversionRow } from './store-conversions.ts';

/** Conversions as the records' calls show them. */
export async function presentAll(db: Db, rows: readonly ConversionRow[]): Promise<Conversion[]> {
  const networks = await networksById(
    db,
    rows.map((row) => row.network_id),
  );
  const site = await siteCurrency(db);
  return rows.map((row) => {
    const isNative = row.payout_currency === site;
    const base = isNative ? row.payout_micros : row.base_currency === site ? row.payout_base_micros : null;
    return {
      id: String(row.id),
      network_id: row.network_id,
      network: networks.get(row.network_id)?.name ?? `Network ${row.network_id}`,
      click_id: row.click_id,
      click_key: row.click_key,
      event_type: row.event_type,
      txid: row.txid,
      status: row.status,
      original_status: row.original_status,
      payout: formatMicros(row.payout_micros),
      payout_currency: row.payout_currency,
      payout_base: base === null ? null : formatMicros(base),
      base_currency: base === null ? null : site,
      fx_rate: isNative ? null : row.fx_rate,
      fx_date: isNative ? null : row.fx_date,
      attribution: row.attribution,
      not_counted: row.not_counted,
      is_contrary: row.is_contrary,
      is_at_risk: row.is_at_risk,
      origin: row.origin,
      is_test: row.is_test,
      occurred_at: row.occurred_at,
      received_at: row.received_at,
      version: row.version,
    };
  });
}

export const presentOne = async (db: Db, row: ConversionRow): Promise<Conversion> => (await presentAll(db, [row]))[0]!;
