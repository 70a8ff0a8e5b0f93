import { expand, macroNames, withQueryPairs, type MacroValues } from '../../platform/macros/macros.ts';
import type { OfferState, OfferStatus, OfferWarning } from './contract.ts';
import { offerClosed, outsideDates, type ClosableOffer } from './closed.ts';
import { isOutgoingMacro } from './outgoing-macros.ts';

/** What of an offer and its network makes the final address. */
export type OfferLink = {
  url: string;
  /** The network's query key for our click id; null when it has none or there is no network. */
  click_param: string | null;
  append_click_id: boolean;
  extra_params: readonly { key: string; value: string }[];
};

/**
 * The template behind an offer's address: its URL with the network's extra parameters (those that the URL has already stay)
 * and, where the URL has no click id of its own, the click id under the network's key, once. Worth keeping per offer.
 */
export function offerTemplate(offer: OfferLink): string {
  const withExtras = withQueryPairs(offer.url, offer.extra_params, 'keep');
  if (!offer.append_click_id || !offer.click_param || hasClickId(withExtras)) return withExtras;
  return withQueryPairs(withExtras, [{ key: offer.click_param, value: '{click_id}' }], 'replace');
}

/** The address a visitor is sent to: ASCII, of the scheme, host and port that the administrator typed, whatever the values hold. */
export const offerUrl = (offer: OfferLink, macros: MacroValues): string => expand(offerTemplate(offer), macros, 'url');

/** A click id in a fallback does not count: it may not be reached. */
const hasClickId = (template: string): boolean => macroNames(template, 'top').includes('click_id');

type Dates = { status: OfferStatus; starts_at: string | null; ends_at: string | null };

/** The status as the dates leave it: `starts_at` inclusive, `ends_at` exclusive. */
export function stateOf(offer: Dates, now: Date): OfferState {
  if (offer.status !== 'active') return offer.status;
  const closed = outsideDates(offer, now.getTime());
  if (closed === undefined) return 'active';
  return closed === 'over' ? 'expired' : 'scheduled';
}

/**
 * From when an offer that is live takes nobody any more by a change: at once, from its new and earlier end, or never. Of one that is not
 * live nothing is lost.
 * @param change what of the offer is written; a network that is paused closes it at once
 */
export function closesBy(
  offer: Dates & Pick<ClosableOffer, 'is_link_dead'> & { network_id: number | null },
  change: Partial<Dates> & { network_id?: number | null | undefined },
  pausedNetworks: ReadonlySet<number>,
  now: Date,
): 'at once' | Date | undefined {
  const isClosed = (one: Omit<ClosableOffer, 'is_network_paused'> & { network_id?: number | null | undefined }) =>
    offerClosed({ ...one, is_network_paused: pausedNetworks.has(one.network_id ?? 0) }, now.getTime()) !== undefined;
  if (isClosed(offer)) return undefined;
  const fresh = { ...offer, ...change };
  if (isClosed(fresh)) return 'at once';
  if (fresh.ends_at === null) return undefined;
  const isEarlier = offer.ends_at === null || Date.parse(fresh.ends_at) < Date.parse(offer.ends_at);
  return isEarlier ? new Date(fresh.ends_at) : undefined;
}

/** Two addresses with the same result lead to the same page: scheme, order of the query and a closing slash do not count. */
export function normaliseUrl(template: string): string {
  // braces have a meaning for us, none for the URL standard
  const url = new URL(template.trim());
  const query = url.search.slice(1).split('&').filter(Boolean).toSorted().join('&');
  return `${url.host}${url.pathname.replace(/\/+$/, '')}?${query}`;
}

/** What a save says besides yes. @param twin the name of another offer of the network with the same address */
export function judgeOffer(offer: OfferLink & { network_id: number | null }, twin: string | undefined): OfferWarning[] {
  const warnings: OfferWarning[] = [];
  const warn = (code: OfferWarning['code'], message: string) => warnings.push({ code, field: 'url', message });
  if (twin !== undefined) warn('duplicate_url', `The offer "${twin}" of this network has the same URL.`);
  if (!hasClickId(offerTemplate(offer))) {
    warn(
      'no_click_macro',
      'No click id reaches the network: add {click_id} to the URL, or a click parameter to the network.',
    );
  }
  if (!/^https:/i.test(offer.url.trim())) warn('not_https', 'The URL is not https.');
  const unknown = macroNames(offer.url).filter((name) => !isOutgoingMacro(name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => (name ? `{${name}}` : 'braces without a name')).join(', ');
    warn('unknown_macro', `Nothing fills ${names}; it is left out of the address.`);
  }
  return warnings;
}
