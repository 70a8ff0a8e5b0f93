import { z } from 'zod';
import { count, Range, Unconverted } from '../../reports/contract.ts';
import { ReportAsk } from '../report-contract.ts';
import { CHANGE_FIGURES } from './figures.ts';

export const ChangesQuery = ReportAsk.omit({
  dimensions: true,
  metrics: true,
  day: true,
  sortBy: true,
  order: true,
  page: true,
  limit: true,
}).extend({
  days: ReportAsk.shape.days.describe('The last n local days, today included. Default: yesterday.'),
  figure: z.enum(CHANGE_FIGURES).default('profit'),
  compare: z
    .enum(['previous', 'week', 'year'])
    .default('previous')
    .describe('The days directly before, the same weekdays before, or the same days a year before.'),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

/** Counts are numbers, money decimal text; null where nobody said what was paid. */
const figure = z.union([z.number(), z.string(), z.null()]);
const held = { now: figure, before: figure, change: figure.describe('now - before, where null counts as nothing') };

export const ChangeLine = z.object({
  dimension: z.string(),
  cut: z.string().describe('What the dimension is called.'),
  value: z.union([z.string(), z.number(), z.null()]).describe('What a filter takes; null = the events carry none.'),
  label: z.string(),
  ...held,
});
export type ChangeLine = z.infer<typeof ChangeLine>;

export const Changes = z.object({
  figure: z.enum(CHANGE_FIGURES),
  totals: z.object(held),
  counted: z
    .object({ of: z.enum(['conversions', 'clicks', 'visits']), now: count, before: count, is_chance: z.boolean() })
    .nullable()
    .describe(
      'How many it was of, and whether so small a difference comes by chance alone in 5 of 100 cases; not of cost.',
    ),
  stands_out: ChangeLine.nullable().describe(
    'Of the first cut the line that moved most beside what its size lets one expect.',
  ),
  data: z
    .array(ChangeLine)
    .describe('The lines that moved most, cut by cut; first the cut in which one line moved most beside the others.'),
  cuts: z.array(
    z.object({
      dimension: z.string(),
      label: z.string(),
      lines: count.describe('How many there are in all.'),
      rest: z.object(held).describe('Of the lines that are not told.'),
    }),
  ),
  compared: z.object({ from: z.string(), to: z.string() }),
  time_basis: z.enum(['click', 'conversion']),
  unconverted: Unconverted.describe('Of both times: money without a rate, in none of these sums.'),
  ...Range,
});
export type Changes = z.infer<typeof Changes>;
