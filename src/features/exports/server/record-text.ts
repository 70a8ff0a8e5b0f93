/** A column of a table, as the database has it. */
export type Column = { name: string; type: string; isNullable: boolean };

/** A record as the texts of PostgreSQL, by column. */
export type TextRow = Record<string, string | null>;

const INSTANT = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/;
const ISO = /^(\d{4,6}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,6})?)Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const JS_INTEGER = new Set(['integer', 'smallint']);

/** How types of the database are told to readers. */
export function describeType(type: string): string {
  if (JS_INTEGER.has(type)) return 'whole number';
  if (type === 'bigint') return 'whole number as text';
  if (type === 'boolean') return 'true or false';
  if (type === 'jsonb') return 'JSON';
  if (type === 'date') return 'day';
  if (type.startsWith('timestamp')) return 'instant';
  return 'text';
}

function jsonOf({ type }: Column, text: string | null): string {
  if (text === null) return 'null';
  if (JS_INTEGER.has(type) || type === 'jsonb' || type === 'boolean') return text;
  if (type.startsWith('timestamp')) return JSON.stringify(text.replace(INSTANT, '$1T$2Z'));
  return JSON.stringify(text);
}

/** One line of a file of records, without its end. */
export const lineOf = (columns: readonly Column[], row: TextRow): string =>
  `{${columns.map((column) => `${JSON.stringify(column.name)}:${jsonOf(column, row[column.name] ?? null)}`).join(',')}}`;

/** A value that does not fit: the field and why. */
export class BadValue extends Error {}

const MAX_BIGINT = 2n ** 63n;

declare global {
  interface JSON {
    /** A primitive that is written to the letter. In Node since 21, in no library of TypeScript's yet. */
    rawJSON(text: string): unknown;
  }
}

type WithSource = (key: string, value: unknown, context: { source?: string }) => unknown;
/** A number as it stands there, however long: what is JSON stays to the letter. */
const keepNumbers: WithSource = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value;

/** @throws BadValue */
function textOf({ name, type, isNullable }: Column, value: unknown): string | null {
  const bad = (reason: string): BadValue => new BadValue(`${name}: ${reason}`);
  if (value === null) {
    if (isNullable) return null;
    throw bad('it must not be null');
  }
  if (type === 'jsonb') {
    const text = JSON.stringify(value);
    if (text.includes('\\u0000')) throw bad('it must not hold the character 0');
    return text;
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return String(value);
    throw bad('it must be true or false');
  }
  if (JS_INTEGER.has(type)) {
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return String(value);
    throw bad('it must be a whole number below 2147483648');
  }
  if (typeof value !== 'string') throw bad('it must be a text');
  if (value.includes('\0')) throw bad('it must not hold the character 0');
  if (type === 'bigint') {
    if (!/^-?\d{1,19}$/.test(value) || BigInt(value) >= MAX_BIGINT || BigInt(value) < -MAX_BIGINT)
      throw bad('it must be a whole number as text, such as "12500000"');
    return value;
  }
  if (type.startsWith('timestamp')) {
    if (!ISO.test(value) || Number.isNaN(Date.parse(value)))
      throw bad('it must be an instant in UTC, such as "2026-11-26T21:00:00Z"');
    return value;
  }
  if (type === 'date' && (!DAY.test(value) || Number.isNaN(Date.parse(value))))
    throw bad('it must be a day, such as "2026-11-26"');
  if (type === 'uuid' && !UUID.test(value)) throw bad('it must be a UUID');
  return value;
}

/**
 * Reads a line of a file of records.
 * @param columns those that each record must have, and no others
 * @throws BadValue with the field and the reason
 */
export function readRecord(columns: readonly Column[], line: string): TextRow {
  let record: unknown;
  try {
    record = (JSON.parse as (text: string, reviver: WithSource) => unknown)(line, keepNumbers);
  } catch {
    throw new BadValue('it is no JSON');
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new BadValue('it is no JSON object');
  const given = new Map(Object.entries(record));
  const row: TextRow = {};
  for (const column of columns) {
    if (!given.has(column.name)) throw new BadValue(`${column.name}: it is missing`);
    row[column.name] = textOf(column, given.get(column.name));
    given.delete(column.name);
  }
  const [unknown] = given.keys();
  if (unknown !== undefined) throw new BadValue(`${unknown}: there is no such field`);
  return row;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A line for `copy ... from stdin`. */
export const copyLine = (names: readonly string[], row: TextRow): string =>
  `${names.map((name) => row[name]?.replace(/[\\\n\r\t]/g, (one) => ESCAPES[one]!) ?? '\\N').join('\t')}\n`;
