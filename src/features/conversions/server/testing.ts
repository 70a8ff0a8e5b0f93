import type { Deps } from '../../../platform/server/deps.ts';
import type { PostbackAnswer } from '../contract.ts';
import { createReceiver } from './receive.ts';

/**
 * A conversion as a network would report it. @param postbackUrl of `buildNetwork`
 * @param params what the postback says: click_id, payout, txid, status, ...
 */
export function buildConversion(
  deps: Pick<Deps, 'config' | 'db' | 'secrets' | 'clock' | 'jobs' | 'log'>,
  postbackUrl: string,
  params: Record<string, string>,
): Promise<PostbackAnswer> {
  return createReceiver(deps)({
    key: /\/postback\/([^/?]+)/.exec(postbackUrl)![1]!,
    method: 'GET',
    rawQuery: new URLSearchParams(params).toString(),
    body: '',
    address: '203.0.113.7',
  });
}
