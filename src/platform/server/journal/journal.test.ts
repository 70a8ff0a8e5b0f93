import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { brittleIo, lastSegment, readAll } from './journal-testing.ts';
import { comparePositions } from './position.ts';
import { openJournal } from './journal.ts';

const log = pino({ level: 'silent' });
let dir: string;

beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

describe('appending and reading', () => {
  test('what was appended at once is read in order, whatever the sizes and limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 300, unit: 'binary' }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 64, max: 2000 }),
        fc.integer({ min: 1, max: 9 }),
        async (texts, segmentBytes, maxRecords) => {
          fs.rmSync(dir, { recursive: true, force: true });
          const sent = texts.map((text) => text.toWellFormed());
          const journal = await openJournal({ dir, log, segmentBytes });
          await Promise.all(
            sent.map((text, n) => (n % 10 === 9 ? journal.append(text) : journal.append(Buffer.from(text)))),
          );
          expect(await readAll(journal, '1:0', maxRecords)).toEqual(sent);
          await journal.close();
          const again = await openJournal({ dir, log, segmentBytes });
          expect(await readAll(again, '1:0', maxRecords)).toEqual(sent);
          await again.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  test('a reader goes on behind the last record it dealt with', async () => {
    const journal = await openJournal({ dir, log });
    for (const payload of ['a', 'b', 'c']) await journal.append(payload);
    const { records } = await journal.read('1:0');
    expect(await readAll(journal, records[1]!.position)).toEqual(['c']);
    expect(records[2]!.position).toBe(journal.end());
    await journal.close();
  });

  test('a payload of one mebibyte is the longest, and an empty one is none', async () => {
    const journal = await openJournal({ dir, log });
    const longest = 'x'.repeat(1024 * 1024);
    await journal.append(longest);
    for (const payload of [`${longest}x`, '']) expect(() => journal.append(payload)).toThrow('The event is too large.');
    expect(await readAll(journal)).toEqual([longest]);
    await journal.close();
  });

  test('lazy payloads go to disk without anybody waiting', async () => {
    const journal = await openJournal({ dir, log });
    journal.appendLazy('seen');
    await journal.append('waited for');
    expect(await readAll(journal)).toEqual(['seen', 'waited for']);
    await journal.close();
  });

  test('lazy payloads are dropped and counted rather than filling the memory', async () => {
    const journal = await openJournal({ dir, log });
    const large = 'x'.repeat(900_000);
    for (let n = 0; n < 10; n += 1) journal.appendLazy(large);
    expect(journal.depth().droppedLazy).toBe(8);
    await journal.close();
  });

  test('closing writes what waits and refuses what comes later', async () => {
    const journal = await openJournal({ dir, log });
    const last = journal.append('last');
    await journal.close();
    await last;
    await expect(journal.append('too late')).rejects.toMatchObject({ code: 'unavailable' });
    const again = await openJournal({ dir, log });
    expect(await readAll(again)).toEqual(['last']);
    await again.close();
  });

  test('closing writes what nobody waits for too', async () => {
    const journal = await openJournal({ dir, log });
    journal.appendLazy('a view');
    journal.appendLazy('another');
    await journal.close();
    journal.appendLazy('too late');
    expect(journal.depth().droppedLazy).toBe(1);
    const again = await openJournal({ dir, log });
    expect(await readAll(again)).toEqual(['a view', 'another']);
    await again.close();
  });

  test('growth is told after each group', async () => {
    const journal = await openJournal({ dir, log });
    const ends: string[] = [];
    const stop = journal.onGrowth(() => ends.push(journal.end()));
    await journal.append('a');
    stop();
    await journal.append('b');
    expect(ends).toEqual(['1:9']);
    await journal.close();
  });
});

describe('segments', () => {
  test('trimming deletes only what lies wholly below the position', async () => {
    const journal = await openJournal({ dir, log, segmentBytes: 30 });
    for (let n = 0; n < 9; n += 1) await journal.append(`record ${n}`);
    expect(journal.depth().segments).toBe(5);
    expect(journal.depth('3:16').unreadBytes).toBe(4 * 16);
    await journal.trim('3:16');
    expect(journal.start()).toBe('3:0');
    expect(fs.existsSync(join(dir, '0000000002.log'))).toBe(false);
    expect(await readAll(journal, '1:0')).toEqual(['record 4', 'record 5', 'record 6', 'record 7', 'record 8']);
    await journal.close();
  });

  test('a journal keeps its name, another folder gets another one', async () => {
    const journal = await openJournal({ dir, log });
    await journal.close();
    const again = await openJournal({ dir, log });
    const other = await openJournal({ dir: join(dir, 'other'), log });
    expect(again.id).toBe(journal.id);
    expect(other.id).not.toBe(journal.id);
    // under another name all that is here would be shipped once more
    fs.writeFileSync(join(dir, 'id'), '');
    const mended = await openJournal({ dir, log });
    expect(mended.id).toBe(journal.id);
    expect(fs.readFileSync(join(dir, 'id'), 'utf8')).toBe(journal.id);
    await mended.close();
    await again.close();
    await other.close();
  });

  test.each([
    ['1:5', '1:40', -1],
    ['2:0', '1:900', 1],
    ['10:0', '9:0', 1],
    ['3:7', '3:7', 0],
  ])('position %s against %s', (a, b, sign) => {
    expect(Math.sign(comparePositions(a, b))).toBe(sign);
  });
});

describe('damage', () => {
  test('a tail torn at any byte of the last record costs only that record', async () => {
    const journal = await openJournal({ dir, log });
    for (const payload of ['first', 'second', JSON.stringify({ type: 'visit', utm: 'späť 漢' })])
      await journal.append(payload);
    const [, second, third] = (await journal.read('1:0')).records.map((record) => Number(record.position.slice(2)));
    await journal.close();
    const whole = fs.readFileSync(lastSegment(dir));
    for (let cut = second!; cut < third!; cut += 1) {
      fs.writeFileSync(lastSegment(dir), whole.subarray(0, cut));
      const torn = await openJournal({ dir, log });
      expect(torn.end()).toBe(`1:${second}`);
      await torn.append('next');
      expect(await readAll(torn)).toEqual(['first', 'second', 'next']);
      await torn.close();
    }
  });

  test('a tail of zeros or old bytes behind the last record is cut off', async () => {
    const journal = await openJournal({ dir, log });
    await journal.append('kept');
    await journal.close();
    for (const tail of [Buffer.alloc(5000), Buffer.alloc(5000, 0xff), Buffer.from('{"type":"visit"}'.repeat(99))]) {
      fs.appendFileSync(lastSegment(dir), tail);
      const opened = await openJournal({ dir, log });
      expect(await readAll(opened)).toEqual(['kept']);
      expect(fs.statSync(lastSegment(dir)).size).toBe(12);
      await opened.close();
    }
  });

  test('a flipped bit costs one record, not those behind it', async () => {
    const journal = await openJournal({ dir, log });
    for (const payload of ['one', 'two', 'three']) await journal.append(payload);
    await journal.close();
    const bytes = fs.readFileSync(lastSegment(dir));
    for (let at = 11; at < 22; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      fs.writeFileSync(lastSegment(dir), damaged);
      const opened = await openJournal({ dir, log });
      expect(await readAll(opened)).toEqual(['one', 'three']);
      await opened.close();
    }
  });
});

test('what was stepped over is told once: where, how many bytes, and how many events can still be made out', async () => {
  const journal = await openJournal({ dir, log });
  const event = (n: number) => JSON.stringify([{ type: 'click', ts: `2026-03-0${n}` }]);
  for (const n of [1, 2, 3, 4]) await journal.append(event(n));
  await journal.close();
  const bytes = fs.readFileSync(lastSegment(dir));
  const length = bytes.length / 4;
  for (const n of [1, 2]) bytes[n * length + length - 3]! ^= 1;
  fs.writeFileSync(lastSegment(dir), bytes);
  const opened = await openJournal({ dir, log });
  expect(opened.damage()).toEqual([]);
  for (let time = 0; time < 2; time += 1) expect(await readAll(opened)).toEqual([event(1), event(4)]);
  expect(opened.damage()).toEqual([{ position: `1:${length}`, bytes: 2 * length, events: 2 }]);
  await opened.close();
});

test('a journal that was cut says up to where it had been written, and goes on from what is left', async () => {
  const journal = await openJournal({ dir, log });
  for (const text of ['one', 'two']) await journal.append(text);
  const [end, length] = [journal.end(), Number(journal.end().split(':')[1]) / 2];
  expect(journal.cutFrom).toBeUndefined();
  await journal.close();
  const whole = await openJournal({ dir, log });
  expect(whole.cutFrom).toBeUndefined();
  await whole.close();
  fs.truncateSync(lastSegment(dir), length);
  const cut = await openJournal({ dir, log });
  expect([cut.cutFrom, cut.end()]).toEqual([end, `1:${length}`]);
  await cut.append('three');
  expect(await readAll(cut)).toEqual(['one', 'three']);
  await cut.close();
});

test.each([
  ['its file', () => fs.rmSync(lastSegment(dir))],
  ['the whole folder', () => fs.rmSync(dir, { recursive: true })],
])('what is removed while it is written to is written down again, and told once: %s', async (_, remove) => {
  const errors: string[] = [];
  const telling = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const journal = await openJournal({ dir, log: telling });
  for (const text of ['one', 'two']) await journal.append(text);
  remove();
  await journal.append('three');
  await expect.poll(() => fs.readdirSync(dir).filter((name) => name.endsWith('.log')).length).toBe(1);
  await journal.append('four');
  const all = ['one', 'two', 'three', 'four'];
  expect(await readAll(journal)).toEqual(all);
  await journal.close();
  expect(errors).toEqual([expect.stringContaining('taken away')]);
  const again = await openJournal({ dir, log });
  expect([again.id, await readAll(again)]).toEqual([journal.id, all]);
  await again.close();
});

test.each([
  ['a full segment', { segmentBytes: 40 }],
  ['a segment that grows, for one that was written ahead', { segmentBytes: 400, aheadAfterBytes: 0 }],
])('what is removed right before it is left is written down again: %s', async (_, sizes) => {
  const journal = await openJournal({ dir, log, ...sizes });
  const all = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  await journal.append(all[0]!);
  fs.rmSync(lastSegment(dir));
  for (const text of all.slice(1)) await journal.append(text);
  // the one that is written ahead is ready when the disk is
  while (journal.end().startsWith('1:')) {
    all.push(`${all.length + 1}`);
    await journal.append(all.at(-1)!);
  }
  expect(await readAll(journal)).toEqual(all);
  fs.rmSync(lastSegment(dir));
  await journal.close();
  const again = await openJournal({ dir, log, ...sizes });
  expect(await readAll(again)).toEqual(all);
  await again.close();
});

test.each(['while it is open', 'before it was opened'])(
  'a segment removed %s is stepped over and told',
  async (when) => {
    let journal = await openJournal({ dir, log, segmentBytes: 10 });
    for (const text of ['one', 'two', 'three']) await journal.append(text);
    const [, second = ''] = fs
      .readdirSync(dir)
      .filter((name) => name.endsWith('.log'))
      .toSorted();
    const reopens = when !== 'while it is open';
    if (reopens) await journal.close();
    fs.rmSync(join(dir, second));
    if (reopens) journal = await openJournal({ dir, log, segmentBytes: 10 });
    expect(await readAll(journal)).toEqual(['one', 'three']);
    expect(journal.damage()).toEqual([expect.objectContaining({ position: '2:0', events: 0 })]);
    if (reopens) expect(journal.damage()[0]!.bytes).toBe(0);
    await journal.close();
  },
);

test('nobody else on the machine may look into the folder', async () => {
  fs.chmodSync(dir, 0o755);
  const journal = await openJournal({ dir, log });
  await journal.append('x');
  expect(fs.statSync(dir).mode & 0o777).toBe(0o700);
  for (const name of fs.readdirSync(dir)) expect([name, fs.statSync(join(dir, name)).mode & 0o077]).toEqual([name, 0]);
  await journal.close();
});

describe('a full disk', () => {
  test.each(['at once', 'half-way'] as const)(
    'refuses the append when it fails %s, keeps the rest, and heals',
    async (how) => {
      const io = brittleIo();
      const journal = await openJournal({ dir, log, io });
      await journal.append('before');
      io.failing = how;
      journal.appendLazy('seen');
      const refused = await Promise.allSettled([journal.append('lost one'), journal.append('lost two')]);
      expect(refused.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)).toEqual([
        'unavailable',
        'unavailable',
      ]);
      expect(fs.statSync(lastSegment(dir)).size).toBe(14);
      expect(journal.depth().droppedLazy).toBe(1);
      io.failing = 'no';
      await journal.append('after');
      expect(await readAll(journal)).toEqual(['before', 'after']);
      await journal.close();
    },
  );
});

describe('kill -9', () => {
  const script = `
    import { appendFileSync } from 'node:fs';
    const { openJournal } = await import(process.argv[2]);
    const log = { error() {}, warn() {} };
    const journal = await openJournal({ dir: process.argv[3], log, segmentBytes: 20000, aheadAfterBytes: Number(process.argv[6]) });
    let n = 0;
    const client = async () => {
      for (;;) {
        const id = process.argv[4] + '-' + n++;
        await journal.append(JSON.stringify({ id, filler: 'x'.repeat(n % 200) }));
        appendFileSync(process.argv[5], id + '\\n'); // survives the kill, as a message in a pipe may not
        process.send('acked');
      }
    };
    for (let each = 0; each < 16; each += 1) void client();`;

  test.each([
    ['that grow', 1e9],
    ['that were written ahead', 0],
  ])(
    'every acknowledged payload is stored, once, and nothing that was not sent, in segments %s',
    async (_name, aheadAfterBytes) => {
      let killedInZeros = 0;
      const file = join(dir, 'writer.mjs');
      fs.writeFileSync(file, script);
      const folder = join(dir, 'data');
      const ackFile = join(dir, 'acked');
      for (let round = 0; round < 5; round += 1) {
        const child = fork(
          file,
          [new URL('./journal.ts', import.meta.url).href, folder, String(round), ackFile, String(aheadAfterBytes)],
          {
            execArgv: [],
          },
        );
        await untilAcked(child, 400 + round * 37);
        child.kill('SIGKILL');
        await once(child, 'exit');
        killedInZeros += fs
          .readdirSync(folder)
          .filter((name) => fs.readFileSync(join(folder, name)).at(-1) === 0 && name.endsWith('.log')).length;
        const acked = fs.readFileSync(ackFile, 'utf8').trimEnd().split('\n');
        const journal = await openJournal({ dir: folder, log, segmentBytes: 20_000 });
        const stored = (await readAll(journal, '1:0', 5000)).map(
          (payload) => (JSON.parse(payload) as { id: string }).id,
        );
        await journal.close();
        expect(new Set(stored).size).toBe(stored.length);
        expect(acked.filter((id) => !stored.includes(id))).toEqual([]);
        expect(stored.length - acked.length).toBeLessThanOrEqual(16 * (round + 1));
        expect(stored.every((id) => /^[0-4]-\d+$/.test(id))).toBe(true);
      }
      expect(killedInZeros > 0).toBe(aheadAfterBytes === 0);
    },
  );

  async function untilAcked(child: ChildProcess, count: number): Promise<void> {
    let left = count;
    await new Promise<void>((resolve, reject) => {
      child.on('exit', () => reject(new Error('the writer ended by itself')));
      child.on('message', () => {
        left -= 1;
        if (left === 0) resolve();
      });
    });
    child.removeAllListeners('exit');
  }
});
