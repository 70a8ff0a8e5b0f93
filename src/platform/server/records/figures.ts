import { sql, type Expression, type SelectQueryBuilder } from 'kysely';
import type { Page } from '../../paging.ts';
import type { Clock } from '../../time.ts';
import type { Db } from '../postgres/postgres.ts';

/** What rows are put in order by where their table does not hold it. */
export type Figures = {
  /** By the id of the row; null where it has no such figure. */
  of: ReadonlyMap<number, number | null>;
  /** Of every other row. */
  others: number | null;
};

/** Tells a figure of every row of a list, whatever page is shown; later features know it, and the application fills it in. */
export type Rank<Figure extends string> = (db: Db, figure: Figure, now: Date) => Promise<Figures>;

/** What a list is put in order by: undefined where that is a column of its own. */
export const figuresFor = async <Figure extends string>(
  { db, clock, rank = unranked }: { db: Db; clock: Clock; rank?: Rank<Figure> | undefined },
  sortBy: string,
  figures: readonly Figure[],
): Promise<Figures | undefined> =>
  figures.includes(sortBy as Figure) ? rank(db, sortBy as Figure, clock()) : undefined;

/** Where nothing is counted, every row is like the others. */
const unranked: Rank<string> = () => Promise.resolve({ of: new Map(), others: 0 });

/** The same order for every page of a file, however long that takes. */
export function askedOnce<Figure extends string>(rank: Rank<Figure>): Rank<Figure> {
  let first: Promise<Figures> | undefined;
  return (...asked) => (first ??= rank(...asked));
}

/**
 * Puts a figure beside every row of a query, to be ordered by.
 * @param order a row without a figure is the last in it, whichever it is
 */
export function besideFigures<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, {}>,
  { of, others }: Figures,
  order: Page['order'],
): { query: SelectQueryBuilder<DB, TB, {}>; by: Expression<unknown> } {
  const last = order === 'asc' ? Infinity : -Infinity;
  // written out: the driver would quote each number by itself
  const list = (values: Iterable<number>): string => `{${[...values].join(',')}}`;
  const [ids, values] = [list(of.keys()), list([...of.values()].map((value) => value ?? last))];
  const figures = sql<{ of_row: number; figure: number }>`unnest(${ids}::int[], ${values}::float8[])`;
  const joined = query.leftJoin(figures.as<'figures'>(sql`figures(of_row, figure)`), (join) =>
    join.on(sql<boolean>`figures.of_row = id`),
  );
  return {
    query: joined as unknown as typeof query,
    by: sql<number>`coalesce(figures.figure, ${others ?? last}::float8)`,
  };
}
