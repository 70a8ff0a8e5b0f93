import { blankToNull, linesOf, toNumber, toText } from '../../../platform/web/form.ts';
import type { Choice } from '../../../platform/web/ui/FilterSelect.tsx';
import type { Item } from '../contract.ts';
import { type Badge, BADGES, DEFAULT_CTA } from '../item-fields.ts';
import { badgeWords } from '../rules.ts';

/** The badges with the words of their cards. */
export const BADGE_CHOICES: readonly Choice[] = BADGES.map((badge) => ({ value: badge, label: badgeWords(badge) }));

/** What the editor holds: everything typed is text, lists are lines; field names are those of the wire. */
export type ItemValues = ReturnType<typeof toItemValues>;

/** A product as the editor shows it; without one, an empty form with the defaults. */
export const toItemValues = (item?: Item) => ({
  offer_id: item?.offer_id ?? null,
  fallback_offer_id: item?.fallback_offer_id ?? null,
  title: toText(item?.title),
  badge: (item?.badge ?? '') as Badge | '',
  badge_text: toText(item?.badge_text),
  score: toText(item?.score),
  summary: toText(item?.summary),
  body: toText(item?.body),
  pros: (item?.pros ?? []).join('\n'),
  cons: (item?.cons ?? []).join('\n'),
  best_for: toText(item?.best_for),
  not_for: toText(item?.not_for),
  image_url: item?.image_url ?? null,
  image_alt: toText(item?.image_alt),
  cta_text: item?.cta_text ?? DEFAULT_CTA,
  is_visible: item?.is_visible ?? true,
  sponsored_placement: item?.sponsored_placement ?? false,
  version: item?.version,
});

/** The form as the contract wants it; a decimal comma counts as a point, and a product that is not stored yet has no version. */
export const toItemWire = ({ version, ...values }: ItemValues) => ({
  ...values,
  ...(version !== undefined && { version }),
  title: blankToNull(values.title),
  badge: values.badge || null,
  badge_text: blankToNull(values.badge_text),
  score: toNumber(values.score.replace(',', '.')),
  summary: blankToNull(values.summary),
  body: blankToNull(values.body),
  pros: linesOf(values.pros),
  cons: linesOf(values.cons),
  best_for: blankToNull(values.best_for),
  not_for: blankToNull(values.not_for),
  image_alt: blankToNull(values.image_alt),
});

/** The words of the form, for the list of differences in a conflict. */
export const ITEM_LABELS: Partial<Record<keyof ItemValues, string>> = {
  offer_id: 'Offer',
  fallback_offer_id: 'Fallback offer',
  title: 'Title',
  badge: 'Badge',
  badge_text: 'Badge text',
  score: 'Score',
  summary: 'Summary',
  body: 'Text',
  pros: 'Pros',
  cons: 'Cons',
  best_for: 'Best for',
  not_for: 'Not for',
  image_url: 'Image',
  image_alt: 'Image description',
  cta_text: 'Button text',
  is_visible: 'Visible',
  sponsored_placement: 'Sponsored placement',
};
