import { sanitizeRichText } from '../../../../platform/server/records/rich-text.ts';
import type { Content } from '../../../publishing/contract.ts';
import { fittingEdits } from '../../../publishing/server/checklist.ts';
import { ItemChange, type ItemInput } from '../../contract.ts';
import { DEFAULT_CTA } from '../../item-fields.ts';
import { pointsOf } from '../../rules.ts';
import type * as itemStore from './store-items.ts';

/** A product of which nothing is known. */
export const BLANK = {
  offer_id: null,
  title: null,
  badge: null,
  badge_text: null,
  score_tenths: null,
  score_reason: null,
  rank_reason: null,
  scores: '{}',
  summary: null,
  body: null,
  pros: '[]',
  cons: '[]',
  best_for: null,
  not_for: null,
  image_url: null,
  image_alt: null,
  cta_text: DEFAULT_CTA,
  fallback_offer_id: null,
  is_visible: true,
  sponsored_placement: false,
  attributes: '{}',
};

/** The input as the table holds it; what is left out is left out. */
export function columnsOf(input: ItemInput) {
  const { score, scores, body, pros, cons, attributes, ...rest } = input;
  return {
    ...rest,
    ...(score !== undefined && { score_tenths: score === null ? null : tenthsOf(score) }),
    ...(scores && { scores: JSON.stringify(mapped(scores, tenthsOf)) }),
    ...(attributes && { attributes: JSON.stringify(attributes) }),
    ...(body !== undefined && { body: body === null ? null : sanitizeRichText(body, 'body') || null }),
    ...(pros && { pros: JSON.stringify(pros) }),
    ...(cons && { cons: JSON.stringify(cons) }),
  };
}

const mapped = (all: Readonly<Record<string, number>>, change: (one: number) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]));

const tenthsOf = (points: number): number => Math.round(points * 10);

const { version: _version, ...EDITABLE } = ItemChange.shape;

/** The editable fields of a product, as its PUT takes them. */
export function contentOf({ score_tenths: typed, scores, ...row }: itemStore.ItemRow): Content {
  const fields = { ...row, score: pointsOf(typed), scores: mapped(scores, (tenths) => tenths / 10) };
  return Object.fromEntries(Object.keys(EDITABLE).map((key) => [key, fields[key as keyof typeof EDITABLE]]));
}

/** A product as it would be with these edits saved. */
export function withItemEdits(row: itemStore.ItemRow, edits: Content): itemStore.ItemRow {
  const { score, scores, body, ...rest } = fittingEdits(EDITABLE, edits);
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...row,
    ...(plain as Partial<itemStore.ItemRow>),
    ...(score !== undefined && { score_tenths: score === null ? null : tenthsOf(score) }),
    ...(scores && { scores: mapped(scores, tenthsOf) }),
    ...(body !== undefined && { body: body === null ? null : sanitizeRichText(body, 'body') || null }),
  };
}
