/** Lets steps through, or keeps them waiting while somebody needs the stores to stand still. */
export function createGate() {
  let shut: PromiseWithResolvers<void> | undefined;
  const inside = new Set<Promise<unknown>>();

  return {
    async pass<T>(step: () => Promise<T>): Promise<T> {
      while (shut) await shut.promise;
      const going = step();
      const mark: Promise<unknown> = going.catch(() => undefined).finally(() => inside.delete(mark));
      inside.add(mark);
      return going;
    },
    /** Runs `work` once no step is under way any more, and before the next one. One after the other. */
    async standStill<T>(work: () => Promise<T>): Promise<T> {
      while (shut) await shut.promise;
      const mine = Promise.withResolvers<void>();
      shut = mine;
      try {
        await Promise.all(inside);
        return await work();
      } finally {
        shut = undefined;
        mine.resolve();
      }
    },
  };
}

export type Gate = ReturnType<typeof createGate>;
