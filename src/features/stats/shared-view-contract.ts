import { z } from 'zod';
import { IdParams } from '../../platform/paging.ts';
import { ReportReply } from './report-contract.ts';

/** Where a link to a shared view leads; its token stands behind the `#`. */
export const SHARED = '/shared/report';

/** How many days a link may work. */
export const LINK_DAYS = [7, 30, 90] as const;
export const USUAL_LINK_DAYS = 30;

/** Links of one view that work. */
export const MOST_LINKS = 20;

export const ViewLink = z.object({
  id: z.int(),
  username: z.string().describe('Who made it.'),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type ViewLink = z.infer<typeof ViewLink>;

export const ViewLinks = z.object({ data: z.array(ViewLink).describe('Those that work, the newest first.') });

export const ViewLinkBody = z.strictObject({ days: z.literal(LINK_DAYS).default(USUAL_LINK_DAYS) });
export type ViewLinkBody = z.infer<typeof ViewLinkBody>;

export const MadeViewLink = z.object({
  data: ViewLink,
  link: z.string().describe('Told this once.'),
  message: z.string(),
});
export type MadeViewLink = z.infer<typeof MadeViewLink>;

export const ViewLinkParams = IdParams.extend({ linkId: IdParams.shape.id });

export const SharedView = z.object({
  site: z.string(),
  name: z.string(),
  expires_at: z.string().describe('Until then the link works.'),
  filters: z.array(z.object({ label: z.string(), value: z.string() })).describe('What narrows it down, in words.'),
  complete_until: z.string().nullable().describe('What happened until then is counted; null = not known now.'),
  is_whole: z.boolean().describe('false: some days lack something at the moment.'),
  report: ReportReply.describe('The first 1,000 lines; the totals are of all.'),
});
export type SharedView = z.infer<typeof SharedView>;
