import { UTM_KEYS, AD_ID_KEYS, SUB_KEYS } from '../sources/contract.ts';
import { isLiteralMacro } from '../../platform/macros/literal-macro.ts';
import { parseMicros } from '../../platform/money.ts';

/** What an ad click says of itself in its query. Case is kept: the ids of Meta and Taboola depend on it. */
export type Captured = {
  external_id: string | undefined;
  ad_ids: Record<string, string>;
  utm: Record<string, string>;
  subs: Record<string, string>;
  /** By the alias that the source's parameter map gives. */
  params: Record<string, string>;
};

export type CaptureRules = {
  /** The source's own click id parameter. */
  clickIdParam: string | null;
  parameters: readonly { alias: string; param: string }[];
  /** The source's utm, then the link's, later ones first. */
  utmDefaults: Readonly<Record<string, string>>;
  conflict: 'incoming_wins' | 'link_wins';
  /** Global Privacy Control: the ids of ad platforms are not kept. */
  withoutAdIds: boolean;
};

/** What a page's own address says of where its reader came from, when no link of ours did. */
export const captureArrival = (query: URLSearchParams, withoutAdIds: boolean): Captured =>
  capture(query, { clickIdParam: null, parameters: [], utmDefaults: {}, conflict: 'incoming_wins', withoutAdIds });

const MAX_VALUE = 128;
const MAX_AD_ID = 256;
const MAX_EXTERNAL_ID = 512;
const MAX_UNREAD = 40;

/** Reads an arrival's query. A macro that the ad platform did not fill (`{click_id}`) is no value. */
export function capture(query: URLSearchParams, rules: CaptureRules): Captured {
  // the query is gone through once instead of a search for each of the names below
  const firsts = new Map<string, string>();
  query.forEach((value, key) => {
    if (!firsts.has(key)) firsts.set(key, value);
  });
  const read = (key: string, max: number): string | undefined => {
    const value = firsts.get(key)?.trim().slice(0, max);
    return value && !isLiteralMacro(value) ? value.toWellFormed() : undefined;
  };
  const pick = (keys: readonly string[], max: number): Record<string, string> => {
    const picked: Record<string, string> = {};
    if (firsts.size === 0) return picked;
    for (const key of keys) {
      const value = read(key, max);
      if (value !== undefined) picked[key] = value;
    }
    return picked;
  };
  const incoming = pick(UTM_KEYS, MAX_VALUE);
  const params: Record<string, string> = {};
  // a source may bring a sub id in a parameter of its own
  const subs: Record<string, string> = {};
  for (const { alias, param } of rules.parameters) {
    const value = read(param, MAX_VALUE);
    if (value === undefined) continue;
    params[alias] = value;
    if (SUB_KEYS.includes(alias)) subs[alias] = value;
  }
  return {
    external_id: rules.withoutAdIds || !rules.clickIdParam ? undefined : read(rules.clickIdParam, MAX_EXTERNAL_ID),
    ad_ids: rules.withoutAdIds ? {} : pick(AD_ID_KEYS, MAX_AD_ID),
    utm: rules.conflict === 'link_wins' ? { ...incoming, ...rules.utmDefaults } : { ...rules.utmDefaults, ...incoming },
    subs: { ...subs, ...pick(SUB_KEYS, MAX_VALUE) },
    params,
  };
}

type Paid = { cost_param: string | null; cost_model: string; cost_currency: string; traffic_loss_percent: number };

type ArrivalCost = {
  cost_micros?: string;
  cost_currency?: string;
  /** What the address said of the price, where that is no amount. */
  cost_unread?: string;
};

/** What a link says of its own cost. `cost_micros` is decimal text of a bigint. */
type OwnCost = { cost_model: 'source' | 'cpc' | 'cpa' | 'none'; cost_micros: string | null };

/**
 * What an arrival cost, an estimate until its bill comes: what the address of a source that is paid by the click says, else what the
 * link says. A price that cannot be read is told, never taken for nothing. Clicks that are billed and never arrive are paid by those that do. An empty object: nobody says it.
 */
export function costOf(source: Paid | undefined, query: URLSearchParams, own: OwnCost): ArrivalCost {
  if (!source || own.cost_model === 'cpa') return {};
  const currency = { cost_currency: source.cost_currency };
  if (own.cost_model === 'none') return { cost_micros: '0', ...currency };
  const isByClick = own.cost_model === 'cpc' || source.cost_model === 'cpc';
  const given = isByClick && source.cost_param ? (query.get(source.cost_param) ?? '').trim() : '';
  const said = parseMicros(given) ?? -1n;
  const unread = given !== '' && said < 0n ? { cost_unread: given.slice(0, MAX_UNREAD) } : {};
  const ofLink = own.cost_model === 'cpc' && own.cost_micros !== null ? BigInt(own.cost_micros) : undefined;
  const micros = said > 0n ? said : ofLink;
  if (micros === undefined) return unread;
  return { cost_micros: String(raised(micros, source.traffic_loss_percent)), ...currency, ...unread };
}

/** The price of one that arrives, when so many of a hundred never do; half a micro is rounded up. */
function raised(micros: bigint, lossPercent: number): bigint {
  const arriving = BigInt(100 - lossPercent);
  return lossPercent <= 0 || arriving <= 0n ? micros : (micros * 200n + arriving) / (2n * arriving);
}
