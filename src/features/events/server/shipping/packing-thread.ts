// A thread of its own for what a burst leaves to be shipped: the first one belongs to redirects. Started by packer.ts only.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { pack, type StoreName } from './packing.ts';

export type Task = { id: number; store: StoreName; payloads: string[] };

// Linux alone gives a thread a priority of its own; elsewhere it would be the program's
if (process.platform === 'linux') setPriority(10);

parentPort!.on('message', ({ id, store, payloads }: Task) =>
  parentPort!.postMessage({ id, packed: pack(store, payloads) }),
);
