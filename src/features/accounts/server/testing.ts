import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../platform/server/http/http.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../platform/server/secrets.ts';
import { hashPassword } from './passwords/hash.ts';
import { insertUser } from './store.ts';
import { findSession, insertSession } from './store-sessions.ts';

/** An administrator with an open session. */
export async function buildAdministrator(
  db: Db,
  { username = 'ada', password = 'correct horse battery' } = {},
): Promise<{ actor: Actor; token: string; password: string }> {
  const user = await insertUser(db, { username, passwordHash: await hashPassword(password) });
  if (!user) throw new Error(`There is a user ${username} already.`);
  const token = randomBytes(32).toString('base64url');
  const at = new Date();
  const tokenHash = sha256(token);
  await insertSession(db, {
    tokenHash,
    userId: user.id,
    device: null,
    country: null,
    at,
    expiresAt: new Date(at.getTime() + 86_400_000),
  });
  const { id: sessionId } = (await findSession(db, tokenHash))!;
  const { id, role } = user;
  return { actor: { id, username, role, sessionId, hasRecentPassword: true }, token, password };
}
