import { sql, type Insertable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Figures } from '../../../platform/server/records/figures.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import {
  type ByName,
  matchesTold,
  pageOfRows,
  type RowsOfPage,
  lockById,
  withNextVersion,
} from '../../../platform/server/records/record-queries.ts';
import type { NetworkQuery } from '../contract.ts';
import type { NetworkRow, NetworksTable } from './network-row.ts';

export type NewNetwork = Insertable<NetworksTable>;
export type NetworkUpdate = Updateable<NetworksTable>;

const networks = (db: Db) => db.withTables<{ networks: NetworksTable }>();
const live = (db: Db) => networks(db).selectFrom('networks').where('deleted_at', 'is', null);

export type Asked = NetworkQuery & ByName;

function filtered(db: Db, q: Asked) {
  let query = live(db);
  if (q.status) query = query.where('status', '=', q.status);
  if (q.all) query = query.where('status', '!=', 'archived');
  if (q.template_key) query = query.where('template_key', '=', q.template_key);
  if (q.search) query = query.where(matchesTold(q.search, q));
  return query;
}

export const list = (db: Db, q: Asked, page: Page, figures?: Figures): Promise<RowsOfPage<NetworkRow>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.selectAll(), {
    ...page,
    by: figures ?? (q.sortBy === 'name' ? sql`lower(name)` : q.sortBy),
    search: q.search,
  });

export const find = (db: Db, id: number): Promise<NetworkRow | undefined> =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst();

export const listIds = async (db: Db): Promise<number[]> => (await live(db).select('id').execute()).map(({ id }) => id);

/** Deleted ones too: conversions keep naming their network. */
export const findMany = (db: Db, ids: number[]): Promise<NetworkRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : networks(db).selectFrom('networks').selectAll().where('id', 'in', ids).execute();

/** Holds the row until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<NetworkRow | undefined> =>
  lockById(networks(db).selectFrom('networks').selectAll(), id, deleted);

export const listKeys = (db: Db): Promise<Pick<NetworkRow, 'id' | 'name' | 'postback_key_sealed'>[]> =>
  live(db).select(['id', 'name', 'postback_key_sealed']).orderBy('id').execute();

/** By the hash of the secret in the path: the current key, or the one before while it overlaps; in the trash too. Uses the two unique indexes. */
export const findByKeyHash = (db: Db, hash: string, now: Date): Promise<NetworkRow | undefined> =>
  networks(db)
    .selectFrom('networks')
    .selectAll()
    .where((or) =>
      or.or([
        or('postback_key_hash', '=', hash),
        or.and([or('previous_key_hash', '=', hash), or('previous_key_until', '>', now.toISOString())]),
      ]),
    )
    .executeTakeFirst();

/** @returns undefined when the name is taken */
export const insert = (db: Db, row: NewNetwork): Promise<NetworkRow | undefined> =>
  networks(db)
    .insertInto('networks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the database's unique violation `networks_name_idx` when the name is taken */
export const update = (db: Db, id: number, change: NetworkUpdate, now: Date): Promise<NetworkRow> =>
  networks(db)
    .updateTable('networks')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function notePostback(db: Db, id: number, at: Date): Promise<void> {
  await networks(db)
    .updateTable('networks')
    .set({ last_postback_at: at.toISOString() })
    .where('id', '=', id)
    .where((is) => is.or([is('last_postback_at', 'is', null), is('last_postback_at', '<', at.toISOString())]))
    .execute();
}
