import { sql, type Generated, type RawBuilder } from 'kysely';
import { fold } from '../../../platform/text/fold.ts';
import type { Role } from '../../../platform/permissions.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

type Tables = {
  users: {
    id: Generated<number>;
    username: string;
    password_hash: string | null;
    role: Generated<Role>;
    is_disabled: Generated<boolean>;
    email: string | null;
    person_id: number | null;
    totp_sealed: string | null;
    totp_since: string | null;
    totp_pending_sealed: string | null;
    totp_last_period: bigint | null;
    last_login_at: string | null;
    last_seen_at: string | null;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
};

const t = (db: Db) => db.withTables<Tables>();

export type UserRow = {
  id: number;
  username: string;
  /** Null: nobody has chosen one yet. */
  password_hash: string | null;
  role: Role;
  is_disabled: boolean;
  email: string | null;
  person_id: number | null;
  totp_sealed: string | null;
  totp_since: string | null;
  totp_pending_sealed: string | null;
  last_login_at: string | null;
  last_seen_at: string | null;
  created_at: string;
};

/** An invited person has not chosen a password yet; a disabled one cannot sign in. */
export const stateOf = ({
  is_disabled: isDisabled,
  password_hash: hash,
}: Pick<UserRow, 'is_disabled' | 'password_hash'>): 'disabled' | 'invited' | 'active' =>
  isDisabled ? 'disabled' : hash === null ? 'invited' : 'active';

const USER = [
  'id',
  'username',
  'password_hash',
  'role',
  'is_disabled',
  'email',
  'person_id',
  'totp_sealed',
  'totp_since',
  'totp_pending_sealed',
  'last_login_at',
  'last_seen_at',
  'created_at',
] as const;

export const findUserByName = (db: Db, username: string): Promise<UserRow | undefined> =>
  t(db)
    .selectFrom('users')
    .select(USER)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  t(db).selectFrom('users').select(USER).where('id', '=', id).executeTakeFirst();

/** For a change that depends on what stands there; until the transaction ends nobody else changes it. */
export const lockUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  t(db).selectFrom('users').select(USER).where('id', '=', id).forUpdate().executeTakeFirst();

/** Of a row of `users`: the role asks for a second factor, the time to set one up is over, and there is none. */
export const lacksSecondFactor = (now: Date): RawBuilder<boolean> => sql<boolean>`(totp_sealed is null and exists (
  select from role_second_factors r where r.role = users.role and required_from <= ${now.toISOString()}))`;

export const listUsers = (db: Db): Promise<UserRow[]> =>
  t(db)
    .selectFrom('users')
    .select(USER)
    .orderBy(sql`lower(username)`)
    .execute();

const activeAdministrators = (db: Db) =>
  t(db)
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('is_disabled', '=', false)
    .where('password_hash', 'is not', null);

/** Administrators who can sign in, locked one after the other so that two changes cannot both leave the last one. */
export const lockActiveAdministrators = (db: Db): Promise<{ id: number }[]> =>
  activeAdministrators(db).select('id').orderBy('id').forUpdate().execute();

/** Names of those who can sign in. */
export const listAdministrators = async (db: Db): Promise<string[]> => {
  const rows = await activeAdministrators(db)
    .select('username')
    .orderBy(sql`lower(username)`)
    .execute();
  return rows.map(({ username }) => username);
};

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await t(db).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

type NewUser = {
  username: string;
  passwordHash: string | null;
  role: Role;
  email?: string | null;
  personId?: number | null;
};

/** @returns undefined when the name folds like one that is taken, so two instances that start at once make one administrator. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  const alike = sql<boolean>`folded(username) = ${fold(user.username)}`;
  if (await t(db).selectFrom('users').select('id').where(alike).executeTakeFirst()) return undefined;
  return t(db)
    .insertInto('users')
    .values({
      username: user.username,
      password_hash: user.passwordHash,
      role: user.role,
      email: user.email ?? null,
      person_id: user.personId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(USER)
    .executeTakeFirst();
}

type UserChange = Partial<
  Pick<
    UserRow,
    | 'password_hash'
    | 'role'
    | 'is_disabled'
    | 'email'
    | 'person_id'
    | 'totp_sealed'
    | 'totp_since'
    | 'totp_pending_sealed'
  >
>;

export async function updateUser(db: Db, id: number, change: UserChange): Promise<UserRow> {
  return t(db)
    .updateTable('users')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(USER)
    .executeTakeFirstOrThrow();
}

export async function removeUser(db: Db, id: number): Promise<void> {
  await t(db).deleteFrom('users').where('id', '=', id).execute();
}

export async function noteLogin(db: Db, userId: number, at: Date): Promise<void> {
  await t(db)
    .updateTable('users')
    .set({ last_login_at: at.toISOString(), last_seen_at: at.toISOString() })
    .where('id', '=', userId)
    .execute();
}

/** Takes a code of a period, once: a later period than any before. @returns false when it was taken already, here or elsewhere */
export async function takePeriod(db: Db, userId: number, period: number): Promise<boolean> {
  const { numUpdatedRows } = await t(db)
    .updateTable('users')
    .set({ totp_last_period: BigInt(period) })
    .where('id', '=', userId)
    .where((or) => or.or([or('totp_last_period', 'is', null), or('totp_last_period', '<', BigInt(period))]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
