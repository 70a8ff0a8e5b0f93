import { newEventId } from '../../../platform/ids.ts';
import { oncePerTransaction, type Db } from '../../../platform/server/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import { costOfConversion } from '../../links/server/service.ts';
import { costShare, isCounted } from './record.ts';
import * as costs from './store-costs.ts';
import type { ConversionRow, NewConversion } from './store.ts';

export type CostDims = Pick<NewConversion, 'cost_micros' | 'cost_currency' | 'cost_entry_id'>;

const NOTHING: CostDims = { cost_micros: null, cost_currency: null, cost_entry_id: null };

type Click = { link_id: number | null; source_id: number | null; utm: Record<string, string> | null };

const costOfLink = oncePerTransaction(costOfConversion);

/** What a conversion of this click costs by its link, unless a bill that is written already covers its day. */
export async function costDims(trx: Db, click: Click, occurredAt: string): Promise<CostDims> {
  const cost = click.link_id === null || click.source_id === null ? null : await costOfLink(trx, click.link_id);
  if (!cost) return NOTHING;
  await costs.lockSource(trx, click.source_id!, 'shared');
  const scope = { source_id: click.source_id!, link_id: click.link_id!, utm: click.utm ?? {}, at: occurredAt };
  const bill = await costs.findBill(trx, scope);
  return { cost_micros: cost.micros, cost_currency: cost.currency, cost_entry_id: bill?.id ?? null };
}

const isOwed = (row: ConversionRow): boolean =>
  isCounted(row) && (row.status === 'pending' || row.status === 'approved');

const sharesOf = (rows: readonly ConversionRow[], sign: 1 | -1, now: Date): CostShare[] =>
  rows.filter(isOwed).map((row) => costShare(row, sign, newEventId(now.getTime()), row.occurred_at));

/** A bill takes the place of what links say that the conversions of its days cost. The caller holds the source alone. */
export async function settleByBill(trx: Db, bill: costs.EntryRow, now: Date): Promise<void> {
  await costs.tellOnly(trx, sharesOf(await costs.settleConversions(trx, bill), -1, now));
}

/** A bill that was taken back: what the links say counts again. */
export async function releaseFromBill(trx: Db, billId: bigint, now: Date): Promise<void> {
  await costs.tellOnly(trx, sharesOf(await costs.releaseConversions(trx, billId), 1, now));
}
