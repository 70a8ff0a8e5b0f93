import { randomBytes } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import { paged, pageFrom } from '../../../platform/paging.ts';
import type { Actor } from '../../../platform/server/http/http.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../platform/server/secrets.ts';
import type { Range } from '../../../platform/time.ts';
import type { LoginBody, LoginReply, User } from '../contract.ts';
import type { AuditPage, AuditQuery } from '../contract-audit.ts';
import { isThrottled, LOGIN_WINDOW_MS, networkOf, SESSION_IDLE_MS, SESSION_MAX_MS, type BucketKind } from '../rules.ts';
import { hashPassword, isPassword } from './passwords.ts';
import * as store from './store.ts';

const TOUCH_EVERY_MS = 60_000;

/**
 * Makes the first administrator when there is no user yet.
 * @returns the password when one was made here, to be printed once; undefined when it came from the environment or a user exists
 */
export async function ensureAdministrator(
  db: Db,
  username: string,
  given: string | undefined,
): Promise<string | undefined> {
  if (await store.hasUsers(db)) return undefined;
  const password = given ?? randomBytes(15).toString('base64url');
  const user = await store.insertUser(db, username, await hashPassword(password));
  return user && given === undefined ? password : undefined;
}

/**
 * Checks a name and password and opens a session. Unknown user and wrong password answer alike, in text and in work done.
 * @param address the real peer; only a hash of its network is kept, for 15 minutes
 * @throws AppError invalid_credentials | too_many_requests
 */
export async function login(db: Db, body: LoginBody, address: string, now: Date): Promise<LoginReply> {
  const account = sha256(`account:${body.username.toLowerCase()}`);
  const prefix = sha256(`prefix:${networkOf(address)}`);
  const buckets = { pair: sha256(`${account}:${prefix}`), account, prefix };
  const ahead = {
    pair: underWay.get(buckets.pair) ?? 0,
    account: underWay.get(account) ?? 0,
    prefix: underWay.get(prefix) ?? 0,
  };
  for (const bucket of Object.values(buckets)) underWay.set(bucket, (underWay.get(bucket) ?? 0) + 1);
  try {
    return await judgeLogin(db, body, { buckets, ahead }, now);
  } finally {
    for (const bucket of Object.values(buckets)) {
      const left = underWay.get(bucket)! - 1;
      if (left > 0) underWay.set(bucket, left);
      else underWay.delete(bucket);
    }
  }
}

/** Logins by bucket that nobody has judged yet: guesses sent at once must not pass where one after the other would not. */
const underWay = new Map<string, number>();

async function judgeLogin(
  db: Db,
  body: LoginBody,
  { buckets, ahead }: { buckets: Record<BucketKind, string>; ahead: Record<BucketKind, number> },
  now: Date,
): Promise<LoginReply> {
  const since = new Date(now.getTime() - LOGIN_WINDOW_MS);
  const counts = await store.countFailures(db, Object.values(buckets), windowAround(now));
  const failures = {
    pair: (counts.get(buckets.pair) ?? 0) + ahead.pair,
    account: (counts.get(buckets.account) ?? 0) + ahead.account,
    prefix: (counts.get(buckets.prefix) ?? 0) + ahead.prefix,
  };
  if (isThrottled(failures)) {
    throw new AppError('too_many_requests', 'Too many failed logins. Try again in 15 minutes.', {
      details: { retry_after_s: LOGIN_WINDOW_MS / 1000 },
    });
  }
  const user = await store.findUserByName(db, body.username);
  const matches = await isPassword(user?.password_hash, body.password);
  if (!user || !matches || user.is_disabled) {
    await store.insertFailures(db, Object.values(buckets), now);
    throw new AppError('invalid_credentials', 'The username or the password is wrong.');
  }
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + SESSION_MAX_MS);
  await inTransaction(db, async (trx) => {
    await store.removeFailures(trx, [buckets.pair], since);
    await tendSessions(trx, now);
    await store.insertSession(trx, { tokenHash: sha256(token), userId: user.id, at: now, expiresAt });
    await store.noteLogin(trx, user.id, now);
    await recordAudit(
      trx,
      { id: user.id, username: user.username, role: user.role },
      { action: 'login', entity: 'user', id: user.id, name: user.username },
    );
  });
  return { token, user: present(user), expires_at: expiresAt.toISOString(), message: 'Welcome back.' };
}

/** Finds who holds a token; undefined when it is unknown, idle for a day, 30 days old, or its user is disabled. Reads PostgreSQL each time. */
export async function authenticate(db: Db, token: string, now: Date): Promise<Actor | undefined> {
  const tokenHash = sha256(token);
  const session = await store.findSession(db, tokenHash);
  if (!session) return undefined;
  const seenAt = Date.parse(session.last_seen_at);
  if (seenAt > windowAround(now).to.getTime()) await pullBack(db, now);
  if (now.getTime() >= Date.parse(session.expires_at) || now.getTime() - seenAt >= SESSION_IDLE_MS) return undefined;
  if (now.getTime() - seenAt > TOUCH_EVERY_MS) await store.touchSession(db, tokenHash, now);
  return { id: session.user_id, username: session.username, role: session.role };
}

/**
 * Failures that count. A clock that ran ahead and was set back has left some in the future, which would lock the owner out until then:
 * what lies further ahead than the window is long is none of this time.
 */
const windowAround = (now: Date): Range => ({
  from: new Date(now.getTime() - LOGIN_WINDOW_MS),
  to: new Date(now.getTime() + LOGIN_WINDOW_MS),
});

/** Sessions that a clock ahead of its time left in the future go on as of now, so that none lives longer for it. */
const pullBack = (db: Db, now: Date): Promise<void> =>
  store.pullBackSessions(db, { now, ahead: windowAround(now).to, end: new Date(now.getTime() + SESSION_MAX_MS) });

async function tendSessions(db: Db, now: Date): Promise<void> {
  await pullBack(db, now);
  await store.removeEndedSessions(db, now, new Date(now.getTime() - SESSION_IDLE_MS));
}

/** Forgets failed logins that no longer count and sessions that are over, also where nobody ever logs in. */
export async function sweepLogins(db: Db, now: Date): Promise<void> {
  await store.removeFailuresOutside(db, windowAround(now));
  await tendSessions(db, now);
}

/** Ends the session; a token that is no longer live is no error. */
export const logout = (db: Db, token: string): Promise<void> => store.removeSession(db, sha256(token));

export const present = (user: { id: number; username: string; role: 'admin' }): User => ({
  id: user.id,
  username: user.username,
  role: user.role,
  permissions: ['*'],
});

/** Who does what; without an actor it is the program itself. */
export type Act<Action extends string = string> = { actor: Actor | undefined; action: Action };

/** What a record was and what it is, as far as the audit may tell. */
export type BeforeAfter = { before?: unknown; after?: unknown };

type Change = BeforeAfter & {
  action: string;
  entity: string;
  id: number | bigint | string;
  name?: string | null;
};

/** Puts a change on record; call it in the transaction of the change. Secrets must be left out of `before` and `after` by the caller. */
export const recordAudit = (db: Db, actor: Actor | undefined, change: Change): Promise<void> =>
  store.insertAudit(db, {
    actorId: actor?.id ?? null,
    actorName: actor?.username ?? 'system',
    action: change.action,
    entity: change.entity,
    entityId: String(change.id),
    entityName: change.name ?? null,
    before: change.before,
    after: change.after,
  });

/** The same for the records of one kind. @param nameOf what the audit calls a record by */
export const auditOf =
  <Row extends { id: number }>(entity: string, nameOf: (row: Row) => string) =>
  (db: Db, { actor, action }: Act, row: Row, what: BeforeAfter = {}): Promise<void> =>
    recordAudit(db, actor, { action, entity, id: row.id, name: nameOf(row), ...what });

/** The record of changes, the latest first unless asked otherwise. */
export async function listAudit(db: Db, query: AuditQuery): Promise<AuditPage> {
  const page = pageFrom(query, 25, 'desc');
  const rows = await store.listAudit(db, query, page);
  const data = rows.map(({ id, actor_name: actor, ...row }) => ({ ...row, id: String(id), actor }));
  return { ...paged(data, await store.countAudit(db, query), page), ...(await store.listAuditWords(db)) };
}

/** Changes of some kinds of records, the latest first, at most `limit`; `to` exclusive. */
export const changesOf = (db: Db, wanted: Range & { entities: readonly string[]; limit: number }) =>
  store.listChanges(db, wanted);
