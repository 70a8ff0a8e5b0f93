import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openJournal } from './journal.ts';
import { readAll, smallDiskIo } from './journal-testing.ts';

const log = pino({ level: 'silent' });
const KB = 1024;
const RESERVE = 48 * KB;
const SEGMENT = 16 * KB;
let dir: string;
let disk: ReturnType<typeof smallDiskIo>;

beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'journal-'));
  disk = smallDiskIo(dir);
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const open = () => openJournal({ dir, log, segmentBytes: SEGMENT, reserveBytes: RESERVE, io: disk });
const whole = (journal: Awaited<ReturnType<typeof open>>) =>
  vi.waitFor(() => expect(journal.depth().reserveBytes).toBe(RESERVE), { timeout: 10_000 });

/** Appends until the journal refuses. @returns what it took */
async function appendAll(journal: Awaited<ReturnType<typeof open>>, name: string): Promise<string[]> {
  const taken: string[] = [];
  for (let n = 0; ; n += 1) {
    const payload = `${name}${n}`.padEnd(1000, '.');
    try {
      await journal.append(payload);
    } catch {
      return taken;
    }
    taken.push(payload);
  }
}

test('a full disk is written on in the room that was kept, until that is used up', async () => {
  const journal = await open();
  await journal.append('before');
  await whole(journal);
  disk.sizeBytes = 0;
  const taken = await appendAll(journal, 'full');
  // 16 of them and their heads fit into a piece; what is cut off at its end stays with the disk
  expect(taken.length).toBeGreaterThanOrEqual((15 * RESERVE) / SEGMENT);
  expect(journal.depth()).toMatchObject({ reserveBytes: 0, reserveWantedBytes: RESERVE });
  expect(await readAll(journal)).toEqual(['before', ...taken]);
  await journal.close();
  const again = await open();
  expect(await readAll(again)).toEqual(['before', ...taken]);
  await again.close();
});

test('what nobody waits for takes nothing of the reserve and is counted as dropped', async () => {
  const journal = await open();
  await whole(journal);
  disk.sizeBytes = 0;
  journal.appendLazy('view one');
  journal.appendLazy('view two');
  await vi.waitFor(() => expect(journal.depth().droppedLazy).toBe(2));
  expect(journal.depth().reserveBytes).toBe(RESERVE);
  await journal.append('click');
  journal.appendLazy('view three');
  expect(journal.depth().droppedLazy).toBe(3);
  expect(await readAll(journal)).toEqual(['click']);
  await journal.close();
});

test('when there is room again the reserve is filled and views are written as before', async () => {
  const journal = await open();
  await whole(journal);
  disk.sizeBytes = 0;
  const taken = await appendAll(journal, 'full');
  disk.sizeBytes = Number.POSITIVE_INFINITY;
  await whole(journal);
  journal.appendLazy('view');
  await journal.append('after');
  expect((await readAll(journal)).slice(taken.length)).toEqual(['view', 'after']);
  await journal.close();
});

test('a killed journal finds its reserve and what lies in it again', async () => {
  const first = await open();
  await whole(first);
  disk.sizeBytes = 0;
  for (let n = 0; n < 20; n += 1) await first.append(`${n}`.padEnd(1000, '.'));
  // as a kill leaves it: zeros behind the records
  const copy = fs.mkdtempSync(join(tmpdir(), 'journal-'));
  fs.cpSync(dir, copy, { recursive: true });
  const second = await openJournal({ dir: copy, log, segmentBytes: SEGMENT, reserveBytes: RESERVE });
  expect(await readAll(second)).toHaveLength(20);
  expect(second.depth().reserveBytes).toBe(SEGMENT);
  await second.close();
  await first.close();
  fs.rmSync(copy, { recursive: true });
});

test('a smaller reserve gives the rest back', async () => {
  const journal = await open();
  await whole(journal);
  await journal.close();
  const smaller = await openJournal({ dir, log, segmentBytes: SEGMENT, reserveBytes: SEGMENT });
  expect(fs.readdirSync(dir).filter((name) => name.startsWith('reserve-'))).toHaveLength(1);
  await smaller.close();
});
