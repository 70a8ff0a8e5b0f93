import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { newEventId } from '../src/platform/ids.ts';
import { startPostgres } from '../src/platform/server/embedded-postgres.ts';
import { createLog } from '../src/platform/server/log.ts';
import { signalEventStore } from '../tests/support/event-store.ts';
import { startServer, type TestServer } from '../tests/support/server.ts';

const PER_SECOND = 500;
const SECONDS = 10;
const CONNECTIONS = 32;
const GOAL_MS = 50;

/** Ids of clicks that a link of ours has just counted, as the address of the offer brings them. */
async function makeClicks({ url }: TestServer, token: string, count: number): Promise<string[]> {
  const post = async (path: string, body: object): Promise<number> => {
    const reply = await fetch(`${url}/api/admin${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { data: { id: number } }).data.id;
  };
  const offer = await post('/offers', {
    name: 'Bench',
    url: 'https://merchant.example/bench?click={click_id}',
    network_id: 1,
    status: 'active',
  });
  const link = await post('/tracking-links', { name: 'Bench', slug: 'bench-clicks', traffic_source_id: 1 });
  await post(`/tracking-links/${link}/destinations`, { type: 'offer', target_id: offer });
  const ids: string[] = [];
  const visit = async (): Promise<void> => {
    const { headers } = await fetch(`${url}/go/bench-clicks`, { redirect: 'manual' });
    const id = new URL(headers.get('location') ?? '', url).searchParams.get('click');
    // the router hears of the link a moment after it was stored
    if (id !== null) ids.push(id);
  };
  while (ids.length < count) await Promise.all(Array.from({ length: 50 }, visit));
  return ids;
}

/**
 * 500 postbacks a second, evenly spread; a late answer counts from when its request was due. Every second one is about a click that we
 * know, each of another transaction.
 * @returns whether 99 % were answered within 50 ms and none was refused
 */
export async function benchPostbacks(server: TestServer, token: string): Promise<boolean> {
  const reply = await fetch(`${server.url}/api/admin/affiliate-networks`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await reply.json()) as { data: { postback_url: string }[] };
  const { pathname } = new URL(data[0]!.postback_url);
  const clicks = await makeClicks(server, token, (PER_SECOND * SECONDS) / 2);
  let sent = 0;
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    overallRate: PER_SECOND,
    duration: SECONDS,
    requests: [
      {
        setupRequest: (request) => {
          sent += 1;
          const click = (sent % 2 === 0 && clicks[sent / 2]) || newEventId(Date.now());
          return { ...request, path: `${pathname}?click_id=${click}&txid=bench-${sent}&payout=1.25` };
        },
      },
    ],
  });
  const bad = result.errors + result.timeouts + result['4xx'] + result['5xx'];
  const { p99, p50, max } = result.latency;
  const isReached = p99 <= GOAL_MS && bad === 0;
  process.stdout.write(
    `postback, ${PER_SECOND} a second${' '.repeat(15)} p99 ${p99} ms (goal ${GOAL_MS}) | p50 ${p50} ms, max ${max} ms, ${result.requests.total} answered, ${bad} bad | ${isReached ? 'goal reached' : 'BELOW GOAL'}\n`,
  );
  return isReached;
}

/** The program with its sample, and both its stores stopped. */
export async function startWithoutStores(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-postgres-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: folder, log: createLog('silent') });
  const server = await startServer({ env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' } });
  await postgres.stop();
  signalEventStore(server.dataDir, 'SIGSTOP');
  return {
    url: server.url,
    async stop() {
      signalEventStore(server.dataDir, 'SIGCONT');
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
