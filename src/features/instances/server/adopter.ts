import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shipper } from '../../events/server/shipper.ts';
import { tellJournalDamage } from '../../events/server/journal-alerts.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { openJournal, type Journal } from '../../../platform/server/journal/journal.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import { settle } from './service.ts';
import * as store from './store.ts';

/** Journals of other instances that were put here, a folder each by their ids. */
export const adoptedFolder = (dataDir: string): string => join(dataDir, 'adopted');

export const JOURNAL_ID = /^[0-9a-f]{16}$/;

/** Ships what the adopted journals hold, each as its own instance would have. */
export type Adopter = {
  /** Takes in those that are new, and takes away those of which both stores have all. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type Parts = {
  dir: string;
  db: Db;
  eventStore: Pick<EventStore, 'mark'>;
  /** A shipper for the journal of another instance. */
  openShipper(journal: Journal): Shipper;
  /** Gives back the parts of caps that the instance held and did not use. Before anything of its journal is taken away. */
  giveBack(journal: Journal): Promise<void>;
  clock: Clock;
  log: Log;
};

type Adopted = { journal: Journal; shipper: Shipper };

export function createAdopter({ dir, db, eventStore, openShipper, giveBack, clock, log }: Parts): Adopter {
  const open = new Map<string, Adopted>();

  async function take(id: string): Promise<void> {
    const journal = await openJournal({ dir: join(dir, id), log });
    await giveBack(journal).catch(async (error: unknown) => {
      await journal.close();
      throw error;
    });
    const shipper = openShipper(journal);
    shipper.start();
    open.set(id, { journal, shipper });
    log.warn({ id, bytes: shipper.behindBytes() }, 'the journal of another instance is shipped');
  }

  async function leave({ journal, shipper }: Adopted): Promise<void> {
    await shipper.stop();
    await journal.close();
  }

  return {
    async look() {
      const found = (await readdir(dir).catch(() => [])).filter((name) => JOURNAL_ID.test(name));
      // what a store is filled up with and what is shipped must not meet
      if (found.length > open.size && (await eventStore.mark()).isFilling) return;
      for (const id of found) if (!open.has(id)) await take(id);
      for (const [id, adopted] of open) {
        if (adopted.shipper.behindBytes() > 0) continue;
        const number = (await store.find(db, id))?.number ?? 0;
        const own = { id: number, of: ` of instance ${number}` };
        await tellJournalDamage({ db, clock, shipper: adopted.shipper, own });
        await leave(adopted);
        open.delete(id);
        await settle(db, clock, id);
        await rm(join(dir, id), { recursive: true });
        log.warn({ id }, 'the journal of another instance is in both stores');
      }
    },
    async stop() {
      await Promise.all([...open.values()].map(leave));
      open.clear();
    },
  };
}

/** Makes the folder that a journal is put into. */
export const prepareAdopted = (dataDir: string): Promise<unknown> =>
  mkdir(adoptedFolder(dataDir), { recursive: true, mode: 0o700 });
