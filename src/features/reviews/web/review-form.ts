import { blankToNull, linesOf, toNumber, toText } from '../../../platform/web/form.ts';
import type { Review } from '../contract.ts';

/** What the editor holds: everything typed is text, pros and cons are lines; field names are those of the wire. */
export type ReviewValues = ReturnType<typeof toValues>;

/** A review as the editor shows it; without one, an empty form with the defaults. */
export const toValues = (review?: Review) => ({
  offer_id: toText(review?.offer_id),
  title: toText(review?.title),
  slug: toText(review?.slug),
  status: review?.status ?? 'draft',
  verdict: toText(review?.verdict),
  score: toText(review?.score),
  pros: (review?.pros ?? []).join('\n'),
  cons: (review?.cons ?? []).join('\n'),
  sections: review?.sections ?? [],
  author_name: toText(review?.author_name),
  tested: review?.tested ?? 'research_only',
  main_image_url: review?.main_image_url ?? null,
  meta_description: toText(review?.meta_description),
  version: review?.version,
});

/** The form as the contract wants it; a decimal comma counts as a point. */
export const toWire = ({ version, ...values }: ReviewValues) => ({
  ...values,
  ...(version !== undefined && { version }),
  offer_id: toNumber(values.offer_id),
  verdict: blankToNull(values.verdict),
  score: toNumber(values.score.replace(',', '.')),
  pros: linesOf(values.pros),
  cons: linesOf(values.cons),
  author_name: blankToNull(values.author_name),
  meta_description: blankToNull(values.meta_description),
});

/** The words of the form, for the list of differences in a conflict. */
export const REVIEW_LABELS: Partial<Record<keyof ReviewValues, string>> = {
  offer_id: 'Offer',
  title: 'Title',
  slug: 'Slug',
  status: 'Status',
  verdict: 'Verdict',
  score: 'Score',
  pros: 'Pros',
  cons: 'Cons',
  sections: 'Sections',
  author_name: 'Author name',
  tested: 'How it was judged',
  main_image_url: 'Main image',
  meta_description: 'Description for search engines',
};
