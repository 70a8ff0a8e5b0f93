import { z } from 'zod';

/** Rows of one import. */
export const MAX_IMPORT_ROWS = 1000;

export const LinkImport = z.strictObject({
  csv: z
    .string()
    .min(1, 'This field is required.')
    .max(1_000_000)
    .describe('A line with the names of the columns, then one link a line.'),
  dry_run: z.boolean().default(false).describe('Only says what would become of each row.'),
});
export type LinkImport = z.infer<typeof LinkImport>;

/** What became, or would become, of one row. */
export const LinkImportRow = z.object({
  row: z.int().describe('1 is the first below the names of the columns.'),
  name: z.string(),
  slug: z.string().describe('Empty for one that cannot be made, and in a dry run where it will be made up.'),
  errors: z.record(z.string(), z.array(z.string())),
});
export type LinkImportRow = z.infer<typeof LinkImportRow>;

/** All rows or none: one error, and nothing is written. */
export const LinkImportReply = z.object({
  data: z.object({
    rows: z.array(LinkImportRow),
    good: z.int(),
    bad: z.int(),
    created: z.int().describe('0 after a dry run, and when a row is bad.'),
  }),
  message: z.string(),
});
export type LinkImportReply = z.infer<typeof LinkImportReply>;
