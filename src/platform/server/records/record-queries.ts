import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type Simplify } from 'kysely';
import { fold } from '../../text/fold.ts';
import type { Page } from '../../paging.ts';

/** What LIKE reads as a wildcard counts as itself. */
const patternOf = (text: string): string => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;

/** True where a row holds the text in what its list looks through, as people take words for the same. */
export const matchesSearch = (text: string): RawBuilder<boolean> => sql<boolean>`find_text like ${patternOf(text)}`;

/** True where a text that nothing folds beforehand holds another. */
export const matchesText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`folded(${sql.ref(column)}) like ${patternOf(text)}`;

/** One page in the order asked for, no value being the least one; ties by id. */
export const rowsOf = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  by: string | Expression<unknown>,
  page: Page,
): Promise<Simplify<Row>[]> =>
  query
    .orderBy(typeof by === 'string' ? sql.ref(by) : by, (order) =>
      page.order === 'desc' ? order.desc().nullsLast() : order.asc().nullsFirst(),
    )
    .orderBy(sql.ref('id'), page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** How many rows a query finds. @param query has selected nothing yet */
export async function countOf<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, {}>): Promise<number> {
  const counted = query.select(sql<number>`count(*)::int`.as('total')).$castTo<{ total: number }>();
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** Holds one row of a table with a trash until the transaction ends. @param isDeleted looks in the trash instead */
export const lockById = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  id: number,
  isDeleted: boolean,
): Promise<Simplify<Row> | undefined> =>
  query
    .where(sql<boolean>`id = ${id}`)
    .where(isDeleted ? sql<boolean>`deleted_at is not null` : sql<boolean>`deleted_at is null`)
    .forUpdate()
    .executeTakeFirst();

/** A change of a record, with the version one higher. */
export const withNextVersion = <Change extends object>(change: Change, now: Date) => ({
  ...change,
  version: sql<number>`version + 1`,
  updated_at: now.toISOString(),
});
