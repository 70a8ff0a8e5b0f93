import { z } from 'zod';
import { addressId, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { LINK_STATES } from './shares.ts';
import type { Link } from './contract.ts';

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
