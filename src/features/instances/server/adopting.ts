import { existsSync } from 'node:fs';
import { cp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCursor } from '../../events/server/store-events.ts';
import { lockDataFolder } from '../../../platform/server/data-folder.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { adoptedFolder, JOURNAL_ID, prepareAdopted } from './adopter.ts';
import { findRunning, settle } from './service.ts';
import * as store from './store.ts';

const LOOK_MS = 500;

type Installation = { db: Db; dataDir: string };

/** A journal that waits in the data folder to be shipped by the program that runs there. */
export type Taken = { id: string; number: number };

/**
 * Puts the journal of an instance that does not come back into the data folder of this one, and takes it out of its own folder, so
 * that a start there begins a new one. Broken off, it is done again from the beginning.
 * @param folder a data folder, or the journal folder of one
 * @throws Error with what to do: it is no journal, its instance runs, it is of another database
 */
export async function takeJournal({ db, dataDir }: Installation, folder: string): Promise<Taken> {
  const from = await findJournal(resolve(folder));
  if (dirname(from) === resolve(dataDir))
    throw new Error('This is the journal of this data folder itself: its own program ships it. Start that.');
  const unlock = lockOwner(from);
  try {
    const id = await idOf(from);
    await refuseStrange(db, id);
    const running = await findRunning(db, id);
    if (running)
      throw new Error(
        `Instance ${running.number} on ${running.host} runs, and ships its journal itself. Stop it first, if it must go.`,
      );
    await prepareAdopted(dataDir);
    const place = join(adoptedFolder(dataDir), id);
    const draft = existsSync(place) ? undefined : await copyJournal(from, place);
    // from now on nobody else may ship it
    const { number } = await store.adopt(db, id, hostname());
    if (draft !== undefined) {
      await rename(draft, place);
      await syncPath(dirname(place));
    }
    await rename(from, `${from}.adopted-${id}`).catch((cause: unknown) => {
      throw new Error(
        `The journal is adopted, but could not be moved out of its folder: rename ${from} before anything starts there.`,
        { cause },
      );
    });
    return { id, number };
  } finally {
    unlock();
  }
}

/** Resolves when both stores have all of it. */
export async function waitUntilShipped(db: Db, { id }: Taken): Promise<void> {
  while (!(await store.find(db, id))?.settled_at) await sleep(LOOK_MS);
}

/** What an instance still held is lost, and nobody is told of it any more. @throws Error when no silent one has this number */
export async function giveUp(db: Db, number: number): Promise<void> {
  const silent = await store.listSilent(db, 0);
  const one = silent.find((each) => each.number === number);
  if (!one) throw new Error(`No instance ${number} is missed.`);
  const running = await findRunning(db, one.id);
  if (running) throw new Error(`Instance ${number} on ${running.host} runs.`);
  await settle(db, () => new Date(), one.id);
}

async function findJournal(folder: string): Promise<string> {
  for (const dir of [join(folder, 'journal'), folder]) if (existsSync(join(dir, 'id'))) return dir;
  throw new Error(`There is no journal in ${folder}: name the data folder of the instance that is gone.`);
}

/** Nobody else may use a data folder meanwhile; a journal that lies alone has no lock. */
function lockOwner(journalDir: string): () => void {
  if (basename(journalDir) !== 'journal') return () => undefined;
  const lock = lockDataFolder(dirname(journalDir));
  return () => lock.unlock();
}

async function idOf(dir: string): Promise<string> {
  for (const name of ['id', 'id.copy']) {
    const text = await readFile(join(dir, name), 'utf8').catch(() => '');
    if (JOURNAL_ID.test(text.trim())) return text.trim();
  }
  throw new Error(`The journal in ${dir} has no name of its own: its file "id" is damaged.`);
}

/** The clicks of another site are nobody's here. */
async function refuseStrange(db: Db, id: string): Promise<void> {
  if ((await store.find(db, id)) || (await findCursor(db, `journal:${id}`))) return;
  throw new Error('No instance with this journal ever ran on this database: it belongs to another site.');
}

/** @returns the copy, under another name: what stands under its own is whole */
async function copyJournal(from: string, to: string): Promise<string> {
  const draft = join(dirname(to), `.${basename(to)}`);
  await rm(draft, { recursive: true, force: true });
  try {
    // the room that was kept for a full disk is of no use here
    await cp(from, draft, { recursive: true, filter: (path) => !path.endsWith('.zeros') });
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(`The journal could not be copied into the data folder: ${(cause as Error).message}`, { cause });
  }
  for (const name of await readdir(draft)) await syncPath(join(draft, name));
  await syncPath(draft);
  return draft;
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
