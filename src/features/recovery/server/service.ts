import type { EventStore, StoreMark } from '../../../platform/server/event-store/event-store.ts';
import type { Journal } from '../../../platform/server/journal/journal.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import { closeAlert, raiseAlert } from '../../alerts/server/service.ts';
import type { StoreStanding } from '../contract.ts';
import { standingOf } from '../words.ts';
import { beginFilling } from './begin-filling.ts';
import { dayNotes } from './day-notes.ts';
import { noteFilled } from '../../events/server/store-events.ts';
import type { Shipper } from '../../events/server/shipper.ts';
import { fillStep, type RecordedEvents } from './filling.ts';
import * as marks from '../../events/server/store-mark.ts';

/** Sees to it that the event store is the one that the database knows, and fills it up when it is not. */
export type StoreKeeper = {
  /** Compares the two, and does what is to be done; ends early when it is stopped. @throws AppError unavailable */
  keepWhole(): Promise<void>;
  standing(): Promise<StoreStanding>;
  /** Ends a filling that is under way; the next start goes on with it. */
  stop(): void;
};

type Parts = {
  db: Db;
  eventStore: EventStore;
  journal: Pick<Journal, 'id'>;
  shipper: Pick<Shipper, 'again'>;
  recordedEvents: RecordedEvents;
  log: Log;
  clock: Clock;
};

const WAIT_MS = 300;
const ALERT = { kind: 'event_store', subject: { kind: 'server', id: 0, name: 'Event store' } } as const;

export function createStoreKeeper(parts: Parts): StoreKeeper {
  const { db, eventStore, journal, shipper, recordedEvents, log, clock } = parts;
  let isStopped = false;
  const note = dayNotes({ db, eventStore, clock });

  async function keepWhole(): Promise<void> {
    // in this order: what another instance writes meanwhile makes the store newer than what is known of it, never older
    const known = await marks.readMark(db);
    const mark = await eventStore.mark();
    if (!known) return adopt(mark);
    // what comes next is for the store that they went to
    if (marks.isMovedFrom(known, mark.id)) return;
    const isOther = mark.id !== known.store_id;
    if (isOther || BigInt(mark.token) < known.token) await begin(mark, isOther ? 'another' : 'older');
    else if (known.stage === null) return note(mark);
    await fillUp();
  }

  async function begin(mark: StoreMark, found: 'another' | 'older'): Promise<void> {
    const setAside = await beginFilling({ db, eventStore, clock }, mark, found);
    shipper.again();
    log.error({ found, setAside }, 'events: the event store is not the one that the database knows; it is filled up');
    await tell();
  }

  /** A store that begins empty beside a database that does not has been lost before anybody could know. */
  async function adopt({ id, token }: StoreMark): Promise<void> {
    // in this order: what comes in meanwhile was not lost
    const isLost = (await marks.hasTold(db)) && (await marks.isEmpty(eventStore));
    await marks.adoptMark(db, isLost ? 'unknown' : id, token);
  }

  async function fillUp(): Promise<void> {
    while (!isStopped) {
      const known = await marks.readMark(db);
      if (!known?.stage || known.found_at === null || known.kept_from === null) return;
      const { stage, found_at, kept_from } = known;
      const next = await fillStep(
        { db, eventStore, journalId: journal.id, recordedEvents, log },
        { ...known, stage, found_at, kept_from },
      );
      if (next === undefined) return end(found_at);
      if (next !== stage) await marks.changeMark(db, { stage: next });
      else if (next === 'catching_up' || next === 'conversions') await new Promise((done) => setTimeout(done, WAIT_MS));
    }
  }

  async function end(foundAt: string): Promise<void> {
    const days = await marks.countDays(eventStore, { to: new Date(foundAt) });
    await db.transaction().execute(async (trx) => {
      await marks.noteMissing(trx, days);
      await noteFilled(trx);
      await marks.changeMark(trx, { stage: null });
    });
    await eventStore.fill(false);
    log.info('events: the event store holds again what the database knows');
    await tell();
  }

  async function tell(): Promise<void> {
    const { state, message, next_step: step } = await standing();
    if (message === null) await closeAlert({ db, clock }, ALERT.kind, ALERT.subject);
    else
      await raiseAlert(
        { db, clock },
        {
          ...ALERT,
          severity: state === 'filling' ? 'critical' : 'warning',
          message: `${message} ${step}`,
          countsRepeats: false,
        },
      );
  }

  async function standing(): Promise<StoreStanding> {
    const [known, missing] = [await marks.readMark(db), await marks.sumMissing(db)];
    const isMoved = marks.isMovedFrom(known, (await eventStore.mark().catch(() => undefined))?.id);
    return standingOf(known, missing, { trouble: eventStore.condition().trouble, isMoved });
  }

  return {
    keepWhole,
    standing,
    stop() {
      isStopped = true;
    },
  };
}
