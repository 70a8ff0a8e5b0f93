import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  freePort,
  startPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/server/postgres/embedded-postgres.ts';
import { createAdmin } from '../journey/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { BALANCERS } from './balancers.ts';

/**
 * The files of deploy/ as they stand, in front of two instances. Seen red: HAProxy without retries (a restart costs readers), with one
 * backend that asks /readyz (no redirect without a database), without its own X-Forwarded-For; either of them without another
 * try for postbacks (what an instance had when it was killed is not taken).
 */

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const log = pino({ level: 'silent' });

for (const { name, missing, start } of BALANCERS)
  describe.skipIf(missing !== undefined)(`behind ${name}${missing === undefined ? '' : ` (${missing})`}`, () => {
    let folder: string;
    let postgres: EmbeddedPostgres;
    let servers: [TestServer, TestServer];
    let balancer: ChildProcess;
    let port: number;
    const closers: (() => unknown)[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });

    const get = (path: string, headers: Record<string, string> = {}): Promise<number> =>
      new Promise((done) => {
        const asked = request({
          port,
          path,
          agent,
          headers: { 'user-agent': BROWSER, accept: 'text/html', ...headers },
        });
        asked.on('response', (answer) => answer.resume().on('end', () => done(answer.statusCode!)));
        asked.on('error', () => done(0)).end();
      });

    async function rows<T>(text: string): Promise<T[]> {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      try {
        return (await client.query(text)).rows as T[];
      } finally {
        await client.end();
      }
    }

    /** Readers who open the link while something happens. @returns how often each status was answered */
    async function readDuring(work: () => Promise<unknown>): Promise<Record<number, number>> {
      const counts: Record<number, number> = {};
      let isOver = false;
      const reader = async (): Promise<void> => {
        while (!isOver) {
          const status = await get('/go/sample-ad');
          counts[status] = (counts[status] ?? 0) + 1;
          await sleep(20);
        }
      };
      const readers = Promise.all(Array.from({ length: 4 }, reader));
      await work();
      await sleep(1500);
      isOver = true;
      await readers;
      return counts;
    }

    const visitsOf = async (): Promise<number> =>
      Number((await rows<{ n: string }>('select count(*) as n from visits'))[0]!.n);

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'guidepost-balancer-'));
      closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
      // the database user must be able to pass
      chmodSync(folder, 0o711);
      postgres = await startPostgres({ dataDir: folder, log });
      closers.push(() => postgres.stop());
      const env = { DATABASE_URL: postgres.url, TEST_SEVERAL_INSTANCES: '1', TRUST_PROXY: '127.0.0.1' };
      const first = await startServer({ env });
      closers.push(() => first.stop());
      const second = await startServer({ env, secretKey: readFileSync(join(first.dataDir, 'secret.key'), 'utf8') });
      closers.push(() => second.stop());
      servers = [first, second];
      port = await freePort();
      const hostOf = ({ url }: TestServer): string => new URL(url).host;
      balancer = start(`127.0.0.1:${port}`, [hostOf(first), hostOf(second)], folder);
      closers.push(
        () => balancer.kill('SIGTERM'),
        () => agent.destroy(),
      );
      await vi.waitFor(async () => expect(await get('/readyz')).toBe(200), { timeout: 60_000, interval: 200 });
      await vi.waitFor(async () => expect(await get('/go/sample-ad')).toBe(302), { timeout: 60_000, interval: 200 });
    });
    afterAll(async () => {
      for (const close of closers.toReversed()) await close();
    });

    test('who comes in cannot name an address', async () => {
      const { adminUsername: username, adminPassword: password } = servers[0];
      const reply = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '8.8.8.8' },
        body: JSON.stringify({ username, password }),
      });
      expect(reply.status).toBe(200);
      // an American address, said by somebody on this machine
      expect(await rows('select country from sessions')).toEqual([{ country: null }]);
    });

    test('one that ends and starts again costs nobody anything, and no visit is counted twice', async () => {
      await expect.poll(visitsOf).toBeGreaterThan(0);
      await sleep(2000);
      const before = await visitsOf();
      const counts = await readDuring(() => servers[1].restart());
      expect(Object.keys(counts)).toEqual(['302']);
      await expect.poll(visitsOf).toBe(before + counts[302]!);
    });

    test('one that is killed costs no more than what it was answering', async () => {
      const counts = await readDuring(async () => {
        await servers[1].kill9();
        await sleep(1000);
        await servers[1].restart();
      });
      const { 302: good = 0, ...bad } = counts;
      expect(good).toBeGreaterThan(50);
      // four readers, each of whom may be in the middle of it
      expect(Object.values(bad).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(4);
    });

    test('a postback is taken and counted once though the instance that has it is killed', async () => {
      const { adminUsername, adminPassword } = servers[0];
      const admin = await createAdmin(`http://127.0.0.1:${port}`, adminUsername, adminPassword);
      const network = await admin.post<{ data: { postback_url: string } }>('/admin/affiliate-networks', {
        name: 'Network',
        click_param: 'cid',
      });
      const address = `http://127.0.0.1:${port}${new URL(network.data.postback_url).pathname}`;
      const answers: string[] = [];
      let isOver = false;
      // every other one by POST, as some networks do
      const tellAll = async (name: number): Promise<void> => {
        for (let n = 0; !isOver; n += 1) {
          const said = new URLSearchParams({ click_id: `c${name}`, payout: '1', txid: `${name}-${n}` });
          const asked = n % 2 ? fetch(address, { method: 'POST', body: said }) : fetch(`${address}?${said}`);
          answers.push(await asked.then(async (reply) => `${reply.status} ${await reply.text()}`, String));
        }
      };
      const networks = Promise.all(Array.from({ length: 4 }, (_, name) => tellAll(name)));
      for (let time = 0; time < 3; time += 1) {
        await sleep(1000);
        await servers[1].kill9();
        await servers[1].restart();
      }
      isOver = true;
      await networks;
      expect(answers.length).toBeGreaterThan(50);
      expect(answers.filter((answer) => !answer.startsWith('200'))).toEqual([]);
      const counted = await rows<{ n: number; ids: number }>(
        `select count(*)::int as n, count(distinct txid)::int as ids from conversions`,
      );
      expect(counted).toEqual([{ n: answers.length, ids: answers.length }]);
    });

    test('without a database links redirect, guides that were read are shown, and the rest says what is wrong', async () => {
      await expect.poll(() => get('/')).toBe(200);
      const counts = await readDuring(async () => {
        await postgres.stop();
        await sleep(6000);
        expect(await get('/readyz')).toBe(503);
        expect([200, 503]).toContain(await get('/'));
        postgres = await startPostgres({ dataDir: folder, log });
      });
      expect(Object.keys(counts)).toEqual(['302']);
      await expect.poll(() => get('/readyz'), { timeout: 60_000 }).toBe(200);
    });
  });
