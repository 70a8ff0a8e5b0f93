import { textOfHtml } from '../../platform/text/html-text.ts';
import { beginning } from '../../platform/text/letters.ts';
import { slugFrom } from '../../platform/text/slug.ts';
import { BADGE_WORDS } from './badge-words.ts';
import type { Criterion } from './contract.ts';
import type { Badge } from './item-fields.ts';

/** What stands after the id in the address of a guide: guides of before have no slug of their own. */
export const addressSlug = ({ slug, title }: { slug: string | null; title: string }): string =>
  slug ?? (slugFrom(title) || 'guide');

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
  score_tenths: number | null;
  score_reason: string | null;
};

/** What is wrong between the fields of a product, as field of the form and reason; undefined when nothing is. */
export function itemProblem(item: ItemFacts, hasRubric: boolean): { field: string; reason: string } | undefined {
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
  if (hasRubric && item.score_tenths !== null && item.score_reason === null) {
    return { field: 'score_reason', reason: 'must say why this score stands in place of the computed total' };
  }
  return undefined;
}

type MaybeOpen = { isOpen: boolean } | undefined;

/** Where the button leads: to the offer, to its stand-in while the offer takes nobody, or nowhere. */
export function buttonLeadsTo(offer: MaybeOpen, fallback: MaybeOpen): 'offer' | 'fallback' | 'none' {
  if (offer?.isOpen) return 'offer';
  return offer && fallback?.isOpen ? 'fallback' : 'none';
}

/** Scores by the key of the criterion, in tenths of a point: 0 to 100. */
export type ScoresTenths = Readonly<Record<string, number>>;

type Weighed = Pick<Criterion, 'key' | 'weight'>;

/** The scores of the criteria that a guide has now, in their order; undefined when one of them has none, or there is no rubric. */
export function scoresOf<T extends Weighed>(
  rubric: readonly T[],
  scores: ScoresTenths,
): { criterion: T; tenths: number }[] | undefined {
  const all = rubric.flatMap((criterion) => {
    const tenths = Object.hasOwn(scores, criterion.key) ? scores[criterion.key] : undefined;
    return tenths === undefined ? [] : [{ criterion, tenths }];
  });
  return all.length === rubric.length && all.length > 0 ? all : undefined;
}

/**
 * The weighted mean of the scores in tenths, halves rounded up. Whole numbers only, so that every reader who recomputes it gets the
 * same. What we are paid for a product is no argument of this.
 * @returns undefined unless every criterion is scored
 */
export function totalScore(rubric: readonly Weighed[], scores: ScoresTenths): number | undefined {
  const all = scoresOf(rubric, scores);
  if (!all) return undefined;
  const weights = all.reduce((sum, one) => sum + one.criterion.weight, 0);
  const points = all.reduce((sum, one) => sum + one.criterion.weight * one.tenths, 0);
  return Math.floor((2 * points + weights) / (2 * weights));
}

/** Tenths as the wire has them: 0 to 10 with one decimal. */
export const pointsOf = (tenths: number | null | undefined): number | null => (tenths == null ? null : tenths / 10);

/** The attributes of an offer with the product's own over them; an empty value takes one away. */
export const mergedAttributes = (
  ofOffer: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...ofOffer, ...own }).filter(([, value]) => value !== ''));

/** The first words of a rich text as plain text, cut at a word. @returns undefined when there is no text */
export function excerptOf(html: string | null, maxLength = 180): string | undefined {
  return beginning(textOfHtml(html), maxLength) || undefined;
}
