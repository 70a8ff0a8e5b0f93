import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../platform/server/http/http.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../platform/server/secrets.ts';
import { hashPassword } from './passwords.ts';
import * as store from './store.ts';

/** An administrator with an open session. */
export async function buildAdministrator(
  db: Db,
  { username = 'ada', password = 'correct horse battery' } = {},
): Promise<{ actor: Actor; token: string; password: string }> {
  const user = await store.insertUser(db, username, await hashPassword(password));
  if (!user) throw new Error(`There is a user ${username} already.`);
  const token = randomBytes(32).toString('base64url');
  const at = new Date();
  await store.insertSession(db, {
    tokenHash: sha256(token),
    userId: user.id,
    at,
    expiresAt: new Date(at.getTime() + 86_400_000),
  });
  return { actor: { id: user.id, username: user.username, role: user.role }, token, password };
}
