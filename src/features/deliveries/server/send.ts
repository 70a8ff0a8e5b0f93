import { expand, type MacroValues } from '../../../platform/macros/macros.ts';
import type { Micros } from '../../../platform/money.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { linkSlug } from '../../links/server/service.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import { postbackSecrets, postbackTarget, type PostbackTarget } from '../../sources/server/postback.ts';
import { convert } from '../../rates/exchange.ts';
import { postbackValues, type PostbackFacts } from '../postback-values.ts';
import { isRetryable, MAX_ATTEMPTS, nextDelay } from '../../conversions/rules.ts';
import { isStopped, noteOutcome } from './endpoints.ts';
import { loadRates } from '../../rates/server/service.ts';
import { storable } from '../../conversions/pairs.ts';
import { type RecordScope } from '../../conversions/server/conversion-columns.ts';
import { queueOf, statusTold, type OutgoingJob } from '../../conversions/server/queue-postback.ts';
import * as logs from '../../conversions/server/store-logs.ts';
import * as outgoing from './store-outgoing.ts';
import * as store from '../../conversions/server/store-conversions.ts';
import { findVisit } from '../../events/server/store-events.ts';

type Scope = RecordScope & Pick<Deps, 'db' | 'outgoing'>;

/** Characters kept of an answer. */
export const MAX_BODY = 1024;

/** Says which postback an attempt belongs to: the same for all its attempts. */
export const eventKeyOf = (eventId: bigint | string): string => `e${eventId}`;

/**
 * Makes one attempt to tell the traffic source, and logs it; when it may be tried again, the next attempt is queued in the
 * transaction of the log. At least once: a crash between the answer and the log repeats the attempt, with the same event id.
 */
export async function sendPostback(scope: Scope, job: OutgoingJob): Promise<void> {
  const [eventId, conversionId] = [BigInt(job.event_id), BigInt(job.conversion_id)];
  if (await outgoing.findAttempt(scope.db, eventKeyOf(eventId), job.attempt)) return;
  const conversion = await store.findConversion(scope.db, conversionId);
  const event = await store.findEvent(scope.db, eventId);
  if (!conversion || !event || conversion.source_id === null) return;
  const target = await postbackTarget(scope.db, scope.secrets, conversion.source_id);
  const note = (outcome: Outcome) => logAttempt(scope, { job, conversion, target }, outcome);

  if (!target?.url || !target.postback_enabled) return note({ state: 'cancelled', reason: 'postback_off' });
  if (target.status !== 'active') return note({ state: 'cancelled', reason: 'source_paused' });
  const isTakenBack = event.kind === 'displaced';
  if (conversion.not_counted !== null && !isTakenBack) return note({ state: 'cancelled', reason: 'not_counted' });
  if (isTakenBack && !(await outgoing.wasTold(scope.db, conversion.id, eventKeyOf(eventId))))
    return note({ state: 'skipped', reason: 'never_told' });
  const payoutMicros = event.new_payout_micros ?? conversion.payout_micros;
  if (target.requires_external_id && !conversion.external_id)
    return note({ state: 'skipped', reason: 'no_external_id' });
  if (payoutMicros === 0n && !target.send_zero_payout) return note({ state: 'skipped', reason: 'zero_payout' });

  // held, not lost: they go out in their order once somebody lets them
  if (await isStopped(scope.db, target.id)) return note({ state: 'queued', reason: 'auto_paused' });

  const status = statusTold(conversion, event);
  const facts = factsOf(conversion, {
    status,
    payoutMicros,
    currency: event.currency,
    costMicros: await costIn(scope.db, conversion, event.currency),
    linkSlug: conversion.link_id === null ? null : await linkSlug(scope.db, conversion.link_id),
  });
  const values = postbackValues(facts, target, await siteCurrency(scope.db));
  const result = await scope.outgoing.send(requestOf(target, target.url, values));
  const answer = result.kind === 'answer' ? result : undefined;
  const isSent = answer !== undefined && isExpected(answer.status, target.expected_status);
  const retries = result.kind !== 'blocked' && isRetryable(answer?.status);
  const delayMs = retries ? nextDelay(job.attempt) : undefined;
  return note({
    state: isSent ? 'sent' : delayMs === undefined ? 'failed' : 'retrying',
    reason: answer ? (isSent ? null : `http_${answer.status}`) : (result as { reason: string }).reason,
    values,
    status: answer?.status ?? null,
    body: answer ? storable(postbackSecrets(target).cut(answer.body)).slice(0, MAX_BODY) : null,
    durationMs: result.durationMs,
    delayMs: isSent ? undefined : delayMs,
  });
}

/** Notes an attempt as one that is not made, so that it never is. */
export async function cancelPostback(scope: Scope, job: OutgoingJob, reason: string): Promise<void> {
  if (await outgoing.findAttempt(scope.db, eventKeyOf(job.event_id), job.attempt)) return;
  const conversion = await store.findConversion(scope.db, BigInt(job.conversion_id));
  if (!conversion || conversion.source_id === null) return;
  const target = await postbackTarget(scope.db, scope.secrets, conversion.source_id);
  await logAttempt(scope, { job, conversion, target }, { state: 'cancelled', reason });
}

/** @param expected `2xx`, or one code */
export const isExpected = (status: number, expected: string): boolean =>
  expected.endsWith('xx') ? String(status)[0] === expected[0] : String(status) === expected;

/** The request that a template becomes. A macro without a value is left out with its query pair. */
export const requestOf = (target: PostbackTarget, url: string, values: MacroValues) => ({
  method: target.method,
  url: expand(url, values, 'url'),
  headers: Object.fromEntries(target.headers.map(({ name, value }) => [name, value])),
  ...(target.method === 'POST' && { body: bodyOf(target.body ?? '', values) }),
});

/** In a JSON body values are escaped for their place between quotes; in others they go in as they are. */
const bodyOf = (body: string, values: MacroValues): string =>
  expand(body, values, /^\s*[[{]/.test(body) ? 'json' : 'text');

type Outcome = {
  state: 'sent' | 'retrying' | 'failed' | 'cancelled' | 'skipped' | 'queued';
  reason: string | null;
  values?: MacroValues;
  status?: number | null;
  body?: string | null;
  durationMs?: number;
  delayMs?: number | undefined;
};

/** States in which something was really sent. */
const TRIED: ReadonlySet<Outcome['state']> = new Set(['sent', 'retrying', 'failed']);

type Attempt = { job: OutgoingJob; conversion: store.ConversionRow; target: PostbackTarget | undefined };

async function logAttempt(scope: Scope, { job, conversion, target }: Attempt, outcome: Outcome): Promise<void> {
  const now = scope.clock();
  const next = outcome.delayMs === undefined ? undefined : new Date(now.getTime() + outcome.delayMs);
  const key = eventKeyOf(job.event_id);
  const values = outcome.values ?? {};
  const masked = target ? postbackSecrets(target).maskedUrl : null;
  await inTransaction(scope.db, async (trx) => {
    await outgoing.endWaiting(trx, key);
    await logs.insertLog(trx, {
      direction: 'out',
      source_id: conversion.source_id,
      network_id: conversion.network_id,
      click_id: conversion.click_id,
      conversion_id: conversion.id,
      event_type: conversion.event_type,
      event_key: key,
      attempt: job.attempt,
      max_attempts: MAX_ATTEMPTS,
      method: target?.method ?? 'GET',
      url_masked: masked ? (outcome.values ? expand(masked, values, 'url') : masked) : '',
      request_query: JSON.stringify(Object.entries(loggedValues(values))),
      response_status: outcome.status ?? null,
      response_body: outcome.body ?? null,
      duration_ms: outcome.durationMs ?? null,
      state: outcome.state,
      reason_code: outcome.reason,
      next_attempt_at: next?.toISOString() ?? null,
      created_at: now.toISOString(),
    });
    if (target && TRIED.has(outcome.state))
      await noteOutcome(trx, scope, target, outcome.state === 'sent' ? undefined : (outcome.reason ?? 'unknown'));
    if (!next || conversion.source_id === null) return;
    await scope.jobs.add(
      trx,
      'postback_out',
      { ...job, attempt: job.attempt + 1 },
      {
        queue: queueOf(conversion.source_id, conversion.id),
        key: `postback_out:${job.event_id}:${job.attempt + 1}`,
        runAt: next,
        maxAttempts: MAX_ATTEMPTS,
      },
    );
  });
}

const SHOWN = [
  'external_id',
  'click_id',
  'event',
  'status',
  'payout',
  'currency',
  'txid',
  'conversion_id',
  'cost',
  'ts',
];

/** What the log shows of the values. */
export const loggedValues = (values: MacroValues): Record<string, string> =>
  Object.fromEntries(SHOWN.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));

type Moment = Pick<PostbackFacts, 'status' | 'payoutMicros' | 'currency' | 'costMicros' | 'linkSlug'>;

/** What its visit cost, in the currency of the payout by the rate of the conversion's day where that is another one. */
async function costIn(db: Db, row: store.ConversionRow, currency: string): Promise<Micros | null> {
  const visit = row.visit_id === null ? undefined : await findVisit(db, row.visit_id);
  if (visit?.cost_micros == null || visit.cost_currency === null) return null;
  if (visit.cost_currency === currency) return visit.cost_micros;
  const { book } = await loadRates(db);
  const day = row.occurred_at.slice(0, 10);
  return (book && convert(book, visit.cost_micros, { from: visit.cost_currency, to: currency }, day)?.micros) ?? null;
}

const factsOf = (row: store.ConversionRow, moment: Moment): PostbackFacts => ({
  ...moment,
  conversionId: String(row.id),
  eventType: row.event_type,
  txid: row.txid,
  occurredAt: row.occurred_at,
  clickAt: row.click_at,
  clickId: row.click_id,
  visitId: row.visit_id,
  externalId: row.external_id,
  adIds: row.ad_ids,
  utm: row.utm,
  subs: row.subs,
  ids: {
    source: row.source_id,
    link: row.link_id,
    destination: row.destination_id,
    offer: row.offer_id,
    network: row.network_id,
  },
  country: row.country,
  device: row.device,
  os: row.os,
  browser: row.browser,
  language: row.language,
});
