import { randomUUID } from 'node:crypto';
import { permissionsOf, type Role, ROLE_LABELS } from '../../../platform/permissions.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { hashPassword, isPassword, newPassword } from './passwords/hash.ts';
import { revokeKeysOf } from './keys/store-keys.ts';
import { removeLinksOf } from './passwords/store-links.ts';
import { turnOff } from './signing-in/second-factor.ts';
import { auditUser } from './service.ts';
import * as store from './store.ts';
import { removeSessionsOf } from './store-sessions.ts';

/** Whoever has the machine may do what no password is asked for; the audit says so. */
const ON_MACHINE = { id: null, username: 'on the machine' };

/** The same as one who changes records: all that it does is one call, which can be taken back. Nobody is named by an id. */
export const machineActor = (): Actor => ({
  ...ON_MACHINE,
  // what records name people by; the columns are empty where nobody who can sign in has done it
  id: null as never,
  role: 'admin',
  permissions: new Set(permissionsOf('admin')),
  call: randomUUID(),
  lacksSecondFactor: false,
});

async function named(db: Db, username: string): Promise<store.UserRow> {
  const user = await store.findUserByName(db, username);
  if (user) return user;
  const names = (await store.listUsers(db)).map((one) => one.username).join(', ');
  throw new Error(`There is nobody called ${username}. There ${names ? `is: ${names}` : 'is nobody yet'}.`);
}

const audit = (db: Db, action: string, user: store.UserRow): Promise<void> =>
  auditUser(db, { actor: ON_MACHINE, action }, user);

/** Everybody who can sign in, a line each. */
export async function describeTeam(db: Db): Promise<string[]> {
  return (await store.listUsers(db)).map((user) => {
    const factor = user.totp_sealed === null ? 'no second factor' : 'second factor';
    return `${user.username}: ${ROLE_LABELS[user.role].toLowerCase()}, ${store.stateOf(user)}, ${factor}, last seen ${user.last_seen_at ?? 'never'}`;
  });
}

/** Sets a new password and ends all sessions and keys. @returns the password. @throws Error when there is nobody of this name */
export async function resetPassword(db: Db, username: string): Promise<string> {
  const { id } = await named(db, username);
  const password = newPassword();
  const hash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const user = await store.updateUser(trx, id, { password_hash: hash });
    await removeSessionsOf(trx, id);
    await removeLinksOf(trx, id);
    await revokeKeysOf(trx, id, new Date());
    await audit(trx, 'reset_password', user);
  });
  return password;
}

/** Turns the second factor off and ends all sessions. @throws Error when there is nobody of this name, or it is off */
export async function resetSecondFactor(db: Db, username: string): Promise<void> {
  const user = await named(db, username);
  await inTransaction(db, async (trx) => {
    await turnOff(trx, ON_MACHINE, user);
    await removeSessionsOf(trx, user.id);
  });
}

/** Lets a disabled person in again. @throws Error when there is nobody of this name */
export async function enableAgain(db: Db, username: string): Promise<void> {
  const { id } = await named(db, username);
  await inTransaction(db, async (trx) => audit(trx, 'enable', await store.updateUser(trx, id, { is_disabled: false })));
}

/** Makes a person who can sign in. @returns the password. @throws Error when somebody has the name */
export async function makePerson(db: Db, username: string, role: Role): Promise<string> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const user = await store.insertUser(trx, { username, passwordHash, role });
    if (!user) throw new Error(`Somebody is called ${username} already. To let them in: reset-password ${username}`);
    await audit(trx, 'create', user);
  });
  return password;
}

/**
 * Is the password that the environment gives the first administrator another than the one stored? What is stored counts: it was
 * changed in the back office or on the machine since.
 */
export async function isGivenPasswordOld(db: Db, username: string, given: string): Promise<boolean> {
  const user = await store.findUserByName(db, username);
  return user !== undefined && !(await isPassword(user.password_hash, given));
}
