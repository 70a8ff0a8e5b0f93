import type { Figures } from '../../../../platform/server/backup/manifest.ts';
import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import { isMovedFrom, type KnownMark, type MovedTo } from '../../../events/server/store-mark.ts';
import { movedText, movedTo } from '../../../recovery/words.ts';
import type { EventMoment } from '../together/event-moment.ts';
import { figuresOf, sumsOf, type EventTable } from '../event-sums.ts';
import { MOST_ROWS } from '../saving/event-spans.ts';
import { compareCounts, compareSums, cutPieces, type ComparedHour, type Verified } from './differences.ts';
import { rewrite } from './rewrite.ts';

/** Who has the events that are moved: the program that runs, or the command itself while none does. */
export type Mover = {
  open(): Promise<EventMoment>;
  /** The same, and nothing is written until it is closed. */
  hold(): Promise<EventMoment>;
  /** What is held is elsewhere from now on. */
  move(to: MovedTo): Promise<void>;
};

type Parts = {
  from: Mover;
  /** Another engine, with the tables of this release. */
  to: EventStore;
  /** Of it, without a name or a password. */
  address: string;
  /** What the database knows of the store that they are moved out of. */
  known: KnownMark | undefined;
  onProgress(text: string): void;
};

export type Moved = { rows: number; copied: number; figures: Figures; standstillMs: number };

const TABLE = 'events';
/** Under this cursor stands of which store it is the copy. */
const COPY_OF = 'copy-of';
/** Rounds before the last: each brings what came during the one before it, until one is so short. */
const MOST_ROUNDS = 10;
const SHORT_MS = 5000;

/**
 * Copies events into another store while they are written to, round by round, whatever lies there of an earlier try, and compares the
 * stores by the hour with counts and sums; then has shipping stand still, copies and compares what has changed since, hands over how far
 * shipping was, and moves the site to it. Broken off, the site is where it was.
 * @throws Error with a sentence
 */
export async function moveEvents({ from, to, address, known, onProgress }: Parts): Promise<Moved> {
  let copied = 0;
  const say = (of: number) => {
    let done = 0;
    return (rows: number): void => onProgress(`events: ${count((done += rows))} of ${count(of)}`);
  };

  /** @returns the pieces that were written anew */
  async function copyRound(
    { table }: EventMoment,
    compare: (from: EventTable, to: EventTable) => Promise<ComparedHour[]>,
  ) {
    const pieces = cutPieces(await onMomentOf(to, (there) => compare(table, there)), MOST_ROWS);
    const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0);
    await rewrite(table, to, pieces, say(rows));
    copied += rows;
    return pieces;
  }

  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const began = performance.now();
    const moment = await from.open();
    if (round === 1) {
      refuseMoved(moment, known);
      await makeReady(to, moment);
    }
    const pieces = await copyRound(moment, compareCounts);
    await moment.table.close();
    if (pieces.length === 0 || performance.now() - began < SHORT_MS) break;
  }
  const verified: Verified = new Map();
  const bySums = (ours: EventTable, theirs: EventTable) => compareSums(ours, theirs, verified);
  onProgress('comparing counts and sums');
  const moment = await from.open();
  await copyRound(moment, bySums);
  await moment.table.close();
  onProgress('shipping stands still');
  const began = performance.now();
  const last = await from.hold();
  if (last.storeId !== moment.storeId)
    throw new Error(
      'Another event store took the place of the one that was copied: nothing was moved. See Server Health.',
    );
  const columns = last.table.columns.map(({ name }) => name);
  const rewritten = await copyRound(last, bySums);
  const figures = await onMomentOf(to, async (there) => {
    for (const piece of rewritten) {
      const [ours, theirs] = await Promise.all([last.table, there].map((one) => sumsOf(one, columns, piece)));
      if (ours!.rows !== theirs!.rows || ours!.digest !== theirs!.digest)
        throw new Error(
          `The events from ${piece.from.toISOString().slice(0, 16)} UTC on are not the same after the copy (${ours!.rows} rows, ${theirs!.rows} there): nothing was moved. Try again.`,
        );
    }
    const [ours, theirs] = await Promise.all([last.table, there].map(figuresOf));
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error('The figures of the reports are not the same after the copy: nothing was moved. Try again.');
    return ours!;
  });
  const [held] = await last.table.query<{ n: number }>(`select count(*) as n from ${last.table.table}`);
  await handOver(to, last);
  const { id, token } = await to.mark();
  await from.move({ id, token, address });
  return { rows: Number(held!.n), copied, figures, standstillMs: performance.now() - began };
}

async function onMomentOf<T>(store: EventStore, work: (table: EventTable) => Promise<T>): Promise<T> {
  const moment = await store.openMoment(TABLE, new AbortController().signal);
  try {
    return await work(moment);
  } finally {
    await moment.close();
  }
}

/** @throws Error when there is nothing to move */
function refuseMoved({ storeId, table }: EventMoment, known: KnownMark | undefined): void {
  if (isMovedFrom(known, storeId))
    throw new Error(`${movedText(known)} already: set ${movedTo(known)}, and start the program again.`);
  if (table.dialect.engine === 'clickhouse')
    throw new Error('The program that runs has its events in ClickHouse already: nothing was changed.');
}

/** @throws Error when there are events of somebody else, or when it is in use */
async function makeReady(to: EventStore, { storeId, table }: EventMoment): Promise<void> {
  const here = new Set(await to.columns(TABLE));
  const unknown = table.columns.find(({ name }) => !here.has(name));
  if (unknown)
    throw new Error(
      `The events have ${unknown.name}, which this release does not know: call it with the release that runs.`,
    );
  const has = async (where: string) =>
    (await to.query(`select 1 as one from ${TABLE} where ${where} limit 1`)).length > 0;
  const of = await to.cursor(COPY_OF);
  // what was shipped there has the number of a batch
  if ((of !== storeId && (await has('true'))) || (await has('batch <> 0')))
    throw new Error(
      'There are events in the database that CLICKHOUSE_URL names, and not from this copy: nothing was changed. Name an empty database.',
    );
  if (of !== storeId) await to.transact([], { cursor: COPY_OF, position: storeId });
}

/** What the sums by the hour are to be made of, and from where on is shipped. */
async function handOver(to: EventStore, { cursors }: EventMoment): Promise<void> {
  const hours = `select distinct ${to.dialect.hourOf('ts')}, type from ${TABLE}`;
  await to.transact([
    { sql: `delete from touched.${TABLE} where true` },
    { sql: `insert into touched.${TABLE} ${hours}` },
  ]);
  for (const [cursor, position] of Object.entries(cursors))
    await to.append({ cursor, position, table: TABLE, rows: [] });
}

const count = (some: number): string => some.toLocaleString('en-US');
