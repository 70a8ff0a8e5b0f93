import { blankToNull, toNumber, toText } from '../../../platform/web/form.ts';
import { EDITORIAL_LABELS, toEditorialValues, toEditorialWire } from '../../publishing/web/editorial-form.ts';
import type { Review } from '../contract.ts';

/** What the editor holds: everything typed is text; field names are those of the wire. */
export type ReviewValues = ReturnType<typeof toValues>;

/** A review as the editor shows it. @param zone in which its dates are typed */
export const toValues = (review: Review, zone: string) => ({
  offer_id: toText(review.offer_id),
  title: toText(review.title),
  status: review.status as string,
  slug: toText(review.slug),
  main_image_url: review.main_image_url ?? null,
  main_image_alt: toText(review.main_image_alt),
  tested: review.tested as string,
  score: toText(review.score),
  sub_scores: (review.sub_scores ?? []).map(({ name, score }) => ({ name: toText(name), score: toText(score) })),
  verdict: toText(review.verdict),
  pros: review.pros ?? [],
  cons: review.cons ?? [],
  sections: (review.sections ?? []).map(({ heading, body }) => ({ heading: toText(heading), body: toText(body) })),
  gallery: (review.gallery ?? []).map(({ url, alt }) => ({ url: url as string | null, alt: toText(alt) })),
  ...toEditorialValues(review, zone),
});

/** The form as the contract wants it; a blank slug is left out, so that the stored one stays. */
export const toWire = (values: ReviewValues, zone: string) => ({
  ...values,
  offer_id: toNumber(values.offer_id),
  slug: blankToNull(values.slug) ?? undefined,
  main_image_alt: blankToNull(values.main_image_alt),
  score: toPoints(values.score),
  sub_scores: values.sub_scores.map(({ name, score }) => ({ name, score: toPoints(score) })),
  verdict: blankToNull(values.verdict),
  pros: filled(values.pros),
  cons: filled(values.cons),
  ...toEditorialWire(values, zone),
});

/** A typed score; a decimal comma counts as a point. */
const toPoints = (text: string): number | null => toNumber(text.replace(',', '.'));

const filled = (points: readonly string[]): string[] => points.map((point) => point.trim()).filter(Boolean);

/** The words of the form, for what is unsaved, for conflicts and for the history. */
export const REVIEW_LABELS: Partial<Record<keyof ReviewValues, string>> = {
  offer_id: 'Offer',
  title: 'Title',
  status: 'Status',
  slug: 'Slug',
  main_image_url: 'Main image',
  main_image_alt: 'Image description',
  tested: 'Judged by',
  score: 'Score',
  sub_scores: 'Sub-scores',
  verdict: 'Verdict',
  pros: 'Pros',
  cons: 'Cons',
  sections: 'Sections',
  gallery: 'Gallery',
  ...EDITORIAL_LABELS,
};
