import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../errors.ts';
import type { Db } from '../postgres/postgres.ts';

type Tables = {
  usages: { kind: string; id: number; by_kind: string; by_id: number; by_name: string };
  earned: { kind: string; id: number; what: 'conversion' | 'postback' | 'cost'; at: string };
};

/** For so long after its last message a network may still send one. */
const HEARD_MS = 30 * 24 * 3_600_000;
const MOST_SHOWN = 20;

/**
 * Refuses a delete while others use the record, and lists them. Reads the view `usages`, which each feature's migration grows.
 * @param kind the noun in the view: network, category, offer, guide, review, source
 * @throws AppError in_use with details.used_by (at most 20) and details.count
 */
export async function refuseWhileUsed(db: Db, kind: string, id: number, name: string): Promise<void> {
  const users = (await usersOf(db, kind, [id])).get(id) ?? [];
  if (users.length === 0) return;
  throw new AppError('in_use', `"${name}" is in use by ${namesOf(users)}.`, { details: listed(users) });
}

/** What a record has brought and what it cost, tests left out. The last 30 days are those before `now`. */
export type Earned = {
  conversions: number;
  last_conversion_at: string | null;
  /** Messages of the last 30 days. */
  postbacks_30d: number;
  last_postback_at: string | null;
  costs: number;
};

/**
 * Refuses a delete while others use the record, or while money hangs on it: it has conversions or bills, or sent a message in the last
 * 30 days. Both are listed in one answer. Reads the views `usages` and `earned`.
 * @param kind network, source, link
 * @throws AppError in_use as `refuseWhileUsed`, with details.earned besides
 */
export async function refuseWhileEarning(
  db: Db,
  kind: string,
  { id, name, is_sample: isSample }: { id: number; name: string; is_sample: boolean },
  now: Date,
): Promise<void> {
  const users = await usersAround(db, kind, id);
  // what somebody tried with the sample is not kept
  const earned = isSample ? undefined : await earnedBy(db, kind, id, now);
  const hasEarned = earned !== undefined && earned.conversions + earned.costs + earned.postbacks_30d > 0;
  if (users.length === 0 && !hasEarned) return;
  const reasons = [
    ...(users.length > 0 ? [`is in use by ${namesOf(users)}`] : []),
    ...(hasEarned ? wordsOf(earned) : []),
  ];
  throw new AppError(
    'in_use',
    `"${name}" ${[reasons.slice(0, -1).join(', '), reasons.at(-1)].filter(Boolean).join(' and ')}.${hasEarned ? ' Archive it instead.' : ''}`,
    {
      details: { ...listed(users), ...(hasEarned && { earned }) },
    },
  );
}

/** Those that use a record, and what leads to its offers. */
async function usersAround(db: Db, kind: string, id: number): Promise<User[]> {
  const users = (await usersOf(db, kind, [id])).get(id) ?? [];
  const offers = users.filter((user) => user.kind === 'offer').map((user) => user.id);
  const seen = new Set<string>();
  return [...users, ...[...(await usersOf(db, 'offer', offers)).values()].flat()].filter((user) => {
    const isNew = !seen.has(`${user.kind} ${user.id}`);
    seen.add(`${user.kind} ${user.id}`);
    return isNew;
  });
}

async function earnedBy(db: Db, kind: string, id: number, now: Date): Promise<Earned> {
  const since = new Date(now.getTime() - HEARD_MS).toISOString();
  const count = (what: string) => sql<number>`count(*) filter (where what = ${what})::int`;
  const last = (what: string) => sql<string | null>`max(at) filter (where what = ${what})`;
  return db
    .withTables<Tables>()
    .selectFrom('earned')
    .select([
      count('conversion').as('conversions'),
      last('conversion').as('last_conversion_at'),
      count('postback').as('postbacks_30d'),
      last('postback').as('last_postback_at'),
      count('cost').as('costs'),
    ])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where((is) => is.or([is('what', '<>', 'postback'), is('at', '>', since)]))
    .executeTakeFirstOrThrow();
}

function wordsOf({ conversions, postbacks_30d: postbacks, costs }: Earned): string[] {
  const words = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const has = [
    ...(conversions > 0 ? [words(conversions, 'conversion')] : []),
    ...(costs > 0 ? [words(costs, 'bill')] : []),
  ];
  return [
    ...(has.length > 0 ? [`has ${has.join(' and ')}`] : []),
    ...(postbacks > 0 ? [`sent ${words(postbacks, 'postback')} in the last 30 days`] : []),
  ];
}

function namesOf(users: readonly User[]): string {
  const names = users.slice(0, 3).map((user) => `${user.kind} "${user.name}"`);
  return `${names.join(', ')}${users.length > names.length ? ` and ${users.length - names.length} more` : ''}`;
}

const listed = (users: readonly User[]) => ({ used_by: users.slice(0, MOST_SHOWN), count: users.length });

/** A record that uses another one. */
export type User = { kind: string; id: number; name: string };

/**
 * The records that use each of these, by id; those in no use are left out. Each is looked up by itself, by the indexes of what names it.
 * @param most of each are told; all unless said
 */
export async function usersOf(db: Db, kind: string, ids: number[], most?: number): Promise<Map<number, User[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Tables['usages']>`
    select asked.id, used.by_kind, used.by_id, used.by_name
      from unnest(${[...new Set(ids)]}::int[]) as asked (id)
      cross join lateral (
        select distinct by_kind, by_id, by_name from usages where kind = ${kind} and id = asked.id
         order by by_kind, by_id limit ${most ?? null}::int
      ) as used
     order by used.by_kind, used.by_id`.execute(db);
  const users = new Map<number, User[]>();
  for (const { id, by_kind, by_id, by_name } of rows) {
    const some = users.get(id) ?? [];
    some.push({ kind: by_kind, id: by_id, name: by_name });
    users.set(id, some);
  }
  return users;
}

/** How many records use the row of a query. @param id of the row, with the name of its table */
export const usersOfEach = (kind: string, id: string): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select distinct by_kind, by_id from usages where kind = ${kind} and id = ${sql.ref(id)}) as users)`;

/**
 * How many records use each of these; those in no use are left out.
 * @param isNamedOnce no record names one of this kind twice, so that none need be told from the others
 */
export async function countUsers(
  db: Db,
  kind: string,
  ids: number[],
  { isNamedOnce = false }: { isNamedOnce?: boolean } = {},
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const users = isNamedOnce
    ? sql`(select count(*)::int from usages where kind = ${kind} and id = asked.id)`
    : usersOfEach(kind, 'asked.id');
  const { rows } = await sql<{ id: number; users: number }>`
    select asked.id, ${users} as users from unnest(${[...new Set(ids)]}::int[]) as asked (id)`.execute(db);
  return new Map(rows.filter((row) => row.users > 0).map((row) => [row.id, row.users]));
}
