import type { Db } from '../../../platform/server/postgres.ts';
import { sanitizeRichText } from '../../../platform/server/rich-text.ts';
import { offersById, type OfferFacts } from '../../offers/server/service.ts';
import type { PublicReview, ReviewCard } from '../contract.ts';
import { publicState } from '../rules.ts';
import * as store from './store.ts';

/** Tenths as the number of the wire. */
export const scoreOf = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10);

/** @returns `gone` for what readers could see before, `missing` for everything else they may not see */
export async function readReview(db: Db, slug: string, now: Date): Promise<'missing' | 'gone' | PublicReview> {
  const row = await store.findBySlug(db, slug);
  if (!row) return 'missing';
  const state = publicState(row);
  if (state !== 'public') return state;
  const offer = (await offersById(db, [row.offer_id], now)).get(row.offer_id)!;
  return {
    id: row.id,
    offer_id: row.offer_id,
    slug: row.slug,
    title: row.title,
    status: row.status,
    verdict: row.verdict,
    score: scoreOf(row.score_tenths),
    pros: row.pros,
    cons: row.cons,
    // sanitised again on the way out: what the table holds may be older than the rules
    sections: row.sections.map(({ heading, body }) => ({ heading, body: sanitizeRichText(body, 'sections') })),
    author_name: row.author_name,
    tested: row.tested,
    main_image_url: row.main_image_url,
    meta_description: row.meta_description,
    is_sample: row.is_sample,
    published_at: row.first_published_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    offer: factsFor(offer),
  };
}

export async function readCards(db: Db, limit: number): Promise<ReviewCard[]> {
  const rows = await store.listPublic(db, limit);
  const offers = await offersById(
    db,
    rows.map((row) => row.offer_id),
  );
  return rows.map((row) => ({
    id: row.id,
    offer_id: row.offer_id,
    offer_name: offers.get(row.offer_id)!.name,
    slug: row.slug,
    title: row.title,
    status: row.status as ReviewCard['status'],
    verdict: row.verdict,
    score: scoreOf(row.score_tenths),
    author_name: row.author_name,
    main_image_url: row.main_image_url ?? offers.get(row.offer_id)!.image_url,
    published_at: row.first_published_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

const factsFor = (offer: OfferFacts): PublicReview['offer'] => ({
  id: offer.id,
  name: offer.name,
  brand: offer.brand,
  image_url: offer.image_url,
  price: offer.price,
  list_price: offer.list_price,
  price_currency: offer.price_currency,
  price_checked_at: offer.price_checked_at,
  coupon_code: offer.coupon_code,
  coupon_text: offer.coupon_text,
  coupon_ends_at: offer.coupon_ends_at,
  money_back_days: offer.money_back_days,
  shipping_note: offer.shipping_note,
  attributes: offer.attributes,
  is_available: offer.isLive,
});
