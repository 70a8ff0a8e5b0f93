import { AppError } from '../../../../platform/errors.ts';
import { toColumnsText } from '../../../../platform/server/event-store/columns.ts';
import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import { comparePositions } from '../../../../platform/server/journal/position.ts';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import { inTransaction, isUnreachable, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { OWN_IDS, toEventRow } from '../../rules.ts';
import { fromWritten } from '../../written-events.ts';
import { formatIds, parseIds } from '../../id-runs.ts';
import { noteToken } from '../store-mark.ts';
import * as store from '../store-events.ts';
import { closeRows, type Packed, type StoreName } from './packing.ts';

/** A store that the journal is shipped to. It keeps the cursor itself, in the transaction of the rows. */
export type Sink<Name extends StoreName = StoreName> = {
  readonly name: Name;
  cursor(name: string): Promise<string | undefined>;
  /** Up to where the next batch must reach, and no further; see `EventStore`. */
  begun(name: string): Promise<string | undefined>;
  /** Rows and cursor, or neither. */
  write(packed: Packed[Name], cursor: string, position: string): Promise<void>;
  /** The rows themselves are refused, so trying again is of no use. */
  isUnfit(error: unknown): boolean;
};

/** Attribution rows. A job `clicks_stored` follows new clicks, in their transaction. */
export function postgresSink(db: Db, jobs: Jobs): Sink<'postgres'> {
  return {
    name: 'postgres',
    cursor: (name) => store.findCursor(db, name),
    begun: () => Promise.resolve(undefined),
    write: ({ visits, clicks }, cursor, position) =>
      inTransaction(db, async (trx) => {
        if (visits !== undefined) await store.insertVisits(trx, visits);
        if (clicks !== undefined) {
          await store.insertClicks(trx, clicks);
          await jobs.add(trx, 'clicks_stored', {}, { key: 'clicks_stored', queue: 'clicks_stored' });
        }
        await store.saveCursor(trx, cursor, position);
      }),
    isUnfit: store.isUnfit,
  };
}

/** What of a journal the event store may hold already, of another way in: what it was filled up with, all of another instance's, or nothing. */
type Repeats = 'filled' | 'all' | 'none';

/** Everything that happened, for reports. */
export function eventStoreSink(eventStore: EventStore, db: Db, repeats: Repeats): Sink<'event_store'> {
  /** Where the store was when it was asked last: one that has taken its place meanwhile refuses what follows. */
  let known: string | null = null;
  async function mayRepeat(cursor: string): Promise<boolean> {
    if (repeats !== 'filled') return repeats === 'all';
    try {
      const filledTo = await store.findFilledTo(db, cursor);
      return filledTo !== undefined && (known === null || comparePositions(known, filledTo) < 0);
    } catch (error) {
      // looking for rows that are not there costs time and no more
      if (isUnreachable(error)) return true;
      throw error;
    }
  }
  return {
    name: 'event_store',
    async cursor(name) {
      const stored = await eventStore.cursor(name);
      known = stored ?? null;
      return stored;
    },
    begun: (name) => eventStore.begun(name),
    async write(packed, cursor, position) {
      const { open } = packed;
      const ids = new Set(open?.asked.map(([, visitId]) => visitId));
      const rows = closeRows(packed, open ? await store.arrivalsOf(db, [...ids]) : new Map());
      await eventStore.append({
        cursor,
        position,
        after: known,
        table: 'events',
        rows,
        ownIds: OWN_IDS,
        mayRepeat: () => mayRepeat(cursor),
      });
      known = position;
    },
    isUnfit: (error) => error instanceof AppError && error.code === 'validation_failed',
  };
}

/** Before anything is dropped because the event store has it: a store that does not is known by this as an older one. */
export async function noteStored(db: Db, eventStore: EventStore): Promise<void> {
  const { id, token } = await eventStore.mark();
  await noteToken(db, id, token);
}

const OUTBOX = 'outbox';

/**
 * Ships one batch of the outbox, or clears away the one that was shipped before a crash. Ids commit in any order, so a position
 * holds the very ids of its batch; no batch is chosen before the one of the stored position is gone from the outbox.
 * @param refused ids that the event store will never take; they stay in the outbox
 * @returns how many rows were dealt with
 * @throws AppError 'validation_failed' when one row of several does not fit; a batch of one is refused instead
 */
export async function shipOutbox(db: Db, eventStore: EventStore, limit: number, refused: Set<bigint>): Promise<number> {
  if (!(await store.hasOutbox(db))) return 0;
  const sink = eventStoreSink(eventStore, db, 'none');
  return inTransaction(db, async (trx) => {
    if (!(await store.lockOutbox(trx))) return 0;
    const shipped = await sink.cursor(OUTBOX);
    if (shipped) await noteStored(trx, eventStore);
    const left = !shipped ? 0 : await store.removeOutbox(trx, parseIds(shipped));
    // committed alone: were it undone together with the next batch, the cursor would no longer name these ids
    if (left > 0) return left;
    // what was begun is sent once more as it was
    const begun = await sink.begun(OUTBOX);
    const rows = begun
      ? await store.listOutboxOf(trx, parseIds(begun))
      : await store.listOutbox(trx, limit, [...refused]);
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return 0;
    try {
      await sink.write(toColumnsText(rows.map((row) => toEventRow(fromWritten(row.payload)))), OUTBOX, formatIds(ids));
    } catch (error) {
      if (!sink.isUnfit(error) || ids.length > 1) throw error;
      refused.add(ids[0]!);
      return 1;
    }
    await noteStored(trx, eventStore);
    await store.removeOutbox(trx, ids);
    return ids.length;
  });
}
