import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { restoreRows } from '../../../platform/server/backup/database-rows.ts';
import type { Manifest } from '../../../platform/server/backup/manifest.ts';
import { readLines, readRaw } from '../../../platform/server/backup/pieces.ts';
import { sha256Of, type Place } from '../../../platform/server/backup/place.ts';
import type { BlobStore } from '../../../platform/server/blobs/blob-store.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { keepId } from '../../../platform/server/journal/files.ts';
import { adoptedFolder } from '../../instances/server/adopter.ts';
import { restoreEvents } from './restore-events.ts';
import { noteRestored } from './store-restored.ts';

type Parts = {
  place: Place;
  manifest: Manifest;
  /** Empty, with the tables of the backup. */
  url: string;
  dataDir: string;
  blobs: BlobStore;
  /** Empty. */
  eventStore: EventStore;
  /** Written into the data folder; undefined where the environment has it. */
  key: Buffer | undefined;
  onProgress(text: string): void;
};

/**
 * Brings a backup back into empty places. The rows of the database count last, when all else is there and compared: until then there is no
 * site, whenever it is broken off.
 * @throws Error with a sentence
 */
export async function restoreBackup(parts: Parts): Promise<void> {
  const { place, manifest, url, dataDir, eventStore, key, onProgress } = parts;
  if (key) await writeFile(join(dataDir, 'secret.key'), key.toString('base64'), { mode: 0o600, flush: true });
  await restorePictures(parts);
  for (const journal of [manifest.journal, ...manifest.other_journals]) await restoreJournal(place, journal, dataDir);
  await restoreEvents(eventStore, { events: manifest.events, place }, (rows, of) =>
    onProgress(`events: ${count(rows)} of ${count(of)}`),
  );
  const mark = await eventStore.mark();
  await eventStore.close();
  const rows = await restoreRows(url, { database: manifest.database, place }, (name, at, of) =>
    onProgress(`table ${at} of ${of}: ${name}`),
  );
  try {
    await noteRestored(rows, manifest, mark);
    await rows.commit();
  } finally {
    await rows.close();
  }
}

async function restorePictures({ place, manifest, blobs, onProgress }: Parts): Promise<void> {
  for (const [at, { key, type, ...piece }] of manifest.pictures.entries()) {
    await blobs.put(key, await readRaw(place, piece, `the picture ${key}`), type);
    const there = await blobs.get(key);
    if (there === undefined || sha256Of(there.bytes) !== piece.sha256 || there.contentType !== type)
      throw new Error(`The picture ${key} is not the same after the restore.`);
    onProgress(`pictures: ${count(at + 1)} of ${count(manifest.pictures.length)}`);
  }
}

/** It lies where journals of instances lie that do not come back: the program ships it, each click once. */
async function restoreJournal(place: Place, { id, segments }: Manifest['journal'], dataDir: string): Promise<void> {
  const dir = join(adoptedFolder(dataDir), id);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const { name, pieces } of segments) {
    const parts: Buffer[] = [];
    for (const piece of pieces) parts.push(await readLines(place, piece, `the journal (${name})`));
    await writeFile(join(dir, name), Buffer.concat(parts), { mode: 0o600, flush: true });
  }
  keepId(dir, id);
}

const count = (some: number): string => some.toLocaleString('en-US');
