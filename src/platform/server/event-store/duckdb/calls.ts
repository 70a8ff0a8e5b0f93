import type { ChildProcess } from 'node:child_process';
import type { AppError } from '../../../errors.ts';
import type { Answer, Call } from './child.ts';
import { toError } from '../failures.ts';

type Pending = { resolve(value: unknown): void; reject(error: AppError): void; hungTimer: NodeJS.Timeout };

/** What the child was asked and has not answered yet. */
export type Calls = {
  /** @param hungMs a child that answers nothing for so long is killed, which the file survives. @throws AppError */
  send<T>(child: ChildProcess, call: Call, limits: { hungMs: number; signal: AbortSignal | undefined }): Promise<T>;
  settle(answer: Answer): void;
  rejectAll(message: string): void;
};

export function createCalls(): Calls {
  let lastId = 0;
  const pending = new Map<number, Pending>();

  function settle(answer: Answer): void {
    const call = pending.get(answer.id);
    if (!call) return;
    pending.delete(answer.id);
    clearTimeout(call.hungTimer);
    if ('value' in answer) call.resolve(answer.value);
    else call.reject(toError(answer.failure, answer.message));
  }

  return {
    send<T>(child: ChildProcess, call: Call, { hungMs, signal }: { hungMs: number; signal: AbortSignal | undefined }) {
      const id = (lastId += 1);
      return new Promise<T>((resolve, reject) => {
        const hungTimer = setTimeout(() => child.kill('SIGKILL'), hungMs);
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject, hungTimer });
        child.send({ id, call }, (error) => {
          if (error) settle({ id, failure: 'unavailable', message: error.message });
        });
        const callOff = (): void => {
          if (!pending.has(id)) return;
          if (child.connected) child.send({ id: 0, call: { kind: 'cancel', of: id } satisfies Call }, () => undefined);
        };
        if (signal?.aborted) callOff();
        else signal?.addEventListener('abort', callOff);
      });
    },
    settle,
    rejectAll(message) {
      for (const id of pending.keys()) settle({ id, failure: 'unavailable', message });
    },
  };
}
