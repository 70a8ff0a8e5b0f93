import {
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
