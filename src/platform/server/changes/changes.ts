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
/** The database's clock may be put right by so much. */
const SET_BACK_MS = 60_000;

/**
 * What was written since the last reading. `all`: anything may have been. Otherwise the tags of what was, as migration 0090 notes them,
 * such as `guide:7`, and for each transaction the addresses that it took from the public.
 */
export type Changes = { all: true } | { all: false; tags: ReadonlySet<string>; took: readonly (readonly string[])[] };

/** How far a reader has come, and in which database: plain data, for a reader of later. */
export type Mark = store.Place & { database: string };

export type ChangeFeed = {
  /** What was committed after the last reading and before this call. The first, and one after a gap, answers `all`. @throws the driver's error */
  read(): Promise<Changes>;
  /** The next reading answers `all`: something may have been missed, or what was read was not taken in. */
  lose(): void;
  /** Where it was at the last reading; undefined before the first, and where the database does not say which it is. */
  mark(): Mark | undefined;
};

/** Readings of one reader, which does not read twice at a time. @param from where an earlier one was, whose first reading goes on there */
export function createChangeFeed(db: Db, from?: Mark): ChangeFeed {
  let place: store.Place | undefined = from;
  let database: string | undefined;
  let isKnown = false;
  let isLost = false;

  /** Asked once: who answers by and by on one connection string is one database. */
  async function know(): Promise<void> {
    if (isKnown) return;
    // a database that does not let us ask is read from the beginning at each start
    database = await store.identify(db).catch(() => undefined);
    if (from !== undefined && from.database !== database) place = undefined;
    isKnown = true;
  }

  return {
    async read() {
      await know();
      if (place === undefined || isLost) {
        isLost = false;
        place = undefined;
        place = await store.findPlace(db);
        return { all: true };
      }
      const before = place;
      const { place: next, noted } = await store.readSince(db, before.position);
      place = next;
      const ageMs = next.atMs - before.atMs;
      // a database that was put back to an earlier state counts its transactions again
      const isSame = newestOf(next) >= newestOf(before) && ageMs <= GAP_MS && ageMs >= -SET_BACK_MS;
      if (!isSame || noted.some(({ tag }) => tag === EVERYTHING)) return { all: true };
      return { all: false, tags: new Set(noted.map(({ tag }) => tag).filter(isOfRecord)), took: takingsIn(noted) };
    },
    lose() {
      isLost = true;
    },
    mark: () => (place === undefined || database === undefined ? undefined : { ...place, database }),
  };
}

const isOfRecord = (tag: string): boolean => !tag.startsWith(TOOK);

/** Of a snapshot `xmin:xmax:running`. */
const newestOf = ({ position }: store.Place): bigint => BigInt(position.split(':')[1]!);

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
