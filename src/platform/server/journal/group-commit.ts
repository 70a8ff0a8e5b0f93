import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { FIRST_GROUP_BYTES, newGroup, putInto, type Group } from './groups.ts';
import type { Segments } from './segments.ts';
import type { Log } from '../log.ts';

const MAX_GROUP_BYTES = 16 * 1024 * 1024;
const MAX_LAZY_BYTES = 2 * 1024 * 1024;
/** How long payloads that nobody waits for gather: a write for each of them would cost more than they do. */
const LAZY_MS = 20;
const SAY_EVERY_MS = 10_000;

type Parts = {
  segments: Pick<Segments, 'append' | 'cutBack' | 'current'>;
  /** The disk is full: who is not waited for is dropped. */
  isReserveInUse(): boolean;
  log: Log;
};

/** Payloads that come while the disk is at work gather in one group, which then goes to disk by one write. */
export type GroupCommit = {
  /** Resolves when the payload is on disk. Rejects with AppError 'unavailable' when it could not be written. @throws at once AppError 'payload_too_large' */
  append(payload: string | Buffer): Promise<void>;
  /** Nobody waits; dropped and counted where there is no room. */
  appendLazy(payload: string | Buffer): void;
  droppedLazy(): number;
  /** Writes what has gathered, even if it is nothing. */
  writeNow(): void;
  /** Calls back after each group that reached the disk. @returns stops it */
  onGrowth(listener: () => void): () => void;
  /** Takes nothing more. @returns false when it was closed before; else resolves when what waits is written */
  close(): Promise<boolean>;
};

export function createGroupCommit({ segments, isReserveInUse, log }: Parts): GroupCommit {
  let gathering = newGroup();
  let spare = newGroup();
  let pumping: Promise<void> | undefined;
  let pumpingSoon: NodeJS.Timeout | undefined;
  let isClosed = false;
  let saidAtMs = -Infinity;
  let droppedLazy = 0;
  const listeners = new Set<() => void>();

  function pumpNow(): void {
    clearTimeout(pumpingSoon);
    pumpingSoon = undefined;
    pumping ??= pump();
  }

  function pumpSoon(): void {
    if (pumping === undefined) pumpingSoon ??= setTimeout(pumpNow, LAZY_MS);
  }

  async function pump(): Promise<void> {
    await nextTurn(); // lets every request of this turn of the loop join the group
    let tell = (): void => undefined;
    for (let isFirst = true; isFirst || isAwaited(gathering); isFirst = false) {
      const group = gathering;
      gathering = spare;
      const writing = write(group);
      tell(); // those who waited for the group before go on while the disk is at work again
      tell = await writing;
      spare =
        group.bytes.length > FIRST_GROUP_BYTES * 4
          ? newGroup()
          : { bytes: group.bytes, used: 0, lazy: 0, done: undefined };
      if (gathering.used === 0) await nextTurn();
    }
    pumping = undefined;
    if (gathering.used > 0) pumpSoon();
    tell();
  }

  const isAwaited = (group: Group): boolean => group.done !== undefined || (isClosed && group.used > 0);

  /** @returns what tells those who wait for the group how it went */
  async function write(group: Group): Promise<() => void> {
    const { done } = group;
    try {
      await segments.append(group);
      return () => {
        done?.resolve();
        for (const listener of listeners) listener();
      };
    } catch (cause) {
      droppedLazy += group.lazy;
      sayRefused(cause);
      await segments.cutBack().catch(() => undefined); // tried again before the next write
      return () => done?.reject(new AppError('unavailable', 'The event could not be written to disk.', { cause }));
    }
  }

  /** A line for each group would fill what is left of a full disk. */
  function sayRefused(cause: unknown): void {
    if (performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    const { segment, offset } = segments.current();
    log.error({ err: cause, segment, offset }, 'journal: groups could not be written');
  }

  return {
    append(payload) {
      if (isClosed) return Promise.reject(new AppError('unavailable', 'The journal is closed.'));
      if (!putInto(gathering, payload, MAX_GROUP_BYTES))
        return Promise.reject(new AppError('unavailable', 'The journal is busy.'));
      gathering.done ??= Promise.withResolvers();
      pumpNow();
      return gathering.done.promise;
    },
    appendLazy(payload) {
      if (isClosed || isReserveInUse() || !putInto(gathering, payload, MAX_LAZY_BYTES)) droppedLazy += 1;
      else {
        gathering.lazy += 1;
        pumpSoon();
      }
    },
    droppedLazy: () => droppedLazy,
    writeNow() {
      if (!isClosed) pumpNow();
    },
    onGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      if (isClosed) return false;
      isClosed = true;
      if (gathering.used > 0) pumpNow();
      await pumping;
      return true;
    },
  };
}
