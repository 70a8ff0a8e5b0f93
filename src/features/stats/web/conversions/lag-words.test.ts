import { expect, test } from 'vitest';
import { LAG_EDGES_S } from '../../conversion-stats-contract.ts';
import { lagName, lagSentence } from './lag-words.ts';

const lags = (...counts: number[]) =>
  LAG_EDGES_S.map((from_s, i) => ({ from_s, to_s: LAG_EDGES_S[i + 1] ?? null, conversions: counts[i] ?? 0 }));

test('each span has a name that a person would say', () => {
  expect(lags().map(lagName)).toEqual([
    'Under 1 minute',
    '1 to 10 minutes',
    '10 minutes to 1 hour',
    '1 to 6 hours',
    '6 hours to 1 day',
    '1 to 3 days',
    '3 to 7 days',
    '7 to 14 days',
    '14 to 30 days',
    'Over 30 days',
  ]);
});

test.each([
  ['nothing', [], 'No conversion with a known click in this period.'],
  ['one at once', [1], 'Nine of ten came within 1 minute.'],
  ['some late', [0, 0, 0, 5, 0, 5], 'Half came within 6 hours, nine of ten within 3 days.'],
  ['most very late', [1, 0, 0, 0, 0, 0, 0, 0, 0, 9], 'Nine of ten came after more than 30 days.'],
])('within how long most came: %s', (_name, counts, sentence) => {
  expect(lagSentence(lags(...counts))).toBe(sentence);
});
