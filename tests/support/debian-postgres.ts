import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const ROOT = '/usr/lib/postgresql';

const findBin = (): string | undefined =>
  (existsSync(ROOT) ? readdirSync(ROOT) : [])
    .map((version) => join(ROOT, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));

/** Installs Debian's PostgreSQL where that is possible. @returns why there is none here, or undefined */
export function findDebianPostgres(): string | undefined {
  if (process.getuid?.() !== 0) return "Debian's PostgreSQL is started as another user, which only root can do";
  if (findBin()) return undefined;
  if (spawnSync('which', ['apt-get']).status !== 0)
    return "Debian's PostgreSQL is not installed, and there is no apt-get";
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { env });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env });
  return findBin() ? undefined : "Debian's PostgreSQL could not be installed: apt-get install postgresql";
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** A cluster of its own, with a plain role that owns its one database. */
export async function startDebianPostgres(): Promise<{ url: string; stop(): void }> {
  const bin = findBin()!;
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-debian-'));
  const data = join(folder, 'data');
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres']).toString());
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { cwd: folder, stdio: 'ignore', uid, gid });
  chownSync(folder, uid, gid);
  run('initdb', '-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  await client.query("create role owner login password 'owner'");
  await client.query('create database site owner owner');
  await client.end();
  return {
    url: `postgresql://owner:owner@127.0.0.1:${port}/site`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
