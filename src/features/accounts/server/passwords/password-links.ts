import { randomBytes } from 'node:crypto';
import { AppError } from '../../../../platform/errors.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../../platform/server/secrets.ts';
import type { LinkReply } from '../../contract.ts';
import { minLength } from '../../password-rules.ts';
import { LINK_MS } from '../../rules.ts';
import { refuseWeak } from './new-passwords.ts';
import { hashPassword } from './hash.ts';
import { behindTheAnswer } from '../signing-in/behind-the-answer.ts';
import { tellPerson } from '../signing-in/letters.ts';
import type { Scope } from '../ports.ts';
import { auditUser } from '../service.ts';
import { findUser, findUserByName, updateUser, type UserRow } from '../store.ts';
import { revokeKeysOf } from '../keys/store-keys.ts';
import * as store from './store-links.ts';
import { removeSessionsOf } from '../store-sessions.ts';
import { throttled } from '../signing-in/throttle.ts';

const GONE =
  'This link does not work: it was used already, its time is over, or it was not copied whole. Ask an administrator for another.';

export type MadeLink = { link: string; expiresAt: Date };

/** Makes a link by which a person's password can be set; the one before that came the same way ends. @param origin of the site, without a slash at the end */
export async function makeLink(
  db: Db,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  { now, way, origin }: { now: Date; way: keyof typeof LINK_MS; origin: string },
): Promise<MadeLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_MS[way]);
  await store.putLink(db, {
    user_id: user.id,
    is_mailed: way === 'mailed',
    token_hash: sha256(token),
    kind: user.password_hash === null ? 'invite' : 'reset',
    expires_at: expiresAt.toISOString(),
  });
  // behind the #: no server and no log sees it
  return { link: `${origin}/login#link=${token}`, expiresAt };
}

/** Whose password a link sets. @throws AppError gone */
export async function readLink({ db, clock }: Scope, token: string): Promise<LinkReply> {
  const { user, kind } = await ownerOf(db, await store.findLink(db, sha256(token)), clock());
  return { username: user.username, kind, min_length: minLength(user.totp_sealed !== null) };
}

/** Sets the password behind a link, which works once. All sessions of the person end, and all keys. @throws AppError gone | validation_failed */
export async function setPasswordByLink(scope: Scope, token: string, password: string): Promise<string> {
  const { db, clock, ports } = scope;
  const tokenHash = sha256(token);
  // judged before anything is taken: a refused password costs nobody the link
  const { user } = await ownerOf(db, await store.findLink(db, tokenHash), clock());
  await refuseWeak(ports, user, password, 'password');
  const hash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const { kind } = await ownerOf(trx, await store.takeLink(trx, tokenHash), clock());
    await updateUser(trx, user.id, { password_hash: hash });
    await store.removeLinksOf(trx, user.id);
    await removeSessionsOf(trx, user.id);
    // whoever had the password before may have made some
    await revokeKeysOf(trx, user.id, clock());
    const action = kind === 'invite' ? 'accept_invitation' : 'reset_password';
    await auditUser(trx, { actor: user, action }, user);
  });
  if (user.password_hash !== null) tellPerson(scope, user.id, 'Your password was changed by a one-time link.');
  return user.username;
}

async function ownerOf(
  db: Db,
  link: store.PasswordLinkRow | undefined,
  now: Date,
): Promise<{ user: UserRow; kind: store.LinkKind }> {
  const user = link && (await findUser(db, link.user_id));
  if (!user || user.is_disabled || Date.parse(link.expires_at) <= now.getTime()) throw new AppError('gone', GONE);
  return { user, kind: link.kind };
}

/** What to do without mail; the same whether such a person exists. */
const NO_MAIL =
  'This site mails no links. Ask an administrator for a link (Team, New password link), or run on the machine: npm run admin -- reset-password NAME';
const MAILED =
  'If there is somebody of this name with a mail address, a link is on its way to it. It works for 30 minutes. Nothing comes? Ask an administrator for a link.';

/**
 * Somebody cannot sign in. The answer tells nobody who exists: what is done for one who does is done behind it.
 * @throws AppError too_many_requests
 */
export async function askForLink(scope: Scope, username: string, from: { address: string }): Promise<string> {
  const { mailer, clock, log, config } = scope;
  // anybody may ask, with any Host: a link made of it would lead the person, and the token, to whoever asked
  const origin = config.publicUrl;
  if (!mailer || origin === undefined) return NO_MAIL;
  // each asking counts like a guess, under a name of its own: it must not lock the person out of the login
  await throttled(scope, { username: `link for ${username}`, address: from.address }, clock(), () =>
    Promise.reject(new AppError('invalid_credentials', 'counted')),
  ).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'invalid_credentials') throw error;
  });
  behindTheAnswer(log, 'the link for a new password could not be mailed', () => mailLink(scope, username, origin));
  return MAILED;
}

async function mailLink(scope: Scope, username: string, origin: string): Promise<void> {
  const user = await findUserByName(scope.db, username);
  if (!user?.email || user.is_disabled) return;
  const made = await makeLink(scope.db, user, { now: scope.clock(), way: 'mailed', origin });
  await auditUser(scope.db, { actor: undefined, action: 'ask_link' }, user);
  await mailTo(scope, user.email, { ...made, username: user.username, isInvitation: false });
}

type Letter = MadeLink & { username: string; isInvitation: boolean };

/** @throws Error of the mail server */
export async function mailTo({ mailer, ports }: Scope, to: string, letter: Letter): Promise<void> {
  const site = await ports.siteName();
  const until = `${letter.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  await mailer!.send({
    to,
    subject: letter.isInvitation ? `[${site}] Your access to the back office` : `[${site}] A new password`,
    text: [
      letter.isInvitation
        ? `You can sign in to the back office of ${site} as ${letter.username}. Choose your password here:`
        : `Somebody asked for a new password for ${letter.username} at ${site}. Choose it here:`,
      letter.link,
      `The link works once, until ${until}.${letter.isInvitation ? '' : ' If that was not you, do nothing: your password stays as it is.'}`,
    ].join('\n\n'),
  });
}
