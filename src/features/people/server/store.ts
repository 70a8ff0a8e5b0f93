import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import {
  matchesSearch,
  pageOfRows,
  type RowsOfPage,
  lockById,
  withNextVersion,
} from '../../../platform/server/records/record-queries.ts';
import { usersOfEach } from '../../../platform/server/records/usages.ts';
import type { PersonQuery } from '../contract.ts';

type PeopleTable = {
  id: Generated<number>;
  name: string;
  slug: string;
  credentials: string | null;
  licence_url: string | null;
  job_title: string | null;
  bio: string | null;
  photo_url: string | null;
  same_as: Json<string[]>;
  conflicts_of_interest: string | null;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

export type PersonRow = Selectable<PeopleTable>;
export type NewPerson = Insertable<PeopleTable>;
export type PersonUpdate = Updateable<PeopleTable>;

const people = (db: Db) => db.withTables<{ people: PeopleTable }>();
const live = (db: Db) => people(db).selectFrom('people').where('deleted_at', 'is', null);

const filtered = (db: Db, { search }: PersonQuery) => (search ? live(db).where(matchesSearch(search)) : live(db));

const orderOf = (sortBy: PersonQuery['sortBy']) =>
  sortBy === 'name' || sortBy === 'job_title'
    ? sql`lower(${sql.ref(sortBy)})`
    : sortBy === 'used_in'
      ? usersOfEach('person', 'people.id')
      : sortBy;

export const list = (db: Db, q: PersonQuery, page: Page): Promise<RowsOfPage<PersonRow>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.selectAll(), {
    ...page,
    by: orderOf(q.sortBy),
    search: q.search,
  });

export const find = (db: Db, id: number): Promise<PersonRow | undefined> =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst();

/** Uses people_slug_idx. */
export const findBySlug = (db: Db, slug: string): Promise<PersonRow | undefined> =>
  live(db).selectAll().where('slug', '=', slug).executeTakeFirst();

export const findMany = (db: Db, ids: number[]): Promise<PersonRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : live(db).selectAll().where('id', 'in', ids).execute();

/** Everybody who is not deleted, by name. */
export const findAll = (db: Db): Promise<PersonRow[]> =>
  live(db)
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

/** Holds the row until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<PersonRow | undefined> =>
  lockById(people(db).selectFrom('people').selectAll(), id, deleted);

/** @returns undefined when the slug is taken. @throws the database's unique violation `people_name_idx` when the name is */
export const insert = (db: Db, row: NewPerson): Promise<PersonRow | undefined> =>
  people(db)
    .insertInto('people')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').where('deleted_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the database's unique violations `people_name_idx` and `people_slug_idx` */
export const update = (db: Db, id: number, change: PersonUpdate, now: Date): Promise<PersonRow> =>
  people(db)
    .updateTable('people')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
