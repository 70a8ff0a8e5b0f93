import { sql } from 'kysely';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { ARRIVAL, GUIDE_ID, type ClickRow, type VisitRow } from '../../events/server/store-events.ts';

/** Where a walk is: behind the row of this instant and id. */
export type Place = { ts: string; id: string };

type Walked<Row> = (db: Db, since: string, behind: Place | undefined, limit: number) => Promise<Row[]>;

/** The newest first. Uses clicks_ts_idx. */
export const listClicksBack: Walked<ClickRow> = async (db, since, behind, limit) =>
  (
    await sql<ClickRow>`
      select *, ${GUIDE_ID} as guide_id, ${ARRIVAL} as arrival from clicks where ts >= ${since}::timestamptz
         and (${behind?.ts ?? null}::timestamptz is null
          or (ts <= ${behind?.ts ?? null}::timestamptz and (ts, click_id) < (${behind?.ts ?? null}::timestamptz, ${behind?.id ?? null}::text)))
       order by ts desc, click_id desc limit ${limit}`.execute(db)
  ).rows;

/** The newest first. Uses visits_ts_idx. */
export const listVisitsBack: Walked<VisitRow> = async (db, since, behind, limit) =>
  (
    await sql<VisitRow>`
      select *, ${GUIDE_ID} as guide_id from visits where ts >= ${since}::timestamptz
         and (${behind?.ts ?? null}::timestamptz is null
          or (ts <= ${behind?.ts ?? null}::timestamptz and (ts, visit_id) < (${behind?.ts ?? null}::timestamptz, ${behind?.id ?? null}::text)))
       order by ts desc, visit_id desc limit ${limit}`.execute(db)
  ).rows;

const STAGED = 'staged';

/** An empty table beside `events`, for rows that are to be seen all at once. */
export const beginStaging = (events: EventStore): Promise<void> =>
  events.transact([{ sql: `drop table if exists ${STAGED}` }, { sql: events.dialect.emptyLike(STAGED, 'events') }]);

/** @param place of the batch, another one for each try */
export const stage = (events: EventStore, place: string, rows: EventRow[]): Promise<boolean> =>
  events.append({ cursor: STAGED, position: place, table: STAGED, rows });

/**
 * Puts what was staged in the place of all conversions, and of what was paid from an instant on, and says which rows of the outbox are
 * in it: in one transaction where there are some, and else begun anew by the next try, so that each is counted once whenever the process
 * ends.
 */
export const swapStaged = (events: EventStore, paidFrom: string, outboxPosition: string): Promise<void> => {
  const old = `(type = 'conversion' or (type = 'cost' and ts >= ${events.dialect.instant(new Date(paidFrom))}))`;
  const hour = events.dialect.hourOf('ts');
  const noted = [
    `insert into touched.events select distinct ${hour}, type from events where ${old}`,
    `insert into touched.events select distinct ${hour}, type from ${STAGED}`,
  ];
  return events.transact(
    [
      ...noted,
      `delete from events where ${old}`,
      `insert into events select * from ${STAGED}`,
      `drop table ${STAGED}`,
    ].map((sql) => ({ sql })),
    { cursor: 'outbox', position: outboxPosition },
  );
};

/** Every row of the outbox that a transaction sees. */
export const listOutboxIds = async (trx: Db): Promise<bigint[]> =>
  (await sql<{ id: bigint }>`select id from event_outbox order by id`.execute(trx)).rows.map((row) => row.id);
