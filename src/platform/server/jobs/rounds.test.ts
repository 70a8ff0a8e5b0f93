import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createRounds } from './rounds.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a round of another instance is left to it, and is taken up when it becomes ours', async () => {
  const rounds = createRounds({ clock: () => new Date(), log: createLog('silent') });
  let isOurs = false;
  let done = 0;
  rounds.every(
    1000,
    'counting',
    () => Promise.resolve((done += 1)),
    () => isOurs,
  );
  rounds.every(
    1000,
    'failing',
    () => Promise.reject(new Error('no room')),
    () => isOurs,
  );
  await vi.advanceTimersByTimeAsync(3000);
  expect(done).toBe(0);
  expect(rounds.list()[0]).toMatchObject({ isElsewhere: true, lastAt: undefined });
  isOurs = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(done).toBe(2);
  expect(rounds.list()).toMatchObject([{ isElsewhere: false, error: undefined }, { error: 'no room' }]);
  isOurs = false;
  await vi.advanceTimersByTimeAsync(1000);
  // an error of before is the other one's matter now
  expect(rounds.list()[1]).toMatchObject({ isElsewhere: true, error: undefined });
  await rounds.stop();
});
