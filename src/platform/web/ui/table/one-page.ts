import type { Paged } from '../../../paging.ts';

/** Rows that the server told all at once, as a table takes them. */
export const onePage = <Row>(rows: Row[] | undefined): Paged<Row> | undefined =>
  rows && { data: rows, total: rows.length, page: 1, limit: rows.length, pages: 1 };
