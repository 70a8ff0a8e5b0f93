import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

const RETRY_MS = 1000;

/**
 * Calls back for each NOTIFY on a channel. Runs on a connection of its own; after a loss it calls back once as soon as it is
 * connected again, because what was said meanwhile is not repeated.
 * @param channel a plain identifier
 * @param onMessage gets the payload, or undefined when messages may have been missed
 */
export function listen(
  url: string,
  channel: string,
  log: Log,
  onMessage: (payload: string | undefined) => void,
): { ready: Promise<void>; stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | undefined;
  const first = Promise.withResolvers<void>();

  async function connect(): Promise<void> {
    client = new pg.Client({ connectionString: url, application_name: 'guidepost-listen', keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      client!.on('error', () => resolve());
      client!.on('end', () => resolve());
    });
    client.on('notification', (message) => onMessage(message.payload));
    await client.connect();
    await client.query(`listen ${channel}`);
    onMessage(undefined);
    first.resolve();
    await lost;
  }

  void (async () => {
    while (!stopped) {
      try {
        await connect();
      } catch (error) {
        log.warn({ err: error }, 'cannot listen for changes');
      }
      first.resolve();
      if (!stopped) await sleep(RETRY_MS);
    }
  })();

  return {
    ready: first.promise,
    async stop() {
      stopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}
