import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import type { Cell } from '../../../platform/server/event-store/event-store.ts';
import { EVENT_COLUMNS, type EventType } from './description/events.ts';
import { BadValue } from './record-text.ts';

const AT_ONCE = 5000;
const MAX_RECORD_BYTES = 4 * 1024 * 1024;
const INTEGER = /^-?\d{1,10}$/;
const BIGINT = /^-?\d{1,19}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;
const NAMES = Object.keys(EVENT_COLUMNS);
/** Columns without which there is no event. */
const NEEDED = new Set(['ts', 'type', 'is_bot', 'is_internal']);

/** @throws BadValue */
function cellOf(name: string, type: EventType, text: string | null): Cell {
  const bad = (reason: string): BadValue => new BadValue(`${name}: ${reason}`);
  if (text === null) {
    if (NEEDED.has(name)) throw bad('it is missing');
    return null;
  }
  if (text.includes('\0')) throw bad('it must not hold the character 0');
  if (type === 'integer') {
    const value = Number(text);
    if (!INTEGER.test(text) || Math.abs(value) >= 2 ** 31) throw bad('it must be a whole number below 2147483648');
    return value;
  }
  if (type === 'bigint') {
    if (!BIGINT.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) throw bad('it must be a whole number');
    return text;
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw bad('it must be true or false');
    return text === 'true';
  }
  if (type === 'instant' && (!INSTANT.test(text) || Number.isNaN(Date.parse(text))))
    throw bad('it must be an instant in UTC, such as 2026-11-26T21:00:00.000Z');
  if (type === 'json')
    try {
      JSON.parse(text);
    } catch {
      throw bad('it must be JSON');
    }
  return text;
}

type Read = { value: string; isQuoted: boolean };

/**
 * The events of a file, some at once, in the order of EVENT_COLUMNS. A file of an earlier release may lack columns.
 * @throws Error when it is no such CSV
 */
export async function* readEvents(
  path: string,
  onBad: (line: number, error: BadValue) => void,
): AsyncGenerator<Cell[][]> {
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    // no value is nothing at all, an empty text is two quotes
    cast: (value, { quoting }): unknown => ({ value, isQuoted: quoting }),
  });
  // an error of either end is thrown by the loop
  pipeline(createReadStream(path), parser, () => undefined);
  let head: string[] | undefined;
  let rows: Cell[][] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Read[]; info: { lines: number } }>) {
      if (!head) {
        head = record.map(({ value }) => value);
        const wrong = head.find((name, at) => !(name in EVENT_COLUMNS) || head!.indexOf(name) !== at);
        if (wrong !== undefined) throw new BadValue(`line 1: ${wrong}: there is no such column, or it is there twice`);
        continue;
      }
      try {
        const cells = new Map(head.map((name, at) => [name, record[at]!]));
        rows.push(
          NAMES.map((name) => {
            const cell = cells.get(name);
            const text = cell === undefined || (cell.value === '' && !cell.isQuoted) ? null : cell.value;
            return cellOf(name, EVENT_COLUMNS[name]![0], text);
          }),
        );
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        onBad(info.lines, error);
      }
      if (rows.length >= AT_ONCE) {
        yield rows;
        rows = [];
      }
    }
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`, {
      cause: error,
    });
  }
  if (rows.length > 0) yield rows;
}

export const EVENT_NAMES: readonly string[] = NAMES;
