import { sanitizeRichText } from '../../../platform/server/records/rich-text.ts';
import type { Content } from '../../publishing/contract.ts';
import { fittingEdits } from '../../publishing/server/checklist.ts';
import { ReviewChange } from '../contract.ts';
import { scoreOf, subScoresOf } from './scores.ts';
import type * as store from './store.ts';

/** A form's values as columns; what is left out is left out. @throws AppError validation_failed for a text that the sanitiser refuses */
export function columnsOf(input: Omit<ReviewChange, 'version'>): store.ReviewUpdate {
  const {
    score,
    sub_scores: subScores,
    pros,
    cons,
    sections,
    faq,
    sources,
    gallery,
    changes: log,
    slug,
    ...rest
  } = input;
  const lists = { pros, cons, faq, sources, gallery, changes: log };
  return {
    ...rest,
    ...jsonOf(lists),
    ...(slug !== undefined && { slug }),
    ...(score !== undefined && { score_tenths: score === null ? null : tenthsOf(score) }),
    ...(subScores && {
      sub_scores: JSON.stringify(subScores.map((one) => ({ name: one.name, score_tenths: tenthsOf(one.score) }))),
    }),
    ...(sections && {
      sections: JSON.stringify(
        sections.map(({ heading, body }, i) => ({ heading, body: sanitizeRichText(body, `sections.${i}.body`) })),
      ),
    }),
  };
}

const tenthsOf = (score: number): number => Math.round(score * 10);

/** Lists as JSON columns; those left out stay left out. */
const jsonOf = <Key extends string>(lists: Record<Key, unknown[] | undefined>): { [K in Key]?: string } =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([key, list]) => (list === undefined ? [] : [[key, JSON.stringify(list)]])),
  ) as { [K in Key]?: string };

const { version: _version, ...EDITABLE } = ReviewChange.shape;

/** The editable fields of a review, as its PUT takes them. */
export function contentOf(row: store.ReviewRow): Content {
  const fields = { ...row, score: scoreOf(row.score_tenths), sub_scores: subScoresOf(row) };
  return Object.fromEntries(Object.keys(EDITABLE).map((key) => [key, fields[key as keyof typeof EDITABLE]]));
}

/** A review as it would be with these edits saved. */
export function withEdits(row: store.ReviewRow, edits: Content): store.ReviewRow {
  const { score, sub_scores: subScores, sections, ...rest } = fittingEdits(EDITABLE, edits);
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...row,
    ...(plain as Partial<store.ReviewRow>),
    ...(score !== undefined && { score_tenths: score === null ? null : tenthsOf(score) }),
    ...(subScores && { sub_scores: subScores.map((one) => ({ name: one.name, score_tenths: tenthsOf(one.score) })) }),
    ...(sections && {
      sections: sections.map(({ heading, body }, i) => ({
        heading,
        body: sanitizeRichText(body, `sections.${i}.body`),
      })),
    }),
  };
}
