import { notFound } from '../../../../platform/errors.ts';
import { randomText } from '../../../../platform/ids.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import { networksById, postbackFields } from '../../../networks/server/service.ts';
import type { PostbackField } from '../../../networks/contract.ts';
import type { NetworkTest } from '../../contract.ts';
import { judge } from '../receiving/judge.ts';
import * as logs from '../../../conversions/server/store-logs.ts';
import type { NetworkRow } from '../../../networks/server/network-row.ts';

type Scope = Pick<Deps, 'config' | 'db' | 'secrets' | 'clock' | 'jobs' | 'log'>;

/**
 * Judges a made-up postback as this network would send it, marked as a test: it is in the log and in nobody's sums. Who sends is not
 * asked, because nobody does: neither the addresses nor the signature are tried.
 */
export async function testNetwork(scope: Scope, actor: Actor, networkId: number): Promise<NetworkTest> {
  const network = (await networksById(scope.db, [networkId])).get(networkId);
  if (!network || network.deleted_at !== null) throw notFound('Affiliate network');
  const pairs = pairsOf(network);
  const query = new URLSearchParams(pairs).toString();
  const log = await logs.insertLog(scope.db, {
    direction: 'in',
    is_test: true,
    network_id: networkId,
    click_id: null,
    method: 'GET',
    url_masked: `/postback/***?${query}`,
    request_query: JSON.stringify(pairs),
    request_body: null,
    remote_net: null,
    state: 'received',
    reason_code: null,
    created_at: scope.clock().toISOString(),
  });
  const answer = await judge(scope, log.id);
  await recordAudit(scope.db, actor, { action: 'test_postback', entity: 'network', id: networkId, name: network.name });
  return { message: MESSAGES[answer.reason] ?? `It was judged: ${answer.reason}.`, data: answer, sent: `?${query}` };
}

const MESSAGES: Record<string, string> = {
  unmatched_click: 'Understood. Its click id is made up, so no click was found; a real one would be.',
  recorded: 'Understood and recorded as a test.',
  unmapped_status: 'The status word is not in the map of this network.',
  ignored_status: 'Understood, and ignored: that is what the map says of its status word.',
  missing_click_id: 'There is no click id in it: name the parameter under Parameter names.',
};

/** What the network would say of an approved sale, under the names of its own postback URL. */
function pairsOf(network: NetworkRow): [string, string][] {
  const approved = Object.entries(network.status_map).find(([, means]) => means === 'approved')?.[0];
  const values: Partial<Record<PostbackField, string>> = {
    click_id: `test-${randomText(12)}`,
    payout: '1.00',
    txid: `TEST-${randomText(6)}`,
    status: approved ?? 'approved',
    event: 'sale',
    currency: network.payout_currency,
  };
  return [
    ...postbackFields(network.template_key).map((field): [string, string] => [field, values[field] ?? '']),
    ['test', '1'],
  ];
}
