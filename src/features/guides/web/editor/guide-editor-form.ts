import { slugFrom } from '../../../../platform/text/slug.ts';
import { blankToNull, toNumber, toText } from '../../../../platform/web/form.ts';
import { EDITORIAL_LABELS, toEditorialValues, toEditorialWire } from '../../../publishing/web/editorial-form.ts';
import type { Guide } from '../../contract.ts';

/** What the full editor holds: everything typed is text; field names are those of the wire. */
export type GuideEditorValues = ReturnType<typeof toEditorValues>;

/** A guide as the full editor shows it. @param zone in which its dates are typed */
export const toEditorValues = (guide: Guide, zone: string) => ({
  title: toText(guide.title),
  status: guide.status as string,
  slug: toText(guide.slug),
  category_id: toText(guide.category_id),
  excerpt: toText(guide.excerpt),
  main_image_url: guide.main_image_url ?? null,
  main_image_alt: toText(guide.main_image_alt),
  description: toText(guide.description),
  tested: guide.tested as string,
  methodology: toText(guide.methodology),
  rubric: (guide.rubric ?? []).map(({ key, name, weight, description }) => ({
    key,
    name: toText(name),
    weight: toText(weight),
    description: toText(description),
  })),
  ...toEditorialValues(guide, zone),
});

/** The form as the contract wants it; a blank slug is left out, so that the stored one stays. */
export const toEditorWire = (values: GuideEditorValues, zone: string) => ({
  ...values,
  slug: blankToNull(values.slug) ?? undefined,
  category_id: toNumber(values.category_id),
  excerpt: blankToNull(values.excerpt),
  main_image_alt: blankToNull(values.main_image_alt),
  description: blankToNull(values.description),
  methodology: blankToNull(values.methodology),
  rubric: withKeys(values.rubric).map(({ key, name, weight, description }) => ({
    key,
    name,
    weight: toNumber(weight),
    description: blankToNull(description),
  })),
  ...toEditorialWire(values, zone),
});

/** A criterion keeps its key for good, since scores hang on it; a new one gets a key made of its name. */
function withKeys<T extends { key: string; name: string }>(rubric: readonly T[]): T[] {
  const taken = new Set(rubric.map((one) => one.key));
  return rubric.map((one) => {
    if (one.key !== '') return one;
    const base = keyOf(one.name);
    let key = base;
    for (let n = 2; taken.has(key); n += 1) key = `${base.slice(0, 28)}_${n}`;
    taken.add(key);
    return { ...one, key };
  });
}

const keyOf = (name: string): string => {
  const word = slugFrom(name).replaceAll('-', '_').slice(0, 32);
  return /^[a-z]/.test(word) ? word : `c_${word}`.slice(0, 32).replace(/_$/, '');
};

/** The words of the form, for what is unsaved, for conflicts and for the history. */
export const EDITOR_LABELS: Partial<Record<keyof GuideEditorValues, string>> = {
  title: 'Title',
  status: 'Status',
  slug: 'Slug',
  category_id: 'Category',
  excerpt: 'Excerpt',
  main_image_url: 'Main Image',
  main_image_alt: 'Image description',
  description: 'Description',
  tested: 'Judged by',
  methodology: 'How we picked',
  rubric: 'Criteria',
  ...EDITORIAL_LABELS,
};
