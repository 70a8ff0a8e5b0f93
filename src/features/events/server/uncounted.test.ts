import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildClick, buildVisit } from './testing.ts';
import { createRecorder } from './recorder.ts';
import { openUncounted } from './uncounted.ts';
import { openJournal } from '../../../platform/server/journal/journal.ts';
import { brittleIo } from '../../../platform/server/journal/journal-testing.ts';

const log = pino({ level: 'silent' });
let dir: string;
let today = '2026-11-22';
const clock = (): Date => new Date(`${today}T12:00:00Z`);

beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'uncounted-'));
  today = '2026-11-22';
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

test('every visit and click that the journal refuses is counted, and only those', async () => {
  const io = brittleIo();
  const journal = await openJournal({ dir, log, io });
  const uncounted = await openUncounted({ dir, clock, log });
  const recorder = createRecorder({ journal, uncounted });
  await recorder.recordOrCount([buildVisit(), buildClick()]);
  io.failing = 'at once';
  await Promise.all([recorder.recordOrCount([buildVisit(), buildClick()]), recorder.recordOrCount([buildClick()])]);
  await expect(recorder.record([buildClick()])).rejects.toMatchObject({ code: 'unavailable' });
  expect(uncounted.read()).toEqual([{ day: '2026-11-22', visits: 1, clicks: 2, told: 0 }]);
  io.failing = 'no';
  await recorder.recordOrCount([buildClick()]);
  expect(uncounted.read()).toEqual([{ day: '2026-11-22', visits: 1, clicks: 2, told: 0 }]);
  await uncounted.close();
  await journal.close();
});

test('the count is on disk before the way out goes on, day by day, whatever ends the process', async () => {
  const first = await openUncounted({ dir, clock, log });
  await first.note([buildVisit()]);
  today = '2026-11-23';
  await Promise.all(Array.from({ length: 50 }, () => first.note([buildClick()])));
  // never closed, as after a kill
  const second = await openUncounted({ dir, clock, log });
  expect(second.read()).toEqual([
    { day: '2026-11-23', visits: 0, clicks: 50, told: 0 },
    { day: '2026-11-22', visits: 1, clicks: 0, told: 0 },
  ]);
  await second.note([buildClick()]);
  expect(second.read()[0]).toMatchObject({ clicks: 51 });
  await second.close();
  await first.close();
});

test('a torn write leaves the count before it', async () => {
  const first = await openUncounted({ dir, clock, log });
  await first.note([buildClick()]);
  await first.note([buildClick()]);
  await first.close();
  const path = join(dir, 'uncounted');
  const bytes = fs.readFileSync(path);
  // the second note went into the first slot
  bytes.fill(0xff, 20, 60);
  fs.writeFileSync(path, bytes);
  const second = await openUncounted({ dir, clock, log });
  expect(second.read()).toEqual([{ day: '2026-11-22', visits: 0, clicks: 1, told: 0 }]);
  await second.close();
});

test('its room is taken when it is opened: a full disk changes no length', async () => {
  const book = await openUncounted({ dir, clock, log });
  const { size } = fs.statSync(join(dir, 'uncounted'));
  await book.note([buildVisit()]);
  expect(fs.statSync(join(dir, 'uncounted')).size).toBe(size);
  await book.close();
});
