import type { Mailer } from './mailer.ts';
import type { Outgoing } from './outgoing.ts';

/** While it is on, nobody outside is told anything: the site was brought back from a backup, and a person has to decide. */
export type SendingHold = { isOn(): Promise<boolean> };

/** The same way out; what tells somebody something is blocked while the hold is on, and what only looks goes on. */
export const heldOutgoing = (outgoing: Outgoing, hold: SendingHold): Outgoing => ({
  async send(request) {
    if (request.isLook !== true && (await hold.isOn())) return { kind: 'blocked', reason: 'on_hold', durationMs: 0 };
    return outgoing.send(request);
  },
  close: () => outgoing.close(),
});

export const heldMailer = (mailer: Mailer, hold: SendingHold): Mailer => ({
  async send(letter) {
    if (await hold.isOn())
      throw new Error('letters are on hold since this site was brought back from a backup: decide on Server Health');
    return mailer.send(letter);
  },
});
