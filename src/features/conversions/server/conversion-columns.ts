import { isOwed } from '../../networks/conversion-statuses.ts';
import { oncePerTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Channel } from '../../events/channels.ts';
import type { ConversionDelta, CostShare } from '../../events/contract.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { payoutFor } from '../../offers/server/payouts.ts';
import type { Attribution } from '../contract.ts';
import { isCounted } from '../counted.ts';
import { deltas, type Delta, type State, type Terms } from '../rules.ts';
import { baseOf } from '../../rates/server/service.ts';
import type { ConversionRow, NewConversion } from './store-conversions.ts';
import type { NetworkRow } from '../../networks/server/network-row.ts';
import type { ClickRow } from '../../events/server/store-events.ts';

/** The clocks, keys and queues that recording needs. `db` is always a transaction here. */
export type RecordScope = Pick<Deps, 'secrets' | 'jobs' | 'clock'>;

/** The dimensions of a conversion: those of its click, copied. An unknown click leaves them empty. */
export type Dims = Omit<
  NewConversion,
  | 'network_id'
  | 'click_key'
  | 'event_type'
  | 'txid'
  | 'status'
  | 'original_status'
  | 'payout_micros'
  | 'payout_currency'
  | 'payout_base_micros'
  | 'base_currency'
  | 'fx_rate'
  | 'fx_date'
  | 'attribution'
  | 'not_counted'
  | 'is_contrary'
  | 'is_at_risk'
  | 'is_test'
  | 'voided_at'
  | 'occurred_at'
  | 'received_at'
  | 'updated_at'
>;

/** An offer as it is in this transaction. */
export const offerOf = oncePerTransaction(async (trx: Db, id: number) => (await offersById(trx, [id])).get(id));

/** What the click brings: its dimensions and the terms of its offer, which hold from now on. */
export async function dimsOf(trx: Db, click: ClickRow | undefined): Promise<Dims> {
  const offer = click?.offer_id == null ? undefined : await offerOf(trx, click.offer_id);
  return {
    payout_source: offer?.payout_source ?? 'postback',
    fixed_payout_micros: offer ? payoutFor(offer, click?.country ?? null) : null,
    fixed_currency: offer?.payout_currency ?? null,
    allow_rebill: offer?.allow_rebill ?? true,
    count_late: offer?.count_late ?? true,
    window_days: offer?.attribution_window_days ?? null,
    click_id: click?.click_id ?? null,
    click_at: click?.ts ?? null,
    visit_id: click?.visit_id ?? null,
    view_id: click?.view_id ?? null,
    link_id: click?.link_id ?? null,
    destination_id: click?.destination_id ?? null,
    source_id: click?.source_id ?? null,
    guide_id: click?.guide_id ?? null,
    item_id: click?.item_id ?? null,
    position: click?.position ?? null,
    review_id: click?.review_id ?? null,
    offer_id: click?.offer_id ?? null,
    external_id: click?.external_id ?? null,
    ad_ids: JSON.stringify(click?.ad_ids ?? {}),
    utm: JSON.stringify(click?.utm ?? {}),
    subs: JSON.stringify(click?.subs ?? {}),
    params: click?.arrival ? JSON.stringify(click.arrival.params) : null,
    rule_id: click?.arrival?.rule_id ?? null,
    region: click?.region ?? null,
    channel: click?.channel ?? null,
    city: click?.city ?? null,
    os_version: click?.os_version ?? null,
    browser_version: click?.browser_version ?? null,
    country: click?.country ?? null,
    device: click?.device ?? null,
    os: click?.os ?? null,
    browser: click?.browser ?? null,
    language: click?.language ?? null,
    referrer_host: click?.referrer_host ?? null,
  };
}

/** What was agreed when the click was matched. */
export const termsOf = (
  row: Pick<NewConversion, 'payout_source' | 'fixed_payout_micros' | 'fixed_currency'>,
  { payout_currency: networkCurrency }: Pick<NetworkRow, 'payout_currency'>,
): Terms => ({
  payoutSource: row.payout_source ?? 'postback',
  fixedMicros: row.fixed_payout_micros ?? null,
  fixedCurrency: row.fixed_currency ?? null,
  networkCurrency,
});

/** The columns that follow from the state, with what it is worth in the currency of the site. */
export async function stateColumns(trx: Db, state: State) {
  const base = await baseOf(trx, {
    micros: state.payoutMicros,
    currency: state.currency,
    at: state.occurredAt,
  });
  return {
    status: state.status,
    original_status: state.word,
    payout_micros: state.payoutMicros,
    payout_currency: state.currency,
    payout_base_micros: base?.micros ?? null,
    base_currency: base?.currency ?? null,
    fx_rate: base?.rate ?? null,
    fx_date: base?.day ?? null,
    occurred_at: state.occurredAt,
  };
}

/** The state that a row shows. */
export const stateOfRow = (row: ConversionRow): State => ({
  status: row.status,
  word: row.original_status,
  payoutMicros: row.payout_micros,
  currency: row.payout_currency,
  occurredAt: row.occurred_at,
});

/**
 * Late = after the attribution window: that of the offer when its click was matched, else that of the network. It is marked, and counted
 * unless the offer says otherwise.
 */
export function attributionOf(
  { click_at: clickAt, window_days: ofOffer }: Pick<Dims, 'click_at' | 'window_days'>,
  occurredAt: string,
  { attribution_window_days: ofNetwork }: Pick<NetworkRow, 'attribution_window_days'>,
): Attribution {
  if (clickAt == null) return 'orphan';
  const days = (Date.parse(occurredAt) - Date.parse(clickAt)) / 86_400_000;
  return days > (ofOffer ?? ofNetwork) ? 'late' : 'matched';
}

/**
 * The deltas that take the sums from what they hold of a conversion to what they must hold.
 * @param before undefined when it was not counted
 * @param eventId of the history row that changed it; makes the ids of the deltas
 */
export const deltasBetween = (
  before: ConversionRow | undefined,
  after: ConversionRow,
  eventId: bigint,
): ConversionDelta[] =>
  changesBetween(before, after).map(({ delta, row, base }, i) => ({
    ...dimsOfDelta(row),
    event_id: `c${eventId}.${i}`,
    status: delta.status,
    delta_count: delta.count,
    delta_micros: String(delta.micros),
    currency: delta.currency,
    ...(base !== null && row.base_currency !== null && { base_micros: String(base), base_currency: row.base_currency }),
    ts: delta.occurredAt,
  }));

/** The same for what a conversion costs by its link, unless a bill pays for it. */
export const costsBetween = (before: ConversionRow | undefined, after: ConversionRow, eventId: bigint): CostShare[] =>
  changesBetween(before, after).flatMap(({ delta, row }, i) =>
    delta.count === 0 || !isOwed(delta.status) || row.cost_micros === null || after.cost_entry_id !== null
      ? []
      : [costShare(row, delta.count, `k${eventId}.${i}`, delta.occurredAt)],
  );

function changesBetween(before: ConversionRow | undefined, after: ConversionRow): Move[] {
  const old = before && isCounted(before) ? before : undefined;
  const next = isCounted(after) ? after : undefined;
  const isSameKind =
    old?.event_type === next?.event_type &&
    old?.attribution === next?.attribution &&
    old?.base_currency === next?.base_currency;
  return old && next && isSameKind
    ? moves(old, next)
    : [...(old ? moves(undefined, old).map(negated) : []), ...(next ? moves(undefined, next) : [])];
}

/** What a conversion costs, for the reports. @param sign -1 takes it back */
export function costShare(row: ConversionRow, sign: 1 | -1, eventId: string, at: string): CostShare {
  const { conversion_id: _id, event_kind: _kind, attribution: _how, ...dims } = dimsOfDelta(row);
  return {
    ...dims,
    type: 'cost',
    event_id: eventId,
    ts: at,
    cost_micros: String(BigInt(sign) * (row.cost_micros ?? 0n)),
    cost_currency: row.cost_currency!,
    cost_state: 'estimated',
    ...(row.cost_base_micros !== null && {
      base_micros: String(BigInt(sign) * row.cost_base_micros),
      base_currency: row.cost_base_currency!,
    }),
  };
}

type Move = { delta: Delta; row: ConversionRow; base: bigint | null };

/** Deltas with what they are worth in the currency of the site; both rows name the same one. */
function moves(old: ConversionRow | undefined, next: ConversionRow): Move[] {
  const [before, after] = [old?.payout_base_micros ?? null, next.payout_base_micros];
  const list = deltas(old && stateOfRow(old), stateOfRow(next)).map((delta) => ({
    delta,
    row: next,
    base:
      delta.count === 1
        ? after
        : delta.count === -1
          ? before === null
            ? null
            : -before
          : after === null
            ? null
            : after - (before ?? 0n),
  }));
  const isRevalued = list.length === 0 && before !== null && after !== null && before !== after;
  if (!isRevalued) return list;
  // only the rate has changed
  const state = stateOfRow(next);
  const { status, currency, occurredAt } = state;
  return [{ delta: { status, count: 0, micros: 0n, currency, occurredAt }, row: next, base: after - before }];
}

const negated = ({ delta, row, base }: Move): Move => ({
  delta: { ...delta, count: -delta.count as -1 | 0 | 1, micros: -delta.micros },
  row,
  base: base === null ? null : -base,
});

/** Keys without a value are left out: that is what null is in the outbox. */
function dimsOfDelta(row: ConversionRow) {
  const dims = {
    visit_id: row.visit_id,
    view_id: row.view_id,
    click_id: row.click_id,
    link_id: row.link_id,
    destination_id: row.destination_id,
    source_id: row.source_id,
    guide_id: row.guide_id,
    item_id: row.item_id,
    position: row.position,
    review_id: row.review_id,
    offer_id: row.offer_id,
    external_id: row.external_id,
    params: row.params,
    rule_id: row.rule_id,
    country: row.country,
    region: row.region,
    channel: row.channel as Channel | null,
    city: row.city,
    os_version: row.os_version,
    browser_version: row.browser_version,
    device: row.device,
    os: row.os,
    browser: row.browser,
    language: row.language,
    referrer_host: row.referrer_host,
    click_ts: row.click_at,
  };
  return {
    type: 'conversion' as const,
    conversion_id: String(row.id),
    event_kind: row.event_type,
    network_id: row.network_id,
    attribution: row.attribution,
    ad_ids: row.ad_ids,
    utm: row.utm,
    subs: row.subs,
    ...(Object.fromEntries(Object.entries(dims).filter(([, value]) => value !== null)) as {
      [K in keyof typeof dims]?: NonNullable<(typeof dims)[K]>;
    }),
  };
}
