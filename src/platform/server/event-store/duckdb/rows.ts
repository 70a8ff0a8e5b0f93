/** What a query answered, as it crosses the process border: by columns, because rows take four times as long. Without rows there is no column. */
export type Answered = { names: string[]; columns: unknown[][] };

/** The rows of an answer, by the names of its columns. */
export function toRows({ names, columns }: Answered): Record<string, unknown>[] {
  const rows = Array.from({ length: columns[0]?.length ?? 0 }, (): Record<string, unknown> => ({}));
  for (const [at, column] of columns.entries()) for (const [i, cell] of column.entries()) rows[i]![names[at]!] = cell;
  return rows;
}
