import type { Manifest } from '../../../../platform/server/backup/manifest.ts';
import type { PieceWriter } from '../../../../platform/server/backup/pieces.ts';
import type { EventRows } from '../event-moment.ts';
import { createDigest, createFigures, lineOf } from '../event-sums.ts';

type Saved = Pick<Manifest['events'], 'rows' | 'figures' | 'months'>;

/**
 * Saves events by the month of their time. Those of a month that nobody wrote to since the last backup make the same pieces as then, as
 * long as the store tells them in the order in which they came.
 */
export async function saveEvents(
  rows: AsyncIterable<EventRows>,
  writer: PieceWriter,
  onRows: (rows: number) => void,
): Promise<Saved> {
  let [columns, figures, total]: [string[], ReturnType<typeof createFigures>, number] = [[], createFigures([]), 0];
  const months = new Map<
    string,
    { lines: ReturnType<PieceWriter['lines']>; digest: ReturnType<typeof createDigest> }
  >();

  function monthOf(ts: unknown) {
    const name = String(ts).slice(0, 7);
    const known = months.get(name);
    if (known) return known;
    const begun = { lines: writer.lines(), digest: createDigest() };
    months.set(name, begun);
    return begun;
  }

  for await (const some of rows) {
    if (columns.length === 0) {
      columns = some.columns;
      figures = createFigures(columns);
    }
    const ts = columns.indexOf('ts');
    const texts = new Map<ReturnType<typeof monthOf>, string[]>();
    for (const row of some.rows) {
      const month = monthOf(row[ts]);
      const line = lineOf(row);
      month.digest.add(line);
      figures.add(row);
      const lines = texts.get(month);
      if (lines) lines.push(line);
      else texts.set(month, [line]);
    }
    for (const [month, lines] of texts) await month.lines.add(Buffer.from(`${lines.join('\n')}\n`));
    total += some.rows.length;
    onRows(total);
  }

  const saved: Saved['months'] = [];
  for (const [month, { lines, digest }] of [...months].toSorted(([a], [b]) => a.localeCompare(b)))
    saved.push({ month, columns, rows: digest.rows(), digest: digest.text(), pieces: await lines.end() });
  return { rows: total, figures: figures.figures, months: saved };
}
