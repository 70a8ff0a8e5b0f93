import { notFound } from '../../../../platform/errors.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import * as store from '../store-conversions.ts';

/** Holds a conversion against every message about its click until the transaction ends. */
export async function lockConversion(trx: Db, id: bigint): Promise<store.ConversionRow> {
  const found = await store.findConversion(trx, id);
  if (!found) throw notFound('Conversion');
  await store.lockClick(trx, found.network_id, found.click_key);
  return (await store.findConversion(trx, id))!;
}
