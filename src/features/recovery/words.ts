import type { StoreStanding } from './contract.ts';
import type { MissingEvents } from '../events/store-contract.ts';

/** What is known of the store, as far as words need it. */
type Known = {
  found: 'another' | 'older' | null;
  found_at: string | null;
  set_aside: string | null;
  kept_from: string | null;
  stage: string | null;
  done: bigint;
  total: bigint;
  moved_to: string | null;
  moved_at: string | null;
};

const WITH_BACKUP =
  'What the database keeps was brought back. For the rest: stop the program, put a backup of events.duckdb in the place of the file in the data folder, and start it again; what is newer than the backup is brought back by itself.';

type Moved = Pick<Known, 'moved_to' | 'moved_at'> | undefined;

/** Where the events are, as the beginning of a sentence. */
export const movedText = (known: Moved): string =>
  `The events of this site were moved to ClickHouse${known?.moved_at ? ` on ${known.moved_at.slice(0, 10)} at ${known.moved_at.slice(11, 16)} UTC` : ''}`;

/** What is to be set, in the middle of one. */
export const movedTo = (known: Moved): string =>
  `CLICKHOUSE_URL to ${known?.moved_to ?? 'it'}, with its name and password`;

/**
 * What people are told of the event store.
 * @param now `trouble`: in the engine's words, while it cannot be had; `isMoved`: events were moved out of it, and this program has it still
 */
export function standingOf(
  known: Known | undefined,
  missing: MissingEvents | undefined,
  { trouble, isMoved }: { trouble: string | undefined; isMoved: boolean },
): StoreStanding {
  const facts = {
    done: Number(known?.done ?? 0n),
    total: Number(known?.total ?? 0n),
    found_at: known?.found_at ?? null,
    missing: missing ?? null,
  };
  if (isMoved)
    return {
      ...facts,
      state: 'unreachable',
      message: `${movedText(known)}: numbers stand still until the program is started with it. Visits and clicks wait in the journal, conversions in the database.`,
      next_step: `Set ${movedTo(known)}, and start the program again.`,
    };
  if (trouble !== undefined)
    return {
      ...facts,
      state: 'unreachable',
      message:
        'The event store cannot be opened: numbers are missing until it can. Visits and clicks wait in the journal, conversions in the database.',
      next_step:
        'It is tried again by itself; Server Health tells what it said. When it stays so, look for a full disk or too few open files.',
    };
  if (known?.stage)
    return {
      ...facts,
      state: 'filling',
      message: `${whatHappened(known)} Conversions, clicks and visits are being brought back from the database${percentOf(known)}: until then numbers here are too low.`,
      next_step: 'Wait until it is done; nothing is counted twice, and what comes in meanwhile is kept.',
    };
  if (missing)
    return {
      ...facts,
      state: 'incomplete',
      message: `${whatHappened(known)} Missing of ${daysOf(missing)}: ${listed(missing)}.`,
      next_step: WITH_BACKUP,
    };
  return { ...facts, state: 'whole', message: null, next_step: null };
}

function whatHappened(known: Known | undefined): string {
  const at = known?.found_at ? ` on ${known.found_at.slice(0, 10)} at ${known.found_at.slice(11, 16)} UTC` : '';
  if (known?.set_aside)
    return `The file of the event store was damaged; it was found${at} and set aside as ${known.set_aside}.`;
  if (known?.found === 'older') return `The event store was found in an older state${at}.`;
  return `The event store was lost or replaced; that was found${at}.`;
}

const percentOf = ({ done, total }: Known): string => (total > 0n ? ` (${(done * 100n) / total} % done)` : '');

const daysOf = ({ from, to }: MissingEvents): string => (from === to ? from : `${from} to ${to}`);

function listed({ visits, clicks, views, seen }: MissingEvents): string {
  const parts = [
    [visits, 'visits'],
    [clicks, 'clicks'],
    [views, 'views'],
    [seen, 'impressions and readings'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`);
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
}
