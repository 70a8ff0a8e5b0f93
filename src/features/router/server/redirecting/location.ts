import { expand, type MacroValues } from '../../../../platform/macros/macros.ts';
import type { Decision } from '../../../links/rules.ts';
import { forwardedParams } from '../../forwarding.ts';
import type { Destination, Offer, Routing, StoredLink } from './routing-tables.ts';

type WaysOut = Pick<StoredLink, 'fallback_url' | 'expired_url'>;
type Decided = Pick<Decision<Destination>, 'destination' | 'reason'>;

/** What of a visit goes on to where it is sent. */
type Carried = {
  forwarded: URLSearchParams;
  /** URL-safe as it is. */
  token: string;
  macros: () => MacroValues;
};

/** The query of a visit that its link sends on. @param utmDefaults of its source and its own */
export const forwardedBy = (
  link: StoredLink,
  query: URLSearchParams,
  utmDefaults: Readonly<Record<string, string>>,
): URLSearchParams =>
  forwardedParams(query, {
    forward: link.forward_params,
    listed: link.forward_list,
    defaults: utmDefaults,
    conflict: link.param_conflict,
  });

/** The address of a destination that is no offer, or the link's way out when there is none; a way out that is no address leads home. */
export function locationOf(table: Routing, link: WaysOut, { destination, reason }: Decided, carried: Carried): string {
  if (destination?.guide_id != null) return inside(`/listicles/${destination.guide_id}`, carried);
  if (destination?.review_id != null)
    return inside(`/offer-reviews/${table.reviewById.get(destination.review_id)!.slug}`, carried);
  if (destination?.url != null) return outside(destination.url, carried);
  const wayOut =
    reason === 'expired' || reason === 'click_limit' || reason === 'link_archived'
      ? (link.expired_url ?? link.fallback_url)
      : link.fallback_url;
  return wayOut.startsWith('/') ? inside(wayOut, carried) : outside(wayOut, carried);
}

/** Where a visit would lead, without the ids that one visit adds. @param offer of the destination, if it is one */
export function sampleLocationOf(
  table: Routing,
  link: StoredLink,
  decided: Decided & { offer: Offer | undefined },
  forwarded: URLSearchParams,
): string {
  if (decided.offer) return expand(decided.offer.template, {}, 'url');
  const carried = { forwarded, token: '', macros: () => ({}) };
  return locationOf(table, link, decided, carried).replace(/[?&]v=(?=#|$)/, '');
}

function inside(path: string, { forwarded, token }: Carried): string {
  const [before = '/', fragment] = path.split('#', 2);
  forwarded.delete('v');
  const query = forwarded.size === 0 ? '' : `${forwarded.toString()}&`;
  return `${before}${before.includes('?') ? '&' : '?'}${query}v=${token}${fragment === undefined ? '' : `#${fragment}`}`;
}

function outside(template: string, { forwarded, macros }: Carried): string {
  const url = new URL(expand(template, macros(), 'url'));
  for (const [key, value] of forwarded) if (!url.searchParams.has(key)) url.searchParams.append(key, value);
  return url.href;
}
