import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/platform/server/postgres/embedded-postgres.ts';
import { createAdmin, type Admin } from '../../journey/http.ts';
import type { TestServer } from '../../support/server.ts';
import { startEngines, startFront, startInstances, type Engines } from '../site.ts';

export const INSTANCES = 3;

/** Three instances that share all there is to share, and the balancer in front of them. */
export type WholeSite = {
  engines: Engines;
  servers: TestServer[];
  /** The address of the balancer. */
  front: string;
  /** What each instance is told. */
  env: Record<string, string>;
  /** Whoever signs in by the balancer. */
  admin: Admin;
  close(): Promise<void>;
};

/** @param more variables beyond what the instances share */
export async function raiseSite(
  folder: string,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<WholeSite> {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    const engines = await startEngines(folder, databaseUrl);
    closers.push(() => engines.close());
    const listen = `127.0.0.1:${await freePort()}`;
    const front = `http://${listen}`;
    const env = { ...engines.env, SAMPLE: 'off', TRUST_PROXY: '127.0.0.1', PUBLIC_URL: front, ...more };
    const servers = await startInstances({ folder, count: INSTANCES, env });
    closers.push(() => Promise.all(servers.map((server) => server.stop())));
    const balancer = await startFront(listen, servers, folder);
    closers.push(() => balancer.kill('SIGKILL'));
    const [{ adminUsername, adminPassword }] = servers as [TestServer];
    return { engines, servers, front, env, admin: await createAdmin(front, adminUsername, adminPassword), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A report on a busy machine may take longer than it may: it is asked again. */
const TRIES = 10;

/** The API of one instance, past the balancer, in the name of who signed in by it. */
export function askOf({ url }: TestServer, token: string) {
  return async <T>(path: string): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (answer.ok) return (await answer.json()) as T;
      if (answer.status !== 503 || tries === TRIES)
        throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
      await sleep(1000);
    }
  };
}
export type Ask = ReturnType<typeof askOf>;
