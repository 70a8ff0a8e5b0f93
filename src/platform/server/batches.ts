import { isUnreachable } from './postgres.ts';

type Limits = {
  /** Pieces in one batch at most. */
  size: number;
  /** Batches under way at once at most. */
  width: number;
  /** From the start of one batch to the start of the next at least, in ms: what comes meanwhile goes together. */
  spaceMs: number;
};

/**
 * Lets pieces of work that come in a rush share what each would do alone: what comes while batches are under way goes into the next
 * one. A piece that comes alone waits for nobody. A batch that fails is tried again piece by piece, so that one bad piece harms no
 * other; `work` must leave nothing behind when it fails.
 * @param work all or nothing; its answers in the order of the pieces
 */
export function createBatches<T, R>(work: (pieces: T[]) => Promise<R[]>, { size, width, spaceMs }: Limits) {
  type Waiting = { piece: T; done: (answer: R) => void; fail: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let underWay = 0;
  let startedAt = -Infinity;
  let isDue = false;

  async function run(batch: Waiting[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ piece }) => piece));
      batch.forEach(({ done }, i) => done(answers[i]!));
    } catch (error) {
      if (batch.length === 1 || isUnreachable(error)) for (const { fail } of batch) fail(error);
      else await Promise.all(batch.map((one) => run([one])));
    }
  }

  function start(): void {
    isDue = false;
    while (underWay < width && waiting.length > 0) {
      underWay += 1;
      startedAt = performance.now();
      void run(waiting.splice(0, size)).finally(() => {
        underWay -= 1;
        plan();
      });
    }
  }

  function plan(): void {
    if (isDue || underWay === width || waiting.length === 0) return;
    isDue = true;
    const wait = startedAt + spaceMs - performance.now();
    // whatever came in the same turn goes together
    if (wait > 0) setTimeout(start, wait);
    else setImmediate(start);
  }

  return (piece: T): Promise<R> =>
    new Promise((done, fail) => {
      waiting.push({ piece, done, fail });
      plan();
    });
}
