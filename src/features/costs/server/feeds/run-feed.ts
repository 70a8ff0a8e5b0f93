import { AppError } from '../../../../platform/errors.ts';
import { formatMicros } from '../../../../platform/money.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { afterCommit, inTransaction, waitPatiently } from '../../../../platform/server/postgres/postgres.ts';
import { daysOf, localDays } from '../../../../platform/time.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import { getSettings } from '../../../settings/server/service.ts';
import { maskTemplate } from '../../../sources/rules.ts';
import { cutSecrets, headerSecrets } from '../../../sources/secrets.ts';
import { routableSources } from '../../../sources/server/service.ts';
import type { FetchReply } from '../../feed-contract.ts';
import { type FeedFile, type FeedLine, MAX_PROBLEMS, type Problem, readFeed } from '../../feeds/read-feed.ts';
import { daysFrom, nextFetch, nextTry } from '../../feeds/when.ts';
import { type CostScope, enterCost, takeOut } from '../enter.ts';
import { lockSource } from '../store-bills.ts';
import type { EntryRow } from '../store-entries.ts';
import { download } from './download.ts';
import * as store from './store-feeds.ts';

export type FeedScope = CostScope & Pick<Deps, 'secrets' | 'outgoing' | 'log'>;

type Outcome = FetchReply['data'];

/** What a file is fetched and read by; a form that is tried has no id. */
export type Wanted = Pick<
  store.FeedRow,
  'name' | 'source_id' | 'columns' | 'state' | 'etag' | 'modified' | 'digest'
> & {
  id: number | undefined;
  url: string;
  header: { name: string; value: string } | undefined;
  /** As it was read; undefined for a form, which is not as it is stored. */
  updated_at?: string;
};

type How = {
  /** Undefined: the program itself, on schedule. */
  actor: Actor | undefined;
  isDry: boolean;
  timeoutMs: number;
};

const SHOWN_LINES = 20;
const NOTHING = { rows: 0, days: 0, entries_written: 0, entries_replaced: 0, totals: [] };
export const failedBy = (error: string, lines: Outcome['lines'] = []): Outcome => ({
  status: 'failed',
  ...NOTHING,
  error,
  lines,
});
const SAME: Outcome = { status: 'unchanged', ...NOTHING, error: null, lines: [] };

/** Ends a transaction that was only tried, or of which nothing may be written. */
class Stopped extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super();
    this.outcome = outcome;
  }
}

/** Opens what is sealed of a file. @throws AppError conflict where the address has to be entered again */
export function openFeed({ secrets }: Pick<FeedScope, 'secrets'>, row: store.FeedRow): Wanted {
  if (row.url_sealed === null)
    throw new AppError('conflict', `The address of ${row.name} is not stored any more. Enter it again.`);
  const header =
    row.header_name !== null && row.header_sealed !== null
      ? { name: row.header_name, value: secrets.open(row.header_sealed) }
      : undefined;
  return { ...row, url: secrets.open(row.url_sealed), header };
}

/**
 * Fetches a file and writes what it says, in one transaction: its rows take the place of what it said before of the same days. With a
 * line that cannot be used nothing is written. On schedule a file that is the one that was taken last is left as it is.
 */
export async function runFeed(scope: FeedScope, wanted: Wanted, how: How): Promise<Outcome> {
  const isOnSchedule = how.actor === undefined;
  const { url, header } = wanted;
  const got = await download(scope.outgoing, {
    url,
    header,
    known: isOnSchedule ? wanted : undefined,
    timeoutMs: how.timeoutMs,
  });
  const hidden = [...maskTemplate(url).secrets, ...headerSecrets(header ? [header.value] : [])];
  const clean = (text: string): string => cutSecrets(text, hidden);
  if (got.kind === 'failed') return note(scope, wanted, how, failedBy(got.error));
  if (got.kind === 'same' || (isOnSchedule && got.digest === wanted.digest)) return note(scope, wanted, how, SAME);
  try {
    const outcome = await inTransaction(scope.db, (trx) => take({ ...scope, db: trx }, wanted, how, got));
    return outcome;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    const { outcome } = error;
    const cleaned = {
      ...outcome,
      error: outcome.error && clean(outcome.error),
      lines: outcome.lines.map((line) => ({ ...line, text: clean(line.text) })),
    };
    return outcome.status === 'failed' ? note(scope, wanted, how, cleaned) : cleaned;
  }
}

type Taken = { text: string; digest: string; etag: string | null; modified: string | null };

async function take(scope: FeedScope, wanted: Wanted, how: How, got: Taken): Promise<Outcome> {
  const { db: trx } = scope;
  await waitPatiently(trx);
  const feed = wanted.id === undefined ? undefined : await store.lockFeed(trx, wanted.id);
  if (wanted.updated_at !== undefined && feed?.updated_at !== wanted.updated_at)
    throw new Stopped(failedBy('It was changed or deleted while it was fetched.'));
  const source = (await routableSources(trx)).find((one) => one.id === wanted.source_id);
  if (!source) throw new Stopped(failedBy('Its traffic source is in the trash.'));
  const file = readFeed(got.text, { ...wanted, source: { ...source, currency: source.cost_currency } });
  if ('problems' in file) throw refused(file.problems);
  await lockSource(trx, source.id, 'alone');
  const counts = { rows: file.rows, days: file.days.size, totals: totalsOf(file.lines) };
  const now = scope.clock().toISOString();
  const by = how.actor?.username ?? 'system';
  const run =
    wanted.id === undefined
      ? undefined
      : await store.insertRun(trx, {
          ...counts,
          totals: JSON.stringify(counts.totals),
          feed_id: wanted.id,
          at: now,
          status: 'written',
          entries_written: 0,
          entries_replaced: 0,
          error: null,
          actor_name: by,
        });
  const { written, replaced } = await apply(scope, wanted, file, { runId: run?.id ?? null, by });
  const status = written + replaced > 0 ? 'written' : 'unchanged';
  const changes = { status, entries_written: written, entries_replaced: replaced } as const;
  const lines = file.lines.slice(0, SHOWN_LINES).map((line) => ({ line: line.line, ok: true, text: textOf(line) }));
  const outcome: Outcome = { ...counts, ...changes, error: null, lines };
  if (how.isDry || !run) throw new Stopped(outcome);
  await store.updateRun(trx, run.id, changes);
  await settle(scope, run.feed_id, { digest: got.digest, etag: got.etag, modified: got.modified });
  await store.forgetRuns(trx, run.feed_id);
  if (status === 'written')
    await recordAudit(trx, how.actor, {
      action: 'import',
      entity: 'cost_feed_run',
      id: run.id,
      name: wanted.name,
      after: { ...counts, entries_written: written, entries_replaced: replaced },
    });
  await afterCommit(trx, () => Promise.resolve(scope.bills.released(scope.config)));
  return outcome;
}

const refused = (problems: readonly Problem[]): Stopped => {
  const [first] = problems;
  const more =
    problems.length > 1
      ? ` ${problems.length >= MAX_PROBLEMS ? 'At least ' : ''}${problems.length} lines cannot be used.`
      : '';
  return new Stopped(
    failedBy(
      `Nothing was written. Line ${first!.line}: ${first!.text}${more}`,
      problems.map((one) => ({ ...one, ok: false })),
    ),
  );
};

/** It went well: the next fetch is the one of the rhythm. */
async function settle(scope: FeedScope, id: number, seen: store.FeedUpdate): Promise<void> {
  const feed = (await store.findFeed(scope.db, id))!;
  const { time_zone: zone } = await getSettings(scope.db);
  const now = scope.clock();
  await store.updateFeed(scope.db, id, {
    ...seen,
    failures: 0,
    last_good_at: now.toISOString(),
    due_at: nextFetch(feed, zone, now).toISOString(),
  });
}

/** Writes down a fetch that wrote nothing, and when the next one comes. */
export async function note(scope: FeedScope, wanted: Wanted, how: How, outcome: Outcome): Promise<Outcome> {
  const { id } = wanted;
  if (id === undefined || how.isDry) return outcome;
  await inTransaction(scope.db, async (trx) => {
    const feed = await store.lockFeed(trx, id);
    if (!feed) return;
    const now = scope.clock();
    const { lines: _lines, totals, ...counts } = outcome;
    await store.insertRun(trx, {
      ...counts,
      totals: JSON.stringify(totals),
      feed_id: id,
      at: now.toISOString(),
      actor_name: how.actor?.username ?? 'system',
    });
    await store.forgetRuns(trx, id);
    if (outcome.status !== 'failed') return settle({ ...scope, db: trx }, id, {});
    // a person has seen it
    if (how.actor) return;
    const { time_zone: zone } = await getSettings(trx);
    const failures = feed.failures + 1;
    await store.updateFeed(trx, id, { failures, due_at: nextTry(feed, zone, now, failures).toISOString() });
  });
  return outcome;
}

type Run = { runId: bigint | null; by: string };

/** What the file says takes the place of what it said before of its days; what is there already stays as it is. */
async function apply(scope: FeedScope, wanted: Wanted, file: FeedFile, { runId, by }: Run) {
  const { db: trx } = scope;
  const { time_zone: zone, currency: site } = await getSettings(trx);
  const rangeOf = ({ from, to }: Pick<FeedLine, 'from' | 'to'>) => {
    const range = localDays(from, to, zone);
    return { from_at: range.from.toISOString(), to_at: range.to.toISOString() };
  };
  const days = [...file.days].toSorted();
  const before: EntryRow[] = [];
  if (wanted.id !== undefined && days.length > 0) {
    const { from_at: from, to_at: to } = rangeOf({ from: days[0]!, to: days.at(-1)! });
    before.push(...(await store.listEntriesOf(trx, wanted.id, from, to)));
  }
  const fresh = new Map(
    file.lines.map((line) => {
      const row = {
        ...rangeOf(line),
        value: line.campaign,
        currency: line.currency,
        state: line.state,
        amount_micros: line.micros,
      };
      return [keyOf(row), { ...row, line: line.line }];
    }),
  );
  const goes: EntryRow[] = [];
  for (const entry of before) {
    const own = daysFrom(...daysOf({ from: new Date(entry.from_at), to: new Date(entry.to_at) }, zone));
    if (!own.some((day) => file.days.has(day))) continue;
    if (!own.every((day) => file.days.has(day))) throw refused([cutThrough(own, entry)]);
    if (!fresh.delete(keyOf(entry))) goes.push(entry);
  }
  for (const entry of goes) await takeOut(scope, entry, by, runId);
  const problems: Problem[] = [];
  for (const { line, ...row } of fresh.values()) {
    try {
      await enterCost(
        scope,
        {
          ...row,
          source_id: wanted.source_id,
          link_id: null,
          param: row.value === null ? null : 'utm_campaign',
          method: 'feed',
          note: wanted.name,
          actor_name: by,
          created_at: scope.clock().toISOString(),
          feed_id: wanted.id ?? null,
          feed_run_id: runId,
        },
        site,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ line, text: error.message });
      if (problems.length >= MAX_PROBLEMS) break;
    }
  }
  if (problems.length > 0) throw refused(problems);
  return { written: fresh.size, replaced: goes.length };
}

type Keyed = Pick<EntryRow, 'from_at' | 'to_at' | 'value' | 'currency' | 'state' | 'amount_micros'>;

const keyOf = ({ from_at, to_at, value, currency, state, amount_micros }: Keyed): string =>
  JSON.stringify([Date.parse(from_at), Date.parse(to_at), value, currency, state, String(amount_micros)]);

const cutThrough = (own: readonly string[], { id }: EntryRow): Problem => ({
  line: 1,
  text: `This file said what ${own[0]} to ${own.at(-1)} cost as a whole (entry ${id}), and now tells of some of these days only. Undo that entry on Costs first.`,
});

function totalsOf(lines: readonly FeedLine[]): Outcome['totals'] {
  return [...Map.groupBy(lines, (line) => line.currency)]
    .map(([currency, own]) => ({ amount: formatMicros(own.reduce((sum, { micros }) => sum + micros, 0n)), currency }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

const textOf = ({ from, to, campaign, micros, currency, state }: FeedLine): string =>
  `${from === to ? from : `${from} to ${to}`}${campaign === null ? '' : `, ${campaign}`}: ${formatMicros(micros)} ${currency}, ${state}`;
