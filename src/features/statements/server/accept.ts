import { isOwed } from '../../networks/conversion-statuses.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { networksById } from '../../networks/server/service.ts';
import type { AcceptBody, BatchReply } from '../contract.ts';
import { batchMessage, runBatch, type RowOutcome } from './batch.ts';
import { decide, type ManualScope } from '../../conversions/server/manual.ts';
import * as batches from './store.ts';
import * as store from '../../conversions/server/store-conversions.ts';

/**
 * Takes findings of a statement over as the network has them: decisions of the administrator with one reason, in one batch that can be
 * taken back like an import. What has changed since it was compared is left as it is. @throws AppError not_found
 */
export async function acceptFindings(scope: ManualScope, actor: Actor, body: AcceptBody): Promise<BatchReply> {
  const network = (await networksById(scope.db, [body.network_id])).get(body.network_id);
  if (!network) throw notFound('Affiliate network');
  const given = {
    networkId: network.id,
    fileName: body.file_name,
    action: 'reconcile',
    total: body.items.length,
    isDry: body.dry_run,
  };
  const done = await runBatch(scope, actor, given, async (trx, batchId) => {
    const clicks = await batches.listClicks(trx, { ids: body.items.map((one) => BigInt(one.conversion_id)) });
    await store.lockClicks(trx, clicks);
    async function* each(): AsyncGenerator<RowOutcome> {
      for (const [index, item] of body.items.entries()) {
        const facts = { line: index + 1, conversion_id: item.conversion_id, is_refund: item.status === 'reversed' };
        const { amount, currency, status, version } = item;
        const payout =
          body.takes_amounts && isOwed(status) && amount !== null && currency !== null
            ? { payout: amount, currency }
            : {};
        try {
          const row = await store.findConversion(trx, BigInt(item.conversion_id));
          if (row?.network_id !== network!.id) throw notFound('Conversion');
          const change = { status, ...payout, reason: body.reason, version };
          const { isChanged } = await decide(trx, scope, { actor, id: row.id, batch: { batch_id: batchId } }, change);
          const text = isChanged ? 'As the network has it.' : 'Agrees with what we have.';
          yield { ...facts, result: isChanged ? 'updated' : 'unchanged', text };
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const text =
            error.code === 'version_conflict' ? 'It has changed since it was compared: compare again.' : error.message;
          yield { ...facts, result: 'refused', text };
        }
      }
    }
    return { clicks, each };
  });
  return { ...done, message: batchMessage(done, body.dry_run) };
}
