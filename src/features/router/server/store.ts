import { sql, type Generated } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { LostSlug } from '../lost-contract.ts';

type Tables = {
  lost_slugs: {
    id: Generated<number>;
    slug: string;
    visits: number;
    paid: number;
    first_at: string;
    last_at: string;
    last_paid_at: string | null;
  };
};

/** What came for one slug since the last writing. */
export type LostTally = { slug: string; visits: number; paid: number };

const t = (db: Db) => db.withTables<Tables>();

/** No link has it by now, and none had it before. */
const isLost = (
  now: Date,
) => sql<boolean>`not exists (select from links l where l.slug = lost.slug and l.deleted_at is null)
  and not exists (select from link_slugs f join links l on l.id = f.link_id and l.deleted_at is null
    where f.slug = lost.slug and (f.until is null or f.until > ${now.toISOString()}))`;

/** Adds to what is counted already. One parameter however many. */
export async function addLost(db: Db, tallies: readonly LostTally[], now: Date): Promise<void> {
  const at = now.toISOString();
  await sql`insert into lost_slugs as lost (slug, visits, paid, first_at, last_at, last_paid_at)
    select slug, visits, paid, ${at}, ${at}, case when paid > 0 then ${at}::timestamptz end
      from json_to_recordset(${JSON.stringify(tallies)}::json) as given(slug text, visits int, paid int)
    on conflict (slug) do update set
      visits = least(lost.visits::bigint + excluded.visits, 2000000000), paid = least(lost.paid::bigint + excluded.paid, 2000000000),
      last_at = excluded.last_at, last_paid_at = coalesce(excluded.last_paid_at, lost.last_paid_at)`.execute(db);
}

/** Keeps those that were paid for, then those with the most visits, then the newest. */
export async function keepMost(db: Db, most: number): Promise<void> {
  await sql`delete from lost_slugs where id in (
    select id from lost_slugs order by paid desc, visits desc, last_at desc, id desc offset ${most})`.execute(db);
}

/** With the link whose slug is the most like each, and the deleted one that has it. */
export async function listLost(db: Db, limit: number, now: Date): Promise<LostSlug[]> {
  const { rows } = await sql<LostSlug>`
    select lost.id, lost.slug, lost.visits, lost.paid, lost.first_at, lost.last_at,
           (select l.name from links l where l.slug = lost.slug and l.deleted_at is not null
             order by l.deleted_at desc limit 1) as deleted_name,
           case when near.id is not null then json_build_object('id', near.id, 'slug', near.slug, 'name', near.name) end as nearest
      from (select * from lost_slugs lost where ${isLost(now)}
             order by paid desc, visits desc, last_at desc, id desc limit ${limit}) lost
      left join lateral (
        select l.id, l.slug, l.name from links l
         where l.deleted_at is null and similarity(l.slug, lost.slug) >= 0.3
           and lost.slug ~ '^[a-z0-9][a-z0-9_-]{1,63}$'
         order by similarity(l.slug, lost.slug) desc, abs(length(l.slug) - length(lost.slug)), l.id limit 1) near on true
     order by lost.paid desc, lost.visits desc, lost.last_at desc, lost.id desc`.execute(db);
  return rows;
}

/** Those that an ad paid for since an instant, the most paid first. */
export async function listPaidLost(db: Db, since: Date, now: Date): Promise<{ slug: string; paid: number }[]> {
  const { rows } = await sql<{ slug: string; paid: number }>`
    select slug, paid from lost_slugs lost where last_paid_at > ${since.toISOString()} and ${isLost(now)}
     order by paid desc, slug`.execute(db);
  return rows;
}

export async function lockLost(trx: Db, id: number): Promise<{ slug: string } | undefined> {
  return t(trx).selectFrom('lost_slugs').select('slug').where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns whether it was there */
export async function removeLost(db: Db, id: number): Promise<boolean> {
  return (await t(db).deleteFrom('lost_slugs').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}

/** Ids of the records that the routing snapshot knows of, in their order. */
export async function listRoutableIds(
  db: Db,
  table: 'links' | 'guides' | 'reviews' | 'offers',
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .withTables<Record<typeof table, { id: number; deleted_at: string | null }>>()
    .selectFrom(table)
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
