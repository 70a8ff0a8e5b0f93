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

/** @property atMs by the database's own clock */
export type Place = { position: Position; atMs: number };

const PLACE = sql`pg_current_snapshot()::text as position, extract(epoch from clock_timestamp()) * 1000 as at_ms`;
type PlaceRow = { position: Position; at_ms: string };
const placeOf = ({ position, at_ms: atMs }: PlaceRow): Place => ({ position, atMs: Number(atMs) });

/** @property tx of which transaction */
export type NotedTag = { tx: string; tag: string };

/**
 * What was committed since a position, and the place after it; both by one statement, so nothing falls between two readings, whatever
 * the order of commits. Uses content_changes_tx_idx.
 */
export async function readSince(db: Db, since: Position): Promise<{ place: Place; noted: NotedTag[] }> {
  const { rows } = await sql<PlaceRow & { tx: string | null; tag: string | null }>`
    select ${PLACE}, c.tx::text, c.tag
      from (values (1)) one
      left join content_changes c
        on c.tx >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(c.tx, ${since}::pg_snapshot)`.execute(
    db,
  );
  return {
    place: placeOf(rows[0]!),
    noted: rows.flatMap(({ tx, tag }) => (tx === null || tag === null ? [] : [{ tx, tag }])),
  };
}

export async function findPlace(db: Db): Promise<Place> {
  const { rows } = await sql<PlaceRow>`select ${PLACE}`.execute(db);
  return placeOf(rows[0]!);
}

/** Names the database, its history and the shape of its tables: one that was copied, brought back to an earlier moment or migrated is another. */
export async function identify(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws('.', s.system_identifier, c.timeline_id, d.oid, (select max(name) from migration_checksums)) as name
      from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()`.execute(
    db,
  );
  return rows[0]!.name;
}

/** Uses content_changes_created_idx. */
export async function removeNoted(db: Db, ageSeconds: number): Promise<void> {
  await sql`delete from content_changes where created_at < now() - make_interval(secs => ${ageSeconds})`.execute(db);
}
