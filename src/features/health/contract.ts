import { z } from 'zod';
import { addressId } from '../../platform/paging.ts';

export const HealthStatus = z.enum(['ok', 'warn', 'fail']);
export type HealthStatus = z.infer<typeof HealthStatus>;

/** One thing that was looked at. No text names a version, a path, an address or a variable of the environment. */
export const HealthCheck = z.object({
  key: z.string(),
  of: z.enum(['site', 'instance']).describe('Whether it is the same whichever instance is asked.'),
  label: z.string(),
  status: HealthStatus,
  value: z.string().describe('What was found, in words with units.'),
  threshold: z.string().nullable().describe('Where the status changes; null where nothing is judged.'),
  hint: z.string().nullable().describe('What to do; null while all is well.'),
  since: z.string().nullable().describe('When this process saw the status change; null when it has not.'),
  history: z
    .array(z.number().nullable())
    .describe(
      'The worst figure of each quarter of an hour of the last day, oldest first; null where nobody looked. Empty: no figure.',
    ),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

/** Work that is done every so often. */
export const HealthWork = z.object({
  name: z.string(),
  period_s: z.int(),
  last_at: z.string().nullable().describe('Null before the first round since the start.'),
  took_ms: z.int().nullable(),
  next_at: z.string(),
  error: z.string().nullable().describe('Of the last round.'),
  is_elsewhere: z.boolean().describe('Another instance does it at present.'),
});
export type HealthWork = z.infer<typeof HealthWork>;

/** A warning or an error of the log. */
export const HealthTrouble = z.object({
  at: z.string(),
  level: z.enum(['warn', 'error', 'fatal']),
  message: z.string(),
  error: z.string().nullable(),
  request_id: z.string().nullable().describe('Stands in the answer that the caller got.'),
});
export type HealthTrouble = z.infer<typeof HealthTrouble>;

/** One of the programs that run on the database. */
export const HealthInstance = z.object({
  number: z.int(),
  host: z.string().describe('Name of its machine.'),
  status: HealthStatus.nullable().describe('The worst of its own checks; null when it has told nothing yet.'),
  told_s: z.int().nullable().describe('How long ago it told how it is; 0: it answers this call.'),
});
export type HealthInstance = z.infer<typeof HealthInstance>;

/** Without an instance: the one that answers. */
export const HealthQuery = z.strictObject({
  instance: addressId.optional().describe('Number of the instance whose own checks are told.'),
});

export const ServerHealth = z.object({
  instance: z.int().nullable().describe('Whose own checks these are; null before it gave a sign of life.'),
  instances: z.array(HealthInstance).describe('All that run.'),
  status: HealthStatus.describe('The worst of the checks.'),
  version: z.string(),
  commit: z.string().nullable().describe('Short name of the commit; null when the program does not run from a clone.'),
  checks: z.array(HealthCheck),
  work: z.array(HealthWork),
  troubles: z.array(HealthTrouble).describe('The last of this process, newest first.'),
  uptime_s: z.int(),
  generated_at: z.string(),
});
export type ServerHealth = z.infer<typeof ServerHealth>;

export const ServerHealthReply = z.object({ data: ServerHealth });
