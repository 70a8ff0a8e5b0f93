import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'guidepost-lock-')), 'data');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const read = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as Record<string, unknown>;
const write = (change: Record<string, unknown>): void =>
  writeFileSync(join(folder, 'lock'), JSON.stringify({ ...read(), ...change }));

/** Another process that takes the lock and keeps it, or says why it could not. */
async function other(): Promise<{ said: string; kill(): Promise<void> }> {
  const source = join(import.meta.dirname, 'data-folder.ts');
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(source)});
    try { lockDataFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    said: said.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('a missing folder is made so that the database user may pass, and holds nothing but the lock', () => {
  lockDataFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('a second live process is refused with a sentence that names the first', async () => {
  const { unlock } = lockDataFolder(folder);
  expect((await other()).said).toMatch(`Another Guidepost (process ${process.pid}) uses the data folder`);
  unlock();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('the lock of a killed process is taken over', async () => {
  const first = await other();
  expect(first.said).toBe('locked');
  expect(() => lockDataFolder(folder)).toThrow('Another Guidepost');
  await first.kill();
  lockDataFolder(folder);
  expect(read()).toMatchObject({ pid: process.pid });
});

test.each([
  ['a number that was given to another process', { startedAt: '1' }],
  ['an earlier boot', { bootId: 'another-boot' }],
  ['a process that is gone', { pid: 4_000_000 }],
])('a lock of %s is taken over', (_name, change) => {
  lockDataFolder(folder);
  write(change);
  lockDataFolder(folder);
  expect(read()).toMatchObject({ pid: process.pid });
});

test('half a lock, left by a full disk, is taken over', () => {
  lockDataFolder(folder);
  writeFileSync(join(folder, 'lock'), '{"pid":');
  lockDataFolder(folder);
  expect(read()).toMatchObject({ pid: process.pid });
});

test('of many that start at once one wins', async () => {
  const all = await Promise.all([other(), other(), other(), other()]);
  expect(all.filter(({ said }) => said === 'locked')).toHaveLength(1);
  await Promise.all(all.filter(({ said }) => said === 'locked').map((one) => one.kill()));
});

test('a folder that cannot be made says what to do', () => {
  writeFileSync(join(folder, '..', 'file'), '');
  expect(() => lockDataFolder(join(folder, '..', 'file', 'data'))).toThrow(/cannot be written: set DATA_DIR/);
});
