import { blankToNull, toText } from '../../../../platform/web/form.ts';
import type { GuideCategory } from '../../contract.ts';

/** What the form of a category holds: everything typed is text. Its place is set in the list. */
export type CategoryValues = ReturnType<typeof toCategoryValues>;

export const toCategoryValues = (category?: GuideCategory) => ({
  name: toText(category?.name),
  slug: toText(category?.slug),
  description: toText(category?.description),
  version: category?.version,
});

/** A blank slug is left out, so that the name makes one or the stored one stays. */
export const toCategoryWire = (values: CategoryValues) => ({
  ...values,
  slug: blankToNull(values.slug) ?? undefined,
  description: blankToNull(values.description),
});

/** The words of the form, for the list of differences in a conflict. */
export const CATEGORY_LABELS: Partial<Record<keyof CategoryValues, string>> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
};
