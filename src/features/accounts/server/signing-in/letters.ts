import type { AccountAlert, Scope } from '../ports.ts';
import { findUser } from '../store.ts';

/** What the administrators are told. @property message of somebody of this name */
type ForAdministrators = Pick<AccountAlert, 'kind' | 'severity' | 'details'> & { message: (name: string) => string };

/** @param what became of it: `was turned off` */
export const aboutFactor = (severity: AccountAlert['severity'], what: string): ForAdministrators => ({
  kind: 'second_factor',
  severity,
  message: (name) => `The second factor of ${name} ${what}.`,
});

/**
 * Tells a person by mail what happened to their way in, behind the answer, and where it may be the work of a stranger the administrators
 * by an alert. Where no mail is set up, or the person has no address, the alert and the audit alone tell it.
 * @param what happened, as a whole sentence
 */
export function tellPerson(
  scope: Pick<Scope, 'db' | 'mailer' | 'ports' | 'log'>,
  userId: number,
  what: string,
  alert?: ForAdministrators,
): void {
  const { db, ports, log } = scope;
  const tell = async (): Promise<void> => {
    const user = await findUser(db, userId);
    if (!user) return;
    const { id, username: name } = user;
    // one that fails does not keep the other
    await Promise.all([
      alert && ports.alert({ ...alert, person: { id, name }, message: alert.message(name) }),
      user.email && sendLetter(scope, { to: user.email, username: name, what }),
    ]);
  };
  setImmediate(() => {
    tell().catch((error: unknown) => log.warn({ err: error }, 'what happened to an account could not be told'));
  });
}

type Letter = { to: string; username: string; what: string };

/** Nothing where no mail is set up. */
export async function sendLetter(
  { mailer, ports }: Pick<Scope, 'mailer' | 'ports'>,
  { to, username, what }: Letter,
): Promise<void> {
  if (!mailer) return;
  const site = await ports.siteName();
  await mailer.send({
    to,
    subject: `[${site}] ${what.replace(/\.$/, '')}`,
    text: `${what}\n\nYou are ${username} at ${site}. If that was not you, change your password at once, end your other sessions (the menu behind your name), and tell another administrator.`,
  });
}
