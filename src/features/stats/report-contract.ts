import { z } from 'zod';
import { requiredText } from '../../platform/fields.ts';
import { CTA_PLACES, READ_DEPTHS } from '../events/contract.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';
import { addressId, queryNumber } from '../../platform/paging.ts';
import {
  compareKey,
  basisKey,
  filterKeys,
  rangeKeys,
  Range,
  Unconverted,
  lineUnconverted,
  wordKeys,
} from '../reports/contract.ts';
import { DIMENSIONS, isDimension, PARAM, type Dimension, type FilterKeys } from '../reports/dimensions-contract.ts';
import { FIGURE_NAMES, isFigure, type FigureName } from '../reports/metrics.ts';
import { ShownColumn } from '../reports/own-columns-contract.ts';
import { isOwnName, MOST_OWN_SHOWN, type OwnName } from '../reports/own-names.ts';

/** A list in an address is one text with commas; in a body it may be an array. */
const listOf = <T extends z.ZodType>(one: T, least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
    z
      .array(one)
      .min(least)
      .max(most)
      .refine((all) => new Set(all).size === all.length, 'must not name the same twice'),
  );

/** A number may be text, as an address has it, or a number, as a body has it. */
const either = <T extends z.ZodType>(asText: T, least: number, most: number) =>
  z.union([asText, z.int().min(least).max(most)], `must be a whole number from ${least} to ${most}`);
const anyId = either(addressId, 1, 2_147_483_647).optional();

const word = z.string().max(128);

const PARAM_SCHEMA = { type: 'string', pattern: PARAM.source } as const;

/** A dimension by its name: one of every site, or a parameter that sources send. */
const DimensionName = z
  .string()
  .refine(isDimension, 'must be a dimension such as source, or a parameter of a source such as param:campaign')
  .meta({ anyOf: [{ type: 'string', enum: DIMENSIONS }, PARAM_SCHEMA] }) as unknown as z.ZodType<Dimension>;
const OWN_SCHEMA = { type: 'string', pattern: '^own:[1-9]\\d{0,9}$' } as const;
const ColumnName = z
  .string()
  .refine(
    (name) => isDimension(name) || isFigure(name) || isOwnName(name),
    'must be a metric, a dimension or an own column such as own:3',
  )
  .meta({
    anyOf: [{ type: 'string', enum: [...DIMENSIONS, ...FIGURE_NAMES] }, PARAM_SCHEMA, OWN_SCHEMA],
  }) as unknown as z.ZodType<Dimension | FigureName | OwnName>;

const asked = {
  dimensions: listOf(DimensionName, 0, 3)
    .default([])
    .describe('Up to three, with commas; parameters of sources as `param:<alias>`. None gives the totals.'),
  metrics: listOf(z.enum(FIGURE_NAMES), 1, FIGURE_NAMES.length).default([
    'views',
    'clicks',
    'ctr',
    'conversions',
    'revenue_expected',
    'revenue_confirmed',
  ]),
  own: listOf(either(addressId, 1, 2_147_483_647), 0, MOST_OWN_SHOWN)
    .default([])
    .describe('Own columns beside the metrics, by their ids. Those that are not there for you are left out.'),
  ...rangeKeys,
  days: either(queryNumber(1, 730), 1, 730).optional().describe('The last n local days, today included. Default 30.'),
  ...filterKeys,
  source_id: anyId,
  link_id: anyId,
  listicle_id: anyId,
  guide_category_id: anyId,
  guide_author_id: anyId,
  item_id: anyId,
  badge: word.optional(),
  review_id: anyId,
  review_author_id: anyId,
  offer_id: anyId,
  offer_category_id: anyId,
  offer_tag: word.optional(),
  link_tag: word.optional(),
  network_id: anyId,
  destination_id: anyId,
  position: anyId,
  place: word.optional().describe(`The button of a review: ${CTA_PLACES.join(', ')}.`),
  depth: anyId.describe(`The quarter of a review's text: ${READ_DEPTHS.join(', ')}.`),
  ...wordKeys,
  rule_id: either(queryNumber(0, 2_147_483_647), 0, 2_147_483_647)
    .optional()
    .describe('A rule of a link; 0 = not recorded.'),
  weekday: either(queryNumber(1, 7), 1, 7).optional().describe('1 = Monday, in the zone of the report.'),
  hour_of_day: either(queryNumber(0, 23), 0, 23).optional(),
  event_type: word.optional(),
  day: z.iso.date('must be a day such as 2026-11-21').optional(),
  status: listOf(z.enum(CONVERSION_STATUSES), 1, 4).optional(),
  ...basisKey,
  compare: compareKey,
  sortBy: ColumnName.optional().describe('Default: the time, else the first metric that is not empty.'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: either(queryNumber(1, 100_000), 1, 100_000).default(1),
  limit: either(queryNumber(-1, 1000), -1, 1000)
    .optional()
    .describe('-1 = up to 1000. Default 25. Not with a file, which holds all lines.'),
} satisfies Record<keyof FilterKeys, z.ZodType> & Record<string, z.ZodType>;

/** A question as a value: the same in an address and in a body. */
export const ReportAsk = z.strictObject(asked);
export type ReportAsk = z.infer<typeof ReportAsk>;

/** Counts are numbers, money decimal text, shares and durations (in seconds) numbers or null; own columns stand under `own:<id>`. */
const Values = z.record(z.string(), z.union([z.number(), z.string(), z.null()])) as unknown as z.ZodType<
  Partial<Record<FigureName | OwnName, number | string | null>>
>;
export type Values = z.infer<typeof Values>;

const Cell = z.object({
  /** What a filter takes; null = the events carry none. */
  value: z.union([z.string(), z.number(), z.null()]),
  label: z.string(),
});

export const ReportLine = z.object({
  dims: z.record(z.string(), Cell) as unknown as z.ZodType<Partial<Record<Dimension, z.infer<typeof Cell>>>>,
  values: Values,
  before: Values.optional(),
  unconverted: lineUnconverted,
});
export type ReportLine = z.infer<typeof ReportLine>;

export const ReportReply = z.object({
  data: z.array(ReportLine),
  totals: z.object({ values: Values, before: Values.optional() }),
  days_before: z
    .array(z.object({ day: z.string(), values: Values }))
    .nullable()
    .describe('Cut by day alone and compared: each day that these are held against, by its place. Else null.'),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  pages: z.int(),
  dimensions: z.array(DimensionName),
  metrics: z
    .array(z.enum(FIGURE_NAMES))
    .describe('Those asked for; beside figures of cost also `unknown_days`, the source-days that they leave out.'),
  own: z.array(ShownColumn).describe('The own columns that were asked for, in that order.'),
  own_missing: z.array(z.int()).describe('Ids of own columns that are deleted, or somebody else keeps for themselves.'),
  sorted_by: ColumnName,
  costless_by: DimensionName.nullable().describe(
    'By this cut or filter nobody can say what was paid: cost, profit and ROI are null.',
  ),
  several_by: DimensionName.nullable().describe(
    'By this cut one record may be in several lines: they add up to more than the totals, in which everything counts once.',
  ),
  time_basis: z.enum(['click', 'conversion']),
  compared: z.object({ from: z.string(), to: z.string() }).nullable(),
  bots_hidden: z.int(),
  unconverted: Unconverted.describe('Of all lines: money in other currencies, in no sum.'),
  ...Range,
});
export type ReportReply = z.infer<typeof ReportReply>;

/** What sources send along, each a dimension `param:<alias>`. */
export const ReportParameters = z.object({
  data: z.array(
    z.object({
      alias: z.string(),
      is_grouped: z.boolean().describe('A source says that reports are grouped by it: these are offered first.'),
      sources: z.array(z.string()).describe('Those that send it.'),
    }),
  ),
});
export type ReportParameters = z.infer<typeof ReportParameters>;

/** How many views a person has in the drawer at most. */
export const MOST_PINS = 8;

export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  query: z.string(),
  created_at: z.string(),
  is_pinned: z.boolean().describe('It stands in the drawer of who asks.'),
});
export type SavedView = z.infer<typeof SavedView>;

export const SavedViewInput = z.strictObject({
  name: requiredText(80),
  query: z
    .string()
    .max(2000)
    .regex(/^[\x21-\x7e]*$/, 'must be the query of an address')
    .describe('What stands behind the ? of the report screen.'),
});
export type SavedViewInput = z.infer<typeof SavedViewInput>;
