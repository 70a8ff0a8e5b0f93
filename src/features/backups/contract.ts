import { z } from 'zod';
import { oneOf } from '../../platform/paging.ts';

const Waiting = z.object({
  before: z.int().describe('Of before the restore: some of them may have gone out after the backup was taken.'),
  since: z.int().describe('Since the restore: sent whatever is decided.'),
});

export const SendingHold = z.object({
  backup: z.string(),
  instant: z.string().describe('As of when the site was brought back.'),
  restored_at: z.string(),
  postbacks: z.array(Waiting.extend({ source_id: z.int().nullable(), source: z.string() })),
  letters: Waiting.describe('Letters of alerts.'),
  view_letters: Waiting.describe('Letters about saved views.'),
  webhooks: Waiting.describe('Messages of alerts to the webhook.'),
});
export type SendingHold = z.infer<typeof SendingHold>;

export const SendingHoldReply = z.object({
  data: SendingHold.nullable().describe('What waits while nothing is sent; null: no hold is on.'),
});

export const SendingHoldBody = z.strictObject({
  outcome: z
    .enum(['released', 'discarded'])
    .describe(
      'released: all that waits is sent. discarded: what is of before the restore is not, and stands as cancelled.',
    ),
});
export type SendingHoldBody = z.infer<typeof SendingHoldBody>;

export const SendingHoldEnded = z.object({ data: z.object({ discarded: z.int() }), message: z.string() });

/** Of how many days, weeks and months a backup is kept. */
export const KeepRules = z.strictObject({
  daily: z.int().min(1).max(366),
  weekly: z.int().min(0).max(520),
  monthly: z.int().min(0).max(240),
});
export type KeepRules = z.infer<typeof KeepRules>;

const backupKey = z
  .enum(['recipient', 'sealed', 'apart'])
  .describe('Where the key is: in it for a recipient, in it by a passphrase, or not in it.');

/** What the command of a backup says to the program that called it. */
export const BackupOutcome = z.strictObject({
  backup: z.string(),
  bytes: z.number(),
  new_bytes: z.number(),
  key: backupKey,
  /** What a person should know of it. */
  note: z.string(),
});
export type BackupOutcome = z.infer<typeof BackupOutcome>;

/** What it says to a start that calls it before an upgrade; `none`: why none was needed. */
export const BackupBefore = z.union([BackupOutcome, z.strictObject({ none: z.string() })]);
export type BackupBefore = z.infer<typeof BackupBefore>;

/** What that of a drill says. */
export const DrillOutcome = z.strictObject({
  outcome: z.enum(['good', 'impossible']),
  backup: z.string().nullable(),
  note: z.string(),
});
export type DrillOutcome = z.infer<typeof DrillOutcome>;

export const BackupRun = z.object({
  id: z.int(),
  kind: z.enum(['backup', 'drill']),
  cause: z.enum(['schedule', 'person']),
  instance: z.int().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  outcome: z.enum(['good', 'failed', 'impossible']).nullable(),
  backup: z.string().nullable(),
  bytes: z.number().nullable(),
  new_bytes: z.number().nullable().describe('What did not lie in the place before.'),
  key: backupKey.nullable(),
  note: z.string(),
  error: z.string().nullable(),
});
export type BackupRun = z.infer<typeof BackupRun>;

/** Where backups go, when the next one is due, and how the last ones went. */
export const BackupsShown = z.object({
  place: z.string().nullable().describe('BACKUP_TO; null while it is not set, and no backup is taken by itself.'),
  seals_key: backupKey,
  is_on: z.boolean(),
  next_at: z.string().nullable(),
  next_drill_at: z.string().nullable(),
  runs: z.array(BackupRun),
});
export type BackupsShown = z.infer<typeof BackupsShown>;
export const BackupsReply = oneOf(BackupsShown);

export const BackupRunBody = z.strictObject({ kind: z.enum(['backup', 'drill']) });
export type BackupRunBody = z.infer<typeof BackupRunBody>;
export const BackupRunReply = oneOf(BackupRun);
