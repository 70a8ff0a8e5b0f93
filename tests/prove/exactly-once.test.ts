import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../journey/http.ts';
import { testDb, type TestDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * The small sample of P4: each postback comes in 20 copies at once, five times over, at two instances of one database, of which one is
 * killed and started again in between. Seen red: without the lock of the click and the unique key (103 rows of 12 conversions).
 */

const CONVERSIONS = sampleSize('PROVE_CONVERSIONS', 12);
const COPIES = 20;
const TIMES = 5;
const AT_ONCE = 4;

let database: TestDb;
let servers: [TestServer, TestServer];
let path: string;

beforeAll(async () => {
  database = await testDb();
  const env = { DATABASE_URL: database.url, TEST_SEVERAL_INSTANCES: '1' };
  const first = await startServer({ env });
  const secretKey = readFileSync(join(first.dataDir, 'secret.key'), 'utf8');
  servers = [first, await startServer({ env, secretKey })];
  const admin = await createAdmin(first.url, first.adminUsername, first.adminPassword);
  const { data } = await admin.get<{ data: { postback_url: string }[] }>('/admin/affiliate-networks');
  path = new URL(data[0]!.postback_url).pathname;
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop();
  await database.close();
});

const amountOf = (number: number): string =>
  `${number % 97}.${String(number * 7919)
    .slice(-6)
    .padStart(6, '0')}`;

/** Sends until it is answered: at an instance that is being started again nobody answers. */
async function send(number: number, copy: number): Promise<void> {
  const query = `click_id=c${number}&txid=t${number}&payout=${amountOf(number)}`;
  for (let tries = 0; ; tries += 1) {
    const { url } = servers[(copy + tries) % 2]!;
    const status = await fetch(`${url}${path}?${query}`).then(
      async (reply) => (await reply.arrayBuffer(), reply.status),
      () => 0,
    );
    if (status === 200) return;
    if (status !== 0 && status !== 429 && status !== 503) throw new Error(`postback ${number} answered ${status}`);
    await sleep(50);
  }
}

test(
  `${CONVERSIONS} conversions in ${COPIES} copies at once, ${TIMES} times, at two instances: each is counted once`,
  async () => {
    let next = 0;
    let restarting: Promise<void> | undefined;
    const worker = async (): Promise<void> => {
      for (let number = next++; number < CONVERSIONS; number = next++) {
        if (number === Math.floor(CONVERSIONS / 2)) {
          restarting = servers[1].kill9().then(() => servers[1].restart());
        }
        for (let time = 0; time < TIMES; time += 1)
          await Promise.all(Array.from({ length: COPIES }, (_, copy) => send(number, copy)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await restarting;
    const { rows } = await database.pool.query<{ txid: string; payout_micros: bigint }>(
      'select txid, payout_micros from conversions',
    );
    const wanted = new Map(Array.from({ length: CONVERSIONS }, (_, n) => [`t${n}`, microsOf(amountOf(n))]));
    const wrong = rows.filter((row) => wanted.get(row.txid) !== row.payout_micros).length;
    printFigures('P4', {
      conversions: CONVERSIONS,
      sent: CONVERSIONS * COPIES * TIMES,
      stored: rows.length,
      wrong_amount: wrong,
      missing: CONVERSIONS - new Set(rows.map((row) => row.txid)).size,
    });
    expect(rows.length).toBe(CONVERSIONS);
    expect(wrong).toBe(0);
    expect(new Set(rows.map((row) => row.txid))).toEqual(new Set(wanted.keys()));
  },
  120_000 + CONVERSIONS * 4000,
);

function microsOf(decimal: string): bigint {
  const [whole = '', part = ''] = decimal.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
}
