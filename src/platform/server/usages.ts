import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Db } from './postgres.ts';

type Tables = { usages: { kind: string; id: number; by_kind: string; by_id: number; by_name: string } };

/**
 * Refuses a delete while others use the record, and lists them. Reads the view `usages`, which each feature's migration grows.
 * @param kind the noun in the view: network, category, offer, guide, review, source
 * @throws AppError in_use with details.used_by (at most 20) and details.count
 */
export async function refuseWhileUsed(db: Db, kind: string, id: number, name: string): Promise<void> {
  const users = await db
    .withTables<Tables>()
    .selectFrom('usages')
    .select(['by_kind as kind', 'by_id as id', 'by_name as name'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .distinct()
    .orderBy('by_kind')
    .orderBy('by_id')
    .execute();
  if (users.length === 0) return;
  const shown = users.slice(0, 20);
  const names = shown.slice(0, 3).map((user) => `${user.kind} "${user.name}"`);
  const more = users.length > names.length ? ` and ${users.length - names.length} more` : '';
  throw new AppError('in_use', `"${name}" is in use by ${names.join(', ')}${more}.`, {
    details: { used_by: shown, count: users.length },
  });
}

/** A record that uses another one. */
export type User = { kind: string; id: number; name: string };

/** The records that use each of these, by id; those in no use are left out. */
export async function usersOf(db: Db, kind: string, ids: number[]): Promise<Map<number, User[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .withTables<Tables>()
    .selectFrom('usages')
    .select(['id', 'by_kind', 'by_id', 'by_name'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .distinct()
    .orderBy('by_kind')
    .orderBy('by_id')
    .execute();
  const users = new Map<number, User[]>();
  for (const { id, by_kind, by_id, by_name } of rows) {
    users.set(id, [...(users.get(id) ?? []), { kind: by_kind, id: by_id, name: by_name }]);
  }
  return users;
}

/** How many records use each of these; those in no use are left out. */
export async function countUsers(db: Db, kind: string, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .withTables<Tables>()
    .selectFrom('usages')
    .select(['id', sql<number>`count(distinct (by_kind, by_id))::int`.as('users')])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .groupBy('id')
    .execute();
  return new Map(rows.map((row) => [row.id, row.users]));
}
