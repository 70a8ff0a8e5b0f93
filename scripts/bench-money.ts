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

/**
 * 500 postbacks a second, each of its own transaction, evenly spread; a late answer counts from when its request was due.
 * @returns whether 99 % were answered within 50 ms and none was refused
 */
export async function benchPostbacks(server: TestServer, token: string): Promise<boolean> {
  const reply = await fetch(`${server.url}/api/admin/affiliate-networks`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await reply.json()) as { data: { postback_url: string }[] };
  const { pathname } = new URL(data[0]!.postback_url);
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
          return { ...request, path: `${pathname}?click_id=${newEventId(Date.now())}&txid=bench-${sent}&payout=1.25` };
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
