import type { AppError } from '../../errors.ts';
import { calledOff, toError } from './failures.ts';

/** Queries wait here until it is their turn: so many run at once, and so many may wait. */
export type Turns = {
  /** @param until by the monotonic clock. @throws AppError when too many wait, it takes too long, or nobody wants the answer any more */
  take(until: number, signal?: AbortSignal): Promise<void>;
  end(): void;
};

export function createTurns(max: { running: number; waiting: number }): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(until, signal) {
      if (running < max.running) {
        running += 1;
        return;
      }
      if (waiting.length >= max.waiting) throw toError('unavailable', 'Too many reports wait.');
      await new Promise<void>((resolve, reject) => {
        const turn = (): void => {
          clearTimeout(late);
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        const leave = (why: AppError): void => {
          clearTimeout(late);
          waiting.splice(waiting.indexOf(turn), 1);
          reject(why);
        };
        const giveUp = (): void => leave(calledOff());
        const late = setTimeout(
          () => leave(toError('interrupted', 'The report waited too long.')),
          until - performance.now(),
        );
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.push(turn);
      });
    },
    end() {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    },
  };
}
