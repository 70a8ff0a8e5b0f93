import { Worker } from 'node:worker_threads';
import type { Log } from '../../../../platform/server/log.ts';
import type { Task } from './packing-thread.ts';
import { pack, type Packed, type StoreName } from './packing.ts';

/** Makes what a store is given of records of the journal. */
export type Packer = {
  pack<Name extends StoreName>(store: Name, payloads: string[]): Promise<Packed[Name]>;
  close(): Promise<void>;
};

type Thread = { worker: Worker; waiting: Map<number, PromiseWithResolvers<unknown>> };

/** So many are made on the spot, in half a millisecond. */
const FEW = 50;
/** A thread costs some ten megabytes: a site at rest has none. */
const IDLE_MS = 10_000;

/** Few records are dealt with where they are, many in a thread that lives while there are many. */
export function createPacker(log: Log): Packer {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function open(): Thread {
    const opened: Thread = {
      worker: new Worker(new URL('./packing-thread.ts', import.meta.url), { env: {}, name: 'packing' }),
      waiting: new Map(),
    };
    const end = (error: Error): void => {
      if (thread === opened) thread = undefined;
      for (const { reject } of opened.waiting.values()) reject(error);
    };
    opened.worker
      .on('message', ({ id, packed }: { id: number; packed: unknown }) => {
        opened.waiting.get(id)?.resolve(packed);
        opened.waiting.delete(id);
      })
      .on('error', end)
      .on('exit', (code) => end(new Error(`The thread that packs events ended with code ${code}.`)))
      .unref();
    return opened;
  }

  function rest(): void {
    if (thread?.waiting.size !== 0) return;
    void thread.worker.terminate();
    thread = undefined;
  }

  async function packThere<Name extends StoreName>(store: Name, payloads: string[]): Promise<Packed[Name]> {
    const { worker, waiting } = (thread ??= open());
    clearTimeout(idle);
    idle = setTimeout(rest, IDLE_MS).unref();
    const done = Promise.withResolvers<unknown>();
    const id = (lastId += 1);
    waiting.set(id, done);
    worker.postMessage({ id, store, payloads } satisfies Task);
    return (await done.promise) as Packed[Name];
  }

  return {
    async pack(store, payloads) {
      if (payloads.length <= FEW) return pack(store, payloads);
      try {
        return await packThere(store, payloads);
      } catch (error) {
        log.warn({ err: error, store }, 'events: a batch is packed without a thread of its own');
        return pack(store, payloads);
      }
    },
    async close() {
      clearTimeout(idle);
      await thread?.worker.terminate();
    },
  };
}
