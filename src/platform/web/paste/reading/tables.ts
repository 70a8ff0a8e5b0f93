import { type Block, type Cell, type Inline, paragraph, type TableBlock, type TextBlock, words } from '../blocks.ts';
import { CELL_GAP } from './tidy.ts';

const MAX_SPAN = 100;

/** Reads the content of a cell. */
type ReadCell = (cell: Element) => Block[];

const spanOf = (cell: Element, name: string): number => {
  const value = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isNaN(value) ? 1 : Math.min(Math.max(value, 0), MAX_SPAN);
};

const rowsOf = (table: Element): Element[] =>
  [...table.children].flatMap((child) =>
    child.tagName === 'TR' ? [child] : /^(THEAD|TBODY|TFOOT)$/.test(child.tagName) ? rowsOf(child) : [],
  );

/** @param isShown whether people saw the row or cell */
export function readTable(table: Element, readCell: ReadCell, isShown: (part: Element) => boolean): TableBlock {
  const shown = rowsOf(table).filter(isShown);
  const rows = shown.map((row, index) =>
    [...row.children]
      .filter((cell) => /^T[DH]$/.test(cell.tagName) && isShown(cell))
      .map((cell): Cell => ({
        isHead: cell.tagName === 'TH' || cell.parentElement?.parentElement?.tagName === 'THEAD',
        colspan: spanOf(cell, 'colspan') || 1,
        // 0 goes on to the end; none goes beyond it
        rowspan: Math.min(spanOf(cell, 'rowspan') || shown.length, shown.length - index),
        blocks: readCell(cell),
      })),
  );
  return { kind: 'table', rows: evened(rows.filter((row, i) => row.length > 0 || isReached(rows, i))) };
}

/** Whether a cell of an earlier row goes down to this one. */
const isReached = (rows: readonly Cell[][], row: number): boolean =>
  rows.slice(0, row).some((cells, i) => cells.some(({ rowspan }) => i + rowspan > row));

/** Where each cell stands: for each row, its columns from the left. */
export function gridOf(rows: readonly Cell[][]): (Cell | undefined)[][] {
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  for (const [y, cells] of rows.entries()) {
    let x = 0;
    for (const cell of cells) {
      while (grid[y]![x]) x += 1;
      for (let down = 0; down < cell.rowspan && y + down < rows.length; down += 1)
        for (let right = 0; right < cell.colspan; right += 1) grid[y + down]![x + right] ??= cell;
      x += cell.colspan;
    }
  }
  return grid;
}

/** Rows that are shorter than others get empty cells, so that every place of the table is one. */
function evened(rows: Cell[][]): Cell[][] {
  const grid = gridOf(rows);
  const width = Math.max(0, ...grid.map((row) => row.length));
  return rows.map((row, y) => {
    const missing = width - grid[y]!.length;
    return missing > 0
      ? [...row, ...Array.from({ length: missing }, () => ({ isHead: false, colspan: 1, rowspan: 1, blocks: [] }))]
      : row;
  });
}

/** A table where none may stand: a line for each row, "Dose: 5 | 10 mg". A cell that spans several places is said in each of them. */
export function rowsAsLines({ rows }: TableBlock): TextBlock[] {
  return gridOf(rows).flatMap((row) => {
    const cells = Array.from(row, (cell) => (cell ? inlinesOf(cell.blocks) : []));
    if (cells.every((inlines) => inlines.length === 0)) return [];
    const line = cells.flatMap((inlines, i): Inline[] => {
      if (i === 0) return inlines;
      return [words(i === 1 && cells[0]!.length > 0 ? colonAfter(cells[0]!) : CELL_GAP), ...inlines];
    });
    return [paragraph(line)];
  });
}

function colonAfter(name: readonly Inline[]): string {
  const last = name.at(-1);
  return last?.kind === 'text' && last.text.endsWith(':') ? ' ' : ': ';
}

/** All the text of a cell in one line. */
function inlinesOf(blocks: readonly Block[]): Inline[] {
  const lines = blocks.flatMap((block): Inline[][] => {
    if (block.kind === 'text') return [block.inlines.map((one) => (one.kind === 'break' ? words('; ') : one))];
    if (block.kind === 'list') return block.items.map((item) => inlinesOf(item));
    return rowsAsLines(block).map(({ inlines }) => inlines);
  });
  return lines.filter((line) => line.length > 0).flatMap((line, i) => (i === 0 ? line : [words('; '), ...line]));
}

/** What stands in a table that only lays out a page: one column or one row around other tables, or a single cell. */
export function isLayout(table: Element, { rows }: TableBlock): boolean {
  const isNarrow = rows.length <= 1 || rows.every((row) => row.length <= 1);
  const isSingle = rows.length <= 1 && (rows[0]?.length ?? 0) <= 1;
  return (
    isSingle || (isNarrow && table.querySelector('table') !== null) || table.getAttribute('role') === 'presentation'
  );
}
