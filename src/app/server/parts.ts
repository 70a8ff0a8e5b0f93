import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  createFacts,
  createRecorder,
  createShipper,
  createTokens,
  createVisitors,
  sharedKey,
} from '../../features/events/server/service.ts';
import { createHealth, type HealthProbes } from '../../features/health/server/service.ts';
import { createRedirects, openSnapshot } from '../../features/links/server/service.ts';
import { createPreviewLinks } from '../../features/publishing/server/service.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { openJournal } from '../../platform/server/journal.ts';
import { createMeter, type Meter } from '../../platform/server/meter.ts';
import { createRounds } from '../../platform/server/rounds.ts';
import { createPages, loadSite } from './render-site.ts';

/** What the money path and the pages stand on, opened once per process. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens the journal, the router's snapshot, the shipper and the pages. The database must answer. */
export async function openParts(deps: Deps) {
  const { config, db, secrets, log, clock, jobs, eventStore } = deps;
  const journal = await openJournal({ dir: join(config.dataDir, 'journal'), log });
  const recorder = createRecorder({ journal });
  const tokens = createTokens(await sharedKey(db, secrets, 'context', () => randomBytes(32), config.dataDir), clock);
  const visitors = createVisitors({ db, secrets, dataDir: config.dataDir, clock, log });
  await visitors.refresh();
  const facts = createFacts(config.geoipPath);
  const snapshot = openSnapshot({ db, dataDir: config.dataDir, log });
  await snapshot.refresh();
  const meters = { redirects: createMeter(Date.now), requests: createMeter(Date.now) };
  const redirects = metered(
    createRedirects({
      routing: snapshot.current,
      record: recorder.record,
      seal: tokens.seal,
      open: tokens.open,
      clock,
      roll: Math.random,
      log,
    }),
    meters.redirects,
  );
  const shipper = createShipper({ journal, db, eventStore, jobs, log, clock });
  const pages = createPages(deps, await loadSite());
  const previews = createPreviewLinks(await sharedKey(db, secrets, 'preview', () => randomBytes(32)), clock);
  const rounds = createRounds({ clock, log });
  const probes: HealthProbes = {
    shipping: shipper.status,
    countries: { isLoaded: facts.hasCountries, builtAt: facts.countriesBuiltAt },
    meters,
    rounds: rounds.list,
    troubles: () => deps.logTail?.read() ?? [],
  };
  const health = createHealth(deps, probes);
  return {
    journal,
    recorder,
    tokens,
    visitors,
    facts,
    snapshot,
    redirects,
    shipper,
    pages,
    previews,
    meters,
    rounds,
    probes,
    health,
  };
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
