import { AppError } from '../../errors.ts';

/** A value does not fit its column, now or ever. */
export class UnfitValue extends Error {}

/** A table or a column is not there: a mistake of ours. */
export class NotInSchema extends Error {}

/** A batch was made for another position of its cursor than the one that is stored. */
export class OtherPosition extends Error {}

/** The tables are those of another release: trying again cannot mend it, and nothing may be written. */
export class OtherSchema extends Error {}

/** @param landed what the store holds, by its name @param files the files of this release @throws OtherSchema when this release lacks one */
export function refuseNewer(landed: Iterable<unknown>, files: readonly { name: string }[]): void {
  const known = files.map(({ name }) => name);
  const unknown = [...landed]
    .map(String)
    .toSorted()
    .find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new OtherSchema(
      `The event store holds the migration ${unknown}, which this release does not know (its newest is ${known.at(-1) ?? 'none'}): start the newer release, or restore the backup of before it into an empty place.`,
    );
}

/**
 * `schema`: the tables are those of another release; `unfit`: a value of the rows; `invalid`: the SQL or the schema; `passed`: the cursor is elsewhere; `damaged`: the file is not what was
 * written; `unavailable` and `interrupted`: try again later.
 */
export type Failure = 'schema' | 'unfit' | 'invalid' | 'passed' | 'damaged' | 'unavailable' | 'interrupted';

export type Judged = { failure: Failure; message: string };

/** What went wrong, as an error of ours. */
export function toError(failure: Failure, detail: string): AppError {
  const cause = new Error(detail);
  if (failure === 'schema') return new AppError('conflict', detail, { cause });
  if (failure === 'unfit') return new AppError('validation_failed', 'A value does not fit its column.', { cause });
  if (failure === 'invalid') return new AppError('internal_error', 'The event store refused the request.', { cause });
  if (failure === 'interrupted') return new AppError('unavailable', 'The report took too long.', { cause });
  return new AppError('unavailable', 'The event store is not available.', { cause });
}

/** Nobody wants the answer any more. */
export const calledOff = (): AppError => new AppError('bad_request', 'The report was called off.');
