import { z } from 'zod';
import { optionalText, requiredCode, requiredText } from '../../platform/fields.ts';
import { addressId, LongId } from '../../platform/paging.ts';
import { COST_STATES } from './contract.ts';

/** How many hours lie between two fetches. */
export const FEED_HOURS = [1, 3, 6, 12, 24] as const;
/** How many fetches are told of each file, and kept of each kind. */
export const RUNS_KEPT = 50;

const columnName = optionalText(80).default(null).describe('As the file calls it. Left out: found by the usual names.');

const columnsAsked = z.strictObject({
  date: columnName,
  amount: columnName,
  campaign: columnName,
  currency: columnName,
});
export type FeedColumns = z.infer<typeof columnsAsked>;

const id = z.int().min(1).max(2_147_483_647);
const url = requiredCode(2048).describe('https; may hold a token. It is stored sealed and never shown again.');
const headerName = z
  .string()
  .trim()
  .max(64)
  .regex(/^[\w!#$%&'*+.^`|~-]*$/, 'must be the name of a header, such as Authorization')
  .nullable()
  .transform((text) => text || null);
const headerValue = z
  .string()
  .trim()
  .max(4096)
  .regex(/^[\x20-\x7e]*$/, 'must hold plain characters only');

const fields = {
  name: requiredText(120),
  header_name: headerName.default(null).describe('A header that is sent along, such as Authorization.'),
  header_value: headerValue.optional().describe('Left out: the stored one stays.'),
  columns: columnsAsked.default({ date: null, amount: null, campaign: null, currency: null }),
  state: z.enum(COST_STATES).default('confirmed').describe('Of rows that do not say it themselves.'),
  every_hours: z
    .int()
    .refine((hours) => FEED_HOURS.includes(hours as 1), 'must be 1, 3, 6, 12 or 24')
    .default(24),
  at_hour: z.int().min(0).max(23).default(6).describe('Hour of the day in the zone of the site.'),
  is_enabled: z.boolean().default(true),
};

/** A file at an address that says what was paid to a source. */
export const FeedInput = z.strictObject({ ...fields, source_id: id, url });
export type FeedInput = z.infer<typeof FeedInput>;

/** The source stays: what was written belongs to it. */
export const FeedChange = z.strictObject({
  ...fields,
  url: url.optional().describe('Left out: the stored one stays.'),
});
export type FeedChange = z.infer<typeof FeedChange>;

/** Tries what stands in a form; nothing is written. */
export const FeedTry = z.strictObject({
  ...fields,
  id: id.optional().describe('Of a stored file: what is left out is taken from it.'),
  source_id: id.optional().describe('Needed without an id.'),
  url: url.optional().describe('Needed without an id.'),
});
export type FeedTry = z.infer<typeof FeedTry>;

export const FEED_STATUSES = ['written', 'unchanged', 'failed'] as const;

const totals = z
  .array(z.object({ amount: z.string(), currency: z.string() }))
  .describe('What the rows of the file come to, in each currency.');

const Counts = {
  rows: z.int().describe('Rows of the file that say an amount.'),
  days: z.int().describe('Days that they tell of.'),
  entries_written: z.int(),
  entries_replaced: z.int().describe('Earlier entries of this file, of the same days, that count no more.'),
  totals,
  error: z.string().nullable(),
};

export const FeedRun = z.object({
  id: z.string(),
  at: z.string(),
  status: z.enum(FEED_STATUSES),
  ...Counts,
  actor: z.string(),
  undone_at: z.string().nullable(),
});
export type FeedRun = z.infer<typeof FeedRun>;

export const Feed = z.object({
  id: z.int(),
  name: z.string(),
  source_id: z.int(),
  source: z.string(),
  address: z.string().nullable().describe('Its host. Null: the address has to be entered again.'),
  header_name: z.string().nullable(),
  columns: z.object({
    date: z.string().nullable(),
    amount: z.string().nullable(),
    campaign: z.string().nullable(),
    currency: z.string().nullable(),
  }),
  state: z.enum(COST_STATES),
  every_hours: z.int(),
  at_hour: z.int(),
  is_enabled: z.boolean(),
  failures: z.int().describe('Fetches in a row that failed.'),
  due_at: z.string().nullable().describe('When it is fetched next; null while it is switched off.'),
  last_good_at: z.string().nullable(),
  last_run: FeedRun.nullable(),
});
export type Feed = z.infer<typeof Feed>;

export const FeedsReply = z.object({ data: z.array(Feed) });
export const FeedReply = z.object({ data: Feed, message: z.string() });
export const FeedRunsReply = z.object({ data: z.array(FeedRun) });
export const FeedRunReply = z.object({ data: FeedRun, message: z.string() });

/** What became of a fetch, or would. */
export const FetchReply = z.object({
  data: z.object({
    status: z.enum(FEED_STATUSES),
    ...Counts,
    lines: z
      .array(z.object({ line: z.int(), ok: z.boolean(), text: z.string() }))
      .describe('Lines that cannot be used; else the first ones, as they were read.'),
  }),
  message: z.string(),
});
export type FetchReply = z.infer<typeof FetchReply>;

export const FetchBody = z.strictObject({ dry_run: z.boolean().default(true) });

export const FeedRunParams = z.object({ id: addressId, runId: LongId.transform(BigInt) });
