import type { Deps } from '../../../platform/server/deps.ts';
import { keepNothing } from '../../../platform/server/kept-rows/kept-rows.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { sourceIds } from '../../sources/server/service.ts';
import { isTrouble } from '../feeds/when.ts';
import { failedBy, note, openFeed, runFeed, type FeedScope } from './feeds/run-feed.ts';
import * as store from './feeds/store-feeds.ts';

const ALERT = 'spend_file';
/** How long a claimed file may take before another instance may try. */
const CLAIM_MS = 10 * 60_000;
const ROUND = 20;
const TIMEOUT_MS = 60_000;
/** As long as the trash keeps what was deleted. */
const KEPT_MS = 30 * 86_400_000;

type Scope = FeedScope & Pick<Deps, 'sendingHold'>;

/**
 * Fetches the files that are due, and tells of those that go wrong. While a site that was brought back is on hold it does neither: its
 * files are those of a site that may still run elsewhere. @returns how many were fetched
 */
export async function fetchDueFeeds(scope: Scope): Promise<number> {
  if (await scope.sendingHold?.isOn()) return 0;
  const now = scope.clock();
  const due = await store.claimDue(scope.db, now, new Date(now.getTime() + CLAIM_MS), ROUND);
  for (const row of due) await fetchOne(scope, row);
  await tellTroubles(scope);
  await inTransaction(scope.db, async (trx) => {
    await keepNothing(trx);
    await store.removeDeleted(trx, new Date(now.getTime() - KEPT_MS));
  });
  return due.length;
}

async function fetchOne(scope: Scope, row: store.FeedRow): Promise<void> {
  const how = { actor: undefined, isDry: false, timeoutMs: TIMEOUT_MS };
  const wanted = openFeed(scope, row);
  try {
    await runFeed(scope, wanted, how);
  } catch (error) {
    scope.log.warn({ err: error, feed: row.id }, 'a scheduled file of costs could not be taken in');
    await note(scope, wanted, how, failedBy('What it says could not be written at this moment.'));
  }
}

async function tellTroubles(scope: Scope): Promise<void> {
  const now = scope.clock();
  const last = new Map((await store.listLastRuns(scope.db)).map((run) => [run.feed_id, run]));
  const sources = new Set(await sourceIds(scope.db));
  const troubled = (await store.listFeeds(scope.db)).filter(
    (feed) =>
      feed.is_enabled &&
      feed.url_sealed !== null &&
      sources.has(feed.source_id) &&
      isTrouble(feed.failures, sinceOf(feed), now),
  );
  for (const feed of troubled) {
    const error = last.get(feed.id)?.error;
    await raiseAlert(scope, {
      kind: ALERT,
      severity: 'warning',
      subject: { kind: 'cost file', id: feed.id, name: feed.name },
      message: 'The file of costs could not be taken in for a while: what was paid since is in no report.',
      details: [
        ...(error ? [{ label: 'Last failure', text: error }] : []),
        { label: 'Last success', text: feed.last_good_at ?? 'never' },
      ],
      countsRepeats: false,
    });
  }
  await closeOtherAlerts(
    scope,
    ALERT,
    troubled.map(({ id }) => id),
  );
}

/** When it last went well, or was set since. */
const sinceOf = ({ last_good_at: good, updated_at: set }: store.FeedRow): Date =>
  new Date(Math.max(good === null ? 0 : Date.parse(good), Date.parse(set)));
