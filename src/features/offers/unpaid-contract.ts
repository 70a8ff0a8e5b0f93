import { z } from 'zod';
import { oneOf, pageOf } from '../../platform/paging.ts';
import { Offer } from './contract.ts';
import { PublicOffer } from './public-offer.ts';

/** For who may not see money: what a guide or a review needs of an offer. */
const UnpaidOffer = z.object({
  ...PublicOffer.shape,
  ...Offer.pick({
    network_id: true,
    network_name: true,
    category_id: true,
    category_name: true,
    tags: true,
    url: true,
    preview_url: true,
    status: true,
    state: true,
    countries_allowed: true,
    countries_blocked: true,
    devices_allowed: true,
    starts_at: true,
    ends_at: true,
    forbidden_words: true,
    allowed_claims: true,
    required_disclaimer: true,
    brand_bidding_allowed: true,
    link_status: true,
    final_url: true,
    link_checked_at: true,
    link_note: true,
    is_link_dead: true,
    link_snoozed_until: true,
    is_full: true,
    closed_by: true,
    clicks_7d: true,
    conv_7d: true,
    used_in: true,
    is_sample: true,
    version: true,
    created_at: true,
    updated_at: true,
  }).shape,
});
/** Is it told to who may not see money? */
export const isTold = (key: string): boolean => key in UnpaidOffer.shape;
export const UnpaidOfferPage = pageOf(UnpaidOffer);
export const UnpaidOfferReply = oneOf(UnpaidOffer);
