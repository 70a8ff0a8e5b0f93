import type { RestoredRows } from '../../../platform/server/backup/database-rows.ts';
import type { Manifest } from '../../../platform/server/backup/manifest.ts';
import type { StoreMark } from '../../../platform/server/event-store/event-store.ts';

/**
 * What a restored site must know before it starts: nothing is sent out, the event store is a new one that holds what it should, and the
 * journal of the backup is shipped as that of an instance that does not come back.
 */
export async function noteRestored(
  { query }: RestoredRows,
  { name, instant, journal }: Manifest,
  mark: StoreMark,
): Promise<void> {
  await query(
    `insert into sending_hold (backup, instant, restored_at) values ($1, $2, clock_timestamp())
     on conflict (is_only) do update set backup = excluded.backup, instant = excluded.instant, restored_at = excluded.restored_at, ended_at = null, outcome = null`,
    [name, instant],
  );
  await query(
    'update event_store_mark set store_id = $1, token = $2::bigint, found = null, found_at = null, set_aside = null, stage = null',
    [mark.id, mark.token],
  );
  // a backup of an older release has no such columns yet; what has moved there is here in one place again
  await query(
    `do $$ begin
       if exists (select from information_schema.columns
                   where table_schema = current_schema() and table_name = 'event_store_mark' and column_name = 'moved_from')
       then update event_store_mark set moved_from = null, moved_to = null, moved_at = null; end if;
     end $$`,
    [],
  );
  await query(
    `insert into instances (id, host, pid, version, started_at, seen_at, adopted_at)
     values ($1, 'backup', 0, '', clock_timestamp(), clock_timestamp(), clock_timestamp())
     on conflict (id) do update set adopted_at = coalesce(instances.adopted_at, excluded.adopted_at), settled_at = null`,
    [journal.id],
  );
}

/** The backup that a database was restored from; undefined: none, or there is no site in it. */
export async function restoredFrom(query: RestoredRows['query']): Promise<string | undefined> {
  const found = await query<{ has: boolean }>("select to_regclass('public.sending_hold') is not null as has");
  if (found[0]?.has !== true) return undefined;
  return (await query<{ backup: string }>('select backup from sending_hold'))[0]?.backup;
}

/** Whether nobody has started the site since it was restored: what is in it is in that backup. */
export async function isJustRestored(query: RestoredRows['query']): Promise<boolean> {
  if ((await restoredFrom(query)) === undefined) return false;
  const rows = await query<{ is: boolean }>(
    `select exists (select from sending_hold h where h.ended_at is null
       and not exists (select from instances i where i.started_at > h.restored_at and i.host <> 'backup')) as is`,
  );
  return rows[0]!.is;
}

/** Whether a program came up on the site after an instant, or was up. */
export async function wasServedSince(query: RestoredRows['query'], at: string): Promise<boolean> {
  const rows = await query<{ is: boolean }>(
    'select exists (select from instances where seen_at > $1::timestamptz) as is',
    [at],
  );
  return rows[0]!.is;
}

/** Is there a site, or anything else, in this database? @returns 'ours' for tables of this program that nobody used yet */
export async function whatIsIn(query: RestoredRows['query']): Promise<'nothing' | 'ours' | 'site' | 'strange'> {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind in ('r', 'p', 'v') and nspname = 'public'",
  );
  if (tables.length === 0) return 'nothing';
  const names = new Set(tables.map(({ name }) => name));
  if (!names.has('migration_checksums')) return 'strange';
  if (!names.has('users')) return 'ours';
  const users = await query<{ has: boolean }>('select exists (select from users) as has');
  return users[0]!.has ? 'site' : 'ours';
}
