import { format } from 'date-fns/format';
import { TZDate } from '@date-fns/tz';
import { expect, test } from 'vitest';
import { formatDateTime } from './date-time.ts';

test.each([
  ['2026-01-02T03:04:05.678Z', 'UTC', '2026-01-02 03:04'],
  ['2026-01-02T03:04:00Z', 'America/New_York', '2026-01-01 22:04'],
  ['2026-01-02T00:00:00Z', 'UTC', '2026-01-02 00:00'],
  ['2026-07-01T21:59:59Z', 'Europe/Berlin', '2026-07-01 23:59'],
  ['2026-12-31T18:30:00Z', 'Asia/Kolkata', '2027-01-01 00:00'],
])('%s in %s is written %s', (iso, zone, text) => {
  expect(formatDateTime(iso, zone)).toBe(text);
  expect(format(new TZDate(iso, zone), 'yyyy-MM-dd HH:mm')).toBe(text);
});
