import { AppError } from '../../../platform/errors.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import * as marks from '../../events/server/store-mark.ts';
import { movedText, movedTo } from '../words.ts';
import { createGate } from '../../../platform/server/event-store/gate.ts';

/** An event store that events may be moved out of while it is written to. */
export type MovableStore = EventStore & {
  /** Runs `work` while nothing is written. */
  standStill<T>(work: () => Promise<T>): Promise<T>;
  /** Says in the database that events are elsewhere now; called while nothing is written. From then on nothing is written here any more. */
  move(to: marks.MovedTo): Promise<void>;
  /** @throws AppError conflict, with what to do, when events were moved out of it; unavailable when nobody knows */
  refuseMoved(): Promise<void>;
};

/** What is written waits until the database has said that events were not moved out of this store. */
export function movableStore(store: EventStore, db: Db): MovableStore {
  const gate = createGate();
  let isHere = false;

  async function refuseMoved(): Promise<void> {
    if (isHere) return;
    const known = await marks.readMark(db);
    if (marks.isMovedFrom(known, (await store.mark()).id))
      throw new AppError(
        'conflict',
        `${movedText(known)}: set ${movedTo(known)}, and start again. To begin without them, take events.duckdb out of the data folder; what the database knows is filled in.`,
      );
    isHere = true;
  }

  const write = <T>(work: () => Promise<T>): Promise<T> =>
    gate.pass(async () => {
      await refuseMoved();
      return work();
    });

  return {
    ...store,
    append: (batch) => write(() => store.append(batch)),
    load: (files) => write(() => store.load(files)),
    forget: (what) => write(() => store.forget(what)),
    transact: (work, moved) => write(() => store.transact(work, moved)),
    fill: (isFilling) => write(() => store.fill(isFilling)),
    standStill: gate.standStill,
    async move(to) {
      const { id } = await store.mark();
      // whether the database has done it or not, the next one who writes asks it
      isHere = false;
      await marks.noteMoved(db, id, to);
    },
    refuseMoved,
  };
}
