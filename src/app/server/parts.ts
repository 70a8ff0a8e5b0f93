import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countReceived } from '../../features/conversions/server/store-conversions.ts';
import { describeRates } from '../../features/rates/server/service.ts';
import { ratePort } from '../../features/conversions/server/service.ts';
import { recordedEvents } from '../../features/conversions/server/recorded-events.ts';
import { createChannels, readChannels } from '../../features/visitors/server/channel-of.ts';
import { createCrawlers } from '../../features/visitors/server/crawlers.ts';
import { createFacts } from '../../features/visitors/server/request-facts.ts';
import { createRecorder } from '../../features/events/server/recorder.ts';
import { createShipper } from '../../features/events/server/shipper.ts';
import { adoptedFolder, createAdopter } from '../../features/instances/server/adopter.ts';
import { createInstance, identify, type OwnInstance } from '../../features/instances/server/service.ts';
import { createStoreKeeper } from '../../features/recovery/server/service.ts';
import { createTokens } from '../../features/visitors/server/tokens.ts';
import { createVisitors } from '../../features/visitors/server/visitors.ts';
import { openUncounted } from '../../features/events/server/uncounted.ts';
import { sharedKey } from '../../features/visitors/server/keys.ts';
import { createBackupRuns } from '../../features/backups/server/runs.ts';
import { createStanding } from '../../features/backups/server/standing.ts';
import { createHealth } from '../../features/health/server/service.ts';
import { capsOf, countedIn } from '../../features/router/server/click-caps.ts';
import { conversionCapsOf, createConversionCaps } from '../../features/router/server/conversion-caps.ts';
import { createLostSlugs } from '../../features/router/server/lost-slugs.ts';
import { createSharedVisitors } from '../../features/visitors/server/shared-visitors.ts';
import { createRedirects } from '../../features/router/server/redirect.ts';
import { openSnapshot } from '../../features/router/server/snapshot.ts';
import { createCaps } from '../../features/offers/server/caps.ts';
import { createPreviewLinks } from '../../features/publishing/server/preview-links.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { listChildStarts } from '../../platform/server/child-starts.ts';
import { watchRoom } from '../../platform/server/disk-room.ts';
import { keptClock } from '../../platform/server/kept-clock.ts';
import { openJournal } from '../../platform/server/journal/journal.ts';
import { createMeter, type Meter } from '../../platform/server/http/meter.ts';
import { createRounds } from '../../platform/server/jobs/rounds.ts';
import { createPages } from './pages/render-site.ts';
import { loadSite } from './pages/render-bundle.ts';
import type { HealthProbes } from '../../features/health/server/money-checks.ts';

/** What the money path and the pages stand on, opened once per process. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** What an earlier start left on disk of what redirects need: with all of it the next start can do without the database. */
const KEPT = ['routing.json', 'context.key', 'preview.key'];

export const canStartAlone = (dataDir: string): boolean => KEPT.every((name) => existsSync(join(dataDir, name)));

/**
 * Opens the journal, the router's snapshot, the shipper and the pages.
 * @param hasDatabase it answers; else all is opened with what lies on disk, and `refreshParts` is due once it does
 */
export async function openParts(deps: Deps, hasDatabase = true, instance = ownInstance(deps)) {
  const { config, db, secrets, log, clock, jobs, eventStore } = deps;
  const dir = join(config.dataDir, 'journal');
  const room = await watchRoom(config.dataDir, config.journalReserveBytes);
  const journal = await openJournal({ dir, log, reserveBytes: config.journalReserveBytes });
  const uncounted = await openUncounted({ dir, clock, log });
  const recorder = createRecorder({ journal, uncounted });
  // what ends by time ends by a clock that nobody can set back
  const steady = keptClock(config.dataDir, clock);
  const tokens = createTokens(
    await sharedKey({ db, secrets }, 'context', () => randomBytes(32), config.dataDir),
    steady,
  );
  const visitors = createVisitors({ db, secrets, dataDir: config.dataDir, clock, log });
  const channels = readChannels(config.channelsPath);
  const facts = createFacts(config.geoipPath, log, createCrawlers(channels));
  const channelOf = createChannels(channels, config.publicUrl);
  const snapshot = openSnapshot({ db, dataDir: config.dataDir, log });
  const conversionCaps = createConversionCaps({ db, clock, count: countReceived });
  const caps = { ...createCaps({ db, journal, clock, log }), isFull: conversionCaps.isFull };
  if (hasDatabase) await refreshParts({ visitors, snapshot, caps, conversionCaps });
  const sharedVisitors = createSharedVisitors({ db, id: journal.id, living: instance.living });
  const meters = { redirects: createMeter(Date.now), requests: createMeter(Date.now) };
  const redirects = metered(
    createRedirects({
      routing: snapshot.current,
      record: recorder.recordOrCount,
      seal: tokens.seal,
      open: tokens.open,
      caps,
      returning: sharedVisitors.returning,
      clock,
      roll: Math.random,
      channelOf,
      origin: config.publicUrl,
      log,
    }),
    meters.redirects,
  );
  // what is left of a full disk is the journal's; a database elsewhere has a disk of its own
  const hasRoom = (store: 'postgres' | 'event_store'): boolean =>
    room.state() !== 'none' || (store === 'postgres' ? config.databaseUrl : config.clickHouse) !== undefined;
  const shipper = createShipper({ journal, db, eventStore, jobs, log, clock, hasRoom, mayTrim: caps.note });
  instance.watch(shipper.behindBytes);
  const adopter = createAdopter({
    dir: adoptedFolder(config.dataDir),
    db,
    eventStore,
    openShipper: (foreign) =>
      createShipper({ journal: foreign, db, eventStore, jobs, log, clock, hasRoom, isForeign: true }),
    giveBack: (foreign) => createCaps({ db, journal: foreign, clock, log }).recover(countedIn),
    clock,
    log,
  });
  const keeper = createStoreKeeper({ db, eventStore, journal, shipper, recordedEvents, log, clock });
  const pages = createPages(deps, await loadSite());
  const previews = createPreviewLinks(
    await sharedKey({ db, secrets }, 'preview', () => randomBytes(32), config.dataDir),
    steady,
  );
  const rounds = createRounds({ clock, log });
  const probes: HealthProbes = {
    shipping: shipper.status,
    room,
    uncounted,
    eventStore: keeper.standing,
    countries: { isLoaded: facts.hasCountries, builtAt: facts.countriesBuiltAt },
    meters,
    rates: () => describeRates(deps, ratePort(deps)),
    rounds: rounds.list,
    troubles: () => deps.logTail?.read() ?? [],
    childStarts: listChildStarts,
    instances: instance.standing,
  };
  const health = createHealth(deps, probes, { id: journal.id, living: instance.living });
  return {
    instance,
    room,
    journal,
    uncounted,
    steady,
    recorder,
    tokens,
    visitors,
    sharedVisitors,
    facts,
    channels,
    channelOf,
    snapshot,
    caps,
    conversionCaps,
    redirects,
    lostSlugs: createLostSlugs({ db, clock, routing: snapshot.current }),
    shipper,
    adopter,
    keeper,
    pages,
    previews,
    meters,
    rounds,
    probes,
    health,
    backups: createBackupRuns(deps, instance.number),
    standing: createStanding({ db, dir, journal, shipper, log }),
  };
}

/** This program, by the name of its journal. */
export function ownInstance({ config, db, clock, log }: Deps): OwnInstance {
  const { allowsSeveral } = config;
  return createInstance({ db, clock, log, allowsSeveral, identity: identify(config.dataDir) });
}

type Refreshed = Pick<Parts, 'visitors' | 'snapshot' | 'caps' | 'conversionCaps'>;

/** Brings what redirects know up to date with the database, and gives back what an earlier run held of caps. */
export async function refreshParts({ visitors, snapshot, caps, conversionCaps }: Refreshed): Promise<void> {
  await visitors.refresh();
  await snapshot.refresh();
  await caps.recover(countedIn);
  await caps.prepare(capsOf(snapshot.current()));
  await conversionCaps.refresh(conversionCapsOf(snapshot.current()));
}

type Redirects = ReturnType<typeof createRedirects>;

/** The same redirects; how long each took is written down. */
function metered(redirects: Redirects, meter: Meter): Redirects {
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const begin = performance.now();
    let isFailure = true;
    try {
      const done = await work;
      isFailure = false;
      return done;
    } finally {
      meter.record(performance.now() - begin, isFailure);
    }
  };
  return {
    go: (slug, arrival) => timed(redirects.go(slug, arrival)),
    outItem: (itemId, arrival) => timed(redirects.outItem(itemId, arrival)),
    outReview: (slug, arrival) => timed(redirects.outReview(slug, arrival)),
  };
}
