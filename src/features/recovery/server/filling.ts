import { randomUUID } from 'node:crypto';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { comparePositions } from '../../../platform/server/journal/position.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { FillStage } from '../../events/store-contract.ts';
import { OWN_IDS, toEventRow } from '../../events/rules.ts';
import type { StoredEvent } from '../../events/written-events.ts';
import { formatIds } from '../../events/id-runs.ts';
import * as fill from './store.ts';
import * as marks from '../../events/server/store-mark.ts';
import * as store from '../../events/server/store-events.ts';

/**
 * What the database knows of conversions and of what was paid, as it must stand in the event store: batches of one state of the database.
 * @param trx sees one state from its first statement on
 * @param from of what was paid for arrivals: before it their own rows are not there any more
 * @param isOlder what was paid before `from` still stands in the store
 */
export type RecordedEvents = (trx: Db, from: string, isOlder: boolean) => AsyncIterable<StoredEvent[]>;

type Parts = {
  db: Db;
  eventStore: EventStore;
  /** Names the cursors of the journal that is shipped here. */
  journalId: string;
  recordedEvents: RecordedEvents;
  log: Log;
};
type Filling = marks.KnownMark & { found_at: string; kept_from: string; stage: FillStage };

const BATCH = 2000;

/**
 * One step of filling a store up from the database. Each is stored with its own place, so that it may end at any moment and be taken again.
 * @returns the stage to go on with; undefined: all is there
 */
export async function fillStep(parts: Parts, known: Filling): Promise<FillStage | undefined> {
  switch (known.stage) {
    case 'conversions':
      return (await replaceConversions(parts, known)) ? 'clicks' : 'conversions';
    case 'clicks':
      return (await bringBack(parts, known, 'clicks')) ? 'clicks' : 'visits';
    case 'visits':
      return (await bringBack(parts, known, 'visits')) ? 'visits' : 'catching_up';
    case 'catching_up':
      return (await hasCaughtUp(parts)) ? undefined : 'catching_up';
  }
}

/**
 * Conversions live in the database alone: whatever the store has of them is replaced by what they are now. No delta leaves the outbox
 * meanwhile, and those that are in the state of this moment count as shipped with it.
 * @returns false when another instance has the outbox: try again
 */
function replaceConversions({ db, eventStore, recordedEvents, log }: Parts, known: Filling): Promise<boolean> {
  return db.transaction().execute(async (holder) => {
    if (!(await store.lockOutbox(holder))) return false;
    const isOlder = await marks.holdsBefore(eventStore, known.kept_from);
    // begun only now: whoever had the outbox before has committed what this must see
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const outbox = await fill.listOutboxIds(trx);
        await fill.beginStaging(eventStore);
        let done = 0n;
        // of this try alone: the batches of one before went with its table
        const name = randomUUID();
        let batch = 0;
        for await (const events of recordedEvents(trx, known.kept_from, isOlder)) {
          await stageSome(eventStore, `${name} ${(batch += 1)}`, events.map(toEventRow), log);
          done += BigInt(events.filter((event) => event.type === 'conversion').length);
          await marks.changeMark(db, { done });
        }
        await fill.swapStaged(eventStore, isOlder ? known.kept_from : new Date(0).toISOString(), formatIds(outbox));
      });
    return true;
  });
}

/** A row that does not fit any column is left out, as the outbox does with it. */
async function stageSome(eventStore: EventStore, place: string, rows: EventRow[], log: Log): Promise<void> {
  try {
    await fill.stage(eventStore, place, rows);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'validation_failed')) throw error;
    if (rows.length === 1) {
      log.error({ err: error, row: rows[0] }, 'events: a row was refused for good');
      return;
    }
    const half = Math.ceil(rows.length / 2);
    await stageSome(eventStore, `${place}.1`, rows.slice(0, half), log);
    await stageSome(eventStore, `${place}.2`, rows.slice(half), log);
  }
}

/** The next rows of a table, the newest first. Those that are there already, from the journal or from before, are left out. @returns whether there are more */
async function bringBack({ db, eventStore }: Parts, known: Filling, table: 'clicks' | 'visits'): Promise<boolean> {
  const cursor = `fill:${known.found_at}:${table}`;
  const [ts, id] = (await eventStore.cursor(cursor))?.split(' ') ?? [];
  const behind = ts !== undefined && id !== undefined ? { ts, id } : undefined;
  const rows =
    table === 'clicks'
      ? (await fill.listClicksBack(db, known.kept_from, behind, BATCH)).map((row) => ({
          ...clickEvent(row),
          id: row.click_id,
        }))
      : (await fill.listVisitsBack(db, known.kept_from, behind, BATCH)).map((row) => ({
          ...visitEvent(row),
          id: row.visit_id,
        }));
  const last = rows.at(-1);
  if (!last) return false;
  const columns = new Set(await eventStore.columns('events'));
  const fit = (row: EventRow): EventRow =>
    Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name)));
  await eventStore.append({
    cursor,
    position: `${last.event.ts} ${last.id}`,
    table: 'events',
    rows: rows.map(({ event, visitor }) => ({ ...fit(toEventRow(event)), ...(visitor !== null && { visitor }) })),
    ownIds: OWN_IDS,
    mayRepeat: true,
  });
  await marks.changeMark(db, { done: known.done + BigInt(rows.length) });
  return rows.length === BATCH;
}

type Row = { event: StoredEvent; visitor: bigint | null };

/** Columns without a value are left out, as in an event of a request. */
const known = (row: object): object => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const clickEvent = ({ arrival, ...row }: store.ClickRow): Row => ({
  event: { ...known(row), ...known(arrival ?? {}), type: 'click' } as StoredEvent,
  visitor: null,
});

const visitEvent = ({
  visitor,
  cost_base_micros: _micros,
  cost_base_currency: _currency,
  cost_fx_day: _day,
  ...row
}: store.VisitRow): Row => ({ event: { ...known(row), type: 'visit' } as StoredEvent, visitor });

/** The store has been given all of the journal that the database has: nothing of what was brought back can come once more. */
async function hasCaughtUp({ db, eventStore, journalId }: Parts): Promise<boolean> {
  const name = `journal:${journalId}`;
  const [database, events] = [await store.findCursor(db, name), await eventStore.cursor(name)];
  if (database === undefined) return true;
  return events !== undefined && comparePositions(events, database) >= 0;
}
