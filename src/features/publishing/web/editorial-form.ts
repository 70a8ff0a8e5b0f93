import { blankToNull, toNumber, toText } from '../../../platform/web/form.ts';
import { fromLocal, toLocal } from '../../../platform/web/local-time.ts';
import type { ChangeEntry, FaqEntry, SourceEntry } from '../contract.ts';

/** What guides and reviews have in common, as their editors read it; a draft may lack anything. */
type Editorial = {
  faq?: readonly FaqEntry[];
  sources?: readonly SourceEntry[];
  /** @property auto what the program wrote */
  changes?: readonly (ChangeEntry & { auto?: string | null })[];
  author_id: number | null;
  author_name: string | null;
  reviewer_id: number | null;
  reviewed_at: string | null;
  meta_title: string | null;
  meta_description: string | null;
  noindex: boolean;
  publish_at: string | null;
  unpublish_at: string | null;
  version: number;
};

type EditorialValues = ReturnType<typeof toEditorialValues>;

/** What their fields are called: in the form, in conflicts and in the history. */
export const EDITORIAL_LABELS = {
  faq: 'Questions',
  sources: 'Sources',
  author_id: 'Author',
  author_name: 'Author Name',
  reviewer_id: 'Reviewer',
  reviewed_at: 'Checked on',
  changes: 'What changed',
  meta_title: 'Title for search engines',
  meta_description: 'Description for search engines',
  noindex: 'Keep out of search engines',
  publish_at: 'Publish at',
  unpublish_at: 'Unpublish at',
} as const satisfies Partial<Record<keyof EditorialValues, string>>;

/** The shared fields as text. @param zone in which dates are typed */
export const toEditorialValues = (record: Editorial, zone: string) => ({
  faq: (record.faq ?? []).map(({ question, answer }) => ({ question: toText(question), answer: toText(answer) })),
  sources: (record.sources ?? []).map(({ title, url, tier }): SourceEntry => ({
    title: toText(title),
    url: toText(url),
    tier,
  })),
  author_id: toText(record.author_id),
  author_name: toText(record.author_name),
  reviewer_id: toText(record.reviewer_id),
  reviewed_at: toLocal(record.reviewed_at, zone).slice(0, 10),
  changes: (record.changes ?? []).map(({ on, note, auto }) => ({
    on: toText(on),
    note: toText(note),
    ...(auto != null && { auto }),
  })),
  meta_title: toText(record.meta_title),
  meta_description: toText(record.meta_description),
  noindex: record.noindex,
  publish_at: toLocal(record.publish_at, zone),
  unpublish_at: toLocal(record.unpublish_at, zone),
  version: record.version as number | undefined,
});

/** Those of them that are not text on the wire. */
export const toEditorialWire = (values: EditorialValues, zone: string) => ({
  author_id: toNumber(values.author_id),
  author_name: blankToNull(values.author_name),
  reviewer_id: toNumber(values.reviewer_id),
  reviewed_at: values.reviewed_at ? fromLocal(`${values.reviewed_at}T00:00`, zone) : null,
  meta_title: blankToNull(values.meta_title),
  meta_description: blankToNull(values.meta_description),
  publish_at: fromLocal(values.publish_at, zone),
  unpublish_at: fromLocal(values.unpublish_at, zone),
});
