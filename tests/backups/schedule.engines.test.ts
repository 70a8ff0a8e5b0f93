import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BackupRun, BackupsShown } from '../../src/features/backups/contract.ts';
import type { ServerHealth } from '../../src/features/health/contract.ts';
import { findBackup } from '../../src/features/backups/server/check.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A program that takes backups by itself, into a folder that the environment names. */
let folder: string;
let place: string;
let server: TestServer;
let admin: Admin;
const LONG_MS = 300_000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-schedule-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  place = join(folder, 'place');
  const made = await runScript('backup.ts', ['--new-recipient', join(folder, 'recipient')], {});
  expect(made).toMatchObject({ code: 0, err: '' });
  const [, recipient] = /^BACKUP_RECIPIENT=(\S+)$/m.exec(made.out)!;
  server = await startServer({ env: { BACKUP_TO: place, BACKUP_RECIPIENT: recipient! } });
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
}, LONG_MS);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const shown = async (): Promise<BackupsShown> => (await admin.get<{ data: BackupsShown }>('/admin/backups')).data;
const newest = async (kind: BackupRun['kind']) => (await shown()).runs.find((run) => run.kind === kind);
async function ended(kind: BackupRun['kind']): Promise<BackupRun> {
  await expect
    .poll(async () => (await newest(kind))?.outcome ?? null, { timeout: LONG_MS, interval: 300 })
    .not.toBeNull();
  return (await newest(kind))!;
}
const checkOf = async (key: string) =>
  (await admin.get<{ data: ServerHealth }>('/admin/server-health')).data.checks.find((check) => check.key === key);
const begin = (kind: BackupRun['kind']) => admin.post<{ data: BackupRun }>('/admin/backups/run', { kind });

test(
  'once they are switched on, the first backup is taken by itself, and Server Health says so',
  async () => {
    expect(await shown()).toMatchObject({ place, seals_key: 'recipient', is_on: false, next_at: null, runs: [] });
    expect(await checkOf('backups')).toMatchObject({ status: 'ok', value: 'not by schedule' });
    const { data } = await admin.get<{ data: { version: number } }>('/settings');
    await admin.put('/settings', {
      version: data.version,
      is_backup_on: true,
      backup_keep_daily: 1,
      backup_keep_weekly: 0,
      backup_keep_monthly: 0,
    });
    const run = await ended('backup');
    expect(run).toMatchObject({ outcome: 'good', cause: 'schedule', key: 'recipient', error: null });
    expect(run.new_bytes).toBe(run.bytes);
    expect(await checkOf('backups')).toMatchObject({ status: 'ok', value: expect.stringContaining('ago') as string });
    expect(Date.parse((await shown()).next_at!)).toBeGreaterThan(Date.now());
  },
  LONG_MS,
);

test(
  'the key in it opens for the recipient alone, and the place can be listed',
  async () => {
    const list = await runScript('backup.ts', [place, '--list'], {});
    expect(list).toMatchObject({ code: 0, err: '' });
    expect(list.out).toMatch(/^\d{4}-\d\d-\d\d-\d{6} {2}\S+ .* version \S+ {2}key in it, for the recipient$/m);
    const dataDir = join(folder, 'restored');
    expect(await runScript('restore.ts', [place], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringContaining('name the file of its private half by --key-file') as string,
    });
    const done = await runScript('restore.ts', [place, '--key-file', join(folder, 'recipient')], { DATA_DIR: dataDir });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(
      readFileSync(join(server.dataDir, 'secret.key'), 'utf8'),
    );
  },
  LONG_MS,
);

test(
  'one by hand takes the place of that of the same day; a second one at once is refused',
  async () => {
    // the first backup is tried at once
    expect(await ended('drill')).toMatchObject({ outcome: 'good', cause: 'schedule' });
    const { data: first } = await begin('backup');
    await expect(begin('backup')).rejects.toThrow(/409/);
    const run = await ended('backup');
    expect(run).toMatchObject({ id: first.id, cause: 'person', outcome: 'good' });
    expect(run.note).toContain('Removed ');
    expect(await folderPlace(place).listBackups()).toEqual([run.backup]);
  },
  LONG_MS,
);

test(
  'a backup that is killed is told with a sentence, offers nothing, and the next one goes on',
  async () => {
    const { data: begun } = await begin('backup');
    process.kill(backupProcess(), 'SIGKILL');
    const run = await ended('backup');
    expect(run).toMatchObject({ id: begun.id, outcome: 'failed', error: 'It was ended by SIGKILL.' });
    expect(await checkOf('backups')).toMatchObject({ status: 'warn', hint: 'It was ended by SIGKILL.' });
    const { data: alerts } = await admin.get<{ data: { kind: string; message: string }[] }>('/admin/alerts?state=open');
    expect(alerts).toContainEqual(
      expect.objectContaining({ kind: 'backup_failed', message: 'The backup failed: It was ended by SIGKILL.' }),
    );
    expect(readdirSync(place).filter((name) => name.endsWith('.json'))).toHaveLength(1);
    await begin('backup');
    expect(await ended('backup')).toMatchObject({ outcome: 'good' });
    expect(await checkOf('backups')).toMatchObject({ status: 'ok' });
  },
  LONG_MS,
);

test(
  'a drill restores the newest on trial, and one that finds a broken piece says so on Server Health',
  async () => {
    await begin('drill');
    const good = await ended('drill');
    expect(good).toMatchObject({ outcome: 'good', error: null });
    expect(good.note).toMatch(/12 figures/);
    expect(await checkOf('drill')).toMatchObject({ status: 'ok' });
    const manifest = await findBackup(folderPlace(place));
    const { sha256 } = manifest.database.tables.find(({ name }) => name === 'public.users')!.pieces[0]!;
    const path = join(place, 'pieces', sha256.slice(0, 2), sha256);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    await begin('drill');
    const broken = await ended('drill');
    expect(broken).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('of the table public.users') as string,
    });
    expect(await checkOf('drill')).toMatchObject({ status: 'fail' });
    const { data: alerts } = await admin.get<{ data: { kind: string }[] }>('/admin/alerts?state=open');
    expect(alerts.map(({ kind }) => kind)).toContain('drill_failed');
    expect(readdirSync(server.dataDir)).not.toContain('drill');
    const byHand = await runScript('drill.ts', [place], { DATA_DIR: server.dataDir });
    expect(byHand).toMatchObject({ code: 1, err: expect.stringContaining('of the table public.users') as string });
  },
  LONG_MS,
);

/** The process that takes the backup into our place. */
function backupProcess(): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (line.includes('backup.ts') && line.includes(place)) return Number(name);
    } catch {
      // it has ended meanwhile
    }
  }
  throw new Error('No backup runs.');
}
