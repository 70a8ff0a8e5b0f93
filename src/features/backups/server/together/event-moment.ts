import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import type { EventTable } from '../event-sums.ts';

/** The event store and the journal at one moment. */
export type EventMoment = {
  /** The name of the store. */
  storeId: string;
  /** What was answered before `at` is in the journal up to `end`, and nothing else is. */
  journal: { id: string; end: string; at: string };
  cursors: Record<string, string>;
  /** As it was at that moment, however long it is read. */
  table: EventTable;
};

type Parts = {
  eventStore: EventStore;
  journal: { id: string; end(): string };
  /** Nothing is shipped while it runs. */
  standStill<T>(work: () => Promise<T>): Promise<T>;
  /** Further cursors that are asked for. */
  others?: readonly string[];
  signal: AbortSignal;
};

const OUTBOX = 'outbox';

/**
 * Opens a moment of the event store, with how far it was in the journal and in the outbox just then. The journal's end is asked last, so
 * that it holds whatever either store has of it.
 * @throws Error when the store is being filled up, AppError unavailable
 */
export async function openEventMoment({
  eventStore,
  journal,
  standStill,
  others = [],
  signal,
}: Parts): Promise<EventMoment> {
  return standStill(async () => {
    const mark = await eventStore.mark();
    if (mark.isFilling)
      throw new Error(
        'The event store is being filled up from the database: try again when Server Health says that it is whole.',
      );
    const cursors: Record<string, string> = {};
    for (const name of new Set([`journal:${journal.id}`, OUTBOX, ...others])) {
      const position = await eventStore.cursor(name);
      if (position !== undefined) cursors[name] = position;
    }
    const table = await eventStore.openMoment('events', signal);
    // nobody is answered between the two
    const [at, end] = [new Date().toISOString(), journal.end()];

    return { storeId: mark.id, journal: { id: journal.id, end, at }, cursors, table };
  });
}
