import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findDebian } from './debian.ts';
import { freePort } from '../../src/platform/server/postgres/embedded-postgres.ts';
import type { S3Config } from '../../src/platform/server/config.ts';

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph-authtool', 'monmaptool', 'ceph'];
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw'];
const LIMIT_MS = 120_000;
const KEY_ID = 'CEPHTESTKEY';
const SECRET = 'ceph/test+secret';

const hasAll = (): boolean => PROGRAMS.every((name) => spawnSync('which', [name]).status === 0);

/** Installs the packages of Ceph where that is possible. @returns why there is no Ceph here, or undefined */
export const findCeph = (): string | undefined => findDebian('Ceph', PACKAGES, hasAll);

const configOf = (folder: string, monitor: string, fsid: string, port: number): string => `[global]
fsid = ${fsid}
mon host = ${monitor}
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 10000
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 536870912
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw dns name = localhost
`;

/** A monitor, a store in memory and the gateway that speaks S3, all on this machine and in one folder. */
export async function startCeph() {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-ceph-'));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const monitor = `[v1:127.0.0.1:${monitorPort}]`;
  const fsid = randomUUID();
  const config = join(folder, 'ceph.conf');
  const keyring = join(folder, 'keyring');
  writeFileSync(config, configOf(folder, monitor, fsid, port));
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
  const running = new Set<ReturnType<typeof spawn>>();
  let isStopping = false;

  const run = (command: string, ...args: string[]) => promisify(execFile)(command, args, { timeout: LIMIT_MS });
  /** One that ends is started again: the store does not wait for a monitor that has only just begun. */
  function keepUp(command: string, ...args: string[]): void {
    const out = openSync(join(folder, `${command}.out`), 'a');
    const child = spawn(command, ['-c', config, ...args, '-f'], { stdio: ['ignore', out, out] });
    running.add(child);
    child.once('exit', () => {
      running.delete(child);
      if (!isStopping) setTimeout(() => keepUp(command, ...args), 500);
    });
  }
  async function stop(): Promise<void> {
    isStopping = true;
    const ended = [...running].map((child) => new Promise((done) => child.once('exit', done)));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
    await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', monitor, join(folder, 'monmap'));
    await run('ceph-mon', '-c', config, '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'), '--keyring', keyring);
    copyFileSync(keyring, join(folder, 'mon/keyring'));
    keepUp('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    await run('ceph', '-c', config, 'osd', 'new', osd);
    await run('ceph-osd', '-c', config, '-i', '0', '--mkfs', '--osd-uuid', osd);
    keepUp('ceph-osd', '-i', '0');
    const person = ['--uid', 'test', '--display-name', 'test', '--access-key', KEY_ID, '--secret-key', SECRET];
    await run('radosgw-admin', '-c', config, 'user', 'create', ...person);
    keepUp('radosgw', '-n', 'client.rgw');
    const begin = performance.now();
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        (reply) => reply.ok,
        () => false,
      );
    while (!(await answers())) {
      if (performance.now() - begin > LIMIT_MS) throw new Error(`The gateway of Ceph did not come up: see ${folder}.`);
      await sleep(200);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    options: (bucket: string, style: S3Config['style'] = 'path'): S3Config => ({
      endpoint: `http://${style === 'path' ? '127.0.0.1' : 'localhost'}:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
      style,
      cacheBytes: 0,
    }),
    stop,
  };
}
