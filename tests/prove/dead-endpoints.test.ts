import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_AT_ONCE } from '../../src/app/server/database-work.ts';
import { deliveryJobs } from '../../src/features/deliveries/server/service.ts';
import { buildConversion } from '../../src/features/postbacks/server/testing.ts';
import { moneyRoutes } from '../support/money-routes.ts';
import { buildNetwork } from '../../src/features/networks/server/testing.ts';
import { buildSource } from '../../src/features/sources/server/testing.ts';
import { newEventId } from '../../src/platform/ids.ts';
import { jobQueue, openJobs, type JobRunner } from '../../src/platform/server/jobs/graphile-jobs.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { createOutgoing } from '../../src/platform/server/outgoing/over-http.ts';
import type { Outgoing } from '../../src/platform/server/outgoing/outgoing.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { printFigures, sampleSize } from '../support/figures.ts';

/**
 * The sample of P9: half of the receivers take connections and never answer. Seen red in its figure: 16 jobs at once (with 50 dead ones
 * a healthy one waited for 26 s).
 */

const ENDPOINTS = sampleSize('PROVE_ENDPOINTS', 12);
const ROUNDS = sampleSize('PROVE_ROUNDS', 3);

type Receiver = { server: Server; port: number; open: number };

let t: TestApp;
let outgoing: Outgoing;
let runner: JobRunner;
let networkUrl: string;
const receivers: { dead: Receiver[]; healthy: Receiver[] } = { dead: [], healthy: [] };
const arrivals = new Map<string, number>();
const most = { perEndpoint: 0, inAll: 0 };

async function receiver(isDead: boolean): Promise<Receiver> {
  const server = createServer((request, reply) => {
    if (isDead) return;
    arrivals.set(new URL(request.url!, 'http://x').searchParams.get('c')!, performance.now());
    reply.end('ok');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const one = { server, port: (server.address() as AddressInfo).port, open: 0 };
  server.on('connection', (socket) => {
    one.open += 1;
    const all = [...receivers.dead, ...receivers.healthy];
    most.perEndpoint = Math.max(most.perEndpoint, one.open);
    most.inAll = Math.max(
      most.inAll,
      all.reduce((sum, each) => sum + each.open, 0),
    );
    socket.on('close', () => (one.open -= 1));
  });
  return one;
}

async function convert(sourceId: number, name: string): Promise<void> {
  const click_id = newEventId(Date.now());
  await t.deps.db
    .withTables<{ clicks: Record<string, unknown> }>()
    .insertInto('clicks')
    .values({ click_id, ts: new Date().toISOString(), source_id: sourceId, external_id: name })
    .execute();
  await buildConversion(t.deps, networkUrl, { cid: click_id, payout: '1', txid: name });
}

beforeAll(async () => {
  for (let n = 0; n < ENDPOINTS; n += 1) {
    receivers.dead.push(await receiver(true));
    receivers.healthy.push(await receiver(false));
  }
  const allow = [...receivers.dead, ...receivers.healthy].map(({ port }) => `127.0.0.1:${port}`);
  outgoing = createOutgoing({ allow, log: createLog('silent') });
  t = await testApp(moneyRoutes, { jobs: jobQueue, outgoing });
  networkUrl = (await buildNetwork(t.deps)).postback_url;
  runner = await openJobs({ url: t.databaseUrl, log: createLog('silent'), concurrency: JOBS_AT_ONCE });
  for (const [name, handler] of Object.entries(deliveryJobs(t.deps))) runner.register(name, handler);
  await runner.start();
});
afterAll(async () => {
  for (const { server } of [...receivers.dead, ...receivers.healthy]) server.closeAllConnections();
  await runner.stop();
  await outgoing.close();
  for (const { server } of [...receivers.dead, ...receivers.healthy]) server.close();
  await t.close();
});

test(`${ENDPOINTS} receivers that never answer hold up none of ${ENDPOINTS} that do`, async () => {
  const allow = [...receivers.dead, ...receivers.healthy].map(({ port }) => `127.0.0.1:${port}`);
  const build = ({ port }: Receiver) =>
    buildSource(t.deps, { postback_enabled: true, postback_url: `http://127.0.0.1:${port}/pb?c={external_id}` }, allow);
  const dead: { id: number }[] = [];
  for (const one of receivers.dead) dead.push(await build(one));
  const healthy: { id: number }[] = [];
  for (const one of receivers.healthy) healthy.push(await build(one));
  const memoryBefore = process.memoryUsage().rss;
  const sent = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, { id }] of dead.entries()) await convert(id, `dead-${round}-${n}`);
    for (const [n, { id }] of healthy.entries()) {
      const name = `healthy-${round}-${n}`;
      await convert(id, name);
      sent.set(name, performance.now());
    }
  }
  for (const until = Date.now() + 60_000; Date.now() < until && arrivals.size < sent.size;) await sleep(50);
  const waits = [...sent]
    .map(([name, atMs]) => Math.max(0, (arrivals.get(name) ?? Infinity) - atMs))
    .toSorted((a, b) => a - b);
  printFigures('P9', {
    endpoints: ENDPOINTS,
    deliveries: sent.size,
    missing: sent.size - arrivals.size,
    healthy_p99_ms: Math.round(waits[Math.ceil(waits.length * 0.99) - 1]!),
    memory_growth_mb: Math.round((process.memoryUsage().rss - memoryBefore) / 1e6),
    sockets_per_endpoint: most.perEndpoint,
    sockets_in_all: most.inAll,
  });
  expect(arrivals.size).toBe(sent.size);
  expect(most.perEndpoint).toBeLessThanOrEqual(4);
  expect(most.inAll).toBeLessThanOrEqual(64);
});
