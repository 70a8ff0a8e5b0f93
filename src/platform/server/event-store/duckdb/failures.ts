import { AppError } from '../../../errors.ts';

/** A value does not fit its column, now or ever. */
export class UnfitValue extends Error {}

/** A batch was made for another position of its cursor than the one that is stored. */
export class OtherPosition extends Error {}

/**
 * `unfit`: a value of the rows; `invalid`: the SQL or the schema; `passed`: the cursor is elsewhere; `damaged`: the file is not what was
 * written; `unavailable` and `interrupted`: try again later.
 */
export type Failure = 'unfit' | 'invalid' | 'passed' | 'damaged' | 'unavailable' | 'interrupted';

type Judged = { failure: Failure; message: string };

/** What the engine says of a file that is cut, overwritten or none of its own. A full disk, a lock or a missing right are something else. */
const DAMAGE =
  /not a valid DuckDB database|Corrupt database file|Could not read enough bytes|Serialization Error|Failed to (de)?serialize|Failure while replaying WAL/i;

/** What an error of the engine means for whoever asked. */
export function judge(error: unknown): Judged {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UnfitValue) return { failure: 'unfit', message };
  if (error instanceof OtherPosition) return { failure: 'passed', message: `The cursor ${message} is elsewhere.` };
  if (DAMAGE.test(message)) return { failure: 'damaged', message };
  if (/^(Parser|Binder|Catalog|Conversion|Invalid Input) Error/.test(message)) return { failure: 'invalid', message };
  return { failure: message.startsWith('INTERRUPT') ? 'interrupted' : 'unavailable', message };
}

/** After these the engine answers nothing any more, or nothing that can be believed: the process has to go. */
export const isOver = ({ failure, message }: Judged): boolean =>
  failure === 'damaged' || /^FATAL|has been invalidated/.test(message);

/** What went wrong, as an error of ours. */
export function toError(failure: Failure, detail: string): AppError {
  const cause = new Error(detail);
  if (failure === 'unfit') return new AppError('validation_failed', 'A value does not fit its column.', { cause });
  if (failure === 'invalid') return new AppError('internal_error', 'The event store refused the request.', { cause });
  if (failure === 'interrupted') return new AppError('unavailable', 'The report took too long.', { cause });
  return new AppError('unavailable', 'The event store is not available.', { cause });
}

/** Nobody wants the answer any more. */
export const calledOff = (): AppError => new AppError('bad_request', 'The report was called off.');
