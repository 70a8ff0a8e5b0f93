import { AppError, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { closeAlert, raiseAlert } from '../../alerts/server/service.ts';
import { postbackTarget } from '../../sources/server/postback.ts';
import type { EndpointState } from '../contract.ts';
import { MAX_ATTEMPTS } from '../../conversions/rules.ts';
import { type RecordScope } from '../../conversions/server/conversion-columns.ts';
import { queueOf, type OutgoingJob } from '../../conversions/server/queue-postback.ts';
import * as store from './store-endpoints.ts';
import * as outgoing from './store-outgoing.ts';

/** So many failures in a row, over all postbacks of a source, and it is left alone. */
export const MAX_FAILURES = 25;
const ALERT = 'postbacks_stopped';
const BATCH = 500;
/** So many are sent again at one press. */
const MAX_RESENT = 2000;

type Scope = RecordScope & Pick<Deps, 'db'>;

/** Is the source left alone, so that what is due is held? */
export const isStopped = async (db: Db, sourceId: number): Promise<boolean> =>
  (await store.findEndpoint(db, sourceId))?.stopped_at != null;

/** Counts how an attempt ended; the last straw stops the source and raises an alert. In the transaction of the log. */
export async function noteOutcome(
  trx: Db,
  { clock }: Pick<Scope, 'clock'>,
  source: { id: number; name: string },
  failure: string | undefined,
): Promise<void> {
  if (failure === undefined) return store.noteSuccess(trx, source.id);
  const now = clock().toISOString();
  const { failures, isStopped: isLastStraw } = await store.noteFailure(trx, source.id, failure, {
    most: MAX_FAILURES,
    now,
  });
  if (!isLastStraw) return;
  await raiseAlert(
    { db: trx, clock },
    {
      kind: ALERT,
      severity: 'critical',
      subject: { kind: 'source', id: source.id, name: source.name },
      message: `Postbacks to ${source.name} are stopped: ${failures} attempts in a row failed. What is due is held until you let them go on.`,
      details: [{ label: 'Last failure', text: failure }],
    },
  );
}

export async function endpointState(scope: Pick<Scope, 'db' | 'secrets'>, sourceId: number): Promise<EndpointState> {
  const target = await postbackTarget(scope.db, scope.secrets, sourceId);
  if (!target) throw notFound('Traffic source');
  const row = await store.findEndpoint(scope.db, sourceId);
  return {
    is_on: target.postback_enabled,
    failures_in_a_row: row?.failures ?? 0,
    last_reason: row?.last_reason ?? null,
    stopped_at: row?.stopped_at ?? null,
    held: await store.countHeld(scope.db, sourceId),
  };
}

/** Lets a stopped source be told again, first of what was held meanwhile. @returns how many were held */
export async function resumePostbacks(scope: Scope, actor: Actor, sourceId: number): Promise<number> {
  const target = await postbackTarget(scope.db, scope.secrets, sourceId);
  if (!target) throw notFound('Traffic source');
  return inTransaction(scope.db, async (trx) => {
    if (!(await store.startAgain(trx, sourceId)))
      throw new AppError('conflict', 'Postbacks to this source are not stopped.');
    let released = 0;
    for (;;) {
      const held = await store.listHeld(trx, sourceId, BATCH);
      for (const { event_key: key, conversion_id: conversionId } of held) {
        if (key === null || conversionId === null) continue;
        const attempt = (await outgoing.findLastAttempt(trx, key)) + 1;
        await sendNow(trx, scope, { sourceId, conversionId, key, attempt });
      }
      await store.releaseHeld(
        trx,
        held.map((one) => one.id),
      );
      released += held.length;
      if (held.length < BATCH) break;
    }
    await closeAlert({ db: trx, clock: scope.clock }, ALERT, { kind: 'source', id: sourceId });
    await recordAudit(trx, actor, {
      action: 'resume',
      entity: 'source',
      id: sourceId,
      name: target.name,
      after: { released },
    });
    return released;
  });
}

/**
 * Sends again whatever failed for good, each with the id that it had. @returns how many, and whether there are more
 * @throws AppError not_found | conflict while the source's postbacks are off or stopped
 */
export async function resendFailed(
  scope: Scope,
  actor: Actor,
  sourceId: number,
): Promise<{ sent: number; hasMore: boolean }> {
  const target = await postbackTarget(scope.db, scope.secrets, sourceId);
  if (!target) throw notFound('Traffic source');
  if (!target.postback_enabled)
    throw new AppError('conflict', `Postbacks to ${target.name} are off: switch them on first.`);
  if (await isStopped(scope.db, sourceId))
    throw new AppError('conflict', `Postbacks to ${target.name} are stopped: let them go on first.`);
  return inTransaction(scope.db, async (trx) => {
    const failed = await store.listFailed(trx, sourceId, MAX_RESENT + 1);
    const chosen = failed.slice(0, MAX_RESENT);
    for (const one of chosen) await sendNow(trx, scope, { ...one, sourceId, attempt: one.attempt + 1 });
    await recordAudit(trx, actor, {
      action: 'resend_failed',
      entity: 'source',
      id: sourceId,
      name: target.name,
      after: { postbacks: chosen.length },
    });
    return { sent: chosen.length, hasMore: failed.length > MAX_RESENT };
  });
}

type Due = { sourceId: number; conversionId: bigint; key: string; attempt: number };

/** Asks for an attempt now; the key of an attempt that waits already makes it the same one. */
async function sendNow(trx: Db, { jobs }: Pick<Scope, 'jobs'>, due: Due): Promise<void> {
  const { sourceId, conversionId, key, attempt } = due;
  const job: OutgoingJob = { conversion_id: String(conversionId), event_id: key.slice(1), attempt };
  await jobs.add(trx, 'postback_out', job, {
    queue: queueOf(sourceId, conversionId),
    key: `postback_out:${job.event_id}:${attempt}`,
    maxAttempts: MAX_ATTEMPTS,
  });
}
