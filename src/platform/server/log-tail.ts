/** A line of the log that says that something went wrong. */
export type LoggedTrouble = {
  /** ISO. */
  at: string;
  level: 'warn' | 'error' | 'fatal';
  message: string;
  /** What was thrown, in its own words. */
  error: string | undefined;
  requestId: string | undefined;
};

/** The last warnings and errors, newest first. */
export type LogTail = {
  /** Reads a line of the log. */
  take(line: string): void;
  read(): LoggedTrouble[];
};

const LEVELS: Record<number, LoggedTrouble['level']> = { 40: 'warn', 50: 'error', 60: 'fatal' };
/** Only these lines are worth reading as JSON. */
const MATTERS = /^\{"level":[456]0,/;

/** @param max lines kept */
export function createLogTail(max = 50): LogTail {
  const kept: LoggedTrouble[] = [];
  return {
    take(line) {
      if (!MATTERS.test(line)) return;
      const read = JSON.parse(line) as {
        level: number;
        time: number;
        msg?: string;
        err?: { message?: string };
        reqId?: string;
        request_id?: string;
      };
      kept.unshift({
        at: new Date(read.time).toISOString(),
        level: LEVELS[read.level]!,
        message: read.msg ?? '',
        error: read.err?.message,
        requestId: read.reqId ?? read.request_id,
      });
      kept.length = Math.min(kept.length, max);
    },
    read: () => [...kept],
  };
}
