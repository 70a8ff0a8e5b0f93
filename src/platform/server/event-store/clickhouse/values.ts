import { UnfitValue } from '../failures.ts';
import type { Cell } from '../event-store.ts';

/** A column as `system.columns` tells of it, such as `LowCardinality(Nullable(String))`. */
export type Column = { name: string; type: string };

const WRAPPED = /^(?:LowCardinality|Nullable)\((.*)\)$/;

/** The type beneath what says how it is kept and whether it may be null. */
export function plainType(type: string): string {
  const inner = WRAPPED.exec(type)?.[1];
  return inner === undefined ? type : plainType(inner);
}

const [LEAST, GREATEST] = [-(2n ** 63n), 2n ** 63n - 1n];

/** How a cell is written into a column, as JSON. The engine itself would wrap numbers that are too large, and round. @throws UnfitValue */
export function writerFor({ name, type }: Column, table: string): (cell: Cell) => string {
  const refuse = (cell: Cell): never => {
    throw new UnfitValue(`${table}.${name} cannot hold a ${typeof cell} such as ${String(cell).slice(0, 40)}.`);
  };
  const write = writerOf(plainType(type), refuse);
  const isNullable = type.includes('Nullable(');
  return (cell) => {
    if (cell !== null) return write(cell);
    if (!isNullable) throw new UnfitValue(`${table}.${name} is null.`);
    return 'null';
  };
}

function writerOf(type: string, refuse: (cell: Cell) => never): (cell: Exclude<Cell, null>) => string {
  switch (type.replace(/\(.*/, '')) {
    case 'String':
      return (cell) => JSON.stringify(typeof cell === 'string' ? cell : refuse(cell));
    case 'Bool':
      return (cell) => String(typeof cell === 'boolean' ? cell : refuse(cell));
    case 'Float64':
      return (cell) => String(typeof cell === 'number' && Number.isFinite(cell) ? cell : refuse(cell));
    case 'Int32':
      return (cell) => String(typeof cell === 'number' && (cell | 0) === cell ? cell : refuse(cell));
    case 'Int64':
      return (cell) => `"${toBigInt(cell) ?? refuse(cell)}"`;
    case 'DateTime64':
      return (cell) => {
        const ms = typeof cell === 'string' ? Date.parse(cell) : Number.NaN;
        return Number.isNaN(ms) ? refuse(cell) : `"${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}"`;
      };
    default:
      return refuse;
  }
}

function toBigInt(cell: Exclude<Cell, null>): bigint | undefined {
  const isWhole =
    typeof cell === 'string' ? /^-?\d{1,19}$/.test(cell) : typeof cell === 'bigint' || Number.isSafeInteger(cell);
  if (!isWhole) return undefined;
  const value = BigInt(cell);
  return value >= LEAST && value <= GREATEST ? value : undefined;
}

/** The type by which a bound value is told to the engine. */
export function parameterType(cell: Cell): string {
  switch (typeof cell) {
    case 'bigint':
      return 'Int64';
    case 'number':
      return Number.isInteger(cell) ? 'Int64' : 'Float64';
    case 'boolean':
      return 'Bool';
    default:
      return cell === null ? 'Nullable(String)' : 'String';
  }
}

/** How an answered cell of a column is handed on: 64-bit integers as numbers while these are exact, wider ones as decimal strings, instants as ISO in UTC. */
export function readerFor(type: string): (cell: unknown) => unknown {
  const plain = plainType(type).replace(/\(.*/, '');
  switch (plain) {
    case 'Int64':
    case 'UInt64':
      return (cell) => (cell === null || !Number.isSafeInteger(Number(cell)) ? cell : Number(cell));
    case 'DateTime':
    case 'DateTime64':
      return (cell) => (typeof cell === 'string' ? new Date(`${cell.replace(' ', 'T')}Z`).toISOString() : cell);
    default:
      return (cell) => cell;
  }
}
