import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from '../../journey/http.ts';
import type { TestServer } from '../../support/server.ts';
import type { World } from './world.ts';

/** It finds what never comes; how soon it came is told, and judged by who reads it. */
const LIMIT_MS = 60_000;
const LOOK_MS = 50;
const PAUSE_MS = 1000;
/** Asked again it says the same. */
const REFUSED = /: 4\d\d /;

export type Editors = {
  /** Saves a title and where a link leads, over and over, and looks for both on every instance that runs. */
  start(): void;
  /** @returns what was saved last */
  stop(): Promise<{ title: string; leadsTo: string }>;
  /** How long after its save each was seen on the last instance. */
  savedMs: number[];
  /** How long after it was revoked a token was refused by the last instance. */
  revokedMs: number[];
  /** What was answered to a call that had to be said again. */
  failures: string[];
};

type Options = {
  world: World;
  admin: Admin;
  /** Those that are asked; one that is ended meanwhile is left out. */
  running: ReadonlySet<TestServer>;
};

const addressOf = (n: number): string => `https://moved.example/${n}`;

export function createEditors({ world, admin, running }: Options): Editors {
  let isStopping = false;
  let working: Promise<unknown> = Promise.resolve();
  let edits = 0;
  const savedMs: number[] = [];
  const revokedMs: number[] = [];
  const failures: string[] = [];

  /** @returns how long after `since` the last instance answered as it should */
  async function seenByAll(what: string, isSeen: (server: TestServer) => Promise<boolean>): Promise<number> {
    const since = performance.now();
    const all = [...running].map(async (server) => {
      for (; performance.now() < since + LIMIT_MS; await sleep(LOOK_MS)) {
        const isSo = await isSeen(server).catch(() => undefined);
        if (isSo === true) return performance.now() - since;
        if (!running.has(server)) return 0;
      }
      throw new Error(`${what} was not seen on ${server.url} within ${LIMIT_MS / 1000} s.`);
    });
    return Math.max(0, ...(await Promise.all(all)));
  }

  /** A person presses Save again where it failed. */
  async function until<T>(save: () => Promise<T>): Promise<T> {
    for (const end = performance.now() + LIMIT_MS; ; await sleep(100))
      try {
        return await save();
      } catch (error) {
        if (performance.now() > end || REFUSED.test(String(error))) throw error;
        failures.push(String(error));
      }
  }

  /** Looked at as a browser does ahead of a reader: it is answered and not counted. */
  const peek = (server: TestServer, path: string): Promise<Response> =>
    fetch(server.url + path, { redirect: 'manual', headers: { 'sec-purpose': 'prefetch', accept: 'text/html' } });

  async function edit(): Promise<void> {
    edits += 1;
    const title = `Title ${edits}`;
    await until(() => admin.put(`/admin/listicles/${world.guide.id}`, { title }));
    savedMs.push(
      await seenByAll(title, async (server) =>
        (await (await peek(server, `/listicles/${world.guide.id}`)).text()).includes(`${title}<`),
      ),
    );
    const url = addressOf(edits);
    await until(() => admin.put(`/admin/tracking-links/destinations/${world.moved}`, { url }));
    savedMs.push(
      await seenByAll(url, async (server) => (await peek(server, '/go/moved')).headers.get('location') === url),
    );
  }

  async function revoke(): Promise<void> {
    const made = await until(() =>
      admin.post<{ key: string; data: { id: number } }>('/settings/keys', {
        name: `Key ${edits}`,
        scopes: ['read:content'],
        days: 1,
      }),
    );
    const statusOn = async (server: TestServer): Promise<number> =>
      (await fetch(`${server.url}/api/admin/listicles`, { headers: { authorization: `Bearer ${made.key}` } })).status;
    await seenByAll('a new key', async (server) => (await statusOn(server)) === 200);
    await until(() => admin.delete(`/settings/keys/${made.data.id}`));
    revokedMs.push(await seenByAll('a revoked key', async (server) => (await statusOn(server)) === 401));
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      await edit();
      await revoke();
      await sleep(PAUSE_MS);
    }
  }

  return {
    savedMs,
    revokedMs,
    failures,
    start() {
      isStopping = false;
      working = work();
      working.catch(() => undefined);
    },
    async stop() {
      isStopping = true;
      await working;
      return { title: `Title ${edits}`, leadsTo: addressOf(edits) };
    },
  };
}
