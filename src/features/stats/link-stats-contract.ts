import { z } from 'zod';
import { count, money, Range, rangeKeys, ratio, Unconverted } from './contract.ts';

const { format: _format, ...linkKeys } = rangeKeys;
export const LinkStatsQuery = z.strictObject(linkKeys);
export type LinkStatsQuery = z.infer<typeof LinkStatsQuery>;

const Spent = {
  cost: money.nullable().describe('Estimated and confirmed; null when nothing says what was paid.'),
  profit: money.nullable().describe('revenue expected - cost'),
  roi: ratio.describe('profit / cost'),
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
  }),
  series: z.array(
    z.object({
      day: z.string(),
      visits: count,
      clicks: count,
      conversions: count,
      revenue: money,
      cost: money.nullable(),
    }),
  ),
  by_destination: z.array(
    z.object({
      destination_id: z.int(),
      name: z.string(),
      visits: count,
      clicks_out: count,
      ctr: ratio.describe('clicks_out / visits'),
      ci95: z.tuple([z.number(), z.number()]).nullable().describe('In which the true ctr lies in 95 of 100 cases.'),
      conversions: count,
      revenue: money,
      epc: money.nullable(),
      ...Spent,
    }),
  ),
  by_country: z.array(z.object({ country: z.string(), visits: count })),
  by_device: z.array(z.object({ device: z.string(), visits: count })),
  ...Range,
});
export type LinkStats = z.infer<typeof LinkStats>;
