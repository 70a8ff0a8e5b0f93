/** How often a kind of child process was started again, and could not be started. Of this process, for Health. */
export type ChildStarts = {
  name: string;
  restarts: number;
  failures: number;
  lastError: string | undefined;
  /** When the last of either was, by the clock of `performance`. */
  lastMs: number;
};

const kinds = new Map<string, ChildStarts>();

function kindOf(name: string): ChildStarts {
  const known = kinds.get(name) ?? { name, restarts: 0, failures: 0, lastError: undefined, lastMs: 0 };
  kinds.set(name, known);
  known.lastMs = performance.now();
  return known;
}

/** A child ended that should have lived on, and another one takes its place. */
export const noteRestart = (name: string): void => void (kindOf(name).restarts += 1);

/** A child could not be started; it is tried again. */
export function noteFailedStart(name: string, error: unknown): void {
  const kind = kindOf(name);
  kind.failures += 1;
  kind.lastError = error instanceof Error ? error.message : String(error);
}

/** Those with anything to tell. */
export const listChildStarts = (): readonly ChildStarts[] => [...kinds.values()];

/** What passes by itself: too many open files or processes, no memory. */
const PASSING = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

/** Is the error that the system has nothing left for a new process, rather than that the program is not there? */
export const isPassing = (error: unknown): boolean =>
  error instanceof Error && PASSING.includes((error as NodeJS.ErrnoException).code ?? '');

const FIRST_MS = 250;
const MAX_MS = 10_000;

/** How long to wait after so many failures in a row: 250 ms, twice as long each time, at most 10 s. */
export const backoffMs = (failures: number): number => Math.min(MAX_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
