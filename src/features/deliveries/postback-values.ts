import { macroNames, momentMacros, type MacroValues } from '../../platform/macros/macros.ts';
import { formatMicros, type Micros } from '../../platform/money.ts';
import type { ConversionStatus } from '../networks/conversion-statuses.ts';
import { AD_ID_KEYS, type EventType, SUB_KEYS, UTM_KEYS } from '../sources/contract.ts';

/** What an outgoing postback may tell. No page, no name of an offer: which guide somebody read is nobody else's business. */
export type PostbackFacts = {
  conversionId: string;
  eventType: EventType;
  status: ConversionStatus;
  payoutMicros: Micros;
  currency: string;
  /** What the visit behind it cost, in `currency`; null where that is not known. */
  costMicros: Micros | null;
  txid: string | null;
  occurredAt: string;
  clickAt: string | null;
  clickId: string | null;
  visitId: string | null;
  externalId: string | null;
  adIds: Readonly<Record<string, string>>;
  utm: Readonly<Record<string, string>>;
  subs: Readonly<Record<string, string>>;
  ids: {
    source: number | null;
    link: number | null;
    destination: number | null;
    offer: number | null;
    network: number;
  };
  linkSlug: string | null;
  country: string | null;
  device: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
};

type Names = {
  name: string;
  event_map: Partial<Record<EventType, string>>;
  status_map: Partial<Record<ConversionStatus, string>>;
};

/** @param names of the source: its own name, and its words for our events and statuses. @param siteCurrency decides whether `payout_base` is known */
export function postbackValues(facts: PostbackFacts, names: Names, siteCurrency: string): MacroValues {
  const payout = formatMicros(facts.payoutMicros);
  const reversal = facts.status === 'reversed' ? (names.event_map.refund ?? names.event_map.chargeback) : undefined;
  const text = (id: number | null) => (id === null ? undefined : String(id));
  return {
    ...facts.adIds,
    ...facts.utm,
    ...facts.subs,
    // the moment of the conversion, not of the attempt: every attempt says the same
    ...momentMacros(new Date(facts.occurredAt), facts.conversionId),
    external_id: facts.externalId ?? undefined,
    click_id: facts.clickId ?? undefined,
    visit_id: facts.visitId ?? undefined,
    event: reversal ?? names.event_map[facts.eventType] ?? facts.eventType,
    status: names.status_map[facts.status] ?? facts.status,
    payout,
    payout_base: facts.currency === siteCurrency ? payout : undefined,
    currency: facts.currency,
    cost: facts.costMicros === null ? undefined : formatMicros(facts.costMicros),
    profit: facts.costMicros === null ? undefined : formatMicros(facts.payoutMicros - facts.costMicros),
    txid: facts.txid ?? undefined,
    conversion_id: facts.conversionId,
    click_ts: facts.clickAt === null ? undefined : String(Math.floor(Date.parse(facts.clickAt) / 1000)),
    'source.id': text(facts.ids.source),
    'source.name': facts.ids.source === null ? undefined : names.name,
    'link.id': text(facts.ids.link),
    'link.slug': facts.linkSlug ?? undefined,
    'dest.id': text(facts.ids.destination),
    'offer.id': text(facts.ids.offer),
    'network.id': text(facts.ids.network),
    country: facts.country ?? undefined,
    device: facts.device ?? undefined,
    os: facts.os ?? undefined,
    browser: facts.browser ?? undefined,
    lang: facts.language ?? undefined,
  };
}

type Sample = Pick<PostbackFacts, 'eventType' | 'payoutMicros' | 'currency'> & { sourceId: number; now: Date };

/** A made-up conversion of a source, to show what its template becomes. */
export const sampleFacts = ({ sourceId, now, ...given }: Sample): PostbackFacts => ({
  ...given,
  conversionId: '1000001',
  status: given.eventType === 'refund' || given.eventType === 'chargeback' ? 'reversed' : 'approved',
  costMicros: 120_000n,
  txid: 'DEMO-TX-1',
  occurredAt: now.toISOString(),
  clickAt: new Date(now.getTime() - 3_600_000).toISOString(),
  clickId: '01demo0click0id0000000ab',
  visitId: '01demo0visit0id0000000ab',
  externalId: 'demo-external-id',
  adIds: Object.fromEntries(AD_ID_KEYS.map((name) => [name, `demo-${name}`])),
  utm: Object.fromEntries(UTM_KEYS.map((name) => [name, 'demo'])),
  subs: Object.fromEntries(SUB_KEYS.map((name) => [name, 'demo'])),
  ids: { source: sourceId, link: 1, destination: 1, offer: 1, network: 1 },
  linkSlug: 'demo-link',
  country: 'US',
  device: 'mobile',
  os: 'Android',
  browser: 'Chrome',
  language: 'en',
});

type Template = {
  url: string | null;
  body: string | null;
  method: 'GET' | 'POST';
  requires_external_id: boolean;
  postback_enabled: boolean;
  send_zero_payout: boolean;
  statuses: readonly string[];
};

/** What would go wrong with a source's postback, in words for its editor. */
export function problemsOf(template: Template, values: MacroValues, payoutMicros: Micros): string[] {
  const { url } = template;
  if (!url) return ['There is no postback URL.'];
  const names = macroNames(`${url} ${template.body ?? ''}`);
  const unknown = names.filter((name) => name && !Object.hasOwn(values, name));
  return [
    ...(template.postback_enabled ? [] : ['Postbacks are switched off.']),
    ...(template.statuses.length > 0 ? [] : ['No status is selected, so nothing is sent.']),
    ...(template.requires_external_id && !names.includes('external_id')
      ? ['The source needs its own click id, but {external_id} is not in the template.']
      : []),
    ...(payoutMicros === 0n && !template.send_zero_payout ? ['Conversions without a payout are not sent.'] : []),
    ...(template.body && template.method === 'GET' ? ['A body is only sent with POST.'] : []),
    ...unknown.map((name) => `The macro {${name}} is not known and will be empty.`),
  ];
}
