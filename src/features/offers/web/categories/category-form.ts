import { blankToNull, toNumber, toText } from '../../../../platform/web/form.ts';
import type { Category } from '../../category-contract.ts';

/** What the form of a category holds: everything typed is text. */
export type CategoryValues = ReturnType<typeof toCategoryValues>;

export const toCategoryValues = (category?: Category) => ({
  name: toText(category?.name),
  slug: toText(category?.slug),
  sort_order: toText(category?.sort_order ?? 0),
  description: toText(category?.description),
  version: category?.version,
});

/** A blank slug is made of the name. */
export const toCategoryWire = ({ version, ...values }: CategoryValues) => ({
  ...values,
  ...(version !== undefined && { version }),
  sort_order: toNumber(values.sort_order) ?? 0,
  description: blankToNull(values.description),
});

/** The words of the form, for the list of differences in a conflict. */
export const CATEGORY_LABELS: Partial<Record<keyof CategoryValues, string>> = {
  name: 'Name',
  slug: 'Slug',
  sort_order: 'Place',
  description: 'Description',
};
