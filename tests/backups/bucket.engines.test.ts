import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScript } from '../support/script.ts';
import { startS3, type S3Server } from '../support/s3-server.ts';
import { startServer, type TestServer } from '../support/server.ts';

let s3: S3Server;
let server: TestServer;
let folder: string;
const PLACE = 's3://backups/site/daily';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-bucket-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  s3 = await startS3('backups');
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const env = () => {
  const { endpoint, accessKeyId, secretAccessKey } = s3.options('backups');
  return {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
};

test('a bucket is a place, and the key may go into a file of its own', async () => {
  const keyFile = join(folder, 'the.key');
  const made = await runScript('backup.ts', [PLACE, '--key-file', keyFile], { ...env(), DATA_DIR: server.dataDir });
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain(`The key is in ${keyFile}: keep it elsewhere.`);
  const keys = [...s3.buckets.get('backups')!.keys()];
  expect(keys.filter((key) => key.startsWith('site/daily/backups/'))).toHaveLength(1);
  expect(keys.every((key) => /^site\/daily\/(backups|pieces)\//.test(key))).toBe(true);
  const dataDir = join(folder, 'restored');
  expect(await runScript('restore.ts', [PLACE], { ...env(), DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    err: expect.stringContaining('name the file that has it by --key-file') as string,
  });
  const done = await runScript('restore.ts', [PLACE, '--key-file', keyFile], { ...env(), DATA_DIR: dataDir });
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain('is restored and compared');
  expect(await runScript('restore.ts', ['s3://none/x'], { ...env(), DATA_DIR: join(folder, 'n') })).toMatchObject({
    code: 1,
    err: expect.stringContaining('The bucket does not exist') as string,
  });
  expect(await runScript('backup.ts', [PLACE], { DATA_DIR: server.dataDir })).toMatchObject({
    code: 1,
    err: expect.stringContaining('set BACKUP_S3_ENDPOINT') as string,
  });
});
