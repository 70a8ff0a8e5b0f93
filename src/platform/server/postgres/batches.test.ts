import { expect, test } from 'vitest';
import { createBatches } from './batches.ts';
import { AppError } from '../../errors.ts';

/** Work that waits to be let go, and remembers what it was given. */
function heldWork() {
  const given: number[][] = [];
  const gates: (() => void)[] = [];
  const work = async (pieces: number[]): Promise<string[]> => {
    given.push(pieces);
    await new Promise<void>((go) => gates.push(go));
    return pieces.map((piece) => `answer to ${piece}`);
  };
  return { given, work, letGo: () => gates.shift()!() };
}

test('what comes while batches are under way goes together, as many as fit, and each gets its own answer', async () => {
  const { given, work, letGo } = heldWork();
  const ask = createBatches(work, { size: 3, width: 1, spaceMs: 0 });
  const answers = [ask(1)];
  await expect.poll(() => given).toEqual([[1]]);
  for (const piece of [2, 3, 4, 5]) answers.push(ask(piece));
  letGo();
  await expect.poll(() => given.at(-1)).toEqual([2, 3, 4]);
  letGo();
  await expect.poll(() => given.at(-1)).toEqual([5]);
  letGo();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5].map((piece) => `answer to ${piece}`));
});

test('as many batches run at once as may', async () => {
  const { given, work, letGo } = heldWork();
  const ask = createBatches(work, { size: 1, width: 2, spaceMs: 0 });
  const answers = [ask(1), ask(2), ask(3)];
  await expect.poll(() => given).toEqual([[1], [2]]);
  letGo();
  await expect.poll(() => given).toEqual([[1], [2], [3]]);
  letGo();
  letGo();
  expect(await Promise.all(answers)).toHaveLength(3);
});

test('what comes soon after a batch waits for company', async () => {
  const given: number[][] = [];
  const work = (pieces: number[]): Promise<number[]> => {
    given.push(pieces);
    return Promise.resolve(pieces);
  };
  const ask = createBatches(work, { size: 10, width: 5, spaceMs: 300 });
  await ask(1);
  const answers = [ask(2)];
  await new Promise((done) => setTimeout(done, 20));
  answers.push(ask(3));
  await Promise.all(answers);
  expect(given).toEqual([[1], [2, 3]]);
});

test('a bad piece fails alone', async () => {
  const ask = createBatches(
    (pieces: number[]) => (pieces.includes(2) ? Promise.reject(new Error('no twos')) : Promise.resolve(pieces)),
    { size: 10, width: 1, spaceMs: 0 },
  );
  const ends = await Promise.allSettled([1, 2, 3].map(ask));
  expect(ends).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('no twos') },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(await ask(4)).toBe(4);
});

test('when the database is gone, nobody is tried again', async () => {
  let calls = 0;
  const ask = createBatches(
    (_pieces: number[]): Promise<number[]> => {
      calls += 1;
      return Promise.reject(new AppError('unavailable', 'gone'));
    },
    { size: 10, width: 1, spaceMs: 0 },
  );
  const ends = await Promise.allSettled([1, 2, 3].map(ask));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(calls).toBe(1);
});
