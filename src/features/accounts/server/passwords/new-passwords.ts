import { invalid } from '../../../../platform/errors.ts';
import type { SignedIn } from '../../../../platform/server/http/access.ts';
import { inTransaction } from '../../../../platform/server/postgres/postgres.ts';
import type { PasswordBody } from '../../contract.ts';
import { passwordFault } from '../../password-rules.ts';
import { hashPassword, isPassword } from './hash.ts';
import { tellPerson } from '../signing-in/letters.ts';
import type { Scope } from '../ports.ts';
import { auditUser } from '../service.ts';
import { checkOwnPassword } from '../sessions.ts';
import { updateUser, type UserRow } from '../store.ts';
import { removeLinksOf } from './store-links.ts';
import { removeSessionsOf } from '../store-sessions.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most common passwords, had when the first new one is judged. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])));

/** @param field what the form calls it. @throws AppError validation_failed on that field */
export async function refuseWeak(
  ports: Pick<Scope['ports'], 'siteName'>,
  user: Pick<UserRow, 'username' | 'totp_sealed'>,
  password: string,
  field: string,
): Promise<void> {
  const list = await commonPasswords();
  const fault = passwordFault(password, {
    hasSecondFactor: user.totp_sealed !== null,
    names: [user.username, await ports.siteName()],
    isCommon: (text) => list.has(text),
  });
  if (fault !== undefined) throw invalid(field, fault);
}

/** Sets a new password for somebody who knows the old one; all other sessions of theirs end. @throws AppError validation_failed, too_many_requests */
export async function changePassword(
  scope: Scope,
  actor: SignedIn,
  body: PasswordBody,
  address: string,
): Promise<void> {
  const typed = { password: body.current_password, address };
  const user = await checkOwnPassword(scope, actor, typed, 'current_password');
  await refuseWeak(scope.ports, user, body.new_password, 'new_password');
  if (await isPassword(user.password_hash, body.new_password))
    throw invalid('new_password', 'must be another than the one that you have');
  const hash = await hashPassword(body.new_password);
  await inTransaction(scope.db, async (trx) => {
    await updateUser(trx, actor.id, { password_hash: hash });
    await removeSessionsOf(trx, actor.id, { except: actor.session.id });
    await removeLinksOf(trx, actor.id);
    await auditUser(trx, { actor, action: 'change_password' }, actor);
  });
  tellPerson(scope, actor.id, 'Your password was changed.');
}
