import { rm } from 'node:fs/promises';
import { within } from '../../../../platform/server/event-store/dialect.ts';
import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import { whereIn, type EventTable, type Span } from '../event-sums.ts';
import { MOST_ROWS, spansOf } from '../saving/event-spans.ts';
import type { Piece } from './differences.ts';

/**
 * Has a store hold of some spans what a moment of another one holds. Broken off, a span may be empty or hold a part: whoever compares it
 * finds that.
 */
export async function rewrite(
  from: EventTable,
  to: Pick<EventStore, 'transact' | 'load' | 'dialect'>,
  pieces: readonly Piece[],
  onRows: (rows: number) => void,
): Promise<void> {
  const columns = from.columns.map(({ name }) => name);
  const files: { rows: number; span: Span }[] = [];
  for (const { rows, held, ...span } of pieces) {
    // an hour with more is cut by its minutes
    const spans =
      rows <= MOST_ROWS ? [{ ...span, rows }] : (await spansOf(from, span)).flatMap((month) => month.pieces);
    if (held > 0) files.push({ rows: 0, span });
    if (rows > 0) for (const each of spans) files.push({ rows: each.rows, span: each });
  }
  const write = (at: number): Promise<string> | undefined => {
    const file = files[at];
    return file && file.rows > 0 ? from.write(columns, whereIn(from, file.span)) : undefined;
  };
  // one is written while the one before it is loaded
  let next = write(0);
  try {
    for (const [at, { rows, span }] of files.entries()) {
      const path = await next;
      next = write(at + 1);
      next?.catch(() => undefined);
      if (path === undefined)
        await to.transact([{ sql: `delete from events where ${within(to.dialect, 'ts', span)}` }]);
      else {
        await to.load({ table: 'events', columns, paths: [path] }).finally(() => rm(path, { force: true }));
        onRows(rows);
      }
    }
  } finally {
    const left = await next?.catch(() => undefined);
    if (left !== undefined) await rm(left, { force: true });
  }
}
