import { z } from 'zod';
import { amount, currency, optionalText } from '../../platform/fields.ts';
import { addressId, fileKeys, pageOf, pagingKeys } from '../../platform/paging.ts';
import { isNarrowing } from './narrowing.ts';

export const COST_STATES = ['estimated', 'confirmed'] as const;

const id = z.int().min(1).max(2_147_483_647);
const day = z.iso.date('must be a day such as 2026-11-21');

/** What was paid for the arrivals of some days; it is spread over them. */
export const CostInput = z
  .strictObject({
    source_id: id,
    link_id: id.nullable().default(null),
    param: z
      .string()
      .refine(
        isNarrowing,
        'must be utm_campaign or another of utm, sub1 to sub10, or a parameter of the source such as param:site',
      )
      .nullable()
      .default(null)
      .describe(
        'Only arrivals with this value: `utm_source` to `utm_content`, `sub1` to `sub10`, or a parameter that the source sends, by its alias, as `param:<alias>`.',
      ),
    value: optionalText(128).default(null),
    date_from: day.describe('First day, in the zone of the site.'),
    date_to: day.describe('Last day, included.'),
    amount: amount.refine((text) => !/^[0.]*$/.test(text), 'must be more than nothing'),
    currency: currency.optional().describe('Left out: that of the source.'),
    state: z.enum(COST_STATES).default('confirmed'),
    note: optionalText(500).default(null),
  })
  .refine((input) => (input.param === null) === (input.value === null), {
    path: ['value'],
    message: 'stands beside its parameter, or neither is given',
  })
  .refine((input) => input.date_from <= input.date_to, { path: ['date_to'], message: 'must not lie before date_from' });
export type CostInput = z.infer<typeof CostInput>;

export const CostEntry = z.object({
  id: z.string(),
  source_id: z.int(),
  source: z.string(),
  link_id: z.int().nullable(),
  link: z.string().nullable(),
  param: z.string().nullable(),
  value: z.string().nullable(),
  from_at: z.string(),
  to_at: z.string(),
  amount: z.string(),
  currency: z.string(),
  worth: z
    .object({ amount: z.string(), currency: z.string(), without_rate: z.string() })
    .nullable()
    .describe(
      'In the currency of the site by the rates of its days; `without_rate` is what of the amount has none yet. Null: it is in that currency.',
    ),
  state: z.enum(COST_STATES),
  method: z.enum(['manual', 'csv', 'feed']).describe('`feed`: of a file that is fetched on a schedule.'),
  note: z.string().nullable(),
  visits: z.int().describe('Arrivals that it was spread over; 0 = it stands on its first day.'),
  actor: z.string(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
});
export type CostEntry = z.infer<typeof CostEntry>;

const { search: _search, ...keys } = pagingKeys;

export const COST_SORTS = ['id', 'amount', 'from_at', 'to_at', 'visits'] as const;

export const CostQuery = z.strictObject({
  ...keys,
  ...fileKeys,
  sortBy: z.enum(COST_SORTS).default('id').describe('`amount`: by what it is worth in the currency of the site.'),
  source_id: addressId.optional(),
});
export type CostQuery = z.infer<typeof CostQuery>;
export const CostPage = pageOf(CostEntry);
export const CostReply = z.object({ data: CostEntry, message: z.string() });

export const CostImportBody = z.strictObject({
  csv: z
    .string()
    .min(1, 'This field is required.')
    .max(2_000_000)
    .describe(
      'Columns: source, date (or date_from and date_to), amount; campaign, param with value, currency, state if there are. A row that names a link is refused.',
    ),
  dry_run: z.boolean().default(true),
});
export type CostImportBody = z.infer<typeof CostImportBody>;

export const CostImportReply = z.object({
  rows: z.array(z.object({ line: z.int(), ok: z.boolean(), text: z.string() })),
  written: z.int(),
  message: z.string(),
});
export type CostImportReply = z.infer<typeof CostImportReply>;
