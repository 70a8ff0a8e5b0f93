import type { Db } from '../../../platform/server/postgres.ts';
import { withoutTraces, type Dialect } from '../message.ts';
import { bodyPairs } from './pairs.ts';
import * as logs from './store-logs.ts';
import { keyOfClick } from './store-traces.ts';

/**
 * The key of the click that a stored message is about. Where that click was erased, nothing stays in the message that leads back to it:
 * the conversion and its money stay together, and the id does not come back by the log. In the transaction of the judgement.
 */
export async function keyOfMessage(trx: Db, log: logs.LogRow, dialect: Dialect, clickKey: string): Promise<string> {
  const key = await keyOfClick(trx, clickKey);
  if (key !== clickKey) await maskLog(trx, log, dialect, clickKey, key);
  return key;
}

async function maskLog(trx: Db, log: logs.LogRow, dialect: Dialect, clickKey: string, key: string): Promise<void> {
  const query = withoutTraces(log.request_query ?? [], dialect, clickKey, key);
  const body = withoutTraces(bodyPairs(log.request_body ?? ''), dialect, clickKey, key);
  const path = log.url_masked.split('?', 1)[0]!;
  await logs.updateLog(trx, log.id, {
    url_masked: query.length === 0 ? path : `${path}?${String(new URLSearchParams(query))}`,
    request_query: JSON.stringify(query),
    request_body: log.request_body && String(new URLSearchParams(body)),
  });
}
