import { z } from 'zod';
import { pageOf, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { isTimeZone } from '../../platform/time.ts';

const instant = z.union(
  [z.iso.datetime({ offset: true }), z.iso.date()],
  'must be a day such as 2026-03-31, or a date and time with a zone',
);

/** `search` looks into the names of records; the others are exact. */
export const AuditQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.literal('created_at').default('created_at'),
  entity: z.string().trim().max(64).optional().describe('Such as guide, guide_item, review, offer, settings, user.'),
  entity_id: z.string().trim().max(64).optional(),
  actor: z.string().trim().max(64).optional().describe('A username, or system.'),
  action: z.string().trim().max(64).optional().describe('Such as create, update, delete, restore, login.'),
  from: instant.optional().describe('Not before; a day begins in `tz`.'),
  to: instant.optional().describe('Not after; a day ends in `tz`.'),
  tz: z.string().max(64).refine(isTimeZone, 'must be a time zone such as Europe/Berlin').default('UTC'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Whether a change can be taken back. */
export const UndoState = z.object({
  can: z.boolean(),
  reason: z.string().nullable().describe('Why it cannot.'),
  undone_at: z.string().nullable(),
});
export type UndoState = z.infer<typeof UndoState>;

export const AuditRecord = z.object({
  id: z.string(),
  actor: z.string(),
  key: z.string().nullable().describe('The name of the key by which it was done.'),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  entity_name: z.string().nullable(),
  before: z.unknown().describe('What it was; of a change only the fields that differ.'),
  after: z.unknown(),
  created_at: z.string(),
  undo: UndoState.extend({
    together: z.int().describe('How many entries are taken back as one: all of the same call.'),
  }),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

export const AuditPage = pageOf(AuditRecord).extend({
  entities: z.array(z.string()).describe('What there is to filter by.'),
  actions: z.array(z.string()),
  actors: z.array(z.string()),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const AuditParams = z.object({ id: z.string().regex(/^\d{1,18}$/, 'must be a number') });

export const UndoField = z.object({
  field: z.string(),
  now: z.unknown(),
  left: z.unknown().describe('What the change left.'),
  back: z.unknown().describe('What would be put back.'),
  is_changed: z.boolean().describe('It was changed since.'),
});

export const UndoRecord = z.object({
  entity: z.string(),
  entity_id: z.string(),
  name: z.string(),
  does: z.enum(['change', 'remove', 'bring_back']),
  obstacle: z.enum(['gone', 'there_again']).nullable(),
  fields: z.array(UndoField),
});
export type UndoRecord = z.infer<typeof UndoRecord>;

export const UndoPlan = z.object({
  reason: z.string().nullable().describe('Why it cannot be taken back.'),
  records: z.array(UndoRecord).describe('Those that are not as they were before.'),
  besides: z.array(z.string()).describe('What else is taken back, in words.'),
  entries: z.int().describe('How many entries are taken back as one.'),
});
export type UndoPlan = z.infer<typeof UndoPlan>;

export const UndoBody = z.strictObject({
  overwrite: z.boolean().default(false).describe('Also what was changed since.'),
});

export const UndoReply = z.object({ message: z.string() });
