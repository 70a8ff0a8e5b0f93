import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../journey/http.ts';
import { seeded } from '../../src/platform/dice.ts';
import { testDb, type TestDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * The small sample of P8: kill -9 of the server while traffic sources are told of conversions. Each is told at least once, always in
 * the same words, and once more at most for each kill that its telling met.
 * Seen red: a telling that was noted as sent before it was (told once at most, so that some were never heard).
 */

const KILLS = sampleSize('PROVE_DELIVERY_KILLS', 2);
const PER_KILL = sampleSize('PROVE_DELIVERIES_PER_KILL', 20);
const SOURCES = 4;
const READERS = 8;
/** So many may wait to be told: the queue is what is tried, not its length. */
const MAX_WAITING = 64;
/** Long enough that every kill meets some that are being told. */
const ANSWER_MS = 300;
/** Of one source. */
const AT_ONCE = 4;

type Made<T = object> = { data: T & { id: number } };

let database: TestDb;
let receiver: Server;
let server: TestServer;
let postbackPath: string;
/** What came, by the transaction that it told of. */
const arrivals = new Map<string, { url: string; atMs: number }[]>();
let arrived = 0;
/** Transactions of which a source was told and could answer. */
const told = new Set<string>();
const kills: number[] = [];

beforeAll(async () => {
  receiver = createServer((request, reply) => {
    const txid = new URL(request.url!, 'http://source').searchParams.get('t')!;
    arrivals.set(txid, [...(arrivals.get(txid) ?? []), { url: request.url!, atMs: performance.now() }]);
    arrived += 1;
    setTimeout(() => {
      // what the caller did not live to hear may as well not have been said
      if (request.socket.destroyed) return;
      told.add(txid);
      reply.end('ok');
    }, ANSWER_MS);
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  database = await testDb();
  server = await startServer({ env: { SAMPLE: 'off', DATABASE_URL: database.url, OUTGOING_ALLOW: host } });
  const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
    name: 'Network',
    click_param: 'cid',
  });
  postbackPath = new URL(network.data.postback_url).pathname;
  const offer = await admin.post<Made>('/admin/offers', {
    name: 'Shop',
    url: 'https://shop.example/',
    network_id: network.data.id,
  });
  for (let n = 0; n < SOURCES; n += 1) {
    const source = await admin.post<Made>('/admin/traffic-sources', {
      name: `Source ${n}`,
      click_id_param: 'xid',
      postback_enabled: true,
      postback_url: `http://${host}/told?t={txid}&x={external_id}&c={conversion_id}&p={payout}&s={status}`,
    });
    const link = await admin.post<Made>('/admin/tracking-links', {
      name: `Link ${n}`,
      slug: `link-${n}`,
      traffic_source_id: source.data.id,
      fallback_url: '/',
    });
    const target = { type: 'offer', target_id: offer.data.id, weight: 1 };
    await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, target);
  }
  // a fresh start knows all links
  await server.restart();
});
afterAll(async () => {
  await server.stop();
  await database.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** Asks until it is answered well. */
async function ask(path: string, status: number, isGoing: () => boolean): Promise<Response | undefined> {
  while (isGoing()) {
    const reply = await fetch(server.url + path, { redirect: 'manual' }).catch(() => undefined);
    await reply?.arrayBuffer().catch(() => undefined);
    if (reply?.status === status) return reply;
    await sleep(50);
  }
  return undefined;
}

async function waitUntil(isSo: () => Promise<boolean> | boolean, limitMs: number): Promise<void> {
  for (const until = Date.now() + limitMs; Date.now() < until && !(await isSo());) await sleep(50);
}

const conversions = async (): Promise<string[]> =>
  (await database.pool.query<{ txid: string }>(`select txid from conversions`)).rows.map((row) => row.txid);

test(
  `every source is told of every conversion, through ${KILLS} kills`,
  async () => {
    let isGoing = true;
    let reported = 0;
    const reader = async (number: number): Promise<void> => {
      for (let turn = 0; isGoing; turn += 1) {
        const answer = await ask(`/go/link-${(number + turn) % SOURCES}?xid=${number}x${turn}`, 302, () => isGoing);
        const id = answer && new URL(answer.headers.get('location')!, server.url).searchParams.get('cid');
        if (!id) continue;
        await ask(`${postbackPath}?cid=${id}&payout=${turn}.5&txid=${number}x${turn}`, 200, () => isGoing);
        reported += 1;
        while (isGoing && reported - told.size > MAX_WAITING) await sleep(20);
      }
    };
    const readers = Promise.all(Array.from({ length: READERS }, (_, number) => reader(number)));
    const random = seeded(Number(process.env['PROVE_PART'] ?? 1));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const from = arrived;
      await waitUntil(() => arrived >= from + PER_KILL, 60_000 + PER_KILL * 200);
      await sleep(random() * 200);
      await server.kill9();
      // what was on its way when the process died has arrived before the kill counts, and nothing comes before the next start
      await sleep(500);
      kills.push(performance.now());
      await server.restart();
    }
    const from = arrived;
    await waitUntil(() => arrived >= from + PER_KILL, 60_000 + PER_KILL * 200);
    isGoing = false;
    await readers;

    const isTold = async () => (await conversions()).every((txid) => told.has(txid));
    await waitUntil(isTold, 120_000);
    // what is told once more comes with the last of the queue
    await waitUntil(
      async () => (await database.pool.query('select 1 from graphile_worker.jobs')).rowCount === 0,
      30_000,
    );
    const known = await conversions();
    const all = [...arrivals.values()];
    const met = (times: { atMs: number }[]) =>
      kills.filter((atMs) => times[0]!.atMs < atMs && atMs < times.at(-1)!.atMs).length;
    const repeated = all.reduce((sum, times) => sum + times.length - 1, 0);
    printFigures('P8', {
      kills: KILLS,
      conversions: known.length,
      arrived,
      missing: known.filter((txid) => !told.has(txid)).length,
      repeated,
      repeated_too_often: all.filter((times) => times.length - 1 > met(times)).length,
      in_other_words: all.filter((times) => new Set(times.map(({ url }) => url)).size > 1).length,
    });
    expect(known.length).toBeGreaterThanOrEqual(KILLS * PER_KILL);
    expect(known.filter((txid) => !told.has(txid))).toEqual([]);
    expect(all.filter((times) => times.length - 1 > met(times))).toEqual([]);
    expect(all.filter((times) => new Set(times.map(({ url }) => url)).size > 1)).toEqual([]);
    expect(repeated).toBeLessThanOrEqual(KILLS * SOURCES * AT_ONCE);
  },
  240_000 + KILLS * (60_000 + PER_KILL * 200),
);
