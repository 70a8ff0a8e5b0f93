import { sql } from 'kysely';
import type { Db } from './postgres.ts';

/** Every row of a table, as a test reads it: by the first column, for PostgreSQL puts new rows wherever there is room. */
export const rowsOf = <Row extends object>(db: Db, table: string): Promise<Row[]> =>
  db
    .withTables<Record<string, Row>>()
    .selectFrom(table)
    .selectAll()
    .orderBy(sql`1`)
    .execute() as Promise<Row[]>;

/** The same database, whose questions are counted. */
export function countQuestions(db: Db): { db: Db; asked(): number } {
  let count = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { db: counting, asked: () => count };
}
