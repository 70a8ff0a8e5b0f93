import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { SignedIn } from '../../../platform/server/http/access.ts';
import { type CsvTable, tableOf } from '../../../platform/server/http/csv.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { ROLE_LABELS } from '../../../platform/permissions.ts';
import { foundRows } from '../../../platform/text/row-order.ts';
import { fileDay } from '../../../platform/time.ts';
import type { InviteBody, Member, MemberChange, PasswordLink, TeamQuery, TeamReply } from '../contract-team.ts';
import { SESSION_IDLE_MS } from '../rules.ts';
import { aboutFactor, sendLetter, tellPerson } from './signing-in/letters.ts';
import { mailTo, makeLink, type MadeLink } from './passwords/password-links.ts';
import type { Scope } from './ports.ts';
import { secondFactorRules } from './signing-in/required-factor.ts';
import { turnOff } from './signing-in/second-factor.ts';
import { auditUser } from './service.ts';
import * as store from './store.ts';
import { linkEnds, removeLinksOf } from './passwords/store-links.ts';
import { revokeKeysOf } from './keys/store-keys.ts';
import { countSessions, removeSessionsOf } from './store-sessions.ts';

const WHAT = 'Person';

/** Everybody who can sign in, or was invited to, in the order asked for; alike by name. */
const members = async (scope: Scope, query: TeamQuery): Promise<Member[]> =>
  foundRows(
    await present(scope, await store.listUsers(scope.db)),
    { sortBy: query.sortBy, order: query.order },
    (member) => (query.sortBy === 'has_second_factor' ? Number(member.has_second_factor) : member[query.sortBy]),
    ({ username }) => username,
  );

export async function listTeam(scope: Scope, query: TeamQuery): Promise<TeamReply> {
  return {
    data: await members(scope, query),
    can_mail: scope.mailer !== undefined,
    second_factor_from: await secondFactorRules(scope.db),
  };
}

const IN_FILE = [
  'id',
  'username',
  'role',
  'email',
  'state',
  'has_second_factor',
  'sessions',
  'last_seen_at',
  'person_name',
  'link_expires_at',
  'created_at',
] as const;

export const teamTable = async (scope: Scope, query: TeamQuery): Promise<CsvTable> =>
  tableOf(fileDay(scope.clock(), 'UTC'), IN_FILE, await members(scope, query));

async function present({ db, clock, ports }: Scope, users: store.UserRow[]): Promise<Member[]> {
  const now = clock();
  const sessions = await countSessions(db, now, new Date(now.getTime() - SESSION_IDLE_MS));
  const ends = await linkEnds(db);
  const bylines = await ports.nameBylines(
    db,
    users.flatMap((user) => user.person_id ?? []),
  );
  return users.map((user) => ({
    id: user.id,
    username: user.username,
    role: user.role,
    email: user.email,
    // one in the trash is none until it is back
    person_id: bylines.has(user.person_id ?? 0) ? user.person_id : null,
    person_name: bylines.get(user.person_id ?? 0) ?? null,
    state: store.stateOf(user),
    has_second_factor: user.totp_sealed !== null,
    sessions: user.is_disabled ? 0 : (sessions.get(user.id) ?? 0),
    last_seen_at: user.last_seen_at,
    link_expires_at: ends.get(user.id) ?? null,
    created_at: user.created_at,
  }));
}

async function presentOne(scope: Scope, id: number): Promise<Member> {
  const user = await store.findUser(scope.db, id);
  if (!user) throw notFound(WHAT);
  return (await present(scope, [user]))[0]!;
}

/** @throws AppError not_found */
async function lock(trx: Db, id: number): Promise<store.UserRow> {
  const user = await store.lockUser(trx, id);
  if (!user) throw notFound(WHAT);
  return user;
}

async function refuseUnknownByline({ ports }: Scope, trx: Db, id: number | null | undefined): Promise<void> {
  if (id == null) return;
  if (!(await ports.nameBylines(trx, [id])).has(id)) throw invalid('person_id', 'is no person under People');
}

/** @throws AppError name_taken | validation_failed */
export async function invite(scope: Scope, actor: SignedIn, body: InviteBody, origin: string): Promise<PasswordLink> {
  const [user, made] = await inTransaction(scope.db, async (trx): Promise<[store.UserRow, MadeLink]> => {
    await refuseUnknownByline(scope, trx, body.person_id);
    const row = await store.insertUser(trx, {
      username: body.username,
      passwordHash: null,
      role: body.role,
      email: body.email ?? null,
      personId: body.person_id ?? null,
    });
    if (!row) {
      const message = 'Somebody has this name already.';
      throw new AppError('name_taken', message, { errors: { username: [message] } });
    }
    await auditUser(trx, { actor, action: 'invite' }, row, { after: told(row) });
    return [row, await makeLink(trx, row, { now: scope.clock(), way: 'handed', origin })];
  });
  return handOver(scope, user, made);
}

/** A link for somebody who lost the password, or whose invitation ran out. @throws AppError not_found | conflict */
export async function renewLink(scope: Scope, actor: SignedIn, id: number, origin: string): Promise<PasswordLink> {
  const [user, made] = await inTransaction(scope.db, async (trx): Promise<[store.UserRow, MadeLink]> => {
    const row = await lock(trx, id);
    if (row.is_disabled) throw new AppError('conflict', `${row.username} is disabled. Enable the account first.`);
    await auditUser(trx, { actor, action: 'make_link' }, row);
    return [row, await makeLink(trx, row, { now: scope.clock(), way: 'handed', origin })];
  });
  return handOver(scope, user, made);
}

/** Mails the link where that is possible; it is shown in either case. */
async function handOver(scope: Scope, user: store.UserRow, made: MadeLink): Promise<PasswordLink> {
  const letter = { ...made, username: user.username, isInvitation: user.password_hash === null };
  let isMailed = false;
  if (scope.mailer && user.email) {
    try {
      await mailTo(scope, user.email, letter);
      isMailed = true;
    } catch (error) {
      scope.log.warn({ err: error }, 'the link for a password could not be mailed');
    }
  }
  const canMail = scope.mailer !== undefined && user.email !== null;
  return {
    data: await presentOne(scope, user.id),
    link: made.link,
    expires_at: made.expiresAt.toISOString(),
    is_mailed: isMailed,
    message: isMailed
      ? `The link was sent to ${user.email}.`
      : canMail
        ? `The mail server did not take the letter to ${user.email}: hand the link over yourself.`
        : 'Copy the link and hand it over.',
  };
}

const told = (row: store.UserRow) => ({ role: row.role, email: row.email, person_id: row.person_id });

/** A new role counts from the next call on, of open sessions and of keys too. @throws AppError not_found | validation_failed | conflict */
export async function changeMember(scope: Scope, actor: SignedIn, id: number, change: MemberChange): Promise<Member> {
  let isNewRole = false;
  let former: string | null = null;
  await inTransaction(scope.db, async (trx) => {
    // in the order of every other change of who may come in
    const active = change.role === undefined ? [] : await store.lockActiveAdministrators(trx);
    const before = await lock(trx, id);
    isNewRole = change.role !== undefined && change.role !== before.role;
    if (isNewRole) refuseRole(actor, before, active);
    if (change.email !== undefined && change.email !== before.email) former = before.email;
    await refuseUnknownByline(scope, trx, change.person_id);
    const after = await store.updateUser(trx, id, {
      ...(change.role !== undefined && { role: change.role }),
      ...(change.email !== undefined && { email: change.email }),
      ...(change.person_id !== undefined && { person_id: change.person_id }),
    });
    await auditUser(trx, { actor, action: 'update' }, after, { before: told(before), after: told(after) });
  });
  const member = await presentOne(scope, id);
  if (former !== null) tellFormer(scope, former, member.username);
  if (isNewRole) tellPerson(scope, id, `Your role is ${ROLE_LABELS[member.role]} now, by ${actor.username}.`);
  return member;
}

/** Letters go to another address from now on: whoever reads the one of before is told so there. */
function tellFormer(scope: Scope, to: string, username: string): void {
  const what = 'Letters about your account go to another address from now on.';
  sendLetter(scope, { to, username, what }).catch((error: unknown) =>
    scope.log.warn({ err: error }, 'a letter to a former address could not be sent'),
  );
}

function refuseRole(actor: SignedIn, member: store.UserRow, active: readonly { id: number }[]): void {
  if (active.every((one) => one.id === member.id) && member.role === 'admin' && store.stateOf(member) === 'active')
    throw new AppError('conflict', `${member.username} is the last administrator who can sign in.`);
  if (member.id === actor.id)
    throw new AppError('conflict', 'You cannot change your own role. Ask another administrator.');
}

/** Nobody of this name gets in any more, also by no key, on any instance; what they wrote stays. @throws AppError not_found | conflict */
export async function disable(scope: Scope, actor: SignedIn, id: number): Promise<Member> {
  if (id === actor.id) throw new AppError('conflict', 'You cannot disable yourself. Ask another administrator.');
  await inTransaction(scope.db, (trx) => disableIn(trx, actor, id, scope.clock()));
  return presentOne(scope, id);
}

/** @throws AppError not_found | conflict when nobody else could sign in then */
async function disableIn(trx: Db, actor: SignedIn, id: number, now: Date): Promise<void> {
  const active = await store.lockActiveAdministrators(trx);
  const user = await lock(trx, id);
  if (active.every((one) => one.id === id))
    throw new AppError('conflict', `${user.username} is the last administrator who can sign in.`);
  if (user.is_disabled) throw new AppError('conflict', `${user.username} is disabled already.`);
  await store.updateUser(trx, id, { is_disabled: true });
  await revokeKeysOf(trx, id, now);
  await removeSessionsOf(trx, id);
  await removeLinksOf(trx, id);
  await auditUser(trx, { actor, action: 'disable' }, user);
}

/** @throws AppError not_found | conflict */
export async function enable(scope: Scope, actor: SignedIn, id: number): Promise<Member> {
  await inTransaction(scope.db, async (trx) => {
    const user = await lock(trx, id);
    if (!user.is_disabled) throw new AppError('conflict', `${user.username} is not disabled.`);
    await store.updateUser(trx, id, { is_disabled: false });
    await auditUser(trx, { actor, action: 'enable' }, user);
  });
  return presentOne(scope, id);
}

/** Ends all sessions of a person; of oneself all but the one that asks. @throws AppError not_found */
export async function endSessionsOf(scope: Scope, actor: SignedIn, id: number): Promise<Member> {
  await inTransaction(scope.db, async (trx) => {
    const user = await lock(trx, id);
    const sessions = await removeSessionsOf(trx, id, id === actor.id ? { except: actor.session.id } : {});
    await auditUser(trx, { actor, action: 'end_sessions' }, user, { before: { sessions } });
  });
  return presentOne(scope, id);
}

/** For somebody who lost the phone and the recovery codes. @throws AppError not_found | conflict */
export async function resetSecondFactor(scope: Scope, actor: SignedIn, id: number): Promise<Member> {
  await turnOff(scope.db, actor, await presentOne(scope, id));
  const what = `was turned off by ${actor.username}`;
  tellPerson(scope, id, `Your second factor ${what}.`, aboutFactor('warning', what));
  return presentOne(scope, id);
}

/** Takes an invitation back. @throws AppError not_found | conflict for somebody who has a password */
export const removeInvitation = (scope: Scope, actor: SignedIn, id: number): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const user = await lock(trx, id);
    if (user.password_hash !== null)
      throw new AppError(
        'conflict',
        `${user.username} has signed in and stays on record. Disable the account instead.`,
      );
    await store.removeUser(trx, id);
    await auditUser(trx, { actor, action: 'delete' }, user);
  });
