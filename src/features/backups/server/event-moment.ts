import type { Cell, EventStore } from '../../../platform/server/event-store/event-store.ts';

/** Some rows of the event store, in the order of `columns`. */
export type EventRows = { columns: string[]; rows: Cell[][] };

/** The event store and the journal at one moment. */
export type EventMoment = {
  /** What was answered before `at` is in the journal up to `end`, and nothing else is. */
  journal: { id: string; end: string; at: string };
  cursors: Record<string, string>;
  /** Every row of that moment, however long it takes. */
  rows: AsyncIterable<EventRows>;
};

type Parts = {
  eventStore: EventStore;
  journal: { id: string; end(): string };
  /** Nothing is shipped while it runs. */
  standStill<T>(work: () => Promise<T>): Promise<T>;
  signal: AbortSignal;
};

const OUTBOX = 'outbox';
/** What is derived from the events themselves is made anew. */
const ALL = 'select * from events';

/**
 * Opens a moment of the event store, with how far it was in the journal and in the outbox just then. The journal's end is asked last, so
 * that it holds whatever either store has of it.
 * @throws Error when the store is being filled up, AppError unavailable
 */
export async function openEventMoment({ eventStore, journal, standStill, signal }: Parts): Promise<EventMoment> {
  return standStill(async () => {
    const mark = await eventStore.mark();
    if (mark.isFilling)
      throw new Error(
        'The event store is being filled up from the database: take the backup when Server Health says that it is whole again.',
      );
    const cursors: Record<string, string> = {};
    for (const name of [`journal:${journal.id}`, OUTBOX]) {
      const position = await eventStore.cursor(name);
      if (position !== undefined) cursors[name] = position;
    }
    const stream = eventStore.stream<Record<string, Cell>>(ALL, [], signal);
    const pieces = stream[Symbol.asyncIterator]();
    // the moment is that of the first rows
    const first = await pieces.next();
    // nobody is answered between the two
    const [at, end] = [new Date().toISOString(), journal.end()];

    async function* rows(): AsyncGenerator<EventRows> {
      for (let piece = first; piece.done !== true; piece = await pieces.next()) {
        if (piece.value.length === 0) continue;
        const columns = Object.keys(piece.value[0]!);
        yield { columns, rows: piece.value.map((row) => columns.map((column) => row[column] ?? null)) };
      }
    }
    return { journal: { id: journal.id, end, at }, cursors, rows: rows() };
  });
}
