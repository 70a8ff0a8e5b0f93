import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEventId } from '../src/platform/ids.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { createLog } from '../src/platform/server/log.ts';
import { signalEventStore } from '../tests/support/event-store.ts';
import { startServer, type TestServer } from '../tests/support/server.ts';
import { askSteadily, at } from './bench-load.ts';

const PER_SECOND = 500;
const SECONDS = 10;
/** Not measured: every line of the bench is taken of a program that has run for a while. */
const WARM_UP_SECONDS = 2;
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
 * 500 postbacks a second, evenly spread. Every second one is about a click that we know, each of another transaction.
 * @param shipped resolves when nothing waits to be shipped: a network tells of a click long after it was stored
 * @returns whether 99 % were answered within 50 ms and none was refused
 */
export async function benchPostbacks(
  server: TestServer,
  token: string,
  shipped: () => Promise<void>,
): Promise<boolean> {
  const reply = await fetch(`${server.url}/api/admin/affiliate-networks`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await reply.json()) as { data: { postback_url: string }[] };
  const { pathname } = new URL(data[0]!.postback_url);
  const count = PER_SECOND * (WARM_UP_SECONDS + SECONDS);
  const clicks = await makeClicks(server, token, count / 2);
  await shipped();
  const addresses = Array.from({ length: count }, (_, i) => {
    const click = i % 2 === 0 ? clicks[i / 2] : newEventId(Date.now());
    return `${server.url}${pathname}?click_id=${click}&txid=bench-${i}&payout=1.25`;
  });
  const { took, bad } = await askSteadily(addresses, {
    perSecond: PER_SECOND,
    warmUp: PER_SECOND * WARM_UP_SECONDS,
  });
  const figure = (share: number): string => at(took, share).toFixed(0);
  const isReached = Number(figure(0.99)) <= GOAL_MS && bad === 0;
  process.stdout.write(
    `postback, ${PER_SECOND} a second${' '.repeat(15)} p99 ${figure(0.99)} ms (goal ${GOAL_MS}) | p50 ${figure(0.5)} ms, max ${figure(1)} ms, ${took.length} answered, ${bad} bad | ${isReached ? 'goal reached' : 'BELOW GOAL'}\n`,
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
