import type { FastifyReply } from 'fastify';
import { MAX_ROWS, type Paged } from '../../../platform/paging.ts';
import { cellOf, refuseLimit, sendCsv, type CsvTable } from '../../../platform/server/http/csv.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { askedOnce, type Rank } from '../../../platform/server/records/figures.ts';
import { fileDay, fileDays, lastDays, type Clock } from '../../../platform/time.ts';
import { getSettings } from './service.ts';

type Scope = { db: Db; clock: Clock; rank?: Rank<never> };
type Asked = { page: number; limit?: unknown; itemsPerPage?: unknown };
/** All that a page may hold. */
type WholePage = { page: number; limit: 'all'; itemsPerPage: undefined };

type ListFile<S extends Scope, Row extends object> = {
  /** What is in it: `offers`. */
  name: string;
  /** Of each row, by the names that its answer has. Nothing else of it is told. */
  columns: readonly (keyof Row & string)[];
  /** How many days its figures are of, today the last; or what it is narrowed to, as its name says it. Left out where it has none. */
  days?: number | string | undefined;
  /** The list as its screen asks for it. */
  list: (scope: S, page: WholePage) => Promise<Paged<Row>>;
};

/** Sends every row of a list as a file, whatever page its screen shows: all of one moment, in the order asked for. */
export function sendList<S extends Scope, Row extends object>(
  reply: FastifyReply,
  scope: S,
  query: Asked,
  { name, columns, days, list }: ListFile<S, Row>,
): Promise<FastifyReply> {
  refuseLimit(query);
  return sendCsv(reply, name, async (signal): Promise<CsvTable> => {
    const { currency, time_zone: zone } = await getSettings(scope.db);
    const rowOf = (row: Row): string[] => [...columns.map((key) => cellOf(row[key])), currency, zone];
    return {
      days: await daysOfFile(scope, days),
      head: [...columns, 'currency', 'zone'],
      rows: eachPage(scope, list, signal, rowOf),
    };
  });
}

/** The days of a file of a list. @param days as a list says them; undefined: it is of this day */
export async function daysOfFile(
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  days: number | string | undefined,
): Promise<string> {
  if (typeof days === 'string') return days;
  const { time_zone: zone } = await getSettings(db);
  return days === undefined ? fileDay(clock(), zone) : fileDays(lastDays(days, zone, clock()), zone);
}

async function* eachPage<S extends Scope, Row extends object>(
  scope: S,
  list: ListFile<S, Row>['list'],
  signal: AbortSignal,
  rowOf: (row: Row) => string[],
): CsvTable['rows'] {
  const trx = await scope.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const inside = { ...scope, db: trx, ...(scope.rank && { rank: askedOnce(scope.rank) }) };
  try {
    for (let page = 1; ; page += 1) {
      // a part must not pass for the whole
      signal.throwIfAborted();
      const { data } = await list(inside, { page, limit: 'all', itemsPerPage: undefined });
      yield data.map(rowOf);
      if (data.length < MAX_ROWS) return;
    }
  } finally {
    await trx.rollback().execute();
  }
}
