import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../../../../platform/server/journal/journal.ts';
import { comparePositions, segmentOf } from '../../../../platform/server/journal/position.ts';
import type { JournalRecord } from '../../../../platform/server/journal/reader.ts';
import type { Log } from '../../../../platform/server/log.ts';
import type { Clock } from '../../../../platform/time.ts';
import type { StoredEvent, Written } from '../../written-events.ts';
import type { Packer } from './packer.ts';
import { NOTHING, type Packed, type StoreName } from './packing.ts';
import type { Sink } from './sinks.ts';
import type { Positions } from './positions.ts';
import { noRoom, type Worker } from './worker.ts';

type Parts = {
  journal: Journal;
  positions: Positions;
  packer: Packer;
  hasRoom(store: StoreName): boolean;
  /** Resolves when the journal has grown, or there is another reason to look. */
  growth(): Promise<void>;
  isStopping(): boolean;
  /** Takes away what both stores have. */
  trim(): Promise<void>;
  log: Log;
  clock: Clock;
};

const MAX_RECORDS = 5000;
/** A batch of this size is followed by the next at once. */
const FULL_RECORDS = 1000;
/** Lets a group gather behind the first event: each batch syncs two databases on the disk that redirects wait for. Reports may be 2 s behind. */
const LINGER_MS = 300;

/** Moves the journal into one store. */
export function journalWorker<Name extends StoreName>(sink: Sink<Name>, parts: Parts): Worker {
  const { journal, positions, packer, hasRoom, growth, isStopping, trim, log, clock } = parts;
  let limit = MAX_RECORDS;
  /** When the oldest that is known to wait was written, or one before it; 0 when none is. */
  let since = 0;
  const packed = (records: JournalRecord[]): Promise<Packed[Name]> =>
    packer.pack(
      sink.name,
      records.map(({ payload }) => payload),
    );
  /** Clicks are told what their visits said, which the database knows of the stretches that it has. */
  const hasAll = (position: string): boolean => {
    const reached = positions.reached('postgres');
    return reached !== undefined && comparePositions(reached, position) >= 0;
  };
  const worker: Worker = {
    name: sink.name,
    failures: 0,
    lastError: undefined,
    refused: 0,
    async step() {
      if (!hasRoom(sink.name)) throw noRoom();
      const { position, moveTo } = await positions.take(sink);
      const wanted = limit;
      const { records, next } = upTo(
        await sink.begun(positions.cursorName),
        await journal.read(position, { maxRecords: wanted }),
      );
      since = timeOf(records[0]);
      try {
        const rows = records.length > 0 ? await packed(records) : undefined;
        if (rows && asksVisits(rows) && !hasAll(position)) {
          moveTo(position);
          return false;
        }
        if (rows) await sink.write(rows, positions.cursorName, next);
        limit = Math.min(limit * 2, MAX_RECORDS);
      } catch (error) {
        if (!sink.isUnfit(error)) throw error;
        if (records.length > 1) {
          limit = Math.ceil(records.length / 2); // closes in on the one that does not fit
          return true;
        }
        worker.refused += 1;
        log.error(
          { err: error, sink: sink.name, payload: records[0]!.payload },
          'events: a record was refused for good',
        );
        await sink.write(NOTHING[sink.name], positions.cursorName, next);
      }
      since = timeOf(records.at(-1));
      if (!moveTo(next)) return true;
      await trim();
      // one reading ends with its segment
      const hasMore = records.length >= Math.min(wanted, FULL_RECORDS) || segmentOf(next) !== segmentOf(journal.end());
      if (!hasMore) since = 0; // what comes now is newer than all that was seen
      return hasMore || (isStopping() && next !== position);
    },
    idle: async (signal) => {
      const grown = growth();
      if (positions.find(sink.name) === journal.end()) await grown;
      await sleep(LINGER_MS, undefined, { signal }).catch(() => undefined);
    },
    async waiting() {
      const waiting = journal.depth(await positions.ask(sink).catch(() => journal.start())).unreadBytes;
      return { waiting, lagMs: waiting > 0 && since > 0 ? Math.max(0, clock().getTime() - since) : 0 };
    },
  };
  return worker;
}

type Read = Awaited<ReturnType<Journal['read']>>;

/** No further than a batch that was begun: it is sent once more, with the very same rows. */
function upTo(end: string | undefined, read: Read): Read {
  if (end === undefined || comparePositions(read.next, end) <= 0) return read;
  return { records: read.records.filter(({ position }) => comparePositions(position, end) <= 0), next: end };
}

const asksVisits = (rows: Packed[StoreName]): boolean => 'open' in rows && rows.open !== undefined;

const timeOf = (record: JournalRecord | undefined): number => {
  const [first] = record === undefined ? [] : (JSON.parse(record.payload) as Written<StoredEvent>[]);
  return first ? Date.parse(first.ts) : 0;
};
