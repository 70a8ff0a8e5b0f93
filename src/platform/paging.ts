import { z } from 'zod';

/** The most rows one answer holds, also when "all" is asked for. */
export const MAX_ROWS = 1000;

/** A whole number in a query, in plain digits: neither `0x1` nor `1e2` nor ` 1`. Both bounds are inclusive. */
export const queryNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^-?(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max });

const rows = z.union([z.literal('all'), queryNumber(-1, MAX_ROWS)]);

/** The keys every list understands; a feature's list query spreads them into a strict object beside `sortBy` and its filters. */
export const pagingKeys = {
  page: queryNumber(1, 1_000_000).default(1),
  limit: rows.optional().describe('Rows on a page; -1 or "all" = up to 1000.'),
  itemsPerPage: rows.optional().describe('The same as `limit`, as the admin tables send it.'),
  search: z.string().trim().max(200).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  sortDesc: z.enum(['true', 'false']).optional().describe('The same as `order`, as the admin tables send it.'),
};

/** What a list understands beside that where it is a file as well. */
export const fileKeys = {
  format: z.enum(['csv']).optional().describe('All pages as a file; `limit` is refused then.'),
};

type Asked = {
  page: number;
  limit?: number | 'all' | undefined;
  itemsPerPage?: number | 'all' | undefined;
  order?: 'asc' | 'desc' | undefined;
  sortDesc?: 'true' | 'false' | undefined;
};

/** One page of a list, worked out from what was asked. */
export type Page = { page: number; limit: number; offset: number; order: 'asc' | 'desc' };

/** @param limit rows when none are asked for (tables without a figure of their own: 10) */
export function pageFrom(asked: Asked, limit = 10, order: 'asc' | 'desc' = 'desc'): Page {
  const wanted = asked.limit ?? asked.itemsPerPage ?? limit;
  const size = wanted === 'all' || wanted === -1 ? MAX_ROWS : Math.max(1, wanted);
  const sortDesc = asked.sortDesc === undefined ? undefined : asked.sortDesc === 'true' ? 'desc' : 'asc';
  return { page: asked.page, limit: size, offset: (asked.page - 1) * size, order: asked.order ?? sortDesc ?? order };
}

/**
 * The page of a list by name, of which `all` asks for every row that may be chosen, or for as many as it says.
 * @param limit rows when none are asked for
 */
export const choicesFrom = (asked: Asked & { all?: unknown }, limit = 10): Page =>
  asked.all && asked.limit === undefined
    ? pageFrom({ page: 1, limit: 'all' }, limit, 'asc')
    : pageFrom(asked, limit, 'asc');

/** What a list answers. */
export type Paged<T> = { data: T[]; total: number; page: number; limit: number; pages: number };

export const paged = <T>(data: T[], total: number, page: Page): Paged<T> => ({
  data,
  total,
  page: page.page,
  limit: page.limit,
  pages: Math.max(1, Math.ceil(total / page.limit)),
});

/** Reply schema of a list. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), total: z.int(), page: z.int(), limit: z.int(), pages: z.int() });

/** Reply schema of one record, with the sentence that the snackbar shows. */
export const oneOf = <T extends z.ZodType>(row: T) => z.object({ data: row, message: z.string().optional() });

/** Reply schema of an action without a record. */
export const Message = z.object({ message: z.string() });

const MAX_ID = 2_147_483_647;

/** An id in a path or a query: a positive 32-bit integer in plain digits, so that each record has one address. */
export const addressId = z
  .string()
  .refine((text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID, 'must be a whole number from 1')
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: MAX_ID });

/** `{id}` in a path. */
export const IdParams = z.object({ id: addressId });

/** A 64-bit id: it travels as text. */
export const LongId = z
  .string()
  .refine((text) => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) < 2n ** 63n, 'must be a whole number from 1');
export const LongIdParams = z.object({ id: LongId.transform(BigInt) });

/** What one call changes at most. */
export const bulkIds = z.array(z.int().min(1).max(2_147_483_647)).min(1).max(100);

const one = {
  id: z.int(),
  ok: z.boolean(),
  error: z.string().nullable().describe('The code of the refusal.'),
  message: z.string().nullable(),
};

export const dryRun = z.boolean().optional().describe('True: says what would change, and changes nothing.');

/** What changed of each, or would; a refusal of one stops no other. @param id of one of them */
export const changesReply = <Id extends z.ZodType>(id: Id) =>
  z.object({
    data: z.array(
      z.object({
        ...one,
        id,
        changes: z
          .array(
            z.object({
              what: z.string().describe('In words: `Status`, `Weight of Four mattresses`.'),
              before: z.string().nullable().describe('Null: it was not there.'),
              after: z.string().nullable().describe('Null: it is gone.'),
            }),
          )
          .describe('Empty for one that was so already, which is left alone.'),
      }),
    ),
    message: z.string(),
  });
export const BulkChangesReply = changesReply(z.int());
export type BulkChangesReply<Id = number> = z.infer<ReturnType<typeof changesReply<z.ZodType<Id>>>>;
