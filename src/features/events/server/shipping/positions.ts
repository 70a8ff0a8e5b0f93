import { comparePositions } from '../../../../platform/server/journal/position.ts';
import type { Journal } from '../../../../platform/server/journal/journal.ts';
import type { Log } from '../../../../platform/server/log.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { StoreName } from './packing.ts';
import type { Sink } from './sinks.ts';
import * as store from '../store-events.ts';

type AnySink = Pick<Sink, 'cursor' | 'name'>;

/**
 * The journal is not what a store was shipped from: `cut` ends before what the store has of it, `removed` begins behind it, `replaced` is
 * another one; what the store did not have yet is in no store. `stored` is a position, or when the former one was shipped last.
 */
export type JournalGap = {
  store: StoreName;
  kind: 'cut' | 'removed' | 'replaced';
  stored: string;
  journal: string;
};

/** `isForeign`: the journal of another instance, beside one's own. */
type Parts = { journal: Journal; db: Db; log: Log; isForeign: boolean };

/** Where each store is in the journal, and what the journal no longer has of what a store was shipped from. */
export function createPositions({ journal, db, log, isForeign }: Parts) {
  const cursorName = `journal:${journal.id}`;
  const endAtStart = journal.end();
  /** Where each store is, once it is known. */
  const positions = new Map<StoreName, string>();
  /** The same, also while a batch is on its way. */
  const reached = new Map<StoreName, string>();
  /** A position of an earlier round says nothing. */
  let round = 0;
  const gaps = new Map<StoreName, JournalGap>();

  async function load(sink: AnySink): Promise<string> {
    const found = await look(sink);
    reached.set(sink.name, found);
    return found;
  }

  async function look(sink: AnySink): Promise<string> {
    const stored = await sink.cursor(cursorName);
    if (stored === undefined) {
      const former = sink.name === 'postgres' && !isForeign ? await store.findFormerJournal(db, cursorName) : undefined;
      if (former) noteGap(sink.name, 'replaced', former, journal.start());
      return journal.start();
    }
    // an older event store is seen to by its keeper
    if (sink.name === 'postgres' && comparePositions(stored, journal.start()) < 0)
      noteGap(sink.name, 'removed', stored, journal.start());
    if (comparePositions(stored, journal.end()) <= 0) return stored;
    noteGap(sink.name, 'cut', stored, endAtStart);
    return endAtStart; // never the stored one: what is recorded from now on would be skipped
  }

  if (journal.cutFrom !== undefined) noteGap('postgres', 'cut', journal.cutFrom, endAtStart);

  function noteGap(name: StoreName, kind: JournalGap['kind'], stored: string, at: string): void {
    if (gaps.has(name)) return;
    gaps.set(name, { store: name, kind, stored, journal: at });
    log.error(
      { store: name, kind, stored, journal: at },
      'events: the journal is not what this store was shipped from',
    );
  }

  return {
    /** Under which each store keeps where it is. */
    cursorName,
    gaps: (): JournalGap[] => [...gaps.values()],
    /** Undefined while nobody knows. */
    find: (name: StoreName): string | undefined => positions.get(name),
    /** The known ones. */
    list: (): string[] => [...positions.values()],
    /** Up to where a store is known to have it; undefined before it has said anything. */
    reached: (name: StoreName): string | undefined => reached.get(name),
    /** The known one, else what the store says. */
    ask: async (sink: AnySink): Promise<string> => positions.get(sink.name) ?? (await load(sink)),
    /**
     * The same, which then is no longer known: after a failure nobody knows whether the batch was stored, and the store says.
     * @returns with it what notes the next one; that answers false, and notes nothing, when all was forgotten meanwhile
     */
    async take(sink: AnySink): Promise<{ position: string; moveTo(next: string): boolean }> {
      const position = positions.get(sink.name) ?? (await load(sink));
      positions.delete(sink.name);
      const begun = round;
      return {
        position,
        moveTo(next) {
          if (begun !== round) return false;
          positions.set(sink.name, next);
          reached.set(sink.name, next);
          return true;
        },
      };
    },
    forgetAll(): void {
      round += 1;
      positions.clear();
      reached.clear();
    },
  };
}

export type Positions = ReturnType<typeof createPositions>;
