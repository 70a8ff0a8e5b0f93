import { blankToNull, toText } from '../../../../platform/web/form.ts';
import type { Guide, GuideStatus } from '../../contract.ts';

/** What the editor holds; field names are those of the wire. */
export type GuideValues = ReturnType<typeof toValues>;

/** A guide as the editor shows it; without one, an empty form that will publish. */
export const toValues = (guide?: Guide) => ({
  title: toText(guide?.title),
  status: (guide?.status ?? 'published') as GuideStatus | '',
  description: toText(guide?.description),
  author_name: toText(guide?.author_name),
  main_image_url: guide?.main_image_url ?? null,
  version: guide?.version,
});

/** The copy that the duplicate dialog begins with. */
export function toCopyValues(original: Partial<Guide>): Omit<GuideValues, 'version'> {
  return {
    title: `${original.title ?? ''} Copy`,
    status: 'draft',
    description: toText(original.description),
    author_name: toText(original.author_name),
    main_image_url: original.main_image_url ?? null,
  };
}

/** The form as the contract wants it; a guide that is not stored yet has no version. */
export const toWire = ({ version, ...values }: Omit<GuideValues, 'version'> & { version?: number | undefined }) => ({
  ...values,
  ...(version !== undefined && { version }),
  description: blankToNull(values.description),
  author_name: blankToNull(values.author_name),
});

/** The words of the form, for the list of differences in a conflict. */
export const GUIDE_LABELS: Partial<Record<keyof GuideValues, string>> = {
  title: 'Title',
  status: 'Status',
  description: 'Description',
  author_name: 'Author Name',
  main_image_url: 'Main Image',
};
