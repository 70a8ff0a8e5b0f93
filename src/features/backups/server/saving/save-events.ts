import { readFile, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '../../../../platform/server/backup/manifest.ts';
import type { PieceWriter } from '../../../../platform/server/backup/pieces.ts';
import { figuresOf, sumsOf, whereIn, type EventTable } from '../event-sums.ts';
import { spansOf } from './event-spans.ts';

type Saved = Pick<Manifest['events'], 'rows' | 'figures' | 'months'>;
type Pieces = Saved['months'][number]['pieces'];

/**
 * Saves events by the month of their time, as files that the engine writes. A month that is, by its digest, what an earlier backup of the
 * place has of it is not written again where that lies there whole.
 * @param before the months of that backup
 */
export async function saveEvents(
  table: EventTable,
  writer: PieceWriter,
  before: Saved['months'],
  onRows: (rows: number, of: number) => void,
): Promise<Saved> {
  const columns = table.columns.map(({ name }) => name);
  const months = await spansOf(table);
  const total = months.reduce((sum, { rows }) => sum + rows, 0);
  const write = (span: (typeof months)[number]['pieces'][number]) => table.write(columns, whereIn(table, span));
  let done = 0;
  const saved: Saved['months'] = [];
  for (const month of months) {
    const { rows, digest } = await sumsOf(table, columns, month);
    const found = { month: month.month, columns, rows, digest };
    const known = before.find(({ pieces: _pieces, ...one }) => isDeepStrictEqual(one, found));
    if (known && (await writer.reuse(known.pieces))) {
      saved.push(known);
      onRows((done += rows), total);
      continue;
    }
    const pieces: Promise<Pieces[number]>[] = [];
    // the engine writes one while the one before it is put away
    let next: Promise<string> | undefined = write(month.pieces[0]!);
    for (const [at, piece] of month.pieces.entries()) {
      const path: string = await next!;
      const following = month.pieces[at + 1];
      next = following && write(following);
      next?.catch(() => undefined);
      const bytes = await readFile(path);
      await rm(path);
      pieces.push((await writer.raw(bytes)).done);
      pieces.at(-1)!.catch(() => undefined);
      onRows((done += piece.rows), total);
    }
    saved.push({ ...found, pieces: await Promise.all(pieces) });
  }
  return { rows: total, figures: await figuresOf(table), months: saved };
}
