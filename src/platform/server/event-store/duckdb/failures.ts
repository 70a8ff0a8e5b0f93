import { OtherPosition, OtherSchema, UnfitValue, type Judged } from '../failures.ts';

/** What the engine says of a file that is cut, overwritten or none of its own. A full disk, a lock or a missing right are something else. */
const DAMAGE =
  /not a valid DuckDB database|Corrupt database file|Could not read enough bytes|Serialization Error|Failed to (de)?serialize|Failure while replaying WAL/i;

/** What an error of the engine means for whoever asked. */
export function judge(error: unknown): Judged {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof OtherSchema) return { failure: 'schema', message };
  if (error instanceof UnfitValue) return { failure: 'unfit', message };
  if (error instanceof OtherPosition) return { failure: 'passed', message: `The cursor ${message} is elsewhere.` };
  if (DAMAGE.test(message)) return { failure: 'damaged', message };
  if (/^(Parser|Binder|Catalog|Conversion|Invalid Input) Error/.test(message)) return { failure: 'invalid', message };
  return { failure: message.startsWith('INTERRUPT') ? 'interrupted' : 'unavailable', message };
}

/** After these the engine answers nothing any more, or nothing that can be believed: the process has to go. */
export const isOver = ({ failure, message }: Judged): boolean =>
  failure === 'damaged' || /^FATAL|has been invalidated/.test(message);
