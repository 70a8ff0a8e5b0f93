import { expect, test } from 'vitest';
import { addUp, figuresOf, tableOf, verdictOf, type Taken } from './prove-table.ts';

const part = (promise: string, number: number, figures: Taken['figures'], isGood = true): Taken => ({
  promise,
  part: number,
  figures,
  isGood,
  date: `2026-11-${20 + number}`,
  commit: `c${number}`,
});

test('the figures of a run are found among whatever else it says, several lines of one promise together', () => {
  const said =
    'RUN\nfigures P1 {"kills":2}\n ✓ fine\nfigures P3 {"lost":0}\nfigures P1 {"lost":1}\n figures P9 {"no":1}\n';
  expect(Object.fromEntries(figuresOf(said))).toEqual({ P1: { kills: 2, lost: 1 }, P3: { lost: 0 } });
});

test('parts are counted together; of times the slowest, of shares the worst stands', () => {
  const parts = [part('P21', 1, { seconds: 300, redirects_302: 1, caught_up_ms: 900 })];
  parts.push(part('P21', 2, { seconds: 300, redirects_302: 0.99, caught_up_ms: 1200 }));
  expect(addUp(parts)).toEqual({ seconds: 600, redirects_302: 0.99, caught_up_ms: 1200 });
});

test('a promise is kept only by a sample that is large enough, and one failure breaks it', () => {
  const half = { acked: 60_000, lost: 0, twice: 0, invented: 0 };
  expect(verdictOf('P2', [part('P2', 1, half)])).toBe('kept so far, sample too small: acked');
  expect(verdictOf('P2', [part('P2', 1, half), part('P2', 2, half)])).toBe('kept');
  expect(verdictOf('P2', [part('P2', 1, half), part('P2', 2, { ...half, lost: 1 })])).toBe('BROKEN: lost');
  expect(verdictOf('P2', [part('P2', 1, half), part('P2', 2, half, false)])).toBe('BROKEN');
});

test('the table shows every promise, its sums, the newest date and each commit', () => {
  const right = { orders: 24, states_too_many: 0, not_as_ruled: 0, revenue_above: 0 };
  const table = tableOf([part('P5', 1, { sets: 900, ...right }), part('P5', 2, { sets: 200, ...right })]);
  expect(table).toMatch(
    /^\| P5 \| .* \| sets 1100, orders 24, states_too_many 0, not_as_ruled 0, revenue_above 0 \| kept \| 2026-11-22 \| c1, c2 \|$/m,
  );
  expect(table).toMatch(/^\| P1 \| .* \| not taken yet \|/m);
});
