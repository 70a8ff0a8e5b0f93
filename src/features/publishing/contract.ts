import { z } from 'zod';
import { imageUrl, moment, optionalText, requiredText, requiredUrl } from '../../platform/fields.ts';
import { fileKeys, pageOf, pagingKeys } from '../../platform/paging.ts';

/** What guides and reviews have in common: who wrote and checked them, on what grounds, and what changed since. */

/** How the product was judged, said on the page. */
export const TESTED = ['hands_on', 'research_only', 'expert_review'] as const;
export type Tested = (typeof TESTED)[number];

/** What kind of evidence a source is, the strongest first. */
export const EVIDENCE_TIERS = ['guideline', 'systematic_review', 'trial', 'observational', 'other'] as const;

export const MAX_FAQ = 20;
export const MAX_SOURCES = 50;
export const MAX_CHANGES = 50;

const id = z.int().min(1).max(2_147_483_647);

/** The name of a record in its address. Left out or empty: made of its title or name. */
export const slug = z
  .union([
    z.literal('').transform(() => undefined),
    z
      .string()
      .trim()
      .regex(/^[a-z0-9][a-z0-9-]{0,127}$/, 'must be small letters, digits and dashes, at most 128'),
  ])
  .describe('Left out or empty: made of the title or name.');

/** A question and its answer, both plain text. */
export const FaqEntry = z.strictObject({ question: requiredText(200), answer: requiredText(2000) });
export type FaqEntry = z.infer<typeof FaqEntry>;

export const SourceEntry = z.strictObject({ title: requiredText(300), url: requiredUrl, tier: z.enum(EVIDENCE_TIERS) });
export type SourceEntry = z.infer<typeof SourceEntry>;

/** What was changed on a day. */
export const ChangeEntry = z.strictObject({
  on: z.iso.date('must be a day such as 2026-03-31'),
  note: requiredText(500),
});
export type ChangeEntry = z.infer<typeof ChangeEntry>;

/** Entries of one day keep their order. */
export const newestFirst = <T extends { on: string }>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0));

/** A picture of our own or an https address; its description is demanded. */
export const PictureEntry = z.strictObject({
  url: imageUrl.refine((url) => url !== null, 'This field is required.').transform((url) => url ?? ''),
  alt: requiredText(200),
});
export type PictureEntry = z.infer<typeof PictureEntry>;

/** The fields that the body of a guide and that of a review share; each may be left out by wrapping it in `partial`. */
export const editorialFields = {
  author_id: id.nullable(),
  reviewer_id: id.nullable(),
  reviewed_at: moment,
  tested: z.enum(TESTED),
  faq: z.array(FaqEntry).max(MAX_FAQ),
  sources: z.array(SourceEntry).max(MAX_SOURCES),
  changes: z.array(ChangeEntry).max(MAX_CHANGES).transform(newestFirst).describe('Kept with the newest first.'),
  main_image_alt: optionalText(200),
  meta_title: optionalText(70),
  meta_description: optionalText(320),
  noindex: z.boolean(),
};

/** The same fields as readers get them; the people themselves come beside them. */
export const publicEditorial = {
  reviewed_at: z.string().nullable(),
  tested: z.enum(TESTED),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  sources: z.array(z.object({ title: z.string(), url: z.string(), tier: z.enum(EVIDENCE_TIERS) })),
  changes: z.array(z.object({ on: z.string(), note: z.string() })),
  main_image_alt: z.string().nullable(),
  meta_title: z.string().nullable(),
  meta_description: z.string().nullable(),
  noindex: z.boolean(),
};

/** The same fields as a reply to the back office holds them. */
export const editorialContent = {
  author_id: z.int().nullable(),
  reviewer_id: z.int().nullable(),
  ...publicEditorial,
};

/** Records that keep their history: each save leaves a revision, each editor may have unsaved edits. */
export const HISTORY_KINDS = ['guide', 'review', 'guide item'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** When a record becomes public and when it stops by itself. A time that has passed stays until the gate lets it happen. */
export const scheduleFields = {
  publish_at: moment.describe('Then the status becomes published. Null: nobody waits for it.'),
  unpublish_at: moment.describe('Then the status becomes archived.'),
};

/** Which record. */
export type Subject = { kind: HistoryKind; id: number };

/** The editable fields of a record by name, as its PUT takes them; a draft may hold what its PUT would refuse. */
export const Content = z.record(z.string().max(64), z.unknown());
export type Content = z.infer<typeof Content>;

/** Autosave of unsaved edits. `version` is that of the draft that was read; left out: there was none, or it may be replaced. */
export const DraftInput = z.strictObject({
  content: Content,
  base_version: z.int().min(1).describe('The version of the record that the edits began from.'),
  version: z.int().min(1).optional(),
});
export type DraftInput = z.infer<typeof DraftInput>;

export const Draft = z.object({
  content: Content,
  base_version: z.int(),
  restored_from: z.int().nullable().describe('The number of the revision that these edits were restored from.'),
  version: z.int(),
  updated_at: z.string(),
});
export type Draft = z.infer<typeof Draft>;

export const DraftReply = z.object({
  data: Draft.nullable(),
  others: z.array(z.object({ username: z.string(), updated_at: z.string() })).describe('Who else has unsaved edits.'),
  message: z.string().optional(),
});
export type DraftReply = z.infer<typeof DraftReply>;

export const RevisionQuery = z.strictObject({
  ...pagingKeys,
  sortBy: z.literal('number').default('number'),
});
export type RevisionQuery = z.infer<typeof RevisionQuery>;

const revision = {
  number: z.int(),
  action: z.string(),
  actor: z.string(),
  created_at: z.string(),
  changed: z.array(z.string()).describe('The fields that differ from the revision before.'),
};

export const Revision = z.object(revision);
export type Revision = z.infer<typeof Revision>;

export const RevisionPage = pageOf(Revision);

/** One revision with what came before it: null for the first. */
export const FullRevision = z.object({ ...revision, content: Content, before: Content.nullable() });
export type FullRevision = z.infer<typeof FullRevision>;

export const RevisionReply = z.object({ data: FullRevision });

/** One line of the publish checklist. A `block` that is not ok keeps the record from being public. */
export const Check = z.object({
  code: z.string(),
  level: z.enum(['block', 'warn']),
  ok: z.boolean(),
  field: z.string().describe('Where to mend it, as the PUT names it; empty for the whole.'),
  message: z.string(),
});
export type Check = z.infer<typeof Check>;

export const CheckList = z.object({ data: z.array(Check), can_publish: z.boolean() });
export type CheckList = z.infer<typeof CheckList>;

/** Edits that are not saved: the fields that differ from the record. One that a save would refuse counts as not edited. */
export const Edits = z.strictObject({ content: Content });

export const PreviewReply = z.object({ data: z.object({ html: z.string().describe('The whole page.') }) });

export const PreviewLinkReply = z.object({
  data: z.object({ url: z.string(), expires_at: z.string() }),
  message: z.string(),
});

/** What the trash holds, by the name of its records in the audit. */
export const TRASH_KINDS = ['guide', 'guide_item', 'review', 'offer', 'network', 'source', 'link', 'person'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

export const TrashEntry = z.object({
  kind: z.enum(TRASH_KINDS),
  id: z.int(),
  name: z.string(),
  deleted_at: z.string(),
  deleted_by: z.string().nullable(),
  restore_path: z.string().describe('POST there brings it back.'),
  waiting: z.int().describe('Postbacks that came for it meanwhile; judged when it is brought back.'),
  purged_after: z.string().describe('From then on it is removed for good, unless something still names it.'),
});
export type TrashEntry = z.infer<typeof TrashEntry>;

export const TrashQuery = z.strictObject({ ...pagingKeys, ...fileKeys, kind: z.enum(TRASH_KINDS).optional() });
export type TrashQuery = z.infer<typeof TrashQuery>;

export const TrashPage = pageOf(TrashEntry);
