import { rowsOf } from '../../src/platform/server/postgres/testing.ts';
import type { Db } from '../../src/platform/server/postgres/postgres.ts';

/** How many transactions have told that they changed what the public sees. */
export async function writesTold(db: Db): Promise<number> {
  const rows = await rowsOf<{ tx: string; tag: string }>(db, 'content_changes');
  return new Set(rows.filter(({ tag }) => tag.startsWith('took:')).map(({ tx }) => tx)).size;
}
