import type { MayRepeat, OwnIds, RowsAsText, RowsByColumn } from './event-store.ts';

/** A batch of rows by column. */
export type Batch = RowsByColumn & {
  cursor: string;
  position: string;
  /** Where the cursor must be before, null: it must not be there; undefined: wherever it is. */
  after?: string | null | undefined;
  table: string;
  ownIds: OwnIds;
  mayRepeat: MayRepeat;
};

/** A batch as it crosses the process border. */
export type GivenBatch = Omit<Batch, 'values' | 'mayRepeat'> &
  Pick<RowsByColumn | RowsAsText, 'values'> & { mayRepeat: boolean };

/** What is to be forgotten; see the port. `before` is ISO text. */
export type Forgotten = {
  table: string;
  columns: readonly string[];
  recode: readonly string[];
  where: { column: string; before: string } | { column: string; values: readonly string[] };
};

/** Files of rows; see `load` of the port. */
export type LoadedFiles = { table: string; columns: readonly string[]; paths: readonly string[] };
