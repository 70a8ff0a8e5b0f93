import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalIo } from './files.ts';
import { brittleIo, lastSegment, readAll } from './journal-testing.ts';
import { openJournal, type Journal } from './journal.ts';

const log = pino({ level: 'silent' });
let dir: string;

beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'journal-ahead-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const segmentBytes = 4096;
const open = (io?: JournalIo) => openJournal({ dir, log, segmentBytes, aheadAfterBytes: 0, ...(io && { io }) });
const sizeOf = (name: string): number => fs.statSync(join(dir, name)).size;
const aheadBytes = (): number => fs.statSync(join(dir, 'ahead.zeros'), { throwIfNoEntry: false })?.size ?? 0;

/** Appends until the last segment is one that was filled before. */
async function intoFilled(journal: Journal): Promise<string[]> {
  const sent: string[] = [];
  for (let n = 0; journal.depth().segments < 3 || fs.statSync(lastSegment(dir)).size < segmentBytes; n += 1) {
    sent.push(`record ${n}`);
    await journal.append(sent[n]!);
  }
  return sent;
}

test('zeros are no records: not read, not counted, cut off when a segment is sealed or the journal closed', async () => {
  const journal = await open();
  const sent = await intoFilled(journal);
  const recordBytes = sent.reduce((total, text) => total + 8 + text.length, 0);
  expect(journal.depth()).toMatchObject({ diskBytes: recordBytes, unreadBytes: recordBytes });
  expect(await readAll(journal)).toEqual(sent);
  await journal.close();
  const files = fs.readdirSync(dir).filter((name) => name.endsWith('.log'));
  expect(files.reduce((total, name) => total + sizeOf(name), 0)).toBe(recordBytes);
  const again = await open();
  await again.append('later');
  expect(await readAll(again)).toEqual([...sent, 'later']);
  await again.close();
});

test('a record torn at any byte in the middle of zeros costs only that record', async () => {
  const journal = await open();
  const sent = await intoFilled(journal);
  const before = journal.end();
  await journal.append('the last one');
  const at = Number(before.split(':')[1]);
  const filled = fs.readFileSync(lastSegment(dir));
  await journal.close();
  expect(filled.length).toBe(segmentBytes);
  for (let cut = at; cut < at + 8 + 12; cut += 1) {
    fs.writeFileSync(lastSegment(dir), Buffer.from(filled).fill(0, cut));
    const torn = await openJournal({ dir, log });
    expect(torn.end()).toBe(before);
    expect(await readAll(torn)).toEqual(sent);
    await torn.close();
  }
  fs.writeFileSync(lastSegment(dir), filled);
  const whole = await openJournal({ dir, log });
  expect(await readAll(whole)).toEqual([...sent, 'the last one']);
  await whole.close();
});

test('zeros that a killed process left in a sealed segment are cut off', async () => {
  const journal = await open();
  const sent = await intoFilled(journal);
  const { diskBytes } = journal.depth();
  await journal.close();
  for (const name of fs.readdirSync(dir).filter((each) => each.endsWith('.log')))
    fs.truncateSync(join(dir, name), segmentBytes * 2);
  const again = await open();
  expect(again.depth().diskBytes).toBe(diskBytes);
  expect(await readAll(again)).toEqual(sent);
  await again.close();
});

test('a disk that is too full for zeros still takes records', async () => {
  const disk = brittleIo();
  const io: JournalIo = {
    ...disk,
    write: (fd, bytes, at) =>
      bytes.length > 1000
        ? Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
        : disk.write(fd, bytes, at),
  };
  const journal = await open(io);
  for (let n = 0; n < 20; n += 1) await journal.append(`record ${n}`);
  expect((await readAll(journal)).length).toBe(20);
  await journal.close();
  expect(aheadBytes()).toBe(0);
});

test('a refused group in a filled segment is not stored, frees what was written ahead, and the journal heals', async () => {
  const io = brittleIo();
  const journal = await open(io);
  const sent = await intoFilled(journal);
  while (aheadBytes() < segmentBytes) await journal.append(sent[sent.push('filler') - 1]!);
  io.failing = 'half-way';
  await expect(journal.append('lost')).rejects.toMatchObject({ code: 'unavailable' });
  expect(aheadBytes()).toBe(0);
  io.failing = 'no';
  await journal.append('after');
  expect(await readAll(journal)).toEqual([...sent, 'after']);
  await journal.close();
});
