import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { expand } from '../../../platform/macros/macros.ts';
import { parseMicros } from '../../../platform/money.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import { localDays, type Range } from '../../../platform/time.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit, type Act } from '../../accounts/server/service.ts';
import { getSettings, siteCurrency } from '../../settings/server/service.ts';
import { postbackSecrets, postbackTarget, type PostbackTarget } from '../../sources/server/postback.ts';
import type { LogState, PostbackLog } from '../../conversions/contract.ts';
import type { DemoInput, DemoReply, LogQuery, LogReply, LogSummary } from '../contract.ts';
import { postbackValues, problemsOf, sampleFacts } from '../postback-values.ts';
import { MAX_ATTEMPTS, nextDelay } from '../../conversions/rules.ts';
import { queueOf, type OutgoingJob } from '../../conversions/server/queue-postback.ts';
import { sendPostback, loggedValues } from './send.ts';
import * as logs from '../../conversions/server/store-logs.ts';
import { listStopped } from './store-endpoints.ts';
import * as outgoing from './store-outgoing.ts';
import { presentLog } from '../../postbacks/server/network-log.ts';

type Scope = Pick<Deps, 'config' | 'db' | 'secrets' | 'clock' | 'jobs' | 'log'>;

const PAGE_SIZE = 25;
const DAY_MS = 24 * 3_600_000;
const MAX_DEMO_ROWS = 100;

export async function listSourceLogs(
  scope: Scope,
  sourceId: number,
  query: LogQuery,
): Promise<Paged<PostbackLog> & { summary: LogSummary }> {
  await targetOf(scope, sourceId);
  const page = pageFrom(query, PAGE_SIZE);
  const filter = { ...query, range: await rangeOf(scope, query) };
  const [rows, total, summary] = await Promise.all([
    outgoing.listOfSource(scope.db, sourceId, filter, page),
    outgoing.countOfSource(scope.db, sourceId, filter),
    outgoing.summarize(scope.db, sourceId, filter),
  ]);
  return { ...paged(rows.map(presentLog), total, page), summary };
}

/** All that a query finds as a file reads it, slice by slice: a log is long, so the order is found once. */
export function readSourceLogs(sourceId: number, query: LogQuery) {
  let ids: readonly bigint[] | undefined;
  return async (scope: Scope, { page: number }: { page: number }): Promise<Paged<PostbackLog>> => {
    const page = pageFrom({ ...query, page: number, limit: 'all' });
    if (!ids) {
      await targetOf(scope, sourceId);
      const filter = { ...query, range: await rangeOf(scope, query) };
      ids = await outgoing.idsOfSource(scope.db, sourceId, filter, page.order);
    }
    const rows = await outgoing.listLogs(scope.db, ids.slice(page.offset, page.offset + page.limit));
    return paged(rows.map(presentLog), ids.length, page);
  };
}

/** The days of a query as the name of its file says them; undefined: it is not narrowed to any. */
export function daysAsked({ date_from: from, date_to: to }: LogQuery): string | undefined {
  if (from === undefined) return to && `until-${to}`;
  if (to === undefined) return `from-${from}`;
  return from === to ? from : `${from}-to-${to}`;
}

/** The days of a query as instants, in the site's zone unless another is asked for. @throws AppError validation_failed */
async function rangeOf({ db }: Scope, { date_from: from, date_to: to, tz }: LogQuery): Promise<Partial<Range>> {
  if (from !== undefined && to !== undefined && to < from) throw invalid('date_to', 'must not lie before date_from');
  if (from === undefined && to === undefined) return {};
  const zone = tz ?? (await getSettings(db)).time_zone;
  return {
    ...(from !== undefined && { from: localDays(from, from, zone).from }),
    ...(to !== undefined && { to: localDays(to, to, zone).to }),
  };
}

/** One outgoing postback with all its attempts. @throws AppError not_found */
export async function findSourceLog(scope: Scope, sourceId: number, logId: bigint): Promise<LogReply> {
  const log = await logs.findLog(scope.db, logId);
  if (log?.source_id !== sourceId || log.direction !== 'out') throw notFound('Postback');
  const attempts = log.event_key === null ? [log] : await outgoing.listAttempts(scope.db, log.event_key);
  return { data: presentLog(log), attempts: attempts.map(presentLog) };
}

/** Rows as the real template would make them, marked as demo. Nothing is sent, nothing is counted; at most 100 are kept. */
export async function makeDemoLogs(scope: Scope, actor: Actor, sourceId: number, input: DemoInput): Promise<DemoReply> {
  const target = await targetOf(scope, sourceId);
  const currency = await siteCurrency(scope.db);
  const payoutMicros = parseMicros(input.payout)!;
  const facts = sampleFacts({ sourceId, eventType: input.event_type, payoutMicros, currency, now: scope.clock() });
  const values = postbackValues(facts, target, currency);
  const { maskedUrl } = postbackSecrets(target);
  const resolved = maskedUrl === null ? null : expand(maskedUrl, values, 'url');
  const problems = problemsOf(target, values, payoutMicros);
  if (input.dry_run) return { message: 'Nothing was written.', data: [], resolved_url: resolved, problems };
  const rows = await inTransaction(scope.db, async (trx) => {
    const made: logs.LogRow[] = [];
    for (let i = 0; i < input.count; i += 1) {
      const now = new Date(scope.clock().getTime() + i);
      made.push(
        await logs.insertLog(trx, {
          direction: 'out',
          is_demo: true,
          source_id: sourceId,
          click_id: facts.clickId,
          event_type: input.event_type,
          event_key: `demo${now.getTime()}`,
          max_attempts: MAX_ATTEMPTS,
          method: target.method,
          url_masked: resolved ?? '',
          request_query: JSON.stringify(Object.entries(loggedValues(values))),
          created_at: now.toISOString(),
          ...demoOutcome(input.scenario === 'mixed' ? MIXED[i % MIXED.length]! : input.scenario, i, now),
        }),
      );
    }
    await outgoing.removeDemo(trx, sourceId, MAX_DEMO_ROWS);
    await auditDemo(trx, { actor, action: 'make_demo' }, target, made.length);
    return made;
  });
  const message = `${rows.length} demo ${rows.length === 1 ? 'row' : 'rows'} written. Nothing was sent.`;
  return { message, data: rows.toReversed().map(presentLog), resolved_url: resolved, problems };
}

const MIXED = ['success', 'success', 'client_error', 'server_error', 'timeout'] as const;

type Scenario = Exclude<DemoInput['scenario'], 'mixed'>;
type DemoOutcome = Pick<
  logs.NewLog,
  'state' | 'reason_code' | 'response_status' | 'response_body' | 'duration_ms' | 'next_attempt_at'
>;

function demoOutcome(scenario: Scenario, i: number, now: Date): DemoOutcome {
  const retryAt = new Date(now.getTime() + nextDelay(1)!).toISOString();
  const row = (state: LogState, [status, body]: [number | null, string], ms: number): DemoOutcome => ({
    state,
    reason_code: state === 'sent' ? null : status === null ? 'timeout' : `http_${status}`,
    response_status: status,
    response_body: body,
    duration_ms: ms,
    next_attempt_at: state === 'retrying' ? retryAt : null,
  });
  switch (scenario) {
    case 'success':
      return row('sent', [200, 'OK'], 120 + i * 7);
    case 'client_error':
      return row('failed', [404, 'Not Found'], 95 + i * 7);
    case 'server_error':
      return row('retrying', [503, 'Service Unavailable'], 310 + i * 7);
    case 'timeout':
      return row('retrying', [null, ''], 10_000);
  }
}

/** @returns how many demo rows went */
export async function clearDemoLogs(scope: Scope, actor: Actor, sourceId: number): Promise<number> {
  const target = await targetOf(scope, sourceId);
  return inTransaction(scope.db, async (trx) => {
    const gone = await outgoing.removeDemo(trx, sourceId);
    await auditDemo(trx, { actor, action: 'remove_demo' }, target, gone);
    return gone;
  });
}

const auditDemo = (db: Db, { actor, action }: Act, { id, name }: PostbackTarget, rows: number) =>
  recordAudit(db, actor, { action, entity: 'source', id, name, after: { rows } });

/** Tries an outgoing postback again now, with the same event id. @throws AppError not_found | conflict for demo rows and those under way */
export async function replayOutgoing(
  scope: Scope,
  actor: Actor,
  sourceId: number,
  logId: bigint,
): Promise<PostbackLog> {
  const log = await logs.findLog(scope.db, logId);
  if (log?.source_id !== sourceId || log.direction !== 'out') throw notFound('Postback');
  if (log.is_demo || !log.event_key || log.conversion_id === null)
    throw new AppError('conflict', 'Only the postback of a conversion can be sent again.');
  const { conversion_id: conversionId, event_key: eventKey } = log;
  await inTransaction(scope.db, async (trx) => {
    const attempt = (await outgoing.findLastAttempt(trx, eventKey)) + 1;
    const job: OutgoingJob = { conversion_id: String(conversionId), event_id: eventKey.slice(1), attempt };
    await scope.jobs.add(trx, 'postback_out', job, {
      queue: queueOf(sourceId, conversionId),
      // the key of the attempt that waits, if one does: it is made now instead of later
      key: `postback_out:${job.event_id}:${attempt}`,
      maxAttempts: MAX_ATTEMPTS,
    });
    const what = { action: 'replay', entity: 'postback', id: logId, name: `Postback ${eventKey}` };
    await recordAudit(trx, actor, what);
  });
  return presentLog(log);
}

export async function targetOf(scope: Pick<Scope, 'db' | 'secrets'>, id: number): Promise<PostbackTarget> {
  const target = await postbackTarget(scope.db, scope.secrets, id);
  if (!target) throw notFound('Traffic source');
  return target;
}

/** Columns of the list of traffic sources: of the postbacks that ended in the last 24 hours, how many were sent, and what went wrong last. */
export async function sourceNumbers(
  db: Db,
  sourceIds: number[],
  now: Date,
): Promise<Map<number, { postbacks_ok_rate_24h: number | null; last_error: string | null }>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await outgoing.countEnded(db, sourceIds, new Date(now.getTime() - DAY_MS));
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

/** What the job runner runs for this feature, by name. */
export const deliveryJobs = (deps: Pick<Deps, 'config' | 'db' | 'secrets' | 'jobs' | 'clock' | 'outgoing'>) => ({
  postback_out: (payload: unknown): Promise<void> => sendPostback(deps, payload as OutgoingJob),
});
