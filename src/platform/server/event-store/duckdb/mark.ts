import type { Batch } from '../batch.ts';
import { listRepeatable } from '../repeated.ts';
import type { Cell } from '../event-store.ts';

/** The name of a store, for ever, and how many transactions it has written; see the port. */
export const MARK_TABLE = [
  'create table if not exists mark (id varchar not null, token bigint not null, is_filling boolean not null)',
  'insert into mark select uuid()::varchar, 0, false where not exists (select 1 from mark)',
];

/** In each transaction that writes. */
export const markAgain = 'update mark set token = token + 1';

type Question = { type: string; sql: string; params: Cell[] };

/** Asks for each type which of its ids in a batch are there already. */
export const whereKnown = (batch: Batch): Question[] =>
  listRepeatable(batch).map(({ type, column, from, to, ids }) => ({
    type,
    sql: `select ${column} as id from ${batch.table} where ts >= cast($1 as timestamp) and ts <= cast($2 as timestamp) and type = $3
            and ${column} in (select unnest(string_split($4, chr(10))))`,
    params: [from.replace('Z', ''), to.replace('Z', ''), type, ids.join('\n')],
  }));
