import { expect, test } from 'vitest';
import { nextBackup, nextDrill, slotsOf } from './when.ts';

const at = (text: string): Date => new Date(text);
const run = (started: string, outcome: string, ended = started) => ({ started_at: started, ended_at: ended, outcome });

test.each([
  ['before the hour', '2026-11-26T01:59:59Z', '2026-11-25T02:00:00Z', '2026-11-26T02:00:00Z'],
  ['on the hour', '2026-11-26T02:00:00Z', '2026-11-26T02:00:00Z', '2026-11-27T02:00:00Z'],
  ['the night without that hour', '2027-03-28T12:00:00Z', '2027-03-28T01:00:00Z', '2027-03-29T01:00:00Z'],
  ['the evening before it', '2027-03-27T20:00:00Z', '2027-03-27T02:00:00Z', '2027-03-28T01:00:00Z'],
  ['the night that has it once more', '2026-10-25T12:00:00Z', '2026-10-25T02:00:00Z', '2026-10-26T02:00:00Z'],
])('%s', (_name, now, last, next) => {
  expect(slotsOf(3, 'Europe/Berlin', at(now))).toEqual({ last: at(last), next: at(next) });
});

const SLOTS = { last: at('2026-11-26T03:00:00Z'), next: at('2026-11-27T03:00:00Z') };

test('a backup is due from its hour on until one went well, and one that failed is tried again an hour later', () => {
  expect(nextBackup(SLOTS, undefined, undefined)).toEqual(SLOTS.last);
  const yesterday = run('2026-11-25T03:00:10Z', 'good');
  expect(nextBackup(SLOTS, yesterday, yesterday)).toEqual(SLOTS.last);
  const failed = run('2026-11-26T03:00:10Z', 'failed', '2026-11-26T03:10:00Z');
  expect(nextBackup(SLOTS, yesterday, failed)).toEqual(at('2026-11-26T04:10:00Z'));
  const today = run('2026-11-26T09:00:00Z', 'good');
  expect(nextBackup(SLOTS, today, today)).toEqual(SLOTS.next);
});

test('a drill comes once there is a backup, a week later again, and a day later where it failed', () => {
  const backup = run('2026-11-26T03:00:10Z', 'good');
  expect(nextDrill(SLOTS, undefined, undefined)).toBeUndefined();
  expect(nextDrill(SLOTS, backup, undefined)).toEqual(SLOTS.last);
  expect(nextDrill(SLOTS, backup, run('2026-11-20T03:00:00Z', 'good'))).toEqual(at('2026-11-27T03:00:00Z'));
  expect(nextDrill(SLOTS, backup, run('2026-11-20T03:00:00Z', 'failed'))).toEqual(at('2026-11-21T03:00:00Z'));
});
