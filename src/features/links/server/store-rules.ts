import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import { withNextVersion } from '../../../platform/server/records/record-queries.ts';
import type { Condition } from '../conditions.ts';

type RulesTable = {
  id: Generated<number>;
  link_id: number;
  place: number;
  name: string;
  is_enabled: boolean;
  conditions: Json<Condition[]>;
  starts_at: string | null;
  ends_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
};

export type RuleRow = Selectable<RulesTable>;
export type NewRule = Insertable<RulesTable>;
export type RuleUpdate = Updateable<RulesTable>;

const t = (db: Db) => db.withTables<{ link_rules: RulesTable; links: { id: number; deleted_at: string | null } }>();

/** In their order. Uses link_rules_link_idx. */
export const listOf = (db: Db, linkId: number): Promise<RuleRow[]> =>
  t(db).selectFrom('link_rules').selectAll().where('link_id', '=', linkId).orderBy('place').orderBy('id').execute();

/** Those of some links, each link's in their order. Uses link_rules_link_idx. */
export const listOfMany = async (db: Db, linkIds: number[]): Promise<RuleRow[]> =>
  linkIds.length === 0
    ? []
    : t(db)
        .selectFrom('link_rules')
        .selectAll()
        .where('link_id', 'in', linkIds)
        .orderBy('place')
        .orderBy('id')
        .execute();

/** The enabled rules of some links, in their order, for the routing snapshot. Uses link_rules_link_idx. */
export const listRoutable = (db: Db, linkIds: readonly number[]) =>
  t(db)
    .selectFrom('link_rules')
    .select(['id', 'link_id', 'name', 'is_enabled', 'conditions', 'starts_at', 'ends_at'])
    .where('is_enabled', '=', true)
    .where(sql<boolean>`link_id = any(${[...linkIds]}::int[])`)
    .orderBy('link_id')
    .orderBy('place')
    .orderBy('id')
    .execute();

/** Those that are still there. */
export const listNames = async (db: Db, ids: readonly number[]): Promise<Pick<RuleRow, 'id' | 'name'>[]> =>
  ids.length === 0 ? [] : t(db).selectFrom('link_rules').select(['id', 'name']).where('id', 'in', ids).execute();

/** A rule of a link that is not deleted. */
export const find = (db: Db, id: number): Promise<RuleRow | undefined> =>
  t(db)
    .selectFrom('link_rules')
    .selectAll()
    .where('id', '=', id)
    .where('link_id', 'in', (some) => some.selectFrom('links').select('id').where('deleted_at', 'is', null))
    .executeTakeFirst();

export const insert = (db: Db, row: NewRule): Promise<RuleRow> =>
  t(db).insertInto('link_rules').values(row).returningAll().executeTakeFirstOrThrow();

/** Raises the version. */
export const update = (db: Db, id: number, change: RuleUpdate, now: Date): Promise<RuleRow> =>
  t(db)
    .updateTable('link_rules')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Gives each rule its place in the list; versions stay. */
export async function reorder(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update link_rules set place = given.place
    from unnest(${[...ids]}::int[]) with ordinality as given(id, place) where link_rules.id = given.id`.execute(db);
}

/** With its destinations. */
export async function remove(db: Db, id: number): Promise<void> {
  await t(db).deleteFrom('link_rules').where('id', '=', id).execute();
}
