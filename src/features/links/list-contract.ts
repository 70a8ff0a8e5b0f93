import { z } from 'zod';
import { addressId, bulkIds, dryRun, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { LINK_STATES } from './shares.ts';
import { type Link, LINK_STATUSES, linkTag, Target, wayOut } from './contract.ts';

/** The days that the figures of the list are of, today the last. */
export const LINK_DAYS = 30;

/** What a link is put in order by that its record does not hold. */
export const LINK_FIGURES = [
  'visits_30d',
  'uniques_30d',
  'bots_30d',
  'clicks_30d',
  'ctr_30d',
  'conversions_30d',
  'revenue_30d',
  'epc_30d',
  'cost_30d',
  'roi_30d',
] as const satisfies (keyof Link)[];
export type LinkFigure = (typeof LINK_FIGURES)[number];

export const LINK_SORTS = [
  'name',
  'slug',
  'status',
  'starts_at',
  'expires_at',
  'created_at',
  'updated_at',
  ...LINK_FIGURES,
] as const;

export const LinkQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(LINK_SORTS).default('created_at'),
  status: z
    .enum(LINK_STATES)
    .optional()
    .describe('The state now: `active` leaves out what is not yet or no longer running.'),
  source_id: addressId.optional(),
});
export type LinkQuery = z.infer<typeof LinkQuery>;

/** One change for many links. */
const LinkBulkAct = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('status'), status: z.enum(LINK_STATUSES) }),
  z.strictObject({ do: z.literal('add_tag'), tag: linkTag }),
  z.strictObject({ do: z.literal('remove_tag'), tag: linkTag }),
  z.strictObject({ do: z.literal('fallback'), fallback_url: wayOut }),
  z.strictObject({
    do: z.literal('move_weight'),
    from: Target,
    to: Target.describe('A link that does not lead there yet gets it as a destination, in the same rule.'),
    percent: z.int().min(1).max(100).optional().describe('Of the weight; all of it when left out.'),
  }),
]);
export type LinkBulkAct = z.infer<typeof LinkBulkAct>;

export const LinkBulk = z.strictObject({ ids: bulkIds, act: LinkBulkAct, dry_run: dryRun });
export type LinkBulk = z.infer<typeof LinkBulk>;
