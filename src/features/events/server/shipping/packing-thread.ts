// A thread of its own for what a burst leaves to be shipped: the first one belongs to redirects. Started by packer.ts only.
import { parentPort } from 'node:worker_threads';
import { pack, type StoreName } from './packing.ts';

export type Task = { id: number; store: StoreName; payloads: string[] };

parentPort!.on('message', ({ id, store, payloads }: Task) =>
  parentPort!.postMessage({ id, packed: pack(store, payloads) }),
);
