import {
  BIGINT,
  DuckDBDateValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  JsonDuckDBValueConverter,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBValueConverter,
} from '@duckdb/node-api';
import { UnfitValue } from '../failures.ts';
import type { Cell } from '../event-store.ts';

const DAY_MS = 86_400_000;

/** How the cells of a column become values of the engine. @param column for the message. @throws UnfitValue */
export function readerFor(type: DuckDBType, column: string): (cell: Exclude<Cell, null>) => DuckDBValue {
  const refuse = (cell: Cell): never => {
    throw new UnfitValue(`${column} cannot hold a ${typeof cell} such as ${String(cell).slice(0, 40)}.`);
  };
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return (cell) => (typeof cell === 'string' ? cell : refuse(cell));
    case DuckDBTypeId.BOOLEAN:
      return (cell) => (typeof cell === 'boolean' ? cell : refuse(cell));
    case DuckDBTypeId.DOUBLE:
      return (cell) => (typeof cell === 'number' ? cell : refuse(cell));
    case DuckDBTypeId.INTEGER:
      return (cell) => (typeof cell === 'number' && (cell | 0) === cell ? cell : refuse(cell));
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
      return (cell) => toBigInt(cell) ?? refuse(cell);
    case DuckDBTypeId.TIMESTAMP:
      return (cell) => {
        const ms = typeof cell === 'string' ? Date.parse(cell) : Number.NaN;
        return Number.isNaN(ms) ? refuse(cell) : new DuckDBTimestampValue(BigInt(ms) * 1000n);
      };
    default:
      throw new UnfitValue(`${column} has a type that is not written.`);
  }
}

function toBigInt(cell: Exclude<Cell, null>): bigint | undefined {
  if (typeof cell === 'bigint') return cell;
  const isWhole = typeof cell === 'string' ? /^-?\d{1,19}$/.test(cell) : Number.isSafeInteger(cell);
  return isWhole ? BigInt(cell) : undefined;
}

/** 64-bit integers come as numbers while these are exact, wider ones (every sum) as decimal strings, timestamps as ISO in UTC. */
export const toWire: DuckDBValueConverter<unknown> = (value, type) => {
  if (typeof value === 'bigint') {
    const isWide = type.typeId === DuckDBTypeId.HUGEINT || type.typeId === DuckDBTypeId.UHUGEINT;
    return isWide || !Number.isSafeInteger(Number(value)) ? String(value) : Number(value);
  }
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n)).toISOString();
  if (value instanceof DuckDBDateValue) return new Date(value.days * DAY_MS).toISOString().slice(0, 10);
  return typeof value === 'object' || typeof value === 'number'
    ? JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter)
    : value;
};

/** A literal, a name or a place for a value: what stands between quotes is no place. */
const PLACES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g;
const PLAIN = /^[\w .:/-]*$/;
const MAX_INTEGER = 2 ** 31 - 1;

/**
 * A statement and the values of its places, `$1` being the first, as the engine takes them. It reads and plans a statement with places
 * twice, before it knows their values and after, so that plain ones are written into the text, of the type that they would be bound as;
 * what could be anything but a value there stays a place. @returns values and types by place, undefined where none is left
 */
export function withValues(
  sql: string,
  params: readonly Cell[],
): [sql: string, values?: Record<string, Cell>, types?: Record<string, typeof BIGINT>] {
  if (params.length === 0) return [sql];
  // those that are left follow each other: the engine knows no third place without a first
  const left = new Map<string, string>();
  const text = sql.replace(PLACES, (found, place: string | undefined) => {
    if (place === undefined) return found;
    const cell = params[Number(place) - 1];
    if (cell === undefined) throw new Error(`A statement has a place ${found} and no value for it.`);
    const written = literalOf(cell);
    if (written !== undefined) return written;
    if (!left.has(place)) left.set(place, String(left.size + 1));
    return `$${left.get(place)}`;
  });
  if (left.size === 0) return [text];
  const values = [...left].map(([place, name]) => [name, params[Number(place) - 1]!] as const);
  const wide = values.filter(([, cell]) => typeof cell === 'bigint').map(([name]) => [name, BIGINT] as const);
  return [text, Object.fromEntries(values), Object.fromEntries(wide)];
}

function literalOf(cell: Cell): string | undefined {
  if (cell === null || typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'string') return PLAIN.test(cell) ? `cast('${cell}' as varchar)` : undefined;
  if (typeof cell === 'number' && !Number.isSafeInteger(cell)) return undefined;
  return `cast(${cell} as ${typeof cell === 'number' && Math.abs(cell) <= MAX_INTEGER ? 'integer' : 'bigint'})`;
}
