import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptClock } from './kept-clock.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-07T12:00:00Z');
let dir: string;
let wall = START;
const clock = () => keptClock(dir, () => new Date(wall));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kept-clock-'));
  wall = START;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a restart after the clock was set back goes on where the program was', () => {
  clock();
  wall = START - HOUR;
  expect(clock()().getTime()).toBeGreaterThanOrEqual(START);
  wall = START + HOUR;
  expect(clock()().getTime()).toBeGreaterThanOrEqual(START + HOUR);
});

test('after another start of the machine, and with a torn file, the wall clock is all there is', () => {
  clock();
  wall = START - HOUR;
  const path = join(dir, 'clock.json');
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { boot: string };
  writeFileSync(path, JSON.stringify({ ...kept, boot: 'another' }));
  expect(clock()().getTime()).toBeLessThan(START);
  writeFileSync(path, '{"boot":');
  expect(clock()().getTime()).toBeLessThan(START);
});
