import type { Cell, OwnIds } from '../event-store.ts';

/** A batch as it crosses the process border: one array per column, in the order of `columns`. */
export type Batch = {
  cursor: string;
  position: string;
  /** Where the cursor must be before, null: it must not be there; undefined: wherever it is. */
  after?: string | null | undefined;
  table: string;
  rowCount: number;
  columns: string[];
  values: Cell[][];
  ownIds: OwnIds;
};

/** What is to be forgotten; see the port. `before` is ISO text. */
export type Forgotten = {
  table: string;
  columns: readonly string[];
  recode: readonly string[];
  where: { column: string; before: string } | { column: string; values: readonly string[] };
};
