import { readFile, rm } from 'node:fs/promises';
import type { Manifest } from '../../../../platform/server/backup/manifest.ts';
import type { PieceWriter } from '../../../../platform/server/backup/pieces.ts';
import { figuresOf, sumsOf, whereIn, type EventTable } from '../event-sums.ts';
import { spansOf } from './event-spans.ts';

type Saved = Pick<Manifest['events'], 'rows' | 'figures' | 'months'>;
type Pieces = Saved['months'][number]['pieces'];

/**
 * Saves events by the month of their time, as files that the engine writes. Those of a month that nobody wrote to since the last backup
 * make the same pieces as then.
 */
export async function saveEvents(
  table: EventTable,
  writer: PieceWriter,
  onRows: (rows: number, of: number) => void,
): Promise<Saved> {
  const columns = table.columns.map(({ name }) => name);
  const months = await spansOf(table);
  const total = months.reduce((sum, { rows }) => sum + rows, 0);
  const write = (span: (typeof months)[number]['pieces'][number]) => table.write(columns, whereIn(table, span));
  let done = 0;
  const saved: Saved['months'] = [];
  for (const month of months) {
    const pieces: Promise<Pieces[number]>[] = [];
    // the engine writes one while the one before it is put away
    let next: Promise<string> | undefined = write(month.pieces[0]!);
    for (const [at, { rows }] of month.pieces.entries()) {
      const path: string = await next!;
      const following = month.pieces[at + 1];
      next = following && write(following);
      next?.catch(() => undefined);
      const bytes = await readFile(path);
      await rm(path);
      pieces.push((await writer.raw(bytes)).done);
      pieces.at(-1)!.catch(() => undefined);
      onRows((done += rows), total);
    }
    const { rows, digest } = await sumsOf(table, columns, month);
    saved.push({ month: month.month, columns, rows, digest, pieces: await Promise.all(pieces) });
  }
  return { rows: total, figures: await figuresOf(table), months: saved };
}
