import { z } from 'zod';

/** The file of exchange rates as it is read now. */
export const Rates = z.object({
  days: z.int(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  currencies: z.array(z.string()),
  problem: z.string().nullable().describe('Why the file cannot be read.'),
  unconverted: z.int().describe('Conversions in another currency that have no rate for their day.'),
});
export const RatesReply = z.object({ data: Rates, message: z.string().optional() });
export type Rates = z.infer<typeof Rates>;
export const RatesBody = z.strictObject({
  csv: z
    .string()
    .min(1, 'This field is required.')
    .max(8_000_000)
    .describe('As the European Central Bank publishes it: Date,USD,JPY,... and units for one euro a day.'),
});
