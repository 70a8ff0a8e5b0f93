import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { findDebian } from '../support/debian.ts';
import { enter, findMachines, makeDebian } from '../support/debian-root.ts';

/**
 * The unit of deploy/ as it stands: judged by systemd, and started by it. Seen red: a misspelt key (said, with exit code 0), without
 * its limits (an exposure of 8.8), with a filter that lets no process set its place in the queue (no reports).
 */

const ROOT = join(import.meta.dirname, '../..');
const UNIT = readFileSync(join(ROOT, 'deploy/guidepost.service'), 'utf8');
const ANALYZE = '/usr/bin/systemd-analyze';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const missing = findDebian('systemd', ['systemd'], () => spawnSync(ANALYZE, ['--version']).status === 0);

describe.skipIf(missing !== undefined)(`the unit${missing === undefined ? '' : ` (${missing})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-unit-'));
  const path = join(folder, 'guidepost.service');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const analyze = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(ANALYZE, words, { encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}` };
  };

  test('systemd has nothing to say of it', () => {
    // a program that is on this machine in the place of the one that is not
    writeFileSync(path, UNIT.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    expect(analyze('verify', path)).toEqual({ status: 0, said: '' });
  });

  test('what it may do is little', () => {
    writeFileSync(path, UNIT);
    const { status, said } = analyze('security', '--offline=yes', '--threshold=30', path);
    expect(Number(/exposure level for guidepost\.service: ([\d.]+)/.exec(said)![1])).toBeLessThanOrEqual(3);
    expect(status).toBe(0);
  });
});

const missingMachine = findMachines();

describe.skipIf(missingMachine !== undefined)(
  `a machine with the unit${missingMachine === undefined ? '' : ` (${missingMachine})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'guidepost-machine-'));
    const machine = join(folder, 'root');
    const inside = (path: string): string => join(machine, path);
    let running: ReturnType<typeof enter> | undefined;
    let port: number;

    beforeAll(async () => {
      await makeDebian(machine, ['systemd', 'systemd-sysv']);
      const user = ['--system', '--home-dir', '/var/lib/guidepost', '--shell', '/usr/sbin/nologin', 'guidepost'];
      expect(spawnSync('/usr/sbin/chroot', [machine, 'useradd', ...user]).status).toBe(0);
      port = await freePort();
      for (const path of ['opt/guidepost', 'etc/guidepost', 'etc/systemd/system/guidepost.service.d'])
        mkdirSync(inside(path), { recursive: true });
      writeFileSync(inside('etc/guidepost/guidepost.env'), `PORT=${port}\n`, { mode: 0o600 });
      writeFileSync(inside('etc/systemd/system/guidepost.service'), UNIT);
      const log = '[Service]\nStandardOutput=append:/var/log/guidepost.log\nStandardError=inherit\n';
      writeFileSync(inside('etc/systemd/system/guidepost.service.d/log.conf'), log);
      expect(spawnSync('/usr/bin/systemctl', [`--root=${machine}`, 'enable', 'guidepost']).status).toBe(0);
    });
    afterAll(async () => {
      await running?.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });

    const log = (): string => readFileSync(inside('var/log/guidepost.log'), 'utf8');

    /** What the kernel says of the program. */
    function stateOf(): { status: string; mounts: string } {
      const isIt = (pid: string): boolean => {
        try {
          const words = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
          return (
            words.includes(`PORT=${port}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('program/main')
          );
        } catch {
          return false;
        }
      };
      const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isIt(name))!;
      const [status, mounts] = ['status', 'mountinfo'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'));
      return { status: status!, mounts: mounts! };
    }

    test('it starts there with no more than the unit allows, answers, and ends in order', async () => {
      const parts = ['package.json', 'dist', 'migrations', 'src', 'scripts', 'node_modules'];
      const lent = parts.map((name) => `--bind-ro=${realpathSync(join(ROOT, name))}:/opt/guidepost/${name}`);
      running = enter(machine, [...lent, '--boot']);
      const ask = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers: { 'user-agent': BROWSER } }).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(() => ask('/readyz'), { timeout: 180_000, interval: 500 }).toBe(200);
      expect(log()).toMatch(/^Back office: \/admin, user "admin", password \S+ \(shown only this once\)$/m);
      expect(await ask('/')).toBe(200);
      expect(await ask('/go/sample-ad')).toBe(302);
      // the process of the reports was let
      expect(log()).not.toMatch(/EPERM|"level":[56]0/);

      const { status, mounts } = stateOf();
      const [uid] = /^Uid:\t(\d+)/m.exec(status)!.slice(1);
      expect(uid).not.toBe('0');
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(status).toMatch(/^Seccomp:\t2$/m);
      const flagsOf = (place: string) =>
        mounts
          .split('\n')
          .find((line) => line.split(' ')[4] === place)!
          .split(' ')[5]!
          .split(',');
      expect(flagsOf('/')).toContain('ro');
      expect(flagsOf('/var/lib/guidepost')).toContain('rw');

      await running.end();
      expect(log()).not.toMatch(/did not close in order|not everything closed in time/);
      expect(readFileSync(inside('var/lib/guidepost/postgres/postgres.log'), 'utf8').trim()).toMatch(/is shut down$/);
      // the last thing that it does
      expect(existsSync(inside('var/lib/guidepost/lock'))).toBe(false);
    });
  },
);
