import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seeded } from '../../dice.ts';
import { printFigures, sampleSize } from '../../../../tests/support/figures.ts';
import { crashDisk } from './crash-testing.ts';
import { readAll } from './journal-testing.ts';
import { openJournal } from './journal.ts';

/**
 * The small sample of P2: the power goes again and again while payloads are appended. Seen red: segments opened
 * without O_DSYNC (1,867 of 3,072 lost), an acknowledgement before the write (208 lost), a new segment whose folder is not synced
 * (2,096 lost).
 */

const ACKED = sampleSize('PROVE_CRASH_ACKED', 3000);
const ACKED_PER_CRASH = 150;
const CLIENTS = 16;
const log = pino({ level: 'silent' });
/** An open that was under way when the power went may still make a file. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };
let dir: string;

beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'journal-crash-'));
});
afterEach(() => fs.rmSync(dir, REMOVE));

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/** Appends until the power goes, opens what is left, and so on. @returns how many were acknowledged, lost, stored twice, invented */
async function crashAgainAndAgain(wanted: number, seed: number, isHonest: boolean) {
  const random = seeded(seed);
  const found = { crashes: 0, acked: 0, stored: 0, lost: 0, twice: 0, invented: 0, torn: 0 };
  const counting = pino(
    { level: 'warn' },
    { write: (line: string) => void (found.torn += Number(line.includes('torn tail'))) },
  );
  let folder = join(dir, '0');
  fs.mkdirSync(folder);
  while (found.acked < wanted) {
    const disk = crashDisk(folder, random, isHonest);
    const journal = await openJournal({ dir: folder, log, io: disk.io, segmentBytes: 16_384, aheadAfterBytes: 4096 });
    const [sent, acked] = [new Set<string>(), new Set<string>()];
    const many = ACKED_PER_CRASH * 2 * random();
    await new Promise<void>((cut) => {
      const client = async (number: number): Promise<void> => {
        for (let n = 0; ; n += 1) {
          const payload = `${found.crashes}-${number}-${n}-${'x'.repeat(Math.floor(random() * 900))}`;
          sent.add(payload);
          if (n % 9 === 8) {
            journal.appendLazy(payload);
            continue;
          }
          await journal.append(payload);
          acked.add(payload);
          if (acked.size > many) void turns(random() * 12).then(cut);
        }
      };
      for (let number = 0; number < CLIENTS; number += 1) void client(number);
    });
    found.crashes += 1;
    const next = join(dir, String(found.crashes));
    disk.crash(next);
    fs.rmSync(folder, REMOVE);
    folder = next;
    const after = await openJournal({ dir: folder, log: counting });
    const stored = await readAll(after, after.start(), 500);
    const kinds = new Set(stored);
    found.acked += acked.size;
    found.stored += stored.length;
    found.lost += [...acked].filter((payload) => !kinds.has(payload)).length;
    found.twice += stored.length - kinds.size;
    found.invented += stored.filter((payload) => !sent.has(payload)).length;
    // the next round begins with an empty journal that has a past
    await after.append('sealed');
    await after.close();
    for (const name of fs
      .readdirSync(folder)
      .filter((each) => each.endsWith('.log'))
      .toSorted()
      .slice(0, -1))
      fs.rmSync(join(folder, name));
    fs.truncateSync(
      join(
        folder,
        fs.readdirSync(folder).find((each) => each.endsWith('.log'))!,
      ),
      0,
    );
  }
  return found;
}

test(
  'whatever the disk drops, tears or reorders when the power goes, what was acknowledged is there, once',
  async () => {
    const found = await crashAgainAndAgain(ACKED, 2, true);
    printFigures('P2', found);
    expect(found).toMatchObject({ lost: 0, twice: 0, invented: 0 });
    expect(found.stored).toBeGreaterThan(found.acked);
  },
  60_000 + ACKED * 20,
);

test('a disk that only says it synced loses payloads, and these tests see it', async () => {
  const { lost } = await crashAgainAndAgain(1000, 3, false);
  expect(lost).toBeGreaterThan(0);
});
