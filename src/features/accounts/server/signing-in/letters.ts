import type { Scope } from '../ports.ts';
import { findUser } from '../store.ts';

/**
 * Tells a person by mail what happened to their way in, behind the answer; where no mail is set up, or the person has no address, the
 * audit alone tells it.
 * @param what happened, as a whole sentence
 */
export function tellPerson(scope: Pick<Scope, 'db' | 'mailer' | 'ports' | 'log'>, userId: number, what: string): void {
  const { db, mailer, ports, log } = scope;
  if (!mailer) return;
  const send = async (): Promise<void> => {
    const user = await findUser(db, userId);
    if (!user?.email) return;
    const site = await ports.siteName();
    await mailer.send({
      to: user.email,
      subject: `[${site}] ${what.replace(/\.$/, '')}`,
      text: `${what}\n\nYou are ${user.username} at ${site}. If that was not you, change your password at once, end your other sessions (the menu behind your name), and tell another administrator.`,
    });
  };
  setImmediate(() => {
    send().catch((error: unknown) => log.warn({ err: error }, 'a letter about an account could not be sent'));
  });
}
