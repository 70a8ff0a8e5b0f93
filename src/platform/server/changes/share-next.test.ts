import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareNext } from './share-next.ts';

/** Work that ends when it is told to, and notes how many run at a time. */
function slowly() {
  const ends: PromiseWithResolvers<void>[] = [];
  let [running, most] = [0, 0];
  const share = shareNext(async () => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    running += 1;
    most = Math.max(most, running);
    await end.promise.finally(() => (running -= 1));
  });
  return { share, ends, most: () => most };
}

test('calls that come while one runs share the next run, which begins after them', async () => {
  const { share, ends } = slowly();
  const first = share();
  const others = [share(), share(), share()];
  ends[0]!.resolve();
  await first;
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]!.resolve();
  await Promise.all(others);
  expect(ends).toHaveLength(2);
});

test('who calls right at the end of a run is in the next one, and no two run side by side', async () => {
  const { share, ends, most } = slowly();
  // asks as soon as its run has ended, before the next one of those who wait has begun
  const eager = share().then(() => share());
  const waiting = share();
  ends[0]!.resolve();
  await turn();
  expect([ends.length, most()]).toEqual([2, 1]);
  ends[1]!.resolve();
  await Promise.all([eager, waiting]);
});

test('a run that fails fails for its callers alone', async () => {
  const { share, ends } = slowly();
  const first = share();
  const second = share();
  ends[0]!.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await turn();
  ends[1]!.resolve();
  await second;
});
