import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Whether a database that holds its connections open still answers. */
export type Pulse = {
  /** It was asked, and did not answer in time; until it answers again. */
  isSilent(): boolean;
  stop(): Promise<void>;
};

type Options = {
  /** Called once each time it falls silent. */
  onSilence: () => void;
  beatMs?: number;
  limitMs?: number;
};

/** Together with the answer that is made then they stay below three seconds. */
const BEAT_MS = 400;
const LIMIT_MS = 2000;

/**
 * Asks the database again and again on a connection of its own. A server that hangs (stopped, out of disk, cut off without a word)
 * keeps its connections and says nothing, so no statement of ours would ever end; a slow statement of another connection is no
 * silence. Connections that are refused are none either: who connects is told at once.
 */
export function watchPulse(url: string, { onSilence, beatMs = BEAT_MS, limitMs = LIMIT_MS }: Options): Pulse {
  const stopping = new AbortController();
  let isSilent = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'guidepost-pulse' });
    fresh.on('error', () => cutOff(fresh));
    client = fresh;
    await fresh.connect();
    return fresh;
  }

  const ask = async (): Promise<unknown> => (client ?? (await connect())).query('select 1');

  /** @returns false when it did not answer in time; an error is an answer */
  async function answers(): Promise<boolean> {
    for (;;) {
      const beganMs = performance.now();
      const late = new AbortController();
      const asked = ask().then(
        () => true,
        () => {
          cutOff(client);
          client = undefined;
          return true;
        },
      );
      const limit = sleep(limitMs, false, { signal: late.signal, ref: false }).catch(() => false);
      let isHere = await Promise.race([asked, limit]);
      late.abort();
      if (isHere) return true;
      // the answer may lie in the socket: it was this process that had no time
      for (let turn = 0; turn < 2 && !isHere; turn += 1) isHere = await Promise.race([asked, nextTurn(false)]);
      if (isHere) return true;
      cutOff(client);
      client = undefined;
      if (performance.now() - beganMs < 1.5 * limitMs) return false;
    }
  }

  const beating = (async () => {
    while (!stopping.signal.aborted) {
      const isHere = await answers();
      if (!isHere && !isSilent && !stopping.signal.aborted) {
        isSilent = true;
        onSilence();
      } else if (isHere) isSilent = false;
      await sleep(beatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  })();

  return {
    isSilent: () => isSilent,
    async stop() {
      stopping.abort();
      cutOff(client);
      await beating;
    },
  };
}

/** Ends a connection without waiting for its other end: whatever was asked on it fails at once. */
export function cutOff(client: pg.ClientBase | undefined): void {
  (client as unknown as { connection: { stream: Socket } } | undefined)?.connection.stream.destroy();
}
