import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { logIn, startServer, type TestServer } from '../../tests/support/server.ts';
import { BROWSER } from '../bench-router.ts';
import { fillSite, type First, type Sizes } from './fill-site.ts';
import { threadOf, type MainThread } from './main-thread.ts';

/** The whole program with a site of some size. */
export type Site = {
  sizes: Sizes;
  server: TestServer;
  token: string;
  /** Ids of what the bulk made follow each other. */
  first: First;
  /** Of the process that runs now. */
  thread(): MainThread;
};

const NETWORKS = 20;

/** Starts the program on a folder of its own, which it fills with the sample, and fills in the rest by bulk. */
export async function startSite(sizes: Sizes, compileCache: string): Promise<Site> {
  const server = await startServer({ env: { LOG_LEVEL: 'error', NODE_COMPILE_CACHE: compileCache } });
  try {
    const token = await logIn(server);
    const site: Site = {
      sizes,
      server,
      token,
      first: { guide: 0, offer: 0, link: 0 },
      thread: () => threadOf(pidOf(server.dataDir)),
    };
    const made: Record<'networks' | 'sources', number[]> = { networks: [], sources: [] };
    for (let n = 1; n <= NETWORKS; n += 1) {
      const network = { name: `Bench network ${n}`, template_key: 'generic', click_param: 'subid' };
      made.networks.push(await idOf(site, '/affiliate-networks', network));
      made.sources.push(await idOf(site, '/traffic-sources', { name: `Bench source ${n}`, click_id_param: 'sid' }));
    }
    site.first = await fillSite(databaseOf(server.dataDir), sizes, made);
    return site;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const idOf = async (site: Site, path: string, body: object): Promise<number> =>
  (await admin<{ data: { id: number } }>(site, path, { method: 'POST', body })).data.id;

/** @returns what the back office of a site answers; throws on anything but 2xx */
export async function admin<T>(
  site: Site,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<T> {
  const reply = await fetch(`${site.server.url}/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${site.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** @returns what a reader gets: the page, or where it leads; throws on anything but 200 and 302 */
export async function read(site: Site, path: string): Promise<string> {
  const reply = await fetch(site.server.url + path, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
  const text = await reply.text();
  if (reply.status !== 200 && reply.status !== 302) throw new Error(`${path}: ${reply.status} ${text.slice(0, 500)}`);
  return reply.headers.get('location') ?? text;
}

/** The address of its own PostgreSQL. */
function databaseOf(dataDir: string): string {
  const [port, password] = ['port', 'password'].map((name) =>
    readFileSync(join(dataDir, 'postgres', name), 'utf8').trim(),
  );
  return `postgres://guidepost:${password}@127.0.0.1:${port}/guidepost`;
}

const pidOf = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number }).pid;

/** What the router keeps on disk for a start without a database, in bytes: a file, or several of that name. */
export const routingBytes = ({ server }: Site): number =>
  readdirSync(server.dataDir)
    .filter((name) => name.startsWith('routing'))
    .flatMap((name) => filesOf(join(server.dataDir, name)))
    // one may have been put in the place of another just now
    .reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);

const filesOf = (path: string): string[] =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path).flatMap((name) => filesOf(join(path, name)))
    : [path];
