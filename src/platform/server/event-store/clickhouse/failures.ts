import { ClickHouseError } from '@clickhouse/client';
import { NotInSchema, OtherPosition, OtherSchema, UnfitValue, type Failure, type Judged } from '../failures.ts';

/** Codes of `system.errors`, read on ClickHouse 26.7 on 2026-11-26. */
const FAILURES: [Failure, ReadonlySet<string>][] = [
  // CANNOT_PARSE_*, TYPE_MISMATCH, CANNOT_CONVERT_TYPE, INCORRECT_DATA, CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN, ...
  ['unfit', new Set(['6', '26', '27', '38', '41', '53', '69', '70', '72', '117', '321', '349'])],
  // TIMEOUT_EXCEEDED, TOO_SLOW, QUERY_WAS_CANCELLED
  ['interrupted', new Set(['159', '160', '394'])],
  // NO_SUCH_COLUMN_IN_TABLE, BAD_ARGUMENTS, NUMBER_OF_ARGUMENTS_DOESNT_MATCH, ILLEGAL_TYPE_OF_ARGUMENT, UNKNOWN_*, SYNTAX_ERROR, ...
  [
    'invalid',
    new Set(['16', '36', '42', '43', '46', '47', '50', '60', '62', '63', '81', '164', '179', '184', '215', '386']),
  ],
];

/** What an error means for whoever asked: of the engine, of ourselves or of the way there. */
export function judge(error: unknown): Judged {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof OtherSchema) return { failure: 'schema', message };
  if (error instanceof UnfitValue) return { failure: 'unfit', message };
  if (error instanceof OtherPosition) return { failure: 'passed', message: `The cursor ${message} is elsewhere.` };
  if (error instanceof NotInSchema) return { failure: 'invalid', message };
  const code = error instanceof ClickHouseError ? error.code : '';
  const [failure] = FAILURES.find(([, codes]) => codes.has(code)) ?? ['unavailable' as const];
  return { failure, message };
}
