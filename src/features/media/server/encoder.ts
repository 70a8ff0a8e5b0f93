import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../platform/errors.ts';
import { backoffMs, noteFailedStart } from '../../../platform/server/child-starts.ts';
import type { Answer, Encoded, Refusal, Task, Variant } from './encode-child.ts';

const CHILD = fileURLToPath(new URL('./encode-child.ts', import.meta.url));
/** From the moment the child has the bytes. */
const WORK_LIMIT_MS = 5000;
/** Nobody waits for the smaller forms of a picture that is stored already. */
const SHRINK_LIMIT_MS = 30_000;
/** A child that cannot even start is the machine's fault, not the picture's. */
const START_LIMIT_MS = 15_000;
/** Resident bytes of the whole child; it begins with about 90 MB. */
const MEMORY_LIMIT_BYTES = 400 * 1024 * 1024;
const LOOK_EVERY_MS = 25;
const MAX_WAITING = 16;
/** How often a child is started that does not come to be: 0.25, 0.5 and 1 s apart. */
const STARTS = 4;

/** A picture written anew; `variants` is undefined when there was no time or memory left for them. */
export type EncodedImage = Encoded & { variants: Variant[] | undefined };

/** Decodes and re-encodes one picture elsewhere. @throws AppError validation_failed | unsupported_media_type | payload_too_large | too_many_requests, each with errors.image */
export type EncodeImage = (source: Uint8Array) => Promise<EncodedImage>;

/** Makes the smaller forms of a picture that is stored already. @throws AppError when it takes too long or too much memory */
export type ShrinkImage = (stored: Uint8Array) => Promise<Variant[]>;

/**
 * The queue of the encoder: one picture at a time, in a child process of its own that is killed when it takes too long or too much
 * memory. Files beyond the queue are turned away.
 * @param limits smaller ones for tests; `onDeath` hears of a decoder that died of a picture by itself
 */
export function createEncoder(limits: Partial<Limits> & { onDeath?: (how: Death) => void } = {}): EncodeImage {
  const { startMs = START_LIMIT_MS, workMs = WORK_LIMIT_MS, memoryBytes = MEMORY_LIMIT_BYTES, onDeath } = limits;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (source) => {
    if (waiting >= MAX_WAITING) {
      throw new AppError('too_many_requests', 'Too many pictures are being stored at once. Try again in a moment.', {
        errors: { image: ['is one of too many at once'] },
        details: { retry_after_s: 5 },
      });
    }
    waiting += 1;
    const turn = last.then(() => encodeInChild(source, { startMs, workMs, memoryBytes }, onDeath));
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}

export const shrinkImage: ShrinkImage = async (stored) => {
  const { variants } = await runChild(
    { task: 'shrink', source: stored },
    { startMs: START_LIMIT_MS, workMs: SHRINK_LIMIT_MS, memoryBytes: MEMORY_LIMIT_BYTES },
  );
  if (!variants) throw broken('has no smaller forms');
  return variants;
};

async function encodeInChild(
  source: Uint8Array,
  limits: Limits,
  onDeath?: (how: Death) => void,
): Promise<EncodedImage> {
  const { encoded, variants } = await runChild({ task: 'store', source }, limits, onDeath);
  if (!encoded) throw broken('is damaged and could not be read');
  return { ...encoded, variants };
}

type Limits = { startMs: number; workMs: number; memoryBytes: number };
type Death = { code: number | null; signal: string | null };
type Done = { encoded?: Encoded; variants?: Variant[] };

/** The process itself could not be made: no fault of the picture. */
class NoChild extends Error {}

/** What a child says of a task; one that cannot be started is tried again. @throws AppError */
async function runChild(...run: Parameters<typeof runOnce>): Promise<Done> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await runOnce(...run);
    } catch (error) {
      if (!(error instanceof NoChild)) throw error;
      noteFailedStart('Picture encoder', error.cause);
      if (failures >= STARTS) {
        throw outOfRoom('The machine has no room for another process just now. Try again in a minute.', error.cause);
      }
    }
    await sleep(backoffMs(failures));
  }
}

/** A picture that was good may be taken later. */
const outOfRoom = (reason: string, cause?: unknown): AppError =>
  new AppError('unavailable', reason, { cause, details: { retry_after_s: 60 } });

/** What the child has said until it ended; an error only when it has said nothing of use. @throws NoChild */
function runOnce(task: Task, { startMs, workMs, memoryBytes }: Limits, onDeath?: (how: Death) => void): Promise<Done> {
  // no environment: nothing of ours is there to be found by what the file may do
  const child = fork(CHILD, [], {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise<Done>((resolve, reject) => {
    const done: Done = {};
    let isStopped = false;
    const tooBusy = outOfRoom('The machine is too busy to take a picture in just now. Try again in a minute.');
    let timer = setTimeout(() => stop(tooBusy), startMs);
    const memoryGuard = setInterval(() => {
      if (residentBytes(child.pid) > memoryBytes) stop(broken('needs too much memory to be read'));
    }, LOOK_EVERY_MS);
    const settle = () => {
      clearTimeout(timer);
      clearInterval(memoryGuard);
    };
    const stop = (error: Error) => {
      settle();
      isStopped = true;
      child.kill('SIGKILL');
      // the picture is whole without its smaller forms: they are made later
      if (done.encoded) resolve(done);
      else reject(error);
    };
    child.on('message', (message: 'ready' | Answer) => {
      if (message === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(() => stop(broken('takes too long to be read')), workMs);
        // a child that has just died is heard of by its exit
        child.send(task, () => undefined);
      } else if ('refused' in message) {
        settle();
        reject(refusal(message));
      } else if ('encoded' in message) {
        done.encoded = message.encoded;
      } else {
        settle();
        resolve({ ...done, variants: message.variants });
      }
    });
    child.on('error', (error) => stop(child.pid === undefined ? new NoChild('', { cause: error }) : error));
    child.on('exit', (code, signal) => {
      if (!isStopped && (code !== 0 || signal !== null)) onDeath?.({ code, signal });
      stop(broken('is damaged and could not be read'));
    });
  });
}

/** 0 where the system does not tell (no /proc): the limits of pixels, frames and time hold there all the same. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

const broken = (reason: string): AppError =>
  new AppError('validation_failed', `The picture ${reason}.`, { errors: { image: [`The picture ${reason}.`] } });

const CODES = { type: 'unsupported_media_type', size: 'payload_too_large', broken: 'validation_failed' } as const;

const refusal = ({ refused, reason }: Refusal): AppError =>
  new AppError(CODES[refused], reason, { errors: { image: [reason] } });
