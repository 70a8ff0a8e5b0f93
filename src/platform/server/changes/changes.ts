import { afterCommit, beforeCommit, type Db } from '../postgres/postgres.ts';
import * as store from './store.ts';

/** What a write may have taken from the public when nobody says what it was. */
export const ANYTHING = '*';
/** Stands for every tag. */
const EVERYTHING = '*';
const TOOK = 'took:';
/** More addresses than anybody would look for one by one. */
const MAX_TOOK = 200;

const KEPT_S = 60 * 60;
/** Well within the time that changes are kept. */
const GAP_MS = (KEPT_S / 2) * 1000;

/**
 * What was written since the last reading. `all`: anything may have been. Otherwise the tags of what was, as migration 0090 notes them,
 * such as `guide:7`, and for each transaction the addresses that it took from the public.
 */
export type Changes = { all: true } | { all: false; tags: ReadonlySet<string>; took: readonly (readonly string[])[] };

export type ChangeFeed = {
  /** What was committed after the last reading and before this call. The first, and one after a gap, answers `all`. @throws the driver's error */
  read(): Promise<Changes>;
  /** The next reading answers `all`: something may have been missed, or what was read was not taken in. */
  lose(): void;
};

/** Readings of one reader, which does not read twice at a time. */
export function createChangeFeed(db: Db): ChangeFeed {
  let position: store.Position | undefined;
  let readMs = 0;
  let isLost = false;

  return {
    async read() {
      const nowMs = performance.now();
      if (position === undefined || isLost || nowMs - readMs > GAP_MS) {
        isLost = false;
        position = undefined;
        position = await store.findPosition(db);
        readMs = nowMs;
        return { all: true };
      }
      const { position: next, noted } = await store.readSince(db, position);
      // a database that was put back to an earlier state counts its transactions again
      const isSame = newestOf(next) >= newestOf(position);
      [position, readMs] = [next, nowMs];
      if (!isSame || noted.some(({ tag }) => tag === EVERYTHING)) return { all: true };
      return { all: false, tags: new Set(noted.map(({ tag }) => tag).filter(isOfRecord)), took: takingsIn(noted) };
    },
    lose() {
      isLost = true;
    },
  };
}

const isOfRecord = (tag: string): boolean => !tag.startsWith(TOOK);

/** Of a snapshot `xmin:xmax:running`. */
const newestOf = (position: store.Position): bigint => BigInt(position.split(':')[1]!);

/** What each transaction took; one that said nothing of it may have taken anything. */
function takingsIn(noted: readonly store.NotedTag[]): string[][] {
  const byWrite = Map.groupBy(noted, ({ tx }) => tx);
  return [...byWrite.values()].map((tags) => {
    const said = tags.filter(({ tag }) => !isOfRecord(tag)).map(({ tag }) => tag.slice(TOOK.length));
    return said.length === 0 ? [ANYTHING] : said.filter(Boolean);
  });
}

const takings = new WeakMap<Db, Set<string>>();

/**
 * Call in the transaction of every write that a public page or the router shows. What was written is noted by the database itself; this
 * says what it took, and tells every instance once it is committed.
 * @param took addresses without what follows the id or slug (`/listicles/12`) from which the write may take something that was public;
 * while the database does not answer, pages that show none of them may be served as they were. None for a write that only adds.
 */
export async function contentChanged(db: Db, took: readonly string[] = [ANYTHING]): Promise<void> {
  const all = takings.get(db) ?? new Set();
  takings.set(db, all);
  for (const path of took) all.add(path);
  await beforeCommit(db, noteTakings);
  await afterCommit(db, tell);
}

async function noteTakings(db: Db): Promise<void> {
  const took = [...(takings.get(db) ?? [])];
  takings.delete(db);
  const paths = took.length > MAX_TOOK ? [ANYTHING] : took;
  await store.noteTags(
    db,
    (paths.length > 0 ? paths : ['']).map((path) => TOOK + path),
  );
}

/** A message that is lost costs nothing but time: every instance also looks by itself. */
const tell = (db: Db): Promise<void> => store.announce(db).catch(() => undefined);

/** Removes what every instance has read, or will take for a gap. */
export const forgetChanges = (db: Db): Promise<void> => store.removeNoted(db, KEPT_S);
