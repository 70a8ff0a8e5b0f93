import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startS3, type S3Server } from '../../../../tests/support/s3-server.ts';
import { s3BlobStore } from '../blobs/s3-blob-store.ts';
import { openKey, sealKey } from './key-sealing.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';
import { createPieceWriter, readLines, readRaw } from './pieces.ts';
import { bucketPlace, folderPlace, sha256Of, type Place } from './place.ts';

let folder: string;
let s3: S3Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-place-'));
  s3 = await startS3('backups');
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.stop();
});

const placeOf = (kind: string): Place =>
  kind === 'a folder'
    ? folderPlace(join(folder, 'deep', 'place'))
    : bucketPlace(s3BlobStore(s3.options('backups')), 's3://backups/site', 'site');

const MANIFEST: Manifest = {
  format: 2,
  name: '2026-11-26-150000',
  version: '0.1.0',
  began_at: '2026-11-26T15:00:00.000Z',
  instant: '2026-11-26T15:00:01.000Z',
  ended_at: '2026-11-26T15:00:02.000Z',
  database: { server: '18.4', migrations: [{ name: '0001_a', sha256: 'x' }], tables: [], left_out: [], sequences: [] },
  events: {
    migrations: [],
    rows: 0,
    figures: { visits: 0, views: 0, clicks: 0, conversions: 0, earned: { EUR: '12' }, spent: {} },
    months: [],
    cursors: { outbox: '1-2' },
  },
  journal: { id: '0123456789abcdef', from: '1:0', end: '1:5', at: '2026-11-26T15:00:01.000Z', segments: [] },
  other_journals: [],
  missing_journals: [],
  pictures: [],
  key_check: 'sealed',
  key: { kind: 'apart', why: 'no passphrase was given' },
  bytes: 0,
};

test.each(['a folder', 'a bucket'])(
  '%s keeps pieces once, and offers a backup once its manifest is there',
  async (kind) => {
    const place = placeOf(kind);
    expect(await place.listBackups()).toEqual([]);
    const bytes = randomBytes(1000);
    const writer = createPieceWriter(place);
    const first = await (await writer.raw(bytes)).done;
    expect(writer.written).toEqual({ pieces: 1, bytes: 1000, reusedBytes: 0 });
    expect(await (await writer.raw(bytes)).done).toEqual(first);
    expect(writer.written).toEqual({ pieces: 2, bytes: 2000, reusedBytes: 1000 });
    expect(Buffer.from(await readRaw(place, first, 'a picture'))).toEqual(bytes);
    expect(await place.listBackups()).toEqual([]);
    await place.putManifest('2026-11-26-150000', writeManifest(MANIFEST));
    await place.putManifest('2026-11-25-150000-2', 'another');
    expect(await place.listBackups()).toEqual(['2026-11-25-150000-2', '2026-11-26-150000']);
    expect(await place.getManifest('2026-11-26-150000')).toBe(writeManifest(MANIFEST));
    expect(await place.getManifest('2026-11-27-150000')).toBeUndefined();
    const missing = { sha256: sha256Of('none'), bytes: 4 };
    await expect(readRaw(place, missing, 'the table x')).rejects.toThrow(/piece .* of the table x is missing/);
  },
);

test('lines are cut at their ends, and come back as they were, whatever pieces they came in', async () => {
  const place = placeOf('a folder');
  const text = Array.from({ length: 60_000 }, (_, n) => `${n} ${'wörd '.repeat(n % 60)}\n`).join('');
  const bytes = Buffer.from(text);
  const write = async (step: number) => {
    const lines = createPieceWriter(place).lines();
    for (let from = 0; from < bytes.length; from += step) await lines.add(bytes.subarray(from, from + step));
    return lines.end();
  };
  const pieces = await write(65_537);
  expect(pieces.length).toBeGreaterThan(2);
  expect(await write(1 << 20)).toEqual(pieces);
  const back = await Promise.all(pieces.map((piece) => readLines(place, piece, 'a table')));
  for (const piece of back) expect(piece.at(-1)).toBe(10);
  expect(Buffer.concat(back).equals(bytes)).toBe(true);
  // one line that is longer than a piece
  const long = createPieceWriter(place).lines();
  await long.add(Buffer.alloc(9 << 20, 'x'));
  await long.add(Buffer.from('\nshort\n'));
  expect(
    Buffer.concat(await Promise.all((await long.end()).map((one) => readLines(place, one, 'a table')))).length,
  ).toBe((9 << 20) + 7);
});

test('a piece that was damaged where it lies is written anew', async () => {
  const place = placeOf('a folder');
  const bytes = Buffer.from('a picture');
  const piece = await (await createPieceWriter(place).raw(bytes)).done;
  const path = join(folder, 'deep/place/pieces', piece.sha256.slice(0, 2), piece.sha256);
  writeFileSync(path, 'a pictura');
  await expect(readRaw(place, piece, 'the picture x')).rejects.toThrow(/of the picture x is not what was written/);
  const writer = createPieceWriter(place);
  await (
    await writer.raw(bytes)
  ).done;
  expect(writer.written.reusedBytes).toBe(0);
  expect(Buffer.from(await readRaw(place, piece, 'the picture x'))).toEqual(bytes);
  expect(readdirSync(join(folder, 'deep/place'))).toEqual(['pieces']);
});

test('a manifest in which any byte is another one is refused', () => {
  const text = writeManifest(MANIFEST);
  expect(readManifest(MANIFEST.name, text)).toEqual(MANIFEST);
  for (let at = 0; at < text.length; at += 1)
    for (const bit of [1, 32]) {
      const bytes = Buffer.from(text);
      bytes[at]! ^= bit;
      expect(() => readManifest(MANIFEST.name, bytes.toString()), `${at} ${bit}`).toThrow(
        /^(The backup is damaged|This backup was written)/,
      );
    }
  expect(() => readManifest('x', 'null')).toThrow('cannot be read');
});

test('a key is opened by its passphrase alone', async () => {
  const key = randomBytes(32);
  const sealed = await sealKey(key, 'a long passphrase');
  expect(JSON.stringify(sealed)).not.toContain(key.toString('base64'));
  expect(await openKey(sealed, 'a long passphrase')).toEqual(key);
  await expect(openKey(sealed, 'a long passphrasE')).rejects.toThrow('does not open by this passphrase');
});
