import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SEGMENT_FLAGS } from '../../../platform/server/journal/files.ts';
import { HEADER_BYTES, parseRecords, putRecord } from '../../../platform/server/journal/records.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Clock } from '../../../platform/time.ts';
import type { BehaviourEvent } from '../contract.ts';

/** Ways out of a day (UTC) that were let through although the journal could not take them; how many of them people were told of. */
export type UncountedDay = { day: string; visits: number; clicks: number; told: number };

/** Counts what could not be recorded. It outlives the process: its file is written over in place, for which a full disk has room. */
export type UncountedBook = {
  /** Resolves when the count is on disk, or could not be put there; never rejects. */
  note(events: readonly BehaviourEvent[]): Promise<void>;
  /** Newest day first. */
  read(): UncountedDay[];
  /** People were told of a day as it was read. */
  markTold(day: UncountedDay): Promise<void>;
  close(): Promise<void>;
};

const Kept = z.object({
  n: z.int(),
  days: z.array(z.object({ day: z.iso.date(), visits: z.int(), clicks: z.int(), told: z.int() })),
});
type Kept = z.infer<typeof Kept>;

/** Two of them, written in turn: a torn write leaves the one before. */
const SLOT_BYTES = 4096;
/** As many as fit with room to spare. */
const MAX_DAYS = 40;
const SAY_EVERY_MS = 10_000;

/** Opens the book of a data folder's journal, making it and its room when absent. */
export async function openUncounted(parts: { dir: string; clock: Clock; log: Log }): Promise<UncountedBook> {
  const { clock, log } = parts;
  const file = await openFile(join(parts.dir, 'uncounted'), log);
  const kept = file ? await readKept(file) : { n: 0, days: [] };
  let { n } = kept;
  const days = new Map(kept.days.map((one) => [one.day, one]));
  let saving: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let saidAtMs = -Infinity;

  async function write(): Promise<void> {
    const slot = Buffer.alloc(SLOT_BYTES);
    n += 1;
    putRecord(slot, 0, JSON.stringify({ n, days: newest() } satisfies Kept));
    try {
      await file?.write(slot, 0, SLOT_BYTES, (n % 2) * SLOT_BYTES);
    } catch (error) {
      log.error({ err: error }, 'the count of what was not recorded could not be kept on disk');
    }
  }

  /** What was noted before a write begins is in it. */
  function save(): Promise<void> {
    if (saving) return (next ??= saving.then(() => ((next = undefined), save())));
    saving = write().finally(() => (saving = undefined));
    return saving;
  }

  const newest = (): UncountedDay[] =>
    [...days.values()]
      .map((one) => ({ ...one }))
      .toSorted((a, b) => b.day.localeCompare(a.day))
      .slice(0, MAX_DAYS);

  return {
    note(events) {
      const day = clock().toISOString().slice(0, 10);
      const one = days.get(day) ?? { day, visits: 0, clicks: 0, told: 0 };
      days.set(day, one);
      for (const { type } of events) {
        if (type === 'visit') one.visits += 1;
        else if (type === 'click') one.clicks += 1;
      }
      // a line for each would fill what is left of the disk
      if (performance.now() - saidAtMs > SAY_EVERY_MS) {
        saidAtMs = performance.now();
        log.error(
          { ...one },
          'visits and clicks could not be written to the journal: they go on unrecorded and are counted',
        );
      }
      return save();
    },
    read: newest,
    markTold({ day, visits, clicks }) {
      const one = days.get(day);
      if (one) one.told = visits + clicks;
      return save();
    },
    async close() {
      await saving;
      await next;
      await file?.close();
    },
  };
}

async function openFile(path: string, log: Log): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, SEGMENT_FLAGS, 0o600);
    const { size } = await file.stat();
    const missing = 2 * SLOT_BYTES - size;
    if (missing > 0) await file.write(Buffer.alloc(missing), 0, missing, size);
    return file;
  } catch (error) {
    log.warn({ err: error }, 'what is not recorded can be counted in memory only');
    return undefined;
  }
}

async function readKept(file: FileHandle): Promise<Kept> {
  const bytes = Buffer.alloc(2 * SLOT_BYTES);
  await file.read(bytes, 0, bytes.length, 0);
  const found = [0, SLOT_BYTES].flatMap((from) => {
    const slot = bytes.subarray(from, from + SLOT_BYTES);
    const [first] = parseRecords(slot, true, 1).payloads;
    if (first?.start !== HEADER_BYTES) return [];
    const parsed = Kept.safeParse(JSON.parse(slot.toString('utf8', first.start, first.end)));
    return parsed.success ? [parsed.data] : [];
  });
  return found.toSorted((a, b) => b.n - a.n)[0] ?? { n: 0, days: [] };
}
