import { randomBytes } from 'node:crypto';
import { permissionsOf, type Role, type Scope } from '../../../platform/permissions.ts';
import type { SignedIn } from '../../../platform/server/http/access.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../platform/server/secrets.ts';
import { hashPassword } from './passwords/hash.ts';
import { insertKey } from './keys/store-keys.ts';
import { insertUser } from './store.ts';
import { findSession, insertSession } from './store-sessions.ts';

const DAY_MS = 86_400_000;

/** A person with an open session, an administrator unless asked otherwise. */
export async function buildAdministrator(
  db: Db,
  { username = 'ada', password = 'correct horse battery', role = 'admin' as Role } = {},
): Promise<{ actor: SignedIn; token: string; password: string }> {
  const user = await insertUser(db, { username, passwordHash: await hashPassword(password), role });
  if (!user) throw new Error(`There is a user ${username} already.`);
  const token = await buildSession(db, user.id);
  const { id } = (await findSession(db, sha256(token), new Date()))!;
  const session = { id, hasRecentPassword: true };
  const actor = {
    id: user.id,
    username,
    role,
    permissions: new Set(permissionsOf(role)),
    session,
    lacksSecondFactor: false,
  };
  return { actor, token, password };
}

/** Another open session of a person. @returns its token */
export async function buildSession(db: Db, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = new Date();
  const expiresAt = new Date(at.getTime() + DAY_MS);
  await insertSession(db, { tokenHash: sha256(token), userId, device: null, country: null, at, expiresAt });
  return token;
}

/** A key of a person that lives for a day. @returns the key */
export async function buildKey(db: Db, userId: number, scopes: Scope[]): Promise<string> {
  const key = `gp_${randomBytes(32).toString('base64url')}`;
  const at = new Date();
  const row = { userId, name: scopes.join(' '), tokenHash: sha256(key), tokenStart: key.slice(0, 7), scopes };
  await insertKey(db, row, at, new Date(at.getTime() + DAY_MS));
  return key;
}
