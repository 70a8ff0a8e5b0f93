import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@clickhouse/client';
import { loadKey } from '../../src/platform/server/secrets.ts';
import { HAPROXY_AS_DEPLOYED } from '../balancer/balancers.ts';
import { findClickHouse, startClickHouse } from '../support/clickhouse.ts';
import { startS3In, type S3Server } from '../support/s3-server.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * Several instances on one machine, as docs/operations/scale.md has them: what they share, themselves, and the balancer in front. The
 * stand-ins for ClickHouse and the bucket are real servers of the tests. `npm run demo -- --scale` shows it, the tests beside this file
 * try it.
 */

const BUCKET = 'pictures';
const FRONT_LIMIT_MS = 60_000;

/** What is not on this machine and could not be installed; undefined: all is there. */
export const findScaleParts = (): string | undefined => HAPROXY_AS_DEPLOYED.missing ?? findClickHouse();

/** What all instances are told, and the stand-ins behind it. */
export type Engines = {
  env: Record<string, string>;
  clickHouse: Awaited<ReturnType<typeof startClickHouse>>;
  s3: S3Server;
  close(): Promise<void>;
};

/** @param folder that keeps what they hold, so that a start on the same one finds it */
export async function startEngines(folder: string, databaseUrl: string): Promise<Engines> {
  mkdirSync(folder, { recursive: true });
  const [clickHouse, s3] = await Promise.all([
    startClickHouse(join(folder, 'clickhouse')),
    startS3In(join(folder, 'bucket'), BUCKET),
  ]);
  const client = createClient({ url: clickHouse.url });
  await client.command({ query: 'create database if not exists site' });
  await client.close();
  const bucket = s3.options(BUCKET);
  return {
    env: {
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: `${clickHouse.url}/site`,
      SECRET_KEY: loadKey(join(folder, 'secret.key')).toString('base64'),
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
    clickHouse,
    s3,
    async close() {
      await clickHouse.close();
      await s3.stop();
    },
  };
}

export const instanceFolder = (folder: string, number: number): string => join(folder, `instance-${number}`);

type Wanted = {
  folder: string;
  count: number;
  env: Record<string, string>;
  isApart?: boolean;
};

/** One after the other, each with a data folder of its own; the first one makes the tables. */
export async function startInstances({ folder, count, env, isApart = false }: Wanted): Promise<TestServer[]> {
  const servers: TestServer[] = [];
  try {
    for (let number = 1; number <= count; number += 1) {
      const own = instanceFolder(folder, number);
      mkdirSync(own, { recursive: true });
      servers.push(await startServer({ env, folder: own, isApart }));
    }
  } catch (error) {
    for (const server of servers) await server.terminate();
    throw error;
  }
  return servers;
}

/** HAProxy with its file of deploy/, once it answers for them. @throws Error when it ends instead */
export async function startFront(
  listen: string,
  servers: readonly TestServer[],
  folder: string,
  isApart = false,
): Promise<ChildProcess> {
  const hosts = servers.map(({ url }) => new URL(url).host);
  const front = HAPROXY_AS_DEPLOYED.start(listen, hosts, folder, isApart);
  const gone = once(front, 'exit').then(([code]) => {
    throw new Error(`HAProxy ended with code ${String(code)}: does somebody else listen on ${listen}?`);
  });
  const answers = async (): Promise<void> => {
    for (const until = performance.now() + FRONT_LIMIT_MS; performance.now() < until; await sleep(100))
      if (
        await fetch(`http://${listen}/readyz`)
          .then(({ ok }) => ok)
          .catch(() => false)
      )
        return;
    throw new Error(`HAProxy has no instance that is ready on ${listen}.`);
  };
  gone.catch(() => undefined);
  try {
    await Promise.race([answers(), gone]);
  } catch (error) {
    front.kill('SIGKILL');
    throw error;
  }
  return front;
}
