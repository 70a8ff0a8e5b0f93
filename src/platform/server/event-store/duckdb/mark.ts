import type { Batch } from './batch.ts';
import type { Cell } from '../event-store.ts';

/** The name of a store, for ever, and how many transactions it has written; see the port. */
export const MARK_TABLE = [
  'create table if not exists mark (id varchar not null, token bigint not null, is_filling boolean not null)',
  'insert into mark select uuid()::varchar, 0, false where not exists (select 1 from mark)',
];

/** In each transaction that writes. */
export const markAgain = 'update mark set token = token + 1';

type Question = { type: string; sql: string; params: Cell[] };

/** Asks for each type which of its ids in a batch are there already. A row that comes again has the very time of the first. */
export function whereKnown({ table, columns, values, rowCount, ownIds }: Batch): Question[] {
  const [types, times] = [cellsOf('type'), cellsOf('ts')];
  function cellsOf(column: string): readonly Cell[] {
    return values[columns.indexOf(column)] ?? [];
  }
  return Object.entries(ownIds).flatMap(([type, column]) => {
    const own = cellsOf(column);
    const rows = Array.from({ length: rowCount }, (_, row) => row).filter(
      (row) => types[row] === type && typeof own[row] === 'string',
    );
    if (rows.length === 0) return [];
    const stamps = rows.map((row) => String(times[row]).replace('Z', '')).toSorted();
    return [
      {
        type,
        sql: `select ${column} as id from ${table} where ts >= cast($1 as timestamp) and ts <= cast($2 as timestamp) and type = $3
                and ${column} in (select unnest(string_split($4, chr(10))))`,
        params: [stamps[0]!, stamps.at(-1)!, type, rows.map((row) => own[row]).join('\n')],
      },
    ];
  });
}

/** @param known types and ids, each as `type id` */
export function withoutRows(batch: Batch, known: ReadonlySet<string>): Batch {
  if (known.size === 0) return batch;
  const types = batch.values[batch.columns.indexOf('type')]!;
  const isFresh = (_: unknown, row: number): boolean => {
    const column = batch.ownIds[String(types[row])];
    return (
      column === undefined || !known.has(`${types[row]} ${String(batch.values[batch.columns.indexOf(column)]?.[row])}`)
    );
  };
  const values = batch.values.map((cells) => cells.filter(isFresh));
  return { ...batch, values, rowCount: values[0]!.length };
}
