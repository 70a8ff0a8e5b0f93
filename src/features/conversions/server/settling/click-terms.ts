import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { nameOf, type RowKey, type Word } from '../../targets.ts';
import type { ClickRecords } from '../click-records.ts';
import { dimsOf, termsOf, type Dims } from '../conversion-columns.ts';
import type * as store from '../store-conversions.ts';
import type { ClickRow } from '../../../events/server/store-events.ts';

type News = {
  word?: Word;
  click?: ClickRow | undefined;
  given?: readonly { id: bigint; columns: store.ConversionUpdate }[];
};

export const keyOf = (row: store.ConversionRow): RowKey => ({ event: row.event_type, txid: row.txid });

export type FoldTerms = {
  isSummed: boolean;
  isOneSale: boolean;
  termsOf: (key: RowKey) => ReturnType<typeof termsOf>;
  /** Of a row that is opened now. */
  fresh: Dims;
};

/** By what the words are folded: the terms of the rows, and the rules of the offer, which hold for the whole click. */
export async function foldTermsOf(
  trx: Db,
  { network, rows }: ClickRecords,
  { word, click, given = [] }: News,
  known: ReadonlyMap<string, store.ConversionRow>,
): Promise<FoldTerms> {
  const all = rows.map((row) => ({ ...row, ...rulesOf(given.find(({ id }) => id === row.id)?.columns) }));
  const matched = all.find((row) => row.attribution !== 'orphan');
  const isNew = word !== undefined && !known.has(nameOf(word.home));
  const other = matched ?? all[0];
  const dims = other && (!isNew || !click) ? likeRow(other) : await dimsOf(trx, click);
  const fresh = matched ? { ...dims, ...rulesOfClick(matched) } : dims;
  const byName = new Map(all.map((row) => [nameOf(keyOf(row)), row]));
  return {
    isSummed: network.duplicate_mode === 'add_payout',
    isOneSale: [...all.filter((row) => row.attribution !== 'orphan'), fresh].some((row) => row.allow_rebill === false),
    termsOf: (key) => termsOf(byName.get(nameOf(key)) ?? fresh, network),
    fresh,
  };
}

type Ruled = Pick<
  store.ConversionRow,
  'payout_source' | 'fixed_payout_micros' | 'fixed_currency' | 'allow_rebill' | 'attribution'
>;

/** What of a change the fold goes by. */
const rulesOf = (columns: store.ConversionUpdate = {}): Partial<Ruled> =>
  Object.fromEntries(
    (['payout_source', 'fixed_payout_micros', 'fixed_currency', 'allow_rebill', 'attribution'] as const).flatMap(
      (name) => (columns[name] === undefined ? [] : [[name, columns[name]]]),
    ),
  );

/** The offer's rules that were agreed when a click was matched: what holds for one conversion of it holds for the next. */
export const rulesOfClick = ({ allow_rebill, count_late, window_days }: store.ConversionRow) => ({
  allow_rebill,
  count_late,
  window_days,
});

/** What conversions of one click have in common. */
const likeRow = (row: store.ConversionRow): Dims => ({
  payout_source: row.payout_source,
  fixed_payout_micros: row.fixed_payout_micros,
  fixed_currency: row.fixed_currency,
  ...rulesOfClick(row),
  click_id: row.click_id,
  click_at: row.click_at,
  visit_id: row.visit_id,
  view_id: row.view_id,
  link_id: row.link_id,
  destination_id: row.destination_id,
  source_id: row.source_id,
  guide_id: row.guide_id,
  item_id: row.item_id,
  position: row.position,
  review_id: row.review_id,
  offer_id: row.offer_id,
  external_id: row.external_id,
  ad_ids: JSON.stringify(row.ad_ids),
  utm: JSON.stringify(row.utm),
  subs: JSON.stringify(row.subs),
  params: row.params && JSON.stringify(row.params),
  rule_id: row.rule_id,
  region: row.region,
  channel: row.channel,
  city: row.city,
  os_version: row.os_version,
  browser_version: row.browser_version,
  country: row.country,
  device: row.device,
  os: row.os,
  browser: row.browser,
  language: row.language,
  referrer_host: row.referrer_host,
});
