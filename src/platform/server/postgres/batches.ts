import { isUnreachable } from './postgres.ts';

type Limits = {
  /** Pieces in one batch at most. */
  size: number;
  /** Batches under way at once at most. */
  width: number;
  /** From the start of one batch to the start of the next at least, in ms: what comes meanwhile goes together. */
  spaceMs: number;
};

/** All at once; where that fails, each alone, so that one bad piece harms no other. `work` must leave nothing behind when it fails. */
export async function allOrEach<T, R>(
  work: (pieces: T[]) => Promise<R[]>,
  pieces: T[],
): Promise<PromiseSettledResult<R>[]> {
  if (pieces.length === 0) return [];
  try {
    return (await work(pieces)).map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (pieces.length === 1 || isUnreachable(reason)) return pieces.map(() => ({ status: 'rejected', reason }));
    return (await Promise.all(pieces.map((piece) => allOrEach(work, [piece])))).flat();
  }
}

/**
 * Lets pieces of work that come in a burst share what each would do alone: what comes while batches are under way goes into the next
 * one. A piece that comes alone waits for nobody. A batch that fails is tried again piece by piece.
 * @param work all or nothing; its answers in the order of the pieces
 */
export function createBatches<T, R>(work: (pieces: T[]) => Promise<R[]>, { size, width, spaceMs }: Limits) {
  type Waiting = { piece: T; done: (answer: R) => void; fail: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let underWay = 0;
  let startedAt = -Infinity;
  let isDue = false;

  async function run(batch: Waiting[]): Promise<void> {
    const ends = await allOrEach(
      work,
      batch.map(({ piece }) => piece),
    );
    for (const [i, end] of ends.entries())
      if (end.status === 'fulfilled') batch[i]!.done(end.value);
      else batch[i]!.fail(end.reason);
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
