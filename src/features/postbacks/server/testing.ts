import { rowsOf } from '../../../platform/server/postgres/testing.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { newEventId } from '../../../platform/ids.ts';
import type { NetworkInput } from '../../networks/contract.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import type { PostbackAnswer } from '../../conversions/contract.ts';
import { createReceiver } from './receiving/receive.ts';

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

type App<Reply> = { deps: Deps; guest(method: string, path: string): Promise<Reply> };
type Paths = { path: string; pixel: string };

/** What tests of messages and money do over and over. @param app of the moment at which something is asked for */
export function conversionDesk<Reply extends { body: unknown }>(app: () => App<Reply>) {
  return {
    /** Every row of a table. */
    rows: (table: string): Promise<Reply['body'][]> => rowsOf(app().deps.db, table),
    /** A network with the paths at which its messages come in. */
    network: async (input: Partial<NetworkInput> = {}) => {
      const made = await buildNetwork(app().deps, input);
      const path = new URL(made.postback_url).pathname;
      return { ...made, path, pixel: `${path.replace('/postback/', '/pixel/')}.gif` };
    },
    /** A click as the shipper brings it. @returns its id */
    click: async (given: Record<string, unknown> = {}): Promise<string> => {
      const { deps } = app();
      const now = deps.clock();
      const row = { click_id: newEventId(now.getTime()), ts: now.toISOString(), ...given };
      await deps.db.withTables<{ clicks: Record<string, unknown> }>().insertInto('clicks').values(row).execute();
      return String(row.click_id);
    },
    /** A message of a network. */
    hit: ({ path }: Pick<Paths, 'path'>, params: Record<string, string>): Promise<Reply> =>
      app().guest('GET', `${path}?${new URLSearchParams(params).toString()}`),
  };
}
