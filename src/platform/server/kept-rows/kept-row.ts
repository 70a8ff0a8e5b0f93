export type Row = Record<string, unknown>;

/** What one statement made of a row: of an update the columns that differ. Without a key: of too many rows at once. */
export type Kept = { table: string; key: string | null; before: Row | null; after: Row | null };
