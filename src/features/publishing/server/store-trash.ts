import { sql } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { matchesText } from '../../../platform/server/records/record-queries.ts';
import type { TrashKind, TrashQuery } from '../contract.ts';

/** @property kinds that are told of at all */
type Asked = TrashQuery & { kinds: readonly TrashKind[] };

type TrashView = { kind: TrashKind; id: number; name: string; deleted_at: string };
type WaitedView = { kind: TrashKind; id: number; messages: number };
type AuditTable = { id: bigint; entity: string; entity_id: string; action: string; actor_name: string };

const t = (db: Db) => db.withTables<{ trash: TrashView; waited_for: WaitedView; audit: AuditTable }>();

function filtered(db: Db, q: Asked, since: Date) {
  let query = t(db)
    .selectFrom('trash')
    .leftJoin('waited_for', (on) =>
      on.onRef('waited_for.kind', '=', 'trash.kind').onRef('waited_for.id', '=', 'trash.id'),
    )
    // what messages wait for can come back for as long as they do
    .where('trash.kind', 'in', q.kinds)
    .where((is) => is.or([is('deleted_at', '>', since.toISOString()), is('messages', '>', 0)]));
  if (q.kind) query = query.where('trash.kind', '=', q.kind);
  if (q.search) query = query.where(matchesText('name', q.search));
  return query;
}

/** The last deleted first unless asked otherwise. */
export const list = (
  db: Db,
  q: Asked,
  page: Page,
  since: Date,
): Promise<(TrashView & { waiting: number; deleted_by: string | null })[]> =>
  filtered(db, q, since)
    .select(['trash.kind', 'trash.id', 'name', 'deleted_at'])
    .select(sql<number>`coalesce(messages, 0)`.as('waiting'))
    .select((of) =>
      of
        .selectFrom('audit')
        .select('actor_name')
        .whereRef('entity', '=', sql.ref('trash.kind'))
        .whereRef('entity_id', '=', sql`trash.id::text`)
        .where('action', '=', 'delete')
        .orderBy('audit.id', 'desc')
        .limit(1)
        .as('deleted_by'),
    )
    .orderBy('deleted_at', page.order)
    .orderBy('trash.kind')
    .orderBy('trash.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export async function count(db: Db, q: Asked, since: Date): Promise<number> {
  const counted = filtered(db, q, since).select(sql<number>`count(*)::int`.as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** What was deleted before an instant and is named by no event, click or conversion. */
export const listForgotten = (db: Db, before: Date): Promise<Pick<TrashView, 'kind' | 'id'>[]> =>
  t(db)
    .selectFrom('trash')
    .select(['kind', 'id'])
    .where('deleted_at', '<=', before.toISOString())
    .where(sql<boolean>`not exists (select from remembered r where r.kind = trash.kind and r.id = trash.id)`)
    .orderBy('kind')
    .orderBy('id')
    .execute();

const TABLES: Record<TrashKind, string> = {
  guide: 'guides',
  guide_item: 'guide_items',
  review: 'reviews',
  offer: 'offers',
  network: 'networks',
  source: 'sources',
  link: 'links',
  person: 'people',
};

/** For good. @throws the database's foreign key violation while a record names it */
export async function remove(db: Db, kind: TrashKind, id: number): Promise<void> {
  await sql`delete from ${sql.table(TABLES[kind])} where id = ${id} and deleted_at is not null`.execute(db);
}

/** Slugs of before that led to it. */
export async function removeSlugs(db: Db, kind: TrashKind, id: number): Promise<void> {
  await sql`delete from slug_redirects where kind = ${kind} and target_id = ${id}`.execute(db);
}

export const listItems = async (db: Db, guideId: number): Promise<number[]> =>
  (await sql<{ id: number }>`select id from guide_items where guide_id = ${guideId}`.execute(db)).rows.map(
    (row) => row.id,
  );
