import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import { ANY_DIALECT, clicksNamed, withoutTraces, type Dialect } from '../../conversions/message.ts';
import { bodyPairs } from '../../conversions/pairs.ts';
import * as logs from '../../conversions/server/store-logs.ts';
import { erasedKey, listKeysOfClicks } from '../../events/server/store-erased.ts';
import { listPolluted, listRefusedOfErased } from './store-masking.ts';

type Message = { log: logs.LogRow; network: Dialect; clickKey: string | null };

/**
 * The keys of the clicks that stored messages are about, in their order. Where a click was erased, nothing stays in its message that
 * leads back to it: the conversion and its money stay together, and the id does not come back by the log. In the transaction of the
 * judgement.
 */
export async function keysOfMessages(trx: Db, messages: readonly Message[]): Promise<(string | null)[]> {
  const keys = await listKeysOfClicks(
    trx,
    messages.flatMap(({ clickKey }) => clickKey ?? []),
  );
  const found: (string | null)[] = [];
  for (const { log, network, clickKey } of messages) {
    const key = clickKey && keys.get(clickKey)!;
    if (clickKey && key && key !== clickKey) await maskLog(trx, log, network, { clickKey, key });
    found.push(key);
  }
  return found;
}

const BATCH = 500;

/** The same, afterwards, for messages that were refused before anybody read them. @returns how many */
export const maskRefused = async (db: Db): Promise<number> => (await maskNamed(db)) + (await maskPolluted(db));

/** Those whose second click was erased. */
async function maskPolluted(db: Db): Promise<number> {
  let masked = 0;
  for (let after = 0n; ;) {
    const some = await listPolluted(db, after, BATCH);
    const networks = await networksById(
      db,
      some.map((log) => log.network_id ?? 0),
    );
    const read = some.map((log) => {
      const network = networks.get(log.network_id ?? 0) ?? ANY_DIALECT;
      return { log, network, clicks: clicksNamed(log.request_query ?? [], bodyPairs(log.request_body ?? ''), network) };
    });
    const keys = await listKeysOfClicks(
      db,
      read.flatMap(({ clicks }) => clicks),
    );
    for (const { log, network, clicks } of read) {
      const erased = clicks.find((click) => keys.get(click) !== click);
      if (erased === undefined) continue;
      await maskLog(db, log, network, { clickKey: erased, key: keys.get(erased)! });
      masked += 1;
    }
    if (some.length < BATCH) return masked;
    after = some.at(-1)!.id;
  }
}

async function maskNamed(db: Db): Promise<number> {
  for (let masked = 0; ;) {
    const some = await listRefusedOfErased(db, BATCH);
    const networks = await networksById(
      db,
      some.map((log) => log.network_id ?? 0),
    );
    for (const log of some) {
      const key = erasedKey(log.click_id!);
      await inTransaction(db, async (trx) => {
        await maskLog(trx, log, networks.get(log.network_id ?? 0) ?? ANY_DIALECT, { clickKey: log.click_id!, key });
        await logs.updateLog(trx, log.id, { click_id: key });
      });
    }
    masked += some.length;
    if (some.length < BATCH) return masked;
  }
}

async function maskLog(
  trx: Db,
  log: logs.LogRow,
  dialect: Dialect,
  { clickKey, key }: { clickKey: string; key: string },
): Promise<void> {
  const query = withoutTraces(log.request_query ?? [], dialect, clickKey, key);
  const body = withoutTraces(bodyPairs(log.request_body ?? ''), dialect, clickKey, key);
  const path = log.url_masked.split('?', 1)[0]!;
  await logs.updateLog(trx, log.id, {
    url_masked: query.length === 0 ? path : `${path}?${String(new URLSearchParams(query))}`,
    request_query: JSON.stringify(query),
    request_body: log.request_body && String(new URLSearchParams(body)),
  });
}
