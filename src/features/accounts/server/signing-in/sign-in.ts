import { AppError } from '../../../../platform/errors.ts';
import type { LoginBody, LoginReply } from '../../contract.ts';
import { isPassword } from '../passwords/hash.ts';
import type { Scope } from '../ports.ts';
import { takeCode } from './second-factor.ts';
import { behindTheAnswer } from './behind-the-answer.ts';
import { tellPerson } from './letters.ts';
import { auditUser } from '../service.ts';
import { openSession, present } from '../sessions.ts';
import { findUserByName, type UserRow } from '../store.ts';
import { throttled } from './throttle.ts';

type From = { address: string; device: string | null; country: string | null };

/**
 * Checks a name and password, and the code of those who have a second factor, and opens a session. Unknown user and wrong password
 * answer alike, in text and in work done; who has a second factor is told after a right password only.
 * @throws AppError invalid_credentials | totp_required | too_many_requests
 */
export async function login(scope: Scope, body: LoginBody, { address, ...where }: From): Promise<LoginReply> {
  const { db, clock } = scope;
  const now = clock();
  const user = await throttled(scope, { username: body.username, address }, now, () => judge(scope, body, where));
  const { token, expiresAt, isNewPlace } = await openSession(db, user, where, now);
  if (isNewPlace)
    tellPerson(scope, user.id, `Somebody signed in from a new place: ${placeOf(where)}.`, {
      kind: 'sign_in',
      severity: 'info',
      message: (name) => `Somebody signed in as ${name} from a browser or country that was not seen of them before.`,
      details: [{ label: 'Place', text: placeOf(where) }],
    });
  return { token, user: present(user), expires_at: expiresAt.toISOString(), message: 'Welcome back.' };
}

const placeOf = ({ device, country }: Omit<From, 'address'>): string =>
  [device ?? 'an unknown browser', country].filter((part) => part !== null).join(', ');

async function judge(
  scope: Scope,
  { username, password, code }: LoginBody,
  where: Omit<From, 'address'>,
): Promise<UserRow> {
  const user = await findUserByName(scope.db, username);
  const matches = await isPassword(user?.password_hash, password);
  if (!user || !matches || user.is_disabled) {
    if (user) noteFailure(scope, user, { action: 'login_failed', where });
    throw new AppError('invalid_credentials', 'The username or the password is wrong.');
  }
  if (user.totp_sealed === null) return user;
  // not thrown as a failure: the password was right, and nothing was guessed yet
  if (code === undefined) throw new AppError('totp_required', 'Enter the code of your authenticator app.');
  if (await takeCode(scope, user, code)) return user;
  noteFailure(scope, user, { action: 'code_failed', where });
  throw new AppError('invalid_credentials', 'The code is wrong, or it was used already. Wait for the next one.');
}

/** The throttle bounds how many there are. */
function noteFailure(
  { db, log }: Scope,
  user: UserRow,
  { action, where }: { action: string; where: Omit<From, 'address'> },
): void {
  behindTheAnswer(log, 'a failed login could not be put on record', () =>
    auditUser(db, { actor: undefined, action }, user, { after: where }),
  );
}
