import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Shipper } from '../../events/server/shipper.ts';
import { listSegments, pathOf } from '../../../platform/server/journal/files.ts';
import type { Journal } from '../../../platform/server/journal/journal.ts';
import { parsePosition, segmentOf } from '../../../platform/server/journal/position.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import * as store from './together/store-tails.ts';

type Parts = {
  db: Db;
  /** Where the journal lies. */
  dir: string;
  journal: Pick<Journal, 'id' | 'end'>;
  shipper: Pick<Shipper, 'standStill' | 'behindFrom'>;
  log: Log;
};

/** Where the others are asked. */
export const STANDING_CHANNEL = 'guidepost_standing';

/** Whoever takes the backup opens its moments within seconds. */
const MOMENT_LIMIT_MS = 30_000;
/** More is not sent through the database: the backup says that it is not in it. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * How an instance takes part in a backup that is taken elsewhere: it ships nothing while the stores get their moment, and then gives what
 * its journal has up to just after.
 */
export function createStanding({ db, dir, journal, shipper, log }: Parts) {
  async function stand({ id: callId }: store.Call): Promise<void> {
    await shipper.standStill(async () => {
      const from = shipper.behindFrom();
      await store.sayStanding(db, callId, journal.id);
      await store.awaitMoment(db, MOMENT_LIMIT_MS);
      // nobody is answered between the two
      const [at, end] = [new Date(), journal.end()];
      await store.putTail(db, callId, { id: journal.id, from, end, at, segments: await readTail(dir, from, end) });
    });
  }

  return {
    /** @param message of somebody who takes a backup; undefined when some may have been missed */
    hear(message: string | undefined): void {
      if (message === undefined) return;
      const call = JSON.parse(message) as store.Call;
      if (call.by === journal.id) return;
      stand(call).catch((error: unknown) => log.warn({ err: error }, 'what waits here is not in a backup'));
    },
  };
}

async function readTail(dir: string, from: string, end: string): Promise<store.Tail['segments']> {
  const [first, last] = [segmentOf(from), parsePosition(end)];
  const found = [...listSegments(dir)].filter(([segment]) => segment >= first && segment <= last.segment);
  const bytes = found.reduce((sum, [, size]) => sum + size, 0);
  if (bytes > MOST_BYTES) throw new Error(`${Math.round(bytes / 1e6)} MB wait to be shipped.`);
  return Promise.all(
    found.map(async ([segment]) => {
      const path = pathOf(dir, segment);
      const read = await readFile(path);
      return { name: basename(path), bytes: segment === last.segment ? read.subarray(0, last.offset) : read };
    }),
  );
}
