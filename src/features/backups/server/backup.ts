import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openDatabaseMoment } from '../../../platform/server/backup/database-rows.ts';
import { sealKey } from '../../../platform/server/backup/key-sealing.ts';
import { writeManifest, type Manifest } from '../../../platform/server/backup/manifest.ts';
import { createPieceWriter, type Written } from '../../../platform/server/backup/pieces.ts';
import type { Place } from '../../../platform/server/backup/place.ts';
import type { ListedBlobStore } from '../../../platform/server/blobs/blob-store.ts';
import { comparePositions } from '../../../platform/server/journal/position.ts';
import { adoptedFolder } from '../../instances/server/adopter.ts';
import { findBackup } from './check.ts';
import type { EventMoment } from './together/event-moment.ts';
import { saveEvents } from './saving/save-events.ts';
import { boundsOf, saveJournal, saveTail } from './saving/save-journal.ts';
import { savePictures } from './saving/save-pictures.ts';
import { cursorOf, holdOutbox, keyCheckOf, missingJournals } from './store-moment.ts';
import { LEFT_OUT } from './tables.ts';
import { callOthers } from './together/store-others.ts';

/** Who has the event store and the journal: the program that runs, or this command while none does. */
export type Holder = {
  /** From now on nothing of the journal is taken away, until it is closed. */
  keep(): Promise<void>;
  open(): Promise<EventMoment>;
  close(): Promise<void> | void;
};

type Parts = {
  place: Place;
  url: string;
  dataDir: string;
  holder: Holder;
  blobs: ListedBlobStore;
  version: string;
  /** The columnar migrations of this release. */
  eventMigrations: Manifest['events']['migrations'];
  /** Where the key of the installation goes. */
  key: { kind: 'sealed'; bytes: Buffer; passphrase: string } | Exclude<Manifest['key'], { kind: 'sealed' }>;
  onProgress(text: string): void;
};

/** What was made of it, with what of it lay there already. */
export type Made = { manifest: Manifest; written: Written };

/**
 * Takes a backup of a site, while its program runs or while none does, into a place that may hold earlier ones. It is offered once it is
 * whole; broken off, what was written is used by the next one.
 * @throws Error with a sentence
 */
export async function takeBackup(parts: Parts): Promise<Made> {
  const { place, url, dataDir, holder, blobs, onProgress } = parts;
  const began = new Date();
  const name = await freeName(place, began);
  await refuseAdopted(dataDir);
  const key = await keyOf(parts.key);
  const writer = createPieceWriter(place);
  const before = await monthsBefore(parts);
  const journalDir = join(dataDir, 'journal');

  await holder.keep();
  const { database, events, tails } = await openTogether(url, holder, readJournalId(journalDir));
  try {
    const { journal, cursors } = events;
    const [inDatabase, inEvents] = [await cursorOf(database, journal.id), cursors[`journal:${journal.id}`]];
    const from = startOf(journalDir, [inDatabase, inEvents]);
    // first: the program waits with what it would take away
    const segments = await saveJournal(journalDir, { from, end: journal.end }, writer);
    const others = await Promise.all(tails.map((tail) => saveTail(tail, writer)));
    const savedEvents = await saveEvents(events.table, writer, before, (rows, of) =>
      onProgress(`events: ${count(rows)} of ${count(of)}`),
    );
    await events.table.close();
    await holder.close();
    const savedRows = await database.save(writer, LEFT_OUT, (table, at, of) =>
      onProgress(`table ${at} of ${of}: ${table}`),
    );
    // after the rows: what a row names is there, and one that is too many harms nobody
    const pictures = await savePictures(blobs, writer, (done, of) =>
      onProgress(`pictures: ${count(done)} of ${count(of)}`),
    );
    const manifest: Manifest = {
      format: 2,
      name,
      version: parts.version,
      began_at: began.toISOString(),
      instant: database.instant,
      ended_at: new Date().toISOString(),
      database: savedRows,
      events: { migrations: parts.eventMigrations, ...savedEvents, cursors },
      journal: { id: journal.id, from, end: journal.end, at: journal.at, segments },
      other_journals: others,
      missing_journals: await missingJournals(
        database,
        [journal, ...others].map(({ id }) => id),
      ),
      pictures,
      key_check: await keyCheckOf(database),
      key,
      bytes: writer.written.bytes,
    };
    await place.putManifest(name, writeManifest(manifest));
    return { manifest, written: writer.written };
  } finally {
    await database.close();
    await holder.close();
  }
}

/** The moments of the stores, with what the journals of the other instances have up to just after. */
async function openTogether(url: string, holder: Holder, journalId: string) {
  const others = await callOthers(url, journalId);
  try {
    const moments = await openMoments(url, holder);
    try {
      return { ...moments, tails: await others.gather() };
    } catch (error) {
      await moments.database.close();
      throw error;
    }
  } finally {
    await others.close();
  }
}

/** The moments of the stores. Of what goes from one to the other nothing moves meanwhile. */
export async function openMoments(url: string, holder: Holder) {
  const letGo = await holdOutbox(url);
  try {
    const database = await openDatabaseMoment(url);
    try {
      return { database, events: await holder.open() };
    } catch (error) {
      await database.close();
      throw error;
    }
  } finally {
    await letGo();
  }
}

/** The months of the newest backup of the place, if events were then what they are to this release. */
async function monthsBefore({ place, eventMigrations }: Parts): Promise<Manifest['events']['months']> {
  // one that cannot be read is no reason to take none
  const last = await findBackup(place).catch(() => undefined);
  return last && isDeepStrictEqual(last.events.migrations, eventMigrations) ? last.events.months : [];
}

const readJournalId = (dir: string): string => readFileSync(join(dir, 'id'), 'utf8').trim();

/** From where on a store does not have it; the whole journal when one of them has none of it. */
function startOf(dir: string, positions: readonly (string | undefined)[]): string {
  const { start } = boundsOf(dir);
  const known = positions.map((one) => one ?? start).toSorted(comparePositions);
  return comparePositions(known[0]!, start) < 0 ? start : known[0]!;
}

/** What lies there is shipped within moments, and is in no journal of ours. */
async function refuseAdopted(dataDir: string): Promise<void> {
  const found = await readdir(adoptedFolder(dataDir)).catch(() => []);
  if (found.length > 0)
    throw new Error(
      `The journal of another instance is still being shipped (${adoptedFolder(dataDir)}): take the backup when it is done. While no program runs it waits for the release that ran last: start that one.`,
    );
}

async function keyOf(key: Parts['key']): Promise<Manifest['key']> {
  if (key.kind !== 'sealed') return key;
  return { kind: 'sealed', sealed: await sealKey(key.bytes, key.passphrase) };
}

/** Of the second in which it began; two of one second get a number. */
async function freeName(place: Place, at: Date): Promise<string> {
  const stamp = at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const taken = new Set(await place.listBackups());
  let name = stamp;
  for (let number = 2; taken.has(name); number += 1) name = `${stamp}-${number}`;
  return name;
}

const count = (some: number): string => some.toLocaleString('en-US');
