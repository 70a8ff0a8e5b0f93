import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDebian } from '../support/debian.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** A program that stands in front of instances, with its file of deploy/ as it stands. */
export type Balancer = {
  name: string;
  /** Why it is not on this machine. */
  missing: string | undefined;
  /**
   * @param listen host and port
   * @param instances two, hosts and ports; HAProxy's file has room for a third
   * @param folder for what it writes
   * @param isApart Ctrl-C in a terminal is not for it
   */
  start(listen: string, instances: readonly string[], folder: string, isApart?: boolean): ChildProcess;
};

const runs = (program: string, flag: string) => (): boolean => spawnSync(program, [flag]).status === 0;

const HAPROXY = '/usr/sbin/haproxy';
const NGINX = '/usr/sbin/nginx';

export const HAPROXY_AS_DEPLOYED: Balancer = {
  name: 'HAProxy',
  missing: findDebian('HAProxy', ['haproxy'], runs(HAPROXY, '-v')),
  start(listen, instances, _folder, isApart = false) {
    const file = join(DEPLOY, 'haproxy.cfg');
    const named = instances.map((instance, n) => [`INSTANCE_${n + 1}`, instance]);
    const env = { LISTEN: listen, ...(Object.fromEntries(named) as Record<string, string>) };
    execFileSync(HAPROXY, ['-c', '-q', '-f', file], { env });
    return spawn(HAPROXY, ['-db', '-q', '-f', file], { env, stdio: 'ignore', detached: isApart });
  },
};

export const BALANCERS: readonly Balancer[] = [
  HAPROXY_AS_DEPLOYED,
  {
    name: 'nginx',
    missing: findDebian('nginx', ['nginx-light'], runs(NGINX, '-v')),
    start(listen, [first, second], folder) {
      // nginx has no variables where addresses stand
      const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
        .replaceAll('127.0.0.1:3001', first!)
        .replaceAll('127.0.0.1:3002', second!)
        .replace('listen 80;', `listen ${listen};`);
      const file = join(folder, 'nginx.conf');
      writeFileSync(join(folder, 'site.conf'), site);
      writeFileSync(
        file,
        `worker_processes 2; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
         events {} http { access_log off; include ${folder}/site.conf; }`,
      );
      execFileSync(NGINX, ['-t', '-q', '-c', file]);
      return spawn(NGINX, ['-c', file], { stdio: 'ignore' });
    },
  },
];
