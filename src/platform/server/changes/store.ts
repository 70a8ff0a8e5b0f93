import { sql } from 'kysely';
import type { Db } from '../postgres/postgres.ts';

/** Notes tags beside those that the triggers of the tables note; see migration 0090. */
export async function noteTags(db: Db, tags: readonly string[]): Promise<void> {
  await sql`insert into content_changes (tag) select jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb)`.execute(
    db,
  );
}

/** Tells every instance that there is something to read. Its own transaction: a commit with a message waits for all others with one. */
export async function announce(db: Db): Promise<void> {
  await sql`select pg_notify('content', '')`.execute(db);
}

/** A snapshot of PostgreSQL as text: which transactions had committed. */
export type Position = string;

/** @property tx of which transaction */
export type NotedTag = { tx: string; tag: string };

/**
 * What was committed since a position, and the position after it; both by one statement, so nothing falls between two readings, whatever
 * the order of commits. Uses content_changes_tx_idx.
 */
export async function readSince(db: Db, since: Position): Promise<{ position: Position; noted: NotedTag[] }> {
  const { rows } = await sql<{ position: Position; tx: string | null; tag: string | null }>`
    select pg_current_snapshot()::text as position, c.tx::text, c.tag
      from (values (1)) one
      left join content_changes c
        on c.tx >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(c.tx, ${since}::pg_snapshot)`.execute(
    db,
  );
  return {
    position: rows[0]!.position,
    noted: rows.flatMap(({ tx, tag }) => (tx === null || tag === null ? [] : [{ tx, tag }])),
  };
}

export async function findPosition(db: Db): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`select pg_current_snapshot()::text as position`.execute(db);
  return rows[0]!.position;
}

/** Uses content_changes_created_idx. */
export async function removeNoted(db: Db, ageSeconds: number): Promise<void> {
  await sql`delete from content_changes where created_at < now() - make_interval(secs => ${ageSeconds})`.execute(db);
}
