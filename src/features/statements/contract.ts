import { z } from 'zod';
import { amount, currency } from '../../platform/fields.ts';
import { LongId } from '../../platform/paging.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';

/** What a column of a network's file can hold. */
export const FILE_FIELDS = ['click_id', 'txid', 'payout', 'currency', 'status', 'event', 'time'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

const column = z.int().min(0).max(500).nullable();
const Columns = z.partialRecord(z.enum(FILE_FIELDS), column);
export type Columns = z.infer<typeof Columns>;

const day = z.iso.date('must be a day such as 2026-11-21');

const fileKeys = {
  network_id: z.int().min(1).max(2_147_483_647),
  csv: z.string().min(1, 'This field is required.').max(6_000_000),
  columns: Columns.optional().describe('Which column (from 0) holds what; left out, it is guessed from the names.'),
  decimal: z.enum(['auto', '.', ',']).default('auto'),
};

export const StatementBody = z.strictObject({
  ...fileKeys,
  date_from: day.optional().describe('First day that the statement covers, in UTC. Left out: its earliest row.'),
  date_to: day.optional(),
});
export type StatementBody = z.infer<typeof StatementBody>;

/** How a file was understood, to be shown and corrected. */
export const Understood = z.object({
  head: z.array(z.string()),
  sample: z.array(z.array(z.string())).describe('The first rows.'),
  columns: Columns,
  decimal: z.enum(['.', ',']),
  rows: z.int(),
  problems: z.array(z.object({ line: z.int(), text: z.string() })),
});
export type Understood = z.infer<typeof Understood>;

/** `missing`: we have it, the statement does not. `unknown`: the statement has it, we do not. */
export const FINDINGS = ['matched', 'missing', 'different', 'reversed', 'unknown', 'repeated'] as const;
export type FindingKind = (typeof FINDINGS)[number];

const side = z.object({
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.enum(CONVERSION_STATUSES).nullable(),
});

export const Finding = z.object({
  kind: z.enum(FINDINGS),
  line: z.int().nullable(),
  conversion_id: z.string().nullable(),
  version: z.int().nullable().describe('Of our conversion, as it was compared.'),
  txid: z.string().nullable(),
  click_id: z.string().nullable(),
  at: z.string().nullable(),
  ours: side.nullable(),
  theirs: side.nullable(),
  text: z.string(),
});
export type Finding = z.infer<typeof Finding>;

const Sums = z.array(z.object({ currency: z.string(), amount: z.string() }));
export type Sums = z.infer<typeof Sums>;

export const StatementReply = z.object({
  understood: Understood,
  range: z.object({ from: z.string(), to: z.string() }).nullable(),
  counts: z.record(z.enum(FINDINGS), z.int()),
  missing_sum: Sums.describe('What we counted and the statement leaves out.'),
  difference_sum: Sums.describe('What the statement pays less than we counted, over rows that both have.'),
  reversed_sum: Sums,
  findings: z.array(Finding).describe('All but the matched, at most 2000.'),
  message: z.string().describe('Ready to send to the network.'),
});
export type StatementReply = z.infer<typeof StatementReply>;

export const ImportBody = z.strictObject({
  ...fileKeys,
  file_name: z.string().trim().max(255).default('pasted'),
  overwrite: z
    .boolean()
    .default(false)
    .describe('Set status and amount of conversions that are known as the file says, as a decision of yours.'),
  dry_run: z.boolean().default(true),
});
export type ImportBody = z.infer<typeof ImportBody>;

export const IMPORT_RESULTS = ['recorded', 'updated', 'unchanged', 'orphan', 'refused'] as const;

const BatchRow = z.object({
  line: z.int().describe('Of the file; of accepted findings their place in the list.'),
  result: z.enum(IMPORT_RESULTS),
  text: z.string(),
  conversion_id: z.string().nullable(),
  is_refund: z.boolean().describe('It takes money away.'),
  before: side.nullable().describe('The conversion as it was; null for one that is new.'),
  after: side.nullable().describe('As it is then; null for a row that was refused.'),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** What a batch did, or would do. */
export const BatchReply = z.object({
  batch_id: z.string().nullable().describe('Null for a dry run, and when nothing was written.'),
  counts: z.record(z.enum(IMPORT_RESULTS), z.int()),
  rows: z.array(BatchRow),
  change: Sums.describe('By how much the money that counts (pending and approved) moves, by currency.'),
  message: z.string(),
});
export type BatchReply = z.infer<typeof BatchReply>;

/** Findings of a statement that are taken over as the network has them. */
export const AcceptBody = z.strictObject({
  network_id: z.int().min(1).max(2_147_483_647),
  file_name: z.string().trim().max(255).default('Statement'),
  reason: z.string().trim().min(1, 'This field is required.').max(500),
  takes_amounts: z.boolean().default(true).describe('False: only the statuses.'),
  dry_run: z.boolean().default(true),
  items: z
    .array(
      z.strictObject({
        conversion_id: LongId,
        version: z.int().min(1).describe('One that has changed since is left as it is.'),
        status: z.enum(CONVERSION_STATUSES),
        amount: amount.nullable().default(null),
        currency: currency.nullable().default(null),
      }),
    )
    .min(1, 'Choose one at least.')
    .max(2000),
});
export type AcceptBody = z.infer<typeof AcceptBody>;

export const ImportReply = BatchReply.extend({ understood: Understood });
export type ImportReply = z.infer<typeof ImportReply>;

export const Batch = z.object({
  id: z.string(),
  network_id: z.int(),
  network: z.string(),
  file_name: z.string(),
  rows_total: z.int(),
  rows_recorded: z.int(),
  rows_updated: z.int(),
  rows_unchanged: z.int(),
  actor: z.string(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
});
export type Batch = z.infer<typeof Batch>;
export const BatchList = z.object({ data: z.array(Batch), total: z.int() });
