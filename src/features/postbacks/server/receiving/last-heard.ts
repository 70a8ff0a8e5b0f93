const EVERY_MS = 1000;

/**
 * Notes when each network spoke last: at once, and while it goes on speaking the newest of what came, once a second.
 * @param write must keep what is newer already; it does not throw
 */
export function createLastHeard(write: (networkId: number, at: Date) => Promise<void>) {
  /** The newest that is not written yet, of networks that spoke within the last second; undefined: nothing since. */
  const since = new Map<number, Date | undefined>();

  async function writeNow(networkId: number, at: Date): Promise<void> {
    since.set(networkId, undefined);
    await write(networkId, at);
    setTimeout(() => {
      const newest = since.get(networkId);
      since.delete(networkId);
      if (newest) void writeNow(networkId, newest);
    }, EVERY_MS).unref();
  }

  return async function note(networkId: number, at: Date): Promise<void> {
    if (!since.has(networkId)) return writeNow(networkId, at);
    const waiting = since.get(networkId);
    if (!waiting || at > waiting) since.set(networkId, at);
  };
}
