import { expect, test } from 'vitest';
import { likelyBestWords } from './likely-best-words.ts';

const ARMS = [
  { id: 1, name: 'Guide A', cases: 1000, hits: 120, rate: 0.12 },
  { id: 2, name: 'Guide B', cases: 1000, hits: 80, rate: 0.08 },
];
const JUDGED = {
  best: null,
  best_before: null,
  arms: ARMS,
  from: '2026-03-02',
  day: 12,
  planned_days: 30,
  error_rate: 0.04,
};
const BEST = { id: 1, name: 'Guide A', since: '2026-03-12' };

test.each([
  ['named', { best: BEST }, 'Likely the best: Guide A, clear since 2026-03-12. 12.0% of 1,000 visits led to a click.'],
  ['open', {}, 'Day 12 of 30: no destination stands out yet, so that a difference may be chance. 18 days to go.'],
  [
    'after another',
    { best_before: BEST },
    'Day 12 of 30: no destination stands out yet, so that a difference may be chance. 18 days to go. In the 30 days before it was Guide A.',
  ],
  [
    'too young',
    { day: 0 },
    'No day is over yet since the last destination was added: the comparison begins with the first.',
  ],
  ['alone', { arms: [] }, 'There are no two destinations that get visitors, so none can be the best.'],
])('a comparison that is %s', (_name, more, words) => {
  expect(likelyBestWords({ ...JUDGED, ...more }, 'destination')).toBe(words);
});
