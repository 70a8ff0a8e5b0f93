import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type Simplify } from 'kysely';
import { fold } from '../../text/fold.ts';
import { MAX_COUNTED, MAX_FOUND } from '../../list-bounds.ts';
import type { Page } from '../../paging.ts';
import type { Db } from '../postgres/postgres.ts';
import { besideFigures, type Figures } from './figures.ts';

type Answers<Asks extends readonly (() => Promise<unknown>)[]> = { [At in keyof Asks]: Awaited<ReturnType<Asks[At]>> };

/** Asks side by side. A transaction has one connection, which takes one question at a time: there they follow each other. */
export async function askAll<const Asks extends readonly (() => Promise<unknown>)[]>(
  db: Db,
  ...asks: Asks
): Promise<Answers<Asks>> {
  if (!db.isTransaction) return (await Promise.all(asks.map((ask) => ask()))) as Answers<Asks>;
  const answers: unknown[] = [];
  for (const ask of asks) answers.push(await ask());
  return answers as Answers<Asks>;
}

/** What LIKE reads as a wildcard counts as itself. */
const patternOf = (text: string): string => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;

/** True where a row holds the text in what its list looks through, as people take words for the same. */
export const matchesSearch = (text: string, column = 'find_text'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${patternOf(text)}`;

/** True where a text that nothing folds beforehand holds another. */
export const matchesText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`folded(${sql.ref(column)}) like ${patternOf(text)}`;

/** @property isByName the other texts of a record are not told to who asks, and must not be guessed by searching */
export type ByName = { isByName?: boolean };

/** True where what its asker is told of a row holds a text. */
export const matchesTold = (text: string, { isByName }: ByName): RawBuilder<boolean> =>
  isByName ? matchesText('name', text) : matchesSearch(text);

/** One page of a list, and how many rows all its pages hold. */
export type RowsOfPage<Row> = { rows: Row[]; total: number };

type Asked = Page & {
  /** A column, an expression of columns, or figures that stand elsewhere. */
  by: string | Expression<unknown> | Figures;
  /** Narrowed by words: counted only as far as people read. */
  search?: string | undefined;
};

/**
 * One page in the order asked for, no value being the least one, and no figure the last in any order; ties by id. The ids are read
 * first, by the index of the order where there is one (`(order nulls first, id)`), then the rows of these alone. What lies nearer to the
 * end is read from there.
 * @param query has selected nothing yet
 * @param select what of a row is shown
 */
export async function pageOfRows<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, {}>,
  select: (rows: SelectQueryBuilder<DB, TB, {}>) => SelectQueryBuilder<DB, TB, Row>,
  asked: Asked,
): Promise<RowsOfPage<Simplify<Row>>> {
  const { ids, total } = await (asked.search ? foundPage(db, query, asked) : countedPage(db, query, asked));
  if (ids.length === 0) return { rows: [], total };
  // what was found need not be looked for again
  const found = (await select(query.clearWhere())
    .select(sql<number>`id`.as('id_of_row'))
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()) as unknown as (Simplify<Row> & { id_of_row: number })[];
  const byId = new Map(found.map(({ id_of_row: id, ...row }) => [id, row as unknown as Simplify<Row>]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

type IdsOfPage = { ids: number[]; total: number };

/** Of rows that words narrow: they are looked for once, counted and put in order. Very many are left to the index of the order. */
async function foundPage<DB, TB extends keyof DB>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, {}>,
  asked: Asked,
): Promise<IdsOfPage> {
  const { order, limit, offset } = asked;
  const sorted = sortable(query, asked);
  const some = sorted.query
    .select([sql<number>`id`.as('id'), sql<unknown>`${sorted.by}`.as('sort_key')])
    .limit(MAX_FOUND);
  const inTurn = order === 'desc' ? sql`sort_key desc nulls last, id desc` : sql`sort_key nulls first, id`;
  const { rows } = await sql<IdsOfPage>`
    with found as materialized (${some})
    select count(*)::int as total, array(select id from found order by ${inTurn} limit ${limit} offset ${offset}) as ids
      from found`.execute(db);
  const found = rows[0]!;
  return found.total < MAX_FOUND ? found : { ids: await idsOfPage(query, asked), total: found.total };
}

/** Of all rows. The first page need not wait for how many there are. */
async function countedPage<DB, TB extends keyof DB>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, {}>,
  asked: Asked,
): Promise<IdsOfPage> {
  const count = () => countUpTo(db, query, MAX_COUNTED);
  if (asked.offset === 0) {
    const [total, ids] = await askAll(db, count, () => idsOfPage(query, asked));
    return { ids, total };
  }
  const total = await count();
  return { ids: await idsOfPage(query, asked, total < MAX_COUNTED ? total : undefined), total };
}

/** The query, and what of it is put in order. */
function sortable<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, {}>,
  { by, order }: Pick<Asked, 'by' | 'order'>,
): { query: SelectQueryBuilder<DB, TB, {}>; by: Expression<unknown> } {
  if (typeof by === 'string') return { query, by: sql.ref(by) };
  return 'others' in by ? besideFigures(query, by, order) : { query, by };
}

/** @param total where all rows are counted: then a page of the second half is read from the end */
async function idsOfPage<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, {}>,
  { by, offset, limit, order }: Asked,
  total = Infinity,
): Promise<number[]> {
  const rows = Math.min(limit, total - offset);
  if (rows <= 0) return [];
  const isFromEnd = Number.isFinite(total) && offset > total / 2;
  const found = await inOrder(sortable(query, { by, order }), isFromEnd === (order === 'desc') ? 'asc' : 'desc')
    .limit(rows)
    .offset(isFromEnd ? total - offset - rows : offset)
    .execute();
  const ids = found.map(({ id }) => id);
  return isFromEnd ? ids.toReversed() : ids;
}

/** The ids of all rows of a list in the order asked for, however many: for files, which read the rows slice by slice. */
export const idsOfRows = async <DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, {}>,
  asked: Pick<Asked, 'by' | 'order'>,
): Promise<number[]> => (await inOrder(sortable(query, asked), asked.order).execute()).map(({ id }) => id);

const inOrder = <DB, TB extends keyof DB>({ query, by }: ReturnType<typeof sortable<DB, TB>>, order: Page['order']) =>
  sorted(query.select(sql<number>`id`.as('id')), { by, order }).$castTo<{ id: number }>();

/** No value being the least one; ties by id. @param id as the query names it, where it has several */
export const sorted = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { by, order }: { by: string | Expression<unknown>; order: Page['order'] },
  id = 'id',
): SelectQueryBuilder<DB, TB, Row> => {
  // by its id alone, which is never lacking, so that its index serves
  if (by === id) return rows.orderBy(sql.ref(id), order);
  return rows
    .orderBy(typeof by === 'string' ? sql.ref(by) : by, (one) =>
      order === 'desc' ? one.desc().nullsLast() : one.asc().nullsFirst(),
    )
    .orderBy(sql.ref(id), order);
};

/** How many rows a query finds, or the bound where there are as many or more. @param query has selected nothing yet */
async function countUpTo<DB, TB extends keyof DB>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, {}>,
  bound: number,
): Promise<number> {
  const some = query.select(sql<number>`1`.as('one')).limit(bound);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${some}) as counted`.execute(db);
  return rows[0]!.total;
}

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
