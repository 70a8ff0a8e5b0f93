import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

const RETRY_MS = 1000;

/** Gets the payload, or undefined when messages may have been missed. */
type OnMessage = (payload: string | undefined) => void;

/**
 * Calls back for each NOTIFY on some channels. Runs on one connection of its own; after a loss it calls all of them back once as soon as
 * it is connected again, because what was said meanwhile is not repeated.
 * @param channels by their names, which are plain identifiers
 */
export function listen(
  url: string,
  log: Log,
  channels: Readonly<Record<string, OnMessage>>,
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
    client.on('notification', ({ channel, payload }) => {
      try {
        channels[channel]?.(payload ?? '');
      } catch (error) {
        log.warn({ err: error, channel }, 'a message of the database could not be taken');
      }
    });
    await client.connect();
    for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
    for (const onMessage of Object.values(channels)) onMessage(undefined);
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
