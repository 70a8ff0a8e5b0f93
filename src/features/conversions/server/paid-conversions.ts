import { isOwed } from '../../networks/conversion-statuses.ts';
import { newEventId } from '../../../platform/ids.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction, oncePerTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import { costOfConversion } from '../../links/server/service.ts';
import { baseOf } from '../../rates/server/service.ts';
import { lockConversion } from './settling/lock-conversion.ts';
import { isCounted } from '../counted.ts';
import { costShare, type RecordScope } from './conversion-columns.ts';
import * as bills from '../../costs/server/store-bills.ts';
import type { EntryRow } from '../../costs/server/store-entries.ts';
import { tellOnly } from '../../costs/server/store-shares.ts';
import * as paid from './worth/store-paid.ts';
import * as store from './store-conversions.ts';

type ConversionRow = store.ConversionRow;
type CostDims = Pick<
  store.NewConversion,
  'cost_micros' | 'cost_currency' | 'cost_base_micros' | 'cost_base_currency' | 'cost_fx_day' | 'cost_entry_id'
>;

const BATCH = 500;
const NO_WORTH = { cost_base_micros: null, cost_base_currency: null, cost_fx_day: null };
const NOTHING: CostDims = { cost_micros: null, cost_currency: null, ...NO_WORTH, cost_entry_id: null };

type Click = {
  link_id: number | null;
  source_id: number | null;
  utm: Record<string, string> | null;
  subs?: Record<string, string> | null;
  /** What its visit said; null: that was not kept yet. */
  arrival?: { params: Record<string, string> } | null;
};

const costOfLink = oncePerTransaction(costOfConversion);

/**
 * Holds off the bills that could pay for conversions which a transaction is about to write, before it writes the first: a bill holds its
 * source and then changes conversions, so whoever did the opposite would wait for it while it waits for them.
 */
export async function holdOffBills(
  trx: Db,
  rows: readonly ConversionRow[],
  clicks: readonly Click[] = [],
): Promise<void> {
  const sources = rows.filter((row) => row.cost_micros !== null).map((row) => row.source_id);
  for (const { link_id: linkId, source_id: id } of clicks)
    if (linkId !== null && (await costOfLink(trx, linkId))) sources.push(id);
  await bills.shareSources(
    trx,
    sources.filter((id) => id !== null),
  );
}

/** What a conversion of this click costs by its link, unless a bill that is written already covers its day. */
export async function costDims(trx: Db, click: Click, occurredAt: string): Promise<CostDims> {
  const cost = click.link_id === null || click.source_id === null ? null : await costOfLink(trx, click.link_id);
  if (!cost) return NOTHING;
  await bills.lockSource(trx, click.source_id!, 'shared');
  const place = {
    source_id: click.source_id!,
    link_id: click.link_id!,
    utm: click.utm ?? {},
    subs: click.subs ?? {},
    params: click.arrival?.params ?? {},
    at: occurredAt,
  };
  const bill = await bills.findBill(trx, place);
  const worth = await worthOf(trx, { cost_micros: cost.micros, cost_currency: cost.currency }, occurredAt);
  return { cost_micros: cost.micros, cost_currency: cost.currency, ...worth, cost_entry_id: bill?.id ?? null };
}

type Cost = { cost_micros: bigint; cost_currency: string };

async function worthOf(trx: Db, { cost_micros, cost_currency }: Cost, occurredAt: string) {
  const base = await baseOf(trx, { micros: cost_micros, currency: cost_currency, at: occurredAt });
  return base ? { cost_base_micros: base.micros, cost_base_currency: base.currency, cost_fx_day: base.day } : NO_WORTH;
}

/**
 * After another file of rates or another currency of the site: what conversions cost by their links, in other currencies, gets another
 * worth. Those that a bill pays for are left alone. @returns how many changed
 */
export async function revaluePaid(scope: RecordScope & Pick<Deps, 'db'>, site: string): Promise<number> {
  let changed = 0;
  for (let after = 0n; ;) {
    const ids = await paid.listForeignCosts(scope.db, site, after, BATCH);
    for (const id of ids) if (await revalueOne(scope, id)) changed += 1;
    if (ids.length < BATCH) return changed;
    after = ids.at(-1)!;
  }
}

function revalueOne(scope: RecordScope & Pick<Deps, 'db'>, id: bigint): Promise<boolean> {
  return inTransaction(scope.db, async (trx) => {
    const { source_id: sourceId } = await lockConversion(trx, id);
    // no bill settles it meanwhile
    if (sourceId !== null) await bills.lockSource(trx, sourceId, 'shared');
    const before = (await store.findConversion(trx, id))!;
    const { cost_micros: micros, cost_currency: currency } = before;
    if (micros === null || currency === null || before.cost_entry_id !== null) return false;
    const worth = await worthOf(trx, { cost_micros: micros, cost_currency: currency }, before.occurred_at);
    // a worth that is known is not given up for none
    if (worth.cost_fx_day === null) return false;
    if (worth.cost_fx_day === before.cost_fx_day && worth.cost_base_currency === before.cost_base_currency)
      return false;
    const now = scope.clock();
    const after = await store.updateConversion(trx, id, { ...worth, updated_at: now.toISOString() });
    await tellOnly(trx, [...sharesOf([before], -1, now), ...sharesOf([after], 1, now)]);
    return true;
  });
}

const isPaidFor = (row: ConversionRow): boolean => isCounted(row) && isOwed(row.status);

const sharesOf = (rows: readonly ConversionRow[], sign: 1 | -1, now: Date): CostShare[] =>
  rows.filter(isPaidFor).map((row) => costShare(row, sign, newEventId(now.getTime()), row.occurred_at));

/** A bill takes the place of what links say that the conversions of its days cost. The caller holds the source alone. */
export async function settleByBill(trx: Db, bill: EntryRow, now: Date): Promise<void> {
  await tellOnly(trx, sharesOf(await paid.settleConversions(trx, bill), -1, now));
}

/** A bill that was taken back: what the links say counts again. */
export async function releaseFromBill(trx: Db, billId: bigint, now: Date): Promise<void> {
  await tellOnly(trx, sharesOf(await paid.releaseConversions(trx, billId), 1, now));
}
