import { sweepLogins } from '../../features/accounts/server/sessions.ts';
import { removeOldAlerts } from '../../features/alerts/server/service.ts';
import { deliverAlerts } from '../../features/alerts/server/deliveries.ts';
import { tendConversions } from '../../features/postbacks/server/service.ts';
import { sumUpHours } from '../../features/events/server/hours.ts';
import { tellInstances } from '../../features/instances/server/service.ts';
import { tellJournalDamage } from '../../features/events/server/journal-alerts.ts';
import { runGuideSchedule } from '../../features/guides/server/service.ts';
import { tellLostOffers } from '../../features/guides/server/offer-places.ts';
import { capsOf } from '../../features/router/server/click-caps.ts';
import { conversionCapsOf } from '../../features/router/server/conversion-caps.ts';
import { forgetFormerSlugs } from '../../features/links/server/slug-history.ts';
import { queueDueOptimisers } from '../../features/optimiser/server/run.ts';
import { tellLostTargets } from '../../features/router/server/target-alerts.ts';
import { tellPaidLost } from '../../features/router/server/lost-slugs.ts';
import { createPatternRound } from '../../features/router/server/pattern-alerts.ts';
import { tellReachedCaps } from '../../features/router/server/cap-alerts.ts';
import { shrinkPictures } from '../../features/media/server/service.ts';
import { checkDueLinks } from '../../features/offers/server/link-health.ts';
import { emptyTrash } from '../../features/publishing/server/trash.ts';
import { sweepDrafts } from '../../features/publishing/server/history.ts';
import { runReviewSchedule } from '../../features/reviews/server/service.ts';
import { watchNumbers } from '../../features/outliers/server/service.ts';
import { billPort } from '../../features/conversions/server/service.ts';
import { fetchDueFeeds } from '../../features/costs/server/feed-round.ts';
import { watchBudgets } from '../../features/budgets/server/service.ts';
import { mailDueViews } from '../../features/stats/server/view-mails.ts';
import { watchPlacements } from '../../features/placements/server/service.ts';
import { tellDisk } from '../../features/health/server/disk-alerts.ts';
import { forgetKept } from '../../platform/server/kept-rows/kept-rows.ts';
import { forgetChanges } from '../../platform/server/changes/changes.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { findOfferPlaces } from './offer-places.ts';
import type { Parts } from './parts.ts';
import { forgetRestored } from './retention/after-restore.ts';
import { removeOldMessages, removeOldReaders, removeOldTraces } from './retention/rounds.ts';

const MINUTE_MS = 60_000;
/** How late a page may go up or down. */
const SCHEDULE_MS = 30_000;
/** How soon a new or changed address is looked at; each one is looked at once a day. */
const LINK_CHECK_MS = 5 * MINUTE_MS;
/** Ahead of midnight, when days of caps begin anew, and after a cap was set. */
const CAPS_MS = 20_000;
/** How soon a conversion that reaches a cap turns visitors away. */
const CONVERSION_CAPS_MS = 5_000;
/** Whatever a click's own job missed is matched within a minute all the same. */
const TEND_MS = 30_000;
/** How soon somebody is told that the disk is nearly full, or that something could not be recorded. */
const DISK_MS = 10_000;
/** How soon a store that was lost is noticed, and filled up. */
const KEEP_MS = 5_000;
/** How soon another instance knows who came by a link here. */
const VISITORS_MS = 500;
/** How soon a visit of an unknown link is listed. */
const LOST_MS = 5_000;
/** Instances hear of each other's writes at once; a message that is lost costs so long. */
const LOOK_MS = 1000;
/** How old what others show of this instance may be. */
const REPORT_MS = 10_000;
const SAMPLE_MS = 5 * MINUTE_MS;
/** How soon an hour that is over is judged. */
const WATCH_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** What is to be done every so often, whatever comes in. */
export function startTimers(deps: Deps, parts: Parts): void {
  const { every } = parts.rounds;
  /** Of the whole site: one instance does it. */
  const once: typeof every = (periodMs, name, work) => every(periodMs, name, work, parts.instance.leads);
  const { instance } = parts;
  const own = () => ({
    id: instance.number() ?? 0,
    of: instance.living() > 1 ? ` of instance ${instance.number()}` : '',
  });
  every(SAMPLE_MS, 'noting how the server is', () => parts.health.sample());
  every(REPORT_MS, 'telling other instances how this one is', () => parts.health.tell());
  // one that all share is seen to by one of them
  (deps.config.clickHouse ? once : every)(KEEP_MS, 'keeping the event store whole', () => parts.keeper.keepWhole());
  once(SCHEDULE_MS, 'publishing what is due', async () => {
    await runGuideSchedule(deps);
    await runReviewSchedule(deps);
  });
  once(WATCH_MS, 'looking for drops, spikes and silence', () => watchNumbers(deps));
  once(HOUR_MS, 'judging placements', () => watchPlacements(deps));
  once(WATCH_MS, 'looking at budgets', () => watchBudgets(deps));
  once(MINUTE_MS, 'mailing saved views', () =>
    mailDueViews(deps, {
      shipping: parts.shipper.status,
      isWhole: async () => (await parts.keeper.standing()).state === 'whole',
    }),
  );
  once(MINUTE_MS, 'fetching files of costs', async () => {
    if (parts.room.state() === 'enough') await fetchDueFeeds({ ...deps, bills: billPort });
  });
  every(CAPS_MS, 'taking parts of caps ahead', () => parts.caps.prepare(capsOf(parts.snapshot.current())));
  every(CONVERSION_CAPS_MS, 'counting conversions against their caps', () =>
    parts.conversionCaps.refresh(conversionCapsOf(parts.snapshot.current())),
  );
  every(CAPS_MS, 'telling of caps that are reached', () =>
    tellReachedCaps({ ...deps, caps: parts.caps, routing: parts.snapshot.current }),
  );
  once(SCHEDULE_MS, 'telling of destinations that are lost', () =>
    tellLostTargets({ ...deps, routing: parts.snapshot.current }),
  );
  once(
    SCHEDULE_MS,
    'switching off patterns without a bound',
    createPatternRound({ ...deps, routing: parts.snapshot.current }),
  );
  once(SCHEDULE_MS, 'telling of instances that are missed', () =>
    tellInstances(deps, { id: parts.journal.id, allowsSeveral: deps.config.allowsSeveral }),
  );
  every(KEEP_MS, 'shipping journals that were adopted', () => parts.adopter.look());
  every(SCHEDULE_MS, 'telling of a damaged journal', () =>
    tellJournalDamage({ ...deps, shipper: parts.shipper, own: own() }),
  );
  every(LOOK_MS, 'looking for what others wrote', () => {
    // it goes on until the database answers, and no stop waits for it
    void parts.snapshot.refresh();
    return parts.pages.look();
  });
  once(HOUR_MS, 'forgetting which records changed', () => forgetChanges(deps.db));
  every(VISITORS_MS, 'telling other instances who came', () => parts.sharedVisitors.tell());
  every(LOST_MS, 'writing down addresses that lead nowhere', () => parts.lostSlugs.write());
  once(SCHEDULE_MS, 'telling of paid visits that are lost', () => tellPaidLost(deps));
  every(SCHEDULE_MS, 'carrying alerts out', async () => {
    // what waits stays as it is until a person has decided
    if (!(await deps.sendingHold?.isOn())) await deliverAlerts(deps);
  });
  every(DISK_MS, 'telling of a full disk', () => tellDisk(deps, parts.probes, own()));
  once(SCHEDULE_MS, 'taking backups, and trying them', () => parts.backups.look());
  once(HOUR_MS, 'dropping old drafts', () => sweepDrafts(deps));
  once(HOUR_MS, 'emptying the trash', () => emptyTrash(deps));
  once(HOUR_MS, 'forgetting what was before changes', () => forgetKept(deps.db, deps.clock()));
  once(TEND_MS, 'tending conversions', () => tendConversions(deps));
  once(MINUTE_MS, 'putting links up for optimisation', () => queueDueOptimisers(deps));
  once(MINUTE_MS, 'making smaller forms of pictures', async () => {
    if (parts.room.state() === 'enough') await shrinkPictures(deps);
  });
  (deps.config.clickHouse ? once : every)(MINUTE_MS, 'summing up hours that are over', () => sumUpHours(deps));
  once(LINK_CHECK_MS, 'looking at offers', () => checkDueLinks({ ...deps, placesOf: findOfferPlaces }));
  once(LINK_CHECK_MS, 'telling of offers that are not live', () => tellLostOffers(deps));
  every(HOUR_MS, 'refreshing the salts of visitor hashes', () => parts.visitors.refresh());
  once(HOUR_MS, 'forgetting old slugs of links', () => forgetFormerSlugs(deps));
  once(HOUR_MS, 'forgetting failed logins', () => sweepLogins(deps.db, parts.steady()));
  once(HOUR_MS, 'removing old postback logs', () => removeOldMessages(deps));
  once(HOUR_MS, 'removing old contact messages', () => removeOldReaders(deps));
  once(HOUR_MS, 'erasing again what a restore brought back', () => forgetRestored(deps));
  once(HOUR_MS, 'removing old alerts', () => removeOldAlerts(deps));
  every(HOUR_MS, 'removing old clicks, visits and traces', () => removeOldTraces(deps));
}
