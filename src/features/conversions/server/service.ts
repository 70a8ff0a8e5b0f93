import { formatMicros } from '../../../platform/money.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import type { ConversionFilters } from '../contract.ts';
import * as exchange from './exchange-file.ts';
import { judgeReceived } from './judge.ts';
import { matchOrphans } from './match.ts';
import type { OutgoingJob } from './record.ts';
import { refoldStored } from './refold.ts';
import { revalueAll } from './revalue.ts';
import { sendPostback } from './send.ts';
import * as standing from './standing-events.ts';
import * as trashed from './trashed.ts';
import * as traces from './traces.ts';
import { listStopped } from './store-endpoints.ts';
import * as lists from './store-lists.ts';
import * as received from './store-received.ts';
import * as logs from './store-logs.ts';
import * as unknown from './unknown.ts';
import type * as store from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** A message that is younger may still be in the hands of the request that brought it. */
const UNDER_WAY_MS = 30_000;
const CLEAN_BATCH = 5000;
/** Rows of one read of a file. */
const EXPORT_PIECE = 2000;

export type ConversionRow = store.ConversionRow;

/** What the file of exchange rates holds, and how much money has no rate. */
export const describeRates = exchange.describeRates;

export const standingEvents = standing.standingEvents;

/** A page of conversions and how many there are, orphans and tests included: they are told apart by `attribution` and `is_test`. */
export async function listConversions(
  db: Db,
  filters: ConversionFilters,
  page: Page,
): Promise<{ rows: ConversionRow[]; total: number }> {
  const [rows, total] = [await lists.listConversions(db, filters, page), await lists.countConversions(db, filters)];
  return { rows, total };
}

/** All conversions of a list, in its order, as they were at one moment, piece by piece. */
export async function* eachConversion(
  db: Db,
  filters: ConversionFilters,
  order: Page['order'],
): AsyncIterable<ConversionRow[]> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    for (let last: ConversionRow | undefined; ;) {
      const rows = await lists.listConversionsAfter(trx, filters, order, last, EXPORT_PIECE);
      if (rows.length > 0) yield rows;
      last = rows.at(-1);
      if (rows.length < EXPORT_PIECE) return;
    }
  } finally {
    await trx.rollback().execute();
  }
}

/** Conversions that are in no sum, and their money by currency, under the same filters. @param isOfGuides of guides alone */
export async function uncountedMoney(
  db: Db,
  filters: ConversionFilters,
  isOfGuides = false,
): Promise<{ reason: lists.Uncounted; count: number; amounts: { currency: string; amount: string }[] }[]> {
  const rows = await lists.listUncounted(db, filters, isOfGuides);
  return [...Map.groupBy(rows, (row) => row.reason)].map(([reason, some]) => ({
    reason,
    count: some.reduce((sum, row) => sum + row.count, 0),
    amounts: some.map(({ currency, micros }) => ({ currency, amount: formatMicros(BigInt(micros)) })),
  }));
}

/** Conversions whose click is not known, under the same filters. They are in nobody's sums. */
export const countOrphans = (db: Db, filters: ConversionFilters): Promise<number> =>
  lists.countConversions(db, { ...filters, attribution: 'orphan' });

/** For the list of networks: their messages of the last seven days whose click is not known. Those left out of the map sent none. */
export async function unmatchedMessages(db: Db, networkIds: number[], now: Date): Promise<Map<number, number>> {
  if (networkIds.length === 0) return new Map();
  const rows = await logs.countUnmatched(db, networkIds, new Date(now.getTime() - 7 * DAY_MS));
  return new Map(rows.flatMap(({ network_id: id, count }) => (id === null ? [] : [[id, count] as const])));
}

/** Columns of the list of traffic sources: of the postbacks that ended in the last 24 hours, how many were sent, and what went wrong last. */
export async function sourceNumbers(
  db: Db,
  sourceIds: number[],
  now: Date,
): Promise<Map<number, { postbacks_ok_rate_24h: number | null; last_error: string | null }>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await logs.countEnded(db, sourceIds, new Date(now.getTime() - DAY_MS));
  const stopped = new Set((await listStopped(db, sourceIds)).map((row) => row.source_id));
  return new Map(
    rows.flatMap(({ source_id: id, sent, failed, last_error }) =>
      id === null
        ? []
        : [
            [
              id,
              {
                postbacks_ok_rate_24h: sent + failed === 0 ? null : sent / (sent + failed),
                last_error: stopped.has(id) ? `stopped: ${last_error ?? 'failures'}` : last_error,
              },
            ] as const,
          ],
    ),
  );
}

/** What the job runner runs for this feature, by name. The shipper adds `clicks_stored`. */
export const countReceived = received.countReceived;

export const conversionJobs = (deps: Pick<Deps, 'config' | 'db' | 'secrets' | 'jobs' | 'clock' | 'outgoing'>) => ({
  postback_out: (payload: unknown): Promise<void> => sendPostback(deps, payload as OutgoingJob),
  clicks_stored: async (): Promise<void> => void (await matchOrphans(deps)),
});

type Scope = Pick<Deps, 'config' | 'db' | 'secrets' | 'jobs' | 'clock' | 'log'>;

/**
 * Judges messages that a crash left stored and unjudged. Call at the start with `all`, then every so often.
 * @returns how many were judged
 */
export const recoverReceived = (scope: Scope, which: 'all' | 'old' = 'old'): Promise<number> =>
  judgeReceived(scope, new Date(scope.clock().getTime() - (which === 'all' ? 0 : UNDER_WAY_MS)));

/** Twice a minute: what a crash left, what a changed status map can explain now, what waited for a network that is back, orphans whose click came while nobody looked, amounts whose rate came. */
export async function tendConversions(scope: Scope): Promise<{ judged: number; matched: number }> {
  const unmapped = await logs.listUnmapped(scope.db);
  const networks = await networksById(
    scope.db,
    unmapped.map((row) => row.network_id),
  );
  let remapped = 0;
  for (const { network_id: id, judged_at: judgedAt } of unmapped) {
    const network = networks.get(id);
    if (!network || Date.parse(network.updated_at) <= Date.parse(judgedAt)) continue;
    remapped += (await logs.requeueUnmapped(scope.db, id, network.updated_at)).length;
  }
  const returned = await trashed.requeueReturned(scope.db);
  const judged = await recoverReceived(scope, remapped + returned > 0 ? 'all' : 'old');
  // before the amounts: rates that cannot be read hold up no match
  const matched = await matchOrphans(scope);
  await revalueAll(scope);
  await refoldStored(scope);
  return { judged, matched };
}

export const replayTrashed = trashed.replayTrashed;
export const forgetTraces = traces.forgetTraces;

/** Retention: removes logs of before an instant, a batch at a time; what waits for a network in the trash stays as long as clicks do. @returns how many went */
export async function removeOldLogs(db: Db, retention: logs.Retention): Promise<number> {
  for (let removed = 0; ;) {
    const batch = await logs.removeBefore(db, retention, CLEAN_BATCH);
    removed += batch;
    if (batch < CLEAN_BATCH) return removed;
  }
}

export const removeOldUnknown = unknown.removeOldUnknown;
