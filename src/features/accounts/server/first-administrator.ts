import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { hashPassword, newPassword } from './passwords/hash.ts';
import { hasUsers, insertUser } from './store.ts';

/**
 * Makes the first administrator when there is no user yet.
 * @returns the password when one was made here, to be printed once; undefined when it came from the environment or a user exists
 */
export async function ensureAdministrator(
  db: Db,
  username: string,
  given: string | undefined,
): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined;
  const password = given ?? newPassword();
  const user = await insertUser(db, { username, passwordHash: await hashPassword(password), role: 'admin' });
  return user && given === undefined ? password : undefined;
}
