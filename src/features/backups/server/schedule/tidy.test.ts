import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startS3, type S3Server } from '../../../../../tests/support/s3-server.ts';
import { isOfSite } from '../../../../platform/server/backup/owner.ts';
import { createSecrets, type Secrets } from '../../../../platform/server/secrets.ts';
import { usePlace } from '../../../../platform/server/backup/marks.ts';
import { bucketPlace, folderPlace, sha256Of, type Place } from '../../../../platform/server/backup/place.ts';
import { newRecipient, openAsRecipient, sealToRecipient } from '../../../../platform/server/backup/recipient.ts';
import { s3BlobStore } from '../../../../platform/server/blobs/s3-blob-store.ts';
import { roomyPlace } from './room.ts';
import { tidyPlace } from './tidy.ts';

let folder: string;
let s3: S3Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-tidy-'));
  s3 = await startS3('backups');
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.stop();
});

const placeOf = (kind: string): Place =>
  kind === 'a folder'
    ? folderPlace(folder)
    : bucketPlace(s3BlobStore(s3.options('backups')), 's3://backups/site', 'site');
const KINDS = ['a folder', 'a bucket'];
const KEEPING = { rules: { daily: 1, weekly: 0, monthly: 0 }, zone: 'UTC', isOurs: () => true };
/** Long after whatever was written just now. */
const LATER = new Date(Date.now() + 3 * 86_400_000);

async function put(place: Place, text: string): Promise<string> {
  const sha256 = sha256Of(text);
  await place.putPiece(sha256, Buffer.from(text));
  return sha256;
}
const manifestOf = (...pieces: string[]): string =>
  JSON.stringify({ format: 99, pieces: pieces.map((sha256) => ({ sha256, bytes: 1 })) }, null, 1);

/** Two backups that share a piece, and a piece of one that was broken off. */
async function fill(place: Place) {
  const [old, shared, fresh, orphan] = await Promise.all(
    ['old', 'shared', 'fresh', 'orphan'].map((one) => put(place, one)),
  );
  await place.putManifest('2026-11-25-030000', manifestOf(old!, shared!));
  await place.putManifest('2026-11-26-030000', manifestOf(shared!, fresh!));
  return { old: old!, shared: shared!, fresh: fresh!, orphan: orphan! };
}
const left = async (place: Place): Promise<string[]> =>
  (await place.listPieces()).map((path) => path.slice(3)).toSorted();

test.each(KINDS)('%s loses the backups that no rule keeps, and the pieces that no other one names', async (kind) => {
  const place = placeOf(kind);
  const { shared, fresh } = await fill(place);
  expect(await tidyPlace(place, KEEPING, LATER)).toEqual({
    removed: ['2026-11-25-030000'],
    pieces: 2,
    isRefused: false,
    isInUse: false,
    isUnfinished: false,
  });
  expect(await place.listBackups()).toEqual(['2026-11-26-030000']);
  expect(await left(place)).toEqual([shared, fresh].toSorted());
  expect(await place.listMarks()).toEqual([]);
});

test('what another site put into the same place stays, and the rules do not count it', async () => {
  const place = placeOf('a folder');
  const [own, other] = [randomBytes(32), randomBytes(32)].map((key) => createSecrets(key));
  const written = async (name: string, { seal }: Secrets) =>
    place.putManifest(name, JSON.stringify({ key_check: seal('any'), pieces: [await put(place, name)] }));
  await written('2026-11-24-030000', own!);
  await written('2026-11-25-030000', other!);
  await written('2026-11-26-030000', own!);
  await written('2026-11-26-040000', other!);
  const tidied = await tidyPlace(place, { ...KEEPING, isOurs: (manifest) => isOfSite(own!, manifest) }, LATER);
  expect(tidied).toMatchObject({ removed: ['2026-11-24-030000'], pieces: 1 });
  expect(await place.listBackups()).toEqual(['2026-11-25-030000', '2026-11-26-030000', '2026-11-26-040000']);
});

test.each(KINDS)('in %s what was written in the last day stays: it may be of a backup that runs', async (kind) => {
  const place = placeOf(kind);
  await fill(place);
  expect(await tidyPlace(place, KEEPING, new Date())).toMatchObject({ removed: ['2026-11-25-030000'], pieces: 0 });
  expect(await left(place)).toHaveLength(4);
});

test.each(KINDS)('%s loses no piece while a backup uses it, and a backup waits for whoever removes', async (kind) => {
  const place = placeOf(kind);
  await fill(place);
  const leave = await usePlace(place);
  expect(await tidyPlace(place, KEEPING, LATER)).toMatchObject({ pieces: 0, isInUse: true });
  expect(await left(place)).toHaveLength(4);
  await leave();
  const tidying = `tidy-${Date.now()}-0123456789ab`;
  await place.putMark(tidying);
  let hasBegun = false;
  const waiting = usePlace(place).then(async (end) => {
    hasBegun = true;
    await end();
  });
  await expect.poll(async () => (await place.listMarks()).some((mark) => mark.startsWith('use-'))).toBe(true);
  expect(hasBegun).toBe(false);
  await place.removeMark(tidying);
  await waiting;
  // words of whoever was killed hold nobody up
  await place.putMark(`use-${Date.now() - 2 * 3_600_000}-0123456789ab`);
  expect(await tidyPlace(place, KEEPING, LATER)).toMatchObject({ pieces: 2, isInUse: false });
  expect(await place.listMarks()).toEqual([]);
});

test('a bucket that lets nobody remove is told as such, and loses nothing', async () => {
  const place = placeOf('a bucket');
  await fill(place);
  s3.setFault((request, response) => {
    if (request.method !== 'DELETE') return false;
    response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
    return true;
  });
  expect(await tidyPlace(place, KEEPING, LATER)).toMatchObject({ removed: [], pieces: 0, isRefused: true });
  expect(await place.listBackups()).toHaveLength(2);
  expect(await left(place)).toHaveLength(4);
});

test('drafts of a killed backup go with the rest', async () => {
  const place = placeOf('a folder');
  const { fresh } = await fill(place);
  const draft = join(folder, 'pieces', fresh.slice(0, 2), '.0123456789abcdef01');
  writeFileSync(draft, 'half');
  utimesSync(draft, new Date(0), new Date(0));
  expect(await tidyPlace(place, KEEPING, new Date())).toMatchObject({ pieces: 1 });
});

const full = (): never => {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
};

test('a disk that fills up breaks the backup off with a sentence, and loses what that had written', async () => {
  const place = placeOf('a folder');
  const kept = await fill(place);
  let count = 0;
  const filling: Place = {
    ...place,
    putPiece: (sha256, bytes) => (++count > 2 ? full() : place.putPiece(sha256, bytes)),
  };
  const roomy = await roomyPlace(filling);
  await put(roomy, 'one');
  await put(roomy, 'two');
  await expect(put(roomy, 'three')).rejects.toThrow(`The disk of ${folder} is full: the backup was broken off`);
  expect(await left(place)).toEqual(Object.values(kept).toSorted());
});

test('a backup begins only with room for what the last one added', async () => {
  const place = placeOf('a folder');
  await place.putManifest(
    '2026-11-25-030000',
    JSON.stringify([{ sha256: 'a'.repeat(64), bytes: 5_000_000_000 }], null, 1),
  );
  await place.putManifest(
    '2026-11-26-030000',
    JSON.stringify(
      [
        { sha256: 'a'.repeat(64), bytes: 5_000_000_000 },
        { sha256: 'b'.repeat(64), bytes: 1_073_741_824 },
      ],
      null,
      1,
    ),
  );
  const free = (freeBytes: number) => () => Promise.resolve({ freeBytes, totalBytes: 1e12 });
  await expect(roomyPlace(place, free(1_073_741_824))).rejects.toThrow(
    /too little room in .*: 1.0 GB are free, and the backup needs 1.1 GB, by what the last one added/,
  );
  await roomyPlace(place, free(1_200_000_000));
  expect(readdirSync(folder)).toHaveLength(2);
});

test('a key that is sealed to a recipient opens by the other half alone', () => {
  const [mine, other] = [newRecipient(), newRecipient()];
  const key = Buffer.alloc(32, 7);
  const sealed = sealToRecipient(key, mine.recipient);
  expect(openAsRecipient(sealed, `${mine.secret}\n`)).toEqual(key);
  expect(() => openAsRecipient(sealed, other.secret)).toThrow('is not the private half');
  expect(() => openAsRecipient(sealToRecipient(key, other.recipient), mine.secret)).toThrow('is not the private half');
  expect(JSON.stringify(sealed)).not.toContain(key.toString('base64'));
});
