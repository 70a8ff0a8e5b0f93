import { writtenSlug } from '../../../../platform/server/records/written-slug.ts';
import { sanitizeRichText } from '../../../../platform/server/records/rich-text.ts';
import { fittingEdits } from '../../../publishing/server/checklist.ts';
import type { Content } from '../../../publishing/contract.ts';
import { GuideChange, type GuideInput } from '../../contract.ts';
import { keepAutomatic } from './shown.ts';
import type * as store from '../store.ts';

/** A guide of which only the title is known. */
export const BLANK = {
  description: null,
  status: 'published' as const,
  author_name: null,
  main_image_url: null,
  category_id: null,
  excerpt: null,
  methodology: null,
  tested: 'research_only' as const,
  rubric: '[]',
  faq: '[]',
  sources: '[]',
  changes: '[]',
  author_id: null,
  reviewer_id: null,
  reviewed_at: null,
  main_image_alt: null,
  meta_title: null,
  meta_description: null,
  noindex: false,
  publish_at: null,
  unpublish_at: null,
};

/**
 * The input as the table holds it, its rich text as we would show it; what is left out is left out.
 * @param logged the reader changelog as it stands
 */
export function columnsOf(input: Omit<GuideChange, 'version'>, logged: readonly store.StoredChange[]) {
  const { slug, description, methodology, rubric, faq, sources, changes: history, ...rest } = input;
  return {
    ...rest,
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description: clean(description, 'description') }),
    ...(methodology !== undefined && { methodology: clean(methodology, 'methodology') }),
    ...(rubric && { rubric: JSON.stringify(rubric) }),
    ...(faq && { faq: JSON.stringify(faq) }),
    ...(sources && { sources: JSON.stringify(sources) }),
    ...(history && { changes: JSON.stringify(keepAutomatic(logged, history)) }),
  };
}

const clean = (html: string | null, field: string): string | null =>
  html === null ? null : sanitizeRichText(html, field) || null;

/** The slug of a guide that is made now: that of the input, else made of its title. */
export const newSlug = ({ slug, title }: GuideInput): string => slug ?? (writtenSlug(title) || 'guide');

/** What a copy takes from its original: everything but what makes the original itself. */
export function copied(row: store.GuideRow) {
  const { id: _id, title: _title, slug: _slug, status: _status, is_sample: _sample, ...rest } = row;
  const { first_published_at: _first, created_by: _by, created_at: _at, updated_at: _changed, ...content } = rest;
  const {
    revised_at: _revised,
    shown: _shown,
    is_order_old: _old,
    version: _version,
    deleted_at: _deleted,
    publish_at: _from,
    unpublish_at: _until,
    rubric,
    faq,
    sources,
    changes,
    ...plain
  } = content;
  return {
    ...plain,
    rubric: JSON.stringify(rubric),
    faq: JSON.stringify(faq),
    sources: JSON.stringify(sources),
    // what the program wrote of the original did not happen to the copy
    changes: JSON.stringify(changes.filter(({ auto }) => auto == null)),
  };
}

const { version: _version, ...EDITABLE } = GuideChange.shape;

/** The editable fields of a guide, as its PUT takes them. */
export const contentOf = (row: store.GuideRow): Content =>
  Object.fromEntries(Object.keys(EDITABLE).map((key) => [key, row[key as keyof typeof EDITABLE]]));

/** A guide as it would be with these edits saved. */
export function withEdits(row: store.GuideRow, edits: Content): store.GuideRow {
  const { title, slug, description, methodology, changes, ...rest } = fittingEdits(EDITABLE, edits);
  return {
    ...row,
    ...known(rest),
    ...(changes && { changes: keepAutomatic(row.changes, changes) }),
    title: title ?? row.title,
    slug: slug ?? row.slug,
    ...(description !== undefined && { description: clean(description, 'description') }),
    ...(methodology !== undefined && { methodology: clean(methodology, 'methodology') }),
  };
}

type Known<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Fields that are left out stay as they are. */
const known = <T extends object>(fields: T): Known<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Known<T>;
