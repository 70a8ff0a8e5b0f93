import type { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { expand } from '../../../platform/macros/macros.ts';
import { parseMicros } from '../../../platform/money.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import { postbackSecrets } from '../../sources/server/postback.ts';
import type { TestPostbackInput, TestPostbackReply } from '../contract.ts';
import { postbackValues, sampleFacts } from '../postback-values.ts';
import { presentLog } from '../../postbacks/server/network-log.ts';
import { targetOf } from './service.ts';
import { storable } from '../../conversions/pairs.ts';
import { isExpected, MAX_BODY, requestOf, loggedValues } from './send.ts';
import * as logs from '../../conversions/server/store-logs.ts';

type Scope = Pick<Deps, 'db' | 'secrets' | 'clock' | 'outgoing'>;

/**
 * Really sends one postback with sample values to a source, by the same template and guard as every other, whether its postbacks are
 * switched on or not. The row is marked as a test: it is counted nowhere and never tried again. @throws AppError not_found | conflict without a URL
 */
export async function sendTestPostback(
  scope: Scope,
  actor: Actor,
  sourceId: number,
  input: z.output<typeof TestPostbackInput>,
): Promise<TestPostbackReply> {
  const target = await targetOf(scope, sourceId);
  const { maskedUrl, cut } = postbackSecrets(target);
  if (!target.url || maskedUrl === null) throw new AppError('conflict', 'There is no postback URL to send to.');
  const now = scope.clock();
  const currency = await siteCurrency(scope.db);
  const payoutMicros = parseMicros(input.payout)!;
  const sample = sampleFacts({ sourceId, eventType: input.event_type, payoutMicros, currency, now });
  const facts = { ...sample, txid: `TEST-${now.getTime()}`, externalId: input.external_id || sample.externalId };
  const values = postbackValues(facts, target, currency);
  const result = await scope.outgoing.send(requestOf(target, target.url, values));
  const answer = result.kind === 'answer' ? result : undefined;
  const isSent = answer !== undefined && isExpected(answer.status, target.expected_status);
  const reason = result.kind === 'answer' ? (isSent ? null : `http_${result.status}`) : result.reason;
  const log = await inTransaction(scope.db, async (trx) => {
    await recordAudit(trx, actor, { action: 'test_postback', entity: 'source', id: sourceId, name: target.name });
    return logs.insertLog(trx, {
      direction: 'out',
      is_test: true,
      source_id: sourceId,
      click_id: facts.clickId,
      event_type: input.event_type,
      event_key: `test${now.getTime()}`,
      method: target.method,
      url_masked: expand(maskedUrl, values, 'url'),
      request_query: JSON.stringify(Object.entries(loggedValues(values))),
      response_status: answer?.status ?? null,
      response_body: answer ? storable(cut(answer.body)).slice(0, MAX_BODY) : null,
      duration_ms: result.durationMs,
      state: isSent ? 'sent' : 'failed',
      reason_code: reason,
      created_at: now.toISOString(),
    });
  });
  const said = answer ? `HTTP ${answer.status}` : (reason ?? 'no answer');
  const message = isSent ? `The traffic source took the test: ${said}.` : `The test failed: ${said}.`;
  return { message, data: presentLog(log) };
}
