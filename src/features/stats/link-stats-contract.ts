import { z } from 'zod';
import { untold, untoldText } from '../../platform/fields.ts';
import { UnreadCosts, UTM_KEYS } from '../sources/contract.ts';
import { LinkCourse, linkCourseKey } from './courses/contract.ts';
import {
  compareKey,
  count,
  lineUnconverted,
  money,
  Range,
  basisKey,
  rangeKeys,
  ratio,
  Unconverted,
} from '../reports/contract.ts';

/** What the lines of a link's numbers may be about. `rule` is that of the destination now. */
export const LINK_GROUPS = ['day', 'hour', 'destination', 'rule', 'country', 'device', ...UTM_KEYS] as const;
export type LinkGroup = (typeof LINK_GROUPS)[number];

const { format: _format, ...linkKeys } = rangeKeys;
export const LinkStatsQuery = z.strictObject({
  ...linkKeys,
  ...basisKey,
  compare: compareKey.describe('Also the course of the days before, or of the same days a year before.'),
  course: linkCourseKey,
  group: z.enum(LINK_GROUPS).optional().describe('Fills `groups`, which is empty without it.'),
});
export type LinkStatsQuery = z.infer<typeof LinkStatsQuery>;

const Spent = {
  cost: money.nullable().describe('Estimated and confirmed; null when nothing says what was paid.'),
  profit: money.nullable().describe('revenue expected - cost, of source-days whose cost is known'),
  roi: ratio.describe('profit / cost, of the same source-days'),
  left_out: count.describe('Source-days whose cost is not known: in no profit and no ROI.'),
};

export const LinkStats = z.object({
  link: z.object({ name: z.string() }),
  totals: z.object({
    visits: count,
    uniques: count,
    bots: count,
    clicks_out: count,
    ctr: ratio,
    conversions: count,
    revenue: money,
    revenue_confirmed: money,
    epc: money.nullable(),
    ...Spent,
    cost_confirmed: money.nullable(),
    profit_confirmed: money.nullable(),
    unconverted: Unconverted,
    unread_costs: UnreadCosts.nullable().describe('Visits with a cost that could not be read; null: none.'),
  }),
  series: z.array(
    z.object({
      day: z.string(),
      visits: count,
      clicks: count,
      conversions: count,
      revenue: money,
      cost: money.nullable(),
      unconverted: lineUnconverted,
    }),
  ),
  course: LinkCourse,
  by_destination: z.array(
    z.object({
      destination_id: z.int(),
      name: z.string(),
      visits: count,
      clicks_out: count,
      ctr: ratio.describe('clicks_out / visits'),
      p_best: ratio.describe('How likely its true ctr is the best of all; null where too few visits say it.'),
      ci95: z.tuple([z.number(), z.number()]).nullable().describe('In which the true ctr lies in 95 of 100 cases.'),
      conversions: count,
      revenue: money,
      epc: money.nullable(),
      ...Spent,
      unconverted: lineUnconverted,
    }),
  ),
  by_country: z.array(z.object({ country: z.string(), visits: count })),
  by_device: z.array(z.object({ device: z.string(), visits: count })),
  groups: z.array(
    z.object({
      value: z.union([z.string(), z.int()]).nullable(),
      name: z.string(),
      visits: count,
      clicks_out: count,
      ctr: ratio,
      conversions: count,
      revenue: money,
      epc: money.nullable(),
      ...Spent,
      unconverted: lineUnconverted,
    }),
  ),
  top_referrers: z
    .array(z.object({ referrer: z.string().nullable(), visits: count }))
    .describe('Hosts; null where none was told.'),
  recent_visits: z
    .array(
      z.object({
        ts: z.string(),
        visit_id: z.string().nullable().describe('Leads to its timeline; null once its traces are gone.'),
        destination: z.string().nullable(),
        country: z.string().nullable(),
        device: z.string().nullable(),
        browser: z.string().nullable(),
        referrer: z.string().nullable(),
        is_bot: z.boolean(),
        is_internal: z.boolean(),
      }),
    )
    .describe('The newest of the range, bots and own visits too.'),
  ...Range,
});
/** Without traces. */
export const LinkStatsMasked = LinkStats.extend({
  totals: LinkStats.shape.totals.extend({ unread_costs: UnreadCosts.extend({ sample: untoldText }).nullable() }),
  recent_visits: z.array(LinkStats.shape.recent_visits.element.extend({ visit_id: untold })),
});

export type LinkStats = z.infer<typeof LinkStats>;
