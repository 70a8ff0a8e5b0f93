import type { Journal } from '../../../platform/server/journal/journal.ts';
import type { BehaviourEvent } from '../contract.ts';
import { toWritten } from '../written-events.ts';
import type { UncountedBook } from './uncounted.ts';

/** Writes events down, first of all and nowhere else than in the journal. */
export type Recorder = {
  /** Resolves when all of them are on disk, by one append. @throws AppError 'unavailable' when the disk refuses; none is stored then */
  record(events: BehaviourEvent[]): Promise<void>;
  /** The same for ways out, which no full disk may stop: what could not be recorded is counted as such before this resolves. */
  recordOrCount(events: BehaviourEvent[]): Promise<void>;
  /** On disk within moments; nobody waits, and a full disk loses them. */
  recordLazy(events: BehaviourEvent[]): void;
};

const recordOf = (events: BehaviourEvent[]): string => JSON.stringify(events.map(toWritten));

/** On the journal of this process. @param uncounted without it `recordOrCount` is `record` */
export function createRecorder({ journal, uncounted }: { journal: Journal; uncounted?: UncountedBook }): Recorder {
  const record = (events: BehaviourEvent[]): Promise<void> => journal.append(recordOf(events));
  return {
    record,
    recordOrCount: (events) =>
      record(events).catch((error: unknown) => {
        if (!uncounted) throw error;
        return uncounted.note(events);
      }),
    recordLazy: (events) => journal.appendLazy(recordOf(events)),
  };
}
