import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin } from '../journey/http.ts';
import { findDebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A site moves out of the PostgreSQL that comes with the program into an older one that somebody runs, by a role with no rights but its own. */

/** The same addresses on every port. */
const ENV = { PUBLIC_URL: 'https://guides.example' };
const missing = findDebianPostgres();

const move = (server: TestServer, url: string) => runScript('database.ts', ['copy', url], { DATA_DIR: server.dataDir });

const visit = async ({ url }: TestServer): Promise<number> => {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', accept: 'text/html' };
  return (await fetch(`${url}/go/sample-ad`, { redirect: 'manual', headers })).status;
};

/** What the administrator sees of the site. */
async function seen(server: TestServer) {
  const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const read = async <T>(path: string) => (await admin.get<{ data: T }>(path)).data;
  const links = await read<{ slug: string; visits_30d: number }[]>('/admin/tracking-links');
  return {
    visits: links.find(({ slug }) => slug === 'sample-ad')!.visits_30d,
    offers: await read('/admin/offers'),
    guides: await read('/admin/listicles'),
    networks: await read('/admin/affiliate-networks'),
    sources: await read('/admin/traffic-sources'),
  };
}

describe.skipIf(missing !== undefined)(
  `into Debian's PostgreSQL${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let other: Awaited<ReturnType<typeof startDebianPostgres>>;
    let server: TestServer;

    beforeAll(async () => {
      other = await startDebianPostgres();
      server = await startServer({ env: ENV });
    });
    afterAll(async () => {
      await server.stop();
      other.stop();
    });

    test('all of it is there, and goes on', async () => {
      expect(await visit(server)).toBe(302);
      await expect.poll(async () => (await seen(server)).visits).toBeGreaterThan(0);
      const before = await seen(server);
      expect(await move(server, other.url)).toMatchObject({
        code: 1,
        err: expect.stringContaining('The program runs: stop it first') as string,
      });
      await server.terminate();
      const moved = await move(server, other.url);
      expect(moved.out).toMatch(/tables and [\d,]+ rows were copied and compared\. Set DATABASE_URL to that database/);
      expect(moved.code).toBe(0);
      // a second time there is a site there
      expect(await move(server, other.url)).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is a site in the database') as string,
      });

      server = await startServer({ env: { ...ENV, DATABASE_URL: other.url }, folder: server.dataDir });
      expect(await seen(server)).toEqual(before);
      expect(await visit(server)).toBe(302);
      await expect.poll(async () => (await seen(server)).visits).toBe(before.visits + 1);
      const client = new pg.Client({ connectionString: other.url });
      await client.connect();
      const { rows } = await client.query<{ count: string }>('select count(*) from visits');
      await client.end();
      expect(Number(rows[0]!.count)).toBeGreaterThan(0);
    });
  },
);
