import { z } from 'zod';

export const HealthStatus = z.enum(['ok', 'warn', 'fail']);
export type HealthStatus = z.infer<typeof HealthStatus>;

/** One thing that was looked at. No text names a version, a path, an address or a variable of the environment. */
export const HealthCheck = z.object({
  key: z.string(),
  label: z.string(),
  status: HealthStatus,
  value: z.string().describe('What was found, in words with units.'),
  threshold: z.string().nullable().describe('Where the status changes; null where nothing is judged.'),
  hint: z.string().nullable().describe('What to do; null while all is well.'),
  since: z.string().nullable().describe('When this process saw the status change; null when it has not.'),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

export const ServerHealth = z.object({
  status: HealthStatus.describe('The worst of the checks.'),
  checks: z.array(HealthCheck),
  uptime_s: z.int(),
  generated_at: z.string(),
});
export type ServerHealth = z.infer<typeof ServerHealth>;

export const ServerHealthReply = z.object({ data: ServerHealth });
