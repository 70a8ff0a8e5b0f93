import { blankToNull, toNumber, toText } from '../../../../platform/web/form.ts';
import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import type { Pair } from '../../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import type { Criterion, Item } from '../../contract.ts';
import { type Badge, BADGES, DEFAULT_CTA } from '../../item-fields.ts';
import { badgeWords, type ScoresTenths } from '../../rules.ts';

/** The badges with the words of their cards. */
export const BADGE_CHOICES: readonly Choice[] = BADGES.map((badge) => ({ value: badge, label: badgeWords(badge) }));

export type Rubric = readonly Criterion[];

/** What the editor holds: everything typed is text, facts are rows; field names are those of the wire. */
export type ItemValues = ReturnType<typeof toItemValues>;

/** A product as the editor shows it; without one, an empty form with the defaults. @param rubric that of its guide */
export const toItemValues = (item: Item | undefined, rubric: Rubric) => ({
  offer_id: item?.offer_id ?? null,
  fallback_offer_id: item?.fallback_offer_id ?? null,
  title: toText(item?.title),
  badge: (item?.badge ?? '') as Badge | '',
  badge_text: toText(item?.badge_text),
  score: toText(item?.score),
  score_reason: toText(item?.score_reason),
  rank_reason: toText(item?.rank_reason),
  scores: Object.fromEntries(rubric.map(({ key }) => [key, toText(item?.scores[key])])),
  summary: toText(item?.summary),
  body: toText(item?.body),
  pros: item?.pros ?? [],
  cons: item?.cons ?? [],
  best_for: toText(item?.best_for),
  not_for: toText(item?.not_for),
  attributes: Object.entries(item?.attributes ?? {}).map(([key, value]): Pair => ({ key, value })),
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
  score: toPoints(values.score),
  score_reason: blankToNull(values.score_reason),
  rank_reason: blankToNull(values.rank_reason),
  scores: Object.fromEntries(
    Object.entries(values.scores)
      .map(([key, text]) => [key, toPoints(text)] as const)
      .filter(([, points]) => points !== null),
  ),
  summary: blankToNull(values.summary),
  body: blankToNull(values.body),
  pros: filled(values.pros),
  cons: filled(values.cons),
  best_for: blankToNull(values.best_for),
  not_for: blankToNull(values.not_for),
  attributes: Object.fromEntries(
    values.attributes.filter((row) => row.key.trim() || row.value.trim()).map((row) => [row.key.trim(), row.value]),
  ),
  image_alt: blankToNull(values.image_alt),
});

/** A typed score; a decimal comma counts as a point. */
export const toPoints = (text: string): number | null => toNumber(text.replace(',', '.'));

const filled = (points: readonly string[]): string[] => points.map((point) => point.trim()).filter(Boolean);

/** The scores as the total is computed from them; what is typed wrong counts as not typed. */
export const toTenths = (scores: Readonly<Record<string, string>>): ScoresTenths =>
  Object.fromEntries(
    Object.entries(scores)
      .map(([key, text]) => [key, toPoints(text)] as const)
      .filter((one): one is [string, number] => one[1] !== null && one[1] >= 0 && one[1] <= 10)
      .map(([key, points]) => [key, Math.round(points * 10)]),
  );

/** The words of the form, for the list of differences in a conflict. */
export const ITEM_LABELS: Partial<Record<keyof ItemValues, string>> = {
  offer_id: 'Offer',
  fallback_offer_id: 'Fallback offer',
  title: 'Title',
  badge: 'Badge',
  badge_text: 'Badge text',
  score: 'Score',
  score_reason: 'Reason for the score',
  rank_reason: 'Reason for the place',
  scores: 'Scores',
  summary: 'Summary',
  body: 'Text',
  pros: 'Pros',
  cons: 'Cons',
  best_for: 'Best for',
  not_for: 'Not for',
  attributes: 'Facts',
  image_url: 'Image',
  image_alt: 'Image description',
  cta_text: 'Button text',
  is_visible: 'Visible',
  sponsored_placement: 'Paid placement',
};

/** Values as people know them, in conflicts and in the history: offers by name, scores by criterion, facts by label. */
export const itemWords =
  (rubric: Rubric, known: readonly Item[]) =>
  (name: string, value: unknown): string | undefined => {
    if (value === null || value === undefined) return undefined;
    if (name === 'offer_id' || name === 'fallback_offer_id') {
      const offers = known.flatMap((item) => [item.offer, item.fallback_offer]);
      return offers.find((offer) => offer?.id === value)?.name ?? `Offer ${value as number}`;
    }
    if (name === 'badge' && value !== '') return badgeWords(value as Badge);
    if (name === 'scores') return lines(rubric.map((one) => [one.name, (value as Named)[one.key]]));
    if (name === 'attributes' && !Array.isArray(value)) return lines(Object.entries(value as Named));
    return undefined;
  };

type Named = Readonly<Record<string, string | number | null>>;

const lines = (pairs: [string, string | number | null | undefined][]): string =>
  pairs.flatMap(([label, value]) => (value == null || value === '' ? [] : [`${label} = ${value}`])).join('\n') ||
  '(empty)';
