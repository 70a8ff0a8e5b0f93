import { CTA_PLACES, type Context, type CtaPlace } from '../../../events/contract.ts';
import { audienceReasonOf } from '../../../links/rules.ts';
import type { Arrival } from '../../arrival.ts';
import { carriedOn, shutItem, shutReview } from '../shut.ts';
import { firstOpen, openOffer } from './availability.ts';
import { recordClick, type RedirectParts, type Way } from './record-click.ts';

const VIEW_TOKEN_AGE_MS = 7 * 24 * 3_600_000;

/** The ways of the buttons of our pages: each press that leads to an offer is a click. */
export function createButtonRedirects(parts: RedirectParts) {
  const { routing, caps, clock } = parts;
  const openToken = (token: string): Context | undefined => parts.open(token, VIEW_TOKEN_AGE_MS);

  function contextIn({ query, hasPrivacySignal }: Arrival): Context {
    const token = query.get('v');
    const context = (token && openToken(token)) || {};
    return hasPrivacySignal ? { ...context, ad_ids: undefined, external_id: undefined } : context;
  }

  return {
    async outItem(itemId: number, arrival: Arrival): Promise<Way | undefined> {
      const { query, facts } = arrival;
      const table = routing();
      const item = table.items.get(itemId);
      if (!item) return undefined;
      const now = clock();
      const circumstances = { table, caps, nowMs: now.getTime(), who: facts };
      const offer = firstOpen(circumstances, [item.offer_id, item.fallback_offer_id]);
      if (Array.isArray(offer) || !item.is_visible) {
        const reason = item.is_visible && Array.isArray(offer) ? audienceReasonOf(offer) : undefined;
        if (reason)
          return { shut: shutItem({ ...circumstances, reason }, item), ...carriedOn(query.get('v'), openToken) };
        return { status: 302, location: table.publicGuides.has(item.guide_id) ? `/listicles/${item.guide_id}` : '/' };
      }
      const context = contextIn(arrival);
      return { status: 302, location: await recordClick(parts, { now, facts, context, offer, item }) };
    },

    async outReview(slug: string, arrival: Arrival): Promise<Way | undefined> {
      const { query, facts } = arrival;
      const table = routing();
      const review = table.reviewBySlug.get(slug);
      if (!review) return undefined;
      const now = clock();
      const circumstances = { table, caps, nowMs: now.getTime(), who: facts };
      const offer = openOffer(circumstances, review.offer_id);
      if (typeof offer === 'string') {
        const reason = audienceReasonOf([offer]);
        if (reason)
          return { shut: shutReview({ ...circumstances, reason }, review), ...carriedOn(query.get('v'), openToken) };
        return { status: 302, location: review.isPublic ? `/offer-reviews/${review.slug}` : '/' };
      }
      const [context, cta] = [contextIn(arrival), ctaOf(query)];
      return { status: 302, location: await recordClick(parts, { now, facts, context, offer, review, cta }) };
    },
  };
}

/** The button that a review's page says was pressed: a word of the list, whatever else an address holds. */
const ctaOf = (query: URLSearchParams): CtaPlace | undefined => CTA_PLACES.find((place) => place === query.get('p'));
