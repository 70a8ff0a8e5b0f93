import { randomBytes } from 'node:crypto';
import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { permissionsOf } from '../../../platform/permissions.ts';
import type { Actor, SignedIn } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../platform/server/secrets.ts';
import type { Session, User } from '../contract.ts';
import { RECENT_PASSWORD_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '../rules.ts';
import { authenticateKey, isKey, sweepKeys } from './keys/keys.ts';
import { isPassword } from './passwords/hash.ts';
import type { Scope } from './ports.ts';
import { auditUser } from './service.ts';
import { findUser, lockUser, noteLogin, type UserRow } from './store.ts';
import { formerLogins } from './store-audit.ts';
import { removeEndedLinks } from './passwords/store-links.ts';
import * as store from './store-sessions.ts';
import { sweepFailures, throttled, windowAround } from './signing-in/throttle.ts';

const TOUCH_EVERY_MS = 60_000;

type Where = { device: string | null; country: string | null };

/** Opens a session of somebody whose secrets were right. @property isNewPlace others were opened before, none from such a browser and country. @throws AppError invalid_credentials when the person is disabled or the password changed meanwhile */
export async function openSession(
  db: Db,
  user: UserRow,
  where: Where,
  now: Date,
): Promise<{ token: string; expiresAt: Date; isNewPlace: boolean }> {
  const { hasAny, hasAlike } = await formerLogins(db, user.id, where);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + SESSION_MAX_MS);
  await inTransaction(db, async (trx) => {
    // changed since it was judged: what ended all sessions must not miss this one
    const current = await lockUser(trx, user.id);
    if (!current || current.is_disabled || current.password_hash !== user.password_hash)
      throw new AppError('invalid_credentials', 'The username or the password is wrong.');
    await tendSessions(trx, now);
    await store.insertSession(trx, { tokenHash: sha256(token), userId: user.id, ...where, at: now, expiresAt });
    await noteLogin(trx, user.id, now);
    await auditUser(trx, { actor: user, action: 'login' }, user, { after: where });
  });
  return { token, expiresAt, isNewPlace: hasAny && !hasAlike };
}

/** Finds who holds a bearer token, of a session or a key; undefined for one that opens nothing. @throws AppError too_many_requests for a key */
export const authenticate = (db: Db, token: string, now: Date): Promise<Actor | undefined> =>
  (isKey(token) ? authenticateKey : authenticateSession)(db, token, now);

/** Undefined when it is unknown, idle for a day, 30 days old, or its user is disabled. Reads PostgreSQL each time. */
async function authenticateSession(db: Db, token: string, now: Date): Promise<SignedIn | undefined> {
  const session = await store.findSession(db, sha256(token), now);
  if (!session) return undefined;
  const seenAt = Date.parse(session.last_seen_at);
  if (seenAt > windowAround(now).to.getTime()) await pullBack(db, now);
  if (now.getTime() >= Date.parse(session.expires_at) || now.getTime() - seenAt >= SESSION_IDLE_MS) return undefined;
  const userId = session.user_id;
  if (now.getTime() - seenAt > TOUCH_EVERY_MS) await store.touchSession(db, { id: session.id, userId }, now);
  return {
    id: userId,
    username: session.username,
    role: session.role,
    permissions: new Set(permissionsOf(session.role)),
    session: {
      id: session.id,
      hasRecentPassword: now.getTime() - Date.parse(session.password_at) < RECENT_PASSWORD_MS,
    },
    lacksSecondFactor: session.lacks_second_factor,
  };
}

/** Sessions that a clock ahead of its time left in the future go on as of now, so that none lives longer for it. */
const pullBack = (db: Db, now: Date): Promise<void> =>
  store.pullBackSessions(db, { now, ahead: windowAround(now).to, end: new Date(now.getTime() + SESSION_MAX_MS) });

const idleSince = (now: Date): Date => new Date(now.getTime() - SESSION_IDLE_MS);

async function tendSessions(db: Db, now: Date): Promise<void> {
  await pullBack(db, now);
  await store.removeEndedSessions(db, now, idleSince(now));
}

/** Forgets failed logins that no longer count, and sessions, links and keys that are over, also where nobody ever logs in. */
export async function sweepLogins(db: Db, now: Date): Promise<void> {
  await sweepFailures(db, now);
  await tendSessions(db, now);
  await removeEndedLinks(db, now);
  await sweepKeys(db, now);
}

/** Ends the session; a token that is no longer live is no error. */
export const logout = (db: Db, token: string): Promise<void> => store.removeSession(db, sha256(token));

export const present = (user: Pick<UserRow, 'id' | 'username' | 'role'>): User => ({
  id: user.id,
  username: user.username,
  role: user.role,
  permissions: user.role === 'admin' ? ['*'] : [...permissionsOf(user.role)],
});

/** The sessions of a person that are open, the one that was seen last first. */
export async function listSessions({ db, clock }: Scope, actor: SignedIn): Promise<Session[]> {
  const now = clock();
  const rows = await store.listSessions(db, actor.id);
  return rows
    .filter(
      (row) => Date.parse(row.expires_at) > now.getTime() && Date.parse(row.last_seen_at) > idleSince(now).getTime(),
    )
    .map(({ id, expires_at: _end, ...row }) => ({ ...row, id: String(id), is_current: id === actor.session.id }));
}

/** @throws AppError not_found when it is none of this person's */
export async function endSession({ db }: Scope, actor: SignedIn, id: bigint): Promise<void> {
  await inTransaction(db, async (trx) => {
    if ((await store.removeSessionsOf(trx, actor.id, { only: id })) === 0) throw notFound('Session');
    await auditEnd(trx, actor, 1);
  });
}

/** Ends all sessions of a person but the one that asks. @returns how many ended */
export const endOtherSessions = ({ db }: Scope, actor: SignedIn): Promise<number> =>
  inTransaction(db, async (trx) => {
    const ended = await store.removeSessionsOf(trx, actor.id, { except: actor.session.id });
    await auditEnd(trx, actor, ended);
    return ended;
  });

const auditEnd = (db: Db, actor: SignedIn, sessions: number): Promise<void> =>
  auditUser(db, { actor, action: 'end_sessions' }, actor, { before: { sessions } });

type Typed = { password: string; address: string };

/**
 * Takes the password of somebody who is signed in.
 * @param field what the form calls it
 * @throws AppError validation_failed on that field, too_many_requests
 */
export async function checkOwnPassword(
  { db, clock, log, living }: Scope,
  actor: SignedIn,
  { password, address }: Typed,
  field: string,
): Promise<UserRow> {
  try {
    return await throttled({ db, log, living }, { username: actor.username, address }, clock(), async () => {
      const user = await findUser(db, actor.id);
      if (!(await isPassword(user?.password_hash, password)) || !user)
        throw new AppError('invalid_credentials', 'The password is wrong.');
      return user;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_credentials') {
      // a session in the hands of somebody who does not know the password
      await auditUser(db, { actor, action: 'password_refused' }, actor);
      throw invalid(field, 'is wrong');
    }
    throw error;
  }
}

/** For 15 minutes the session passes where a recent password is asked for. @throws AppError validation_failed, too_many_requests */
export async function confirmPassword(scope: Scope, actor: SignedIn, typed: Typed): Promise<void> {
  await checkOwnPassword(scope, actor, typed, 'password');
  await store.notePassword(scope.db, actor.session.id, scope.clock());
}
