import type { Journal } from '../../../platform/server/journal.ts';
import type { BehaviourEvent } from '../contract.ts';

/** Writes events down, first of all and nowhere else than in the journal. */
export type Recorder = {
  /** Resolves when all of them are on disk, by one append. @throws AppError 'unavailable' when the disk refuses; none is stored then */
  record(events: BehaviourEvent[]): Promise<void>;
  /** On disk within moments; nobody waits, and a full disk loses them. */
  recordLazy(events: BehaviourEvent[]): void;
};

/** On the journal of this process. */
export const createRecorder = ({ journal }: { journal: Journal }): Recorder => ({
  record: (events) => journal.append(JSON.stringify(events)),
  recordLazy: (events) => journal.appendLazy(JSON.stringify(events)),
});
