import { expect, test } from 'vitest';
import { formatBytes, formatDuration } from '../../platform/text/sizes.ts';
import { statusOf, withoutPlaces, worstOf } from './rules.ts';

test.each([
  [10, 'ok'],
  [11, 'warn'],
  [20, 'warn'],
  [21, 'fail'],
  [Number.NaN, 'fail'],
] as const)('with limits of 10 and 20, %d is %s', (figure, status) => {
  expect(statusOf(figure, { warn: 10, fail: 20 })).toBe(status);
});

test.each([
  [10, 'ok'],
  [9, 'warn'],
  [3, 'warn'],
  [2, 'fail'],
] as const)('where little is bad, %d of 10 and 3 is %s', (figure, status) => {
  expect(statusOf(figure, { warn: 10, fail: 3 })).toBe(status);
});

test('the worst of the checks is the state of the whole', () => {
  expect(worstOf([])).toBe('ok');
  expect(worstOf(['ok', 'warn', 'ok'])).toBe('warn');
  expect(worstOf(['fail', 'warn'])).toBe('fail');
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 kB'],
  [20 * 1024 * 1024, '20 MB'],
  [3.2 * 1024 ** 4, '3.2 TB'],
])('%d bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.4, '0 ms'],
  [999, '999 ms'],
  [1500, '1.5 s'],
  [90_000, '90 s'],
  [600_000, '10 min'],
  [3 * 3_600_000, '3 h'],
  [5 * 86_400_000, '5 d'],
])('%d ms read %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

test.each([
  ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED …'],
  ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED …'],
  ['no pg_hba entry at postgres://ann:secret@db.internal/main today', 'no pg_hba entry at … today'],
  ['IO Error: Could not open file "/srv/data/events.duckdb": busy', 'IO Error: Could not open file "…": busy'],
  ['DuckDB 1.5.4 said 12:30 no and/or yes', 'DuckDB … said 12:30 no and/or yes'],
  ['x'.repeat(500), 'x'.repeat(200)],
])('%j is shown without places', (text, shown) => expect(withoutPlaces(text)).toBe(shown));
