import { join } from 'node:path';
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { createChangeFeed, type Mark } from '../../../platform/server/changes/changes.ts';
import { shareNext } from '../../../platform/server/changes/share-next.ts';
import { createKeptFile, readKeptFile } from '../../../platform/server/kept-file.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { routableGuides, routableItems } from '../../guides/server/service.ts';
import { routableOffers } from '../../offers/server/offer-facts.ts';
import { formerReviewSlugs, routableReviews } from '../../reviews/server/service.ts';
import { getSettings } from '../../settings/server/service.ts';
import { routableSources } from '../../sources/server/service.ts';
import { routableLinks } from './routable.ts';
import {
  createRoutingTables,
  EMPTY,
  type Facts,
  type Renewal,
  type Routing,
  type RoutingTables,
} from './redirecting/routing-tables.ts';
import { listRoutableIds } from './store.ts';

const RETRY_MS = 1000;
/** After a start that went on from the file; nobody waits for it. */
const READ_AGAIN_MS = 5 * 60_000;
/** Where nothing changes, how far it was looked is written down so often: well within a gap of the feed. */
const MARK_EVERY_MS = 5 * 60_000;
/** A burst of edits writes it down once. */
const KEEP_EVERY_MS = 3000;
/** Records that are read at once: with more, redirects would wait for their rows to be taken in. */
const SLICE = 1000;

/** The records that tags name, read anew. A network stands for its offers. */
async function readChanged(db: Db, { current }: RoutingTables, tags: ReadonlySet<string>): Promise<Renewal> {
  const idsOf = (kind: string): number[] =>
    [...tags].flatMap((tag) => (tag.startsWith(`${kind}:`) ? Number(tag.slice(kind.length + 1)) : []));
  const networks = new Set(idsOf('network'));
  const ofNetworks =
    networks.size === 0
      ? []
      : [...current().offers.values()].filter((offer) => networks.has(offer.network_id ?? 0)).map((offer) => offer.id);
  const read = { links: idsOf('link'), guides: idsOf('guide'), reviews: idsOf('review') };
  return {
    ...(await readRecords(db, { ...read, offers: [...new Set([...idsOf('offer'), ...ofNetworks])] })),
    ...(idsOf('source').length > 0 && {
      sources: { ids: [...current().sources.keys()], records: await routableSources(db) },
    }),
    ...(tags.has('settings') && { site: await readSite(db) }),
  };
}

type Ids = { links: number[]; guides: number[]; reviews: number[]; offers: number[] };

async function readRecords(db: Db, { links, guides, reviews, offers }: Ids): Promise<Renewal> {
  return {
    ...(links.length > 0 && { links: { ids: links, records: await routableLinks(db, links) } }),
    ...(guides.length > 0 && {
      guides: { ids: guides, records: await routableGuides(db, guides), items: await routableItems(db, guides) },
    }),
    ...(reviews.length > 0 && {
      reviews: {
        ids: reviews,
        records: await routableReviews(db, reviews),
        former: await formerReviewSlugs(db, reviews),
      },
    }),
    ...(offers.length > 0 && { offers: { ids: offers, records: await routableOffers(db, offers) } }),
  };
}

async function readSite(db: Db): Promise<Pick<Facts, 'zone' | 'site'>> {
  const { brand, tagline, disclosure, contact_email, time_zone } = await getSettings(db);
  return { zone: time_zone, site: { brand, tagline, disclosure, contact_email, time_zone } };
}

type Kept = ReturnType<RoutingTables['kept']>['value'];
/** @property mark up to where the database was read, once this is taken in */
type KeptChange = Renewal & { mark?: Mark | undefined };

const TABLES = { offers: 'offers', reviews: 'reviewById', guides: 'guides', links: 'linkById' } as const;

/** @property next where the slice behind it begins; undefined: it is the last */
type Slice = { renewal: Renewal; next: number | undefined };

/** Everything, in slices between which redirects get their turn. A slice takes the place of those of before: two are held at most. */
async function readAll(db: Db, tables: RoutingTables): Promise<void> {
  tables.renew({
    site: await readSite(db),
    sources: { ids: [...tables.current().sources.keys()], records: await routableSources(db) },
  });
  for (const kind of ['offers', 'reviews', 'guides', 'links'] as const) {
    const former = [...tables.current()[TABLES[kind]].keys()].toSorted((a, b) => a - b);
    let at = 0;
    const readSlice = async (after: number): Promise<Slice> => {
      const ids = await listRoutableIds(db, kind, { after, limit: SLICE });
      const next = ids.length < SLICE ? undefined : ids.at(-1);
      const begin = at;
      while (at < former.length && (next === undefined || former[at]! <= next)) at += 1;
      const some = [...new Set([...ids, ...former.slice(begin, at)])];
      return { renewal: await readRecords(db, { links: [], guides: [], reviews: [], offers: [], [kind]: some }), next };
    };
    for (let reading: Promise<Slice> | undefined = readSlice(0); reading;) {
      const { renewal, next }: Slice = await reading;
      // the database goes on reading while this is taken in
      reading = next === undefined ? undefined : readSlice(next);
      tables.renew(renewal);
      await breathe();
    }
  }
}

export type Snapshot = {
  /** What redirects are decided by right now. */
  current(): Routing;
  /** Takes in what was committed before the call, until it works. Calls that come while one runs share the next. */
  refresh(): Promise<void>;
  /** The next refresh reads everything: changes may have been missed. */
  lose(): void;
  /** Gives up a refresh that cannot end, and writes down what is not on disk yet. */
  stop(): Promise<void>;
};

/**
 * Opens the snapshot with what lay on disk, if anything; call `refresh` once the database answers. What was read is written to disk
 * behind the back of those who wait for it.
 */
export function openSnapshot({ db, dataDir, log }: { db: Db; dataDir: string; log: Log }): Snapshot {
  const path = join(dataDir, 'routing.json');
  const disk = readFromDisk(path);
  const { tables } = disk;
  const feed = createChangeFeed(db, disk.mark);
  let { mark } = disk;
  let stopped = false;
  let isTold = false;
  /** All that was read of the feed is in the tables. */
  let isTakenIn = false;
  const kept = createKeptFile<Kept, KeptChange>(path, { everyMs: KEEP_EVERY_MS, log });
  // of before what may be taken in meanwhile: to read a change twice harms nothing
  const whole = () => ({ ...tables.kept(), behind: { mark } });
  if (mark && disk.isSound) kept.goOn(whole);
  else if (mark) kept.put(whole);
  // whoever went on from a file reads everything once nevertheless, when nobody waits for it
  const again = mark && setTimeout(() => void readAgain(), READ_AGAIN_MS).unref();

  /** Nothing has changed up to there: the next start need not look farther back. */
  function note(now: Mark): void {
    mark = now;
    kept.add({ mark });
  }

  async function takeIn(): Promise<void> {
    isTakenIn = false;
    const changes = await feed.read();
    if (!changes.all && changes.tags.size === 0) {
      isTakenIn = true;
      const now = feed.mark();
      if (now && mark && now.atMs - mark.atMs > MARK_EVERY_MS) note(now);
      return;
    }
    try {
      if (changes.all) {
        await readAll(db, tables);
        mark = feed.mark();
        kept.put(whole);
      } else {
        const renewal = await readChanged(db, tables, changes.tags);
        tables.renew(renewal);
        mark = feed.mark();
        kept.add({ ...renewal, mark });
      }
      isTakenIn = true;
    } catch (error) {
      // what was read of the feed is in no table
      feed.lose();
      throw error;
    }
  }

  async function read(): Promise<void> {
    while (!stopped) {
      try {
        await takeIn();
        isTold = false;
        return;
      } catch (error) {
        if (!isTold)
          log.warn({ err: error }, 'the routing snapshot could not be read anew; redirects go on with the last one');
        // once for each outage: it is tried every second
        isTold = true;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  const refresh = shareNext(read);

  async function readAgain(): Promise<void> {
    feed.lose();
    await refresh();
  }

  return {
    current: () => tables.current(),
    refresh,
    lose: feed.lose,
    async stop() {
      stopped = true;
      clearTimeout(again);
      const last = isTakenIn ? feed.mark() : undefined;
      if (last && mark) note(last);
      await kept.end();
    },
  };
}

/** What the snapshot knows once it has taken in all that was committed before. */
export async function upToDate(snapshot: Pick<Snapshot, 'refresh' | 'current'>): Promise<Routing> {
  await snapshot.refresh();
  return snapshot.current();
}

/** @returns what lies there, up to where of the database it is, and whether more can be written behind it */
function readFromDisk(path: string): { tables: RoutingTables; mark: Mark | undefined; isSound: boolean } {
  let tables = createRoutingTables(EMPTY);
  let mark: Mark | undefined;
  const isSound = readKeptFile<Partial<Facts>, KeptChange>(path, {
    // a file of before holds links and products in here too
    value: (facts) => void (tables = createRoutingTables({ ...EMPTY, ...facts })),
    line: (line) => tables.takeLine(line),
    change(change) {
      tables.renew(change);
      // behind all lines of the whole: where some are missing, none is found
      ({ mark = mark } = change);
    },
  });
  return { tables, mark, isSound };
}
