import type { Badge, GuideStatus } from './contract.ts';

/** Statuses in which the public reads a guide; `featured` is published and stands first. */
export const PUBLIC_STATUSES = ['published', 'featured'] as const;

export const isPublicStatus = (status: GuideStatus): status is (typeof PUBLIC_STATUSES)[number] =>
  status === 'published' || status === 'featured';

type Seen = { status: GuideStatus; first_published_at: string | null; deleted_at: string | null };

/** What the public gets: the guide, 410 for what it could read before, 404 for everything else (a draft, even one that was public). */
export function publicState(guide: Seen): 'public' | 'gone' | 'missing' {
  if (guide.deleted_at === null && isPublicStatus(guide.status)) return 'public';
  return guide.first_published_at !== null && guide.status !== 'draft' ? 'gone' : 'missing';
}

const BADGE_WORDS: Record<Badge, string> = {
  best_overall: 'Best overall',
  best_value: 'Best value',
  best_budget: 'Best on a budget',
  editors_choice: "Editor's choice",
  best_for: 'Best for',
};

/** The words of a badge as forms offer it. */
export const badgeWords = (badge: Badge): string => BADGE_WORDS[badge];

/** The words on the card: a text of its own, else those of the badge; undefined without a badge. */
export const badgeLabel = (badge: Badge | null, text: string | null): string | undefined =>
  badge === null ? undefined : (text ?? BADGE_WORDS[badge]);

type ItemFacts = {
  offer_id: number | null;
  title: string | null;
  badge: Badge | null;
  badge_text: string | null;
  image_url: string | null;
  image_alt: string | null;
  fallback_offer_id: number | null;
};

/** What is wrong between the fields of a product, as field and reason; undefined when nothing is. */
export function itemProblem(item: ItemFacts): { field: keyof ItemFacts; reason: string } | undefined {
  if (item.offer_id === null && item.title === null) {
    return { field: 'title', reason: 'is required for a product without an offer' };
  }
  if (item.badge === 'best_for' && item.badge_text === null) {
    return { field: 'badge_text', reason: 'must say whom this is best for' };
  }
  if (item.image_url !== null && item.image_alt === null) {
    return { field: 'image_alt', reason: 'is required with an image' };
  }
  if (item.fallback_offer_id !== null && item.offer_id === null) {
    return { field: 'fallback_offer_id', reason: 'needs an offer that it stands in for' };
  }
  if (item.fallback_offer_id !== null && item.fallback_offer_id === item.offer_id) {
    return { field: 'fallback_offer_id', reason: 'must be another offer' };
  }
  return undefined;
}

type MaybeLive = { isLive: boolean } | undefined;

/** Where the button leads: to the offer, to its stand-in while the offer is not live, or nowhere. */
export function linkState(offer: MaybeLive, fallback: MaybeLive): 'offer' | 'fallback' | 'none' {
  if (offer?.isLive) return 'offer';
  return offer && fallback?.isLive ? 'fallback' : 'none';
}

/** The first words of a rich text as plain text, cut at a word. @returns undefined when there is no text */
export function excerptOf(html: string | null, maxLength = 180): string | undefined {
  const text = (html ?? '')
    // what marks words (bold, links) ends no word; what marks blocks does
    .replace(/<\/?(?:strong|b|em|i|u|a)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= maxLength) return text || undefined;
  const cut = text.slice(0, maxLength + 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 60 ? cut.lastIndexOf(' ') : maxLength).replace(/[\s.,;:]+$/, '')}…`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** A copy of a list in which one element stands elsewhere. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}
