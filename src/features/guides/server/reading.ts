import { paged, type Paged } from '../../../platform/paging.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import { sanitizeRichText } from '../../../platform/server/rich-text.ts';
import { offersById, type OfferFacts } from '../../offers/server/service.ts';
import type { GuideCard, PublicGuide, PublicItem } from '../contract.ts';
import { badgeLabel, excerptOf, isPublicStatus, linkState, publicState } from '../rules.ts';
import * as itemStore from './store-items.ts';
import * as store from './store.ts';

/** A guide as readers get it, its visible products with the facts of their offers; `gone` is 410, `missing` 404. */
export async function publicGuide(db: Db, id: number, now = new Date()): Promise<'missing' | 'gone' | PublicGuide> {
  const [row] = await store.findMany(db, [id]);
  if (!row) return 'missing';
  const state = publicState(row);
  if (state !== 'public' || !isPublicStatus(row.status)) return state === 'gone' ? 'gone' : 'missing';
  return {
    id: row.id,
    title: row.title,
    description: clean(row.description),
    status: row.status,
    author_name: row.author_name,
    main_image_url: row.main_image_url,
    published_at: row.first_published_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    items: await visibleItems(db, row.id, now),
  };
}

/** One page of the guides the public may read: featured first, then the newest. @param asked.q words of the title or the text */
export async function publicGuides(
  db: Db,
  asked: { page: number; limit: number; q?: string | undefined },
): Promise<Paged<GuideCard>> {
  const { page, limit, q } = asked;
  const offset = (page - 1) * limit;
  const [rows, total] = [await store.listPublic(db, q, limit, offset), await store.countPublic(db, q)];
  const items = Map.groupBy(
    await itemStore.listVisible(
      db,
      rows.map((row) => row.id),
    ),
    (item) => item.guide_id,
  );
  const cards = rows.map((row) => {
    const own = items.get(row.id) ?? [];
    return {
      id: row.id,
      title: row.title,
      excerpt: excerptOf(row.description) ?? null,
      status: row.status as GuideCard['status'],
      author_name: row.author_name,
      main_image_url: row.main_image_url,
      items_count: own.length,
      top_badges: own.slice(0, 3).flatMap((item) => badgeLabel(item.badge, item.badge_text) ?? []),
      published_at: row.first_published_at,
      created_at: row.created_at,
      updated_at: row.updated_at,
    };
  });
  return paged(cards, total, { page, limit, offset, order: 'desc' });
}

async function visibleItems(db: Db, guideId: number, now: Date): Promise<PublicItem[]> {
  const rows = await itemStore.listVisible(db, [guideId]);
  const ids = rows.flatMap((row) => [row.offer_id, row.fallback_offer_id]).filter((id) => id !== null);
  const offers = await offersById(db, ids, now);
  return rows.map((row, index) => {
    const own = offers.get(row.offer_id ?? 0);
    const fallback = offers.get(row.fallback_offer_id ?? 0);
    const state = linkState(own, fallback);
    const shown = state === 'offer' ? own : state === 'fallback' ? fallback : undefined;
    const title = row.title ?? own?.name ?? '';
    const image = row.image_url ?? own?.image_url ?? null;
    return {
      id: row.id,
      rank: index + 1,
      title,
      badge: row.badge,
      badge_label: badgeLabel(row.badge, row.badge_text) ?? null,
      score: row.score_tenths === null ? null : row.score_tenths / 10,
      summary: row.summary,
      body: clean(row.body),
      pros: row.pros,
      cons: row.cons,
      best_for: row.best_for,
      not_for: row.not_for,
      image_url: image,
      image_alt: image === null ? null : (row.image_alt ?? title),
      cta_text: row.cta_text,
      sponsored_placement: row.sponsored_placement,
      offer: shown ? factsFor(shown) : null,
      is_fallback: state === 'fallback',
    };
  });
}

/** Nothing of what we are paid. */
const factsFor = (offer: OfferFacts) => ({
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
});

/** Sanitised again on the way out: what the table holds may be older than the rules. */
const clean = (html: string | null): string | null => (html === null ? null : sanitizeRichText(html) || null);
