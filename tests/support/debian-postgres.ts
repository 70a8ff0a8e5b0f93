import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findDebian } from './debian.ts';
import { freePort } from '../../src/platform/server/postgres/embedded-postgres.ts';

const ROOT = '/usr/lib/postgresql';

const findBin = (): string | undefined =>
  (existsSync(ROOT) ? readdirSync(ROOT) : [])
    .map((version) => join(ROOT, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));

/** Installs Debian's PostgreSQL where that is possible. @returns why there is none here, or undefined */
export const findDebianPostgres = (): string | undefined =>
  process.getuid?.() === 0
    ? findDebian("Debian's PostgreSQL", ['postgresql'], () => findBin() !== undefined)
    : "Debian's PostgreSQL is started as another user, which only root can do";

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
