import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { findDiscarded } from '../../backups/server/store-hold.ts';
import { getSettings } from '../../settings/server/service.ts';
import { letterOf, mayRead } from './views/mails/letter.ts';
import { daysText, dueAt, keyOf, lastWhole, nextDue } from './views/mails/periods.ts';
import * as store from './views/mails/store-mails.ts';
import type { StoreWords } from './views/shared-view.ts';

const MINUTE_MS = 60_000;
/** How long one that was taken is nobody else's: more than a report and a mail server may take together. */
const TAKEN_MS = 10 * MINUTE_MS;
/** Waits between the tries; the last one again and again, until it is too late. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/** What could not go out for so long is no news any more. */
const LATE_MS = 48 * 60 * MINUTE_MS;
const MOST_A_ROUND = 50;
const ALERT = 'view_mail';

/**
 * Sends what is due of the letters about saved views. Call it every minute. Each goes once: it is taken before it is sent, and is nobody
 * else's meanwhile. Where the program ends between the mail server's word and the note of it, it goes a second time, with the same
 * id: a letter too many is seen for what it is, one that never came is not missed.
 * @returns how many went
 */
export async function mailDueViews(deps: Deps, words: StoreWords): Promise<number> {
  const { db, clock, mailer, sendingHold } = deps;
  // what waits stays as it is until a person has decided, or a mail server is named
  if (!mailer || (await sendingHold?.isOn())) return 0;
  let went = 0;
  for (let taken = 0; taken < MOST_A_ROUND; taken += 1) {
    const now = clock();
    const mail = await store.claimDue(db, now, new Date(now.getTime() + TAKEN_MS));
    if (!mail) break;
    if (await carry(deps, mail, words)) went += 1;
  }
  await closeOtherAlerts(deps, ALERT, await store.failingViews(db));
  return went;
}

const isLate = (due: Date, now: Date): boolean => now.getTime() - due.getTime() > LATE_MS;

/** How many letters wait that would go out, of before an instant and since. */
export async function countWaitingViews(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  instant: Date,
): Promise<{ before: number; since: number }> {
  const { time_zone: zone } = await getSettings(db);
  const now = clock();
  const due = (await store.listDue(db, now)).map((one) => dueAt(one.due_on, zone)).filter((at) => !isLate(at, now));
  const before = due.filter((at) => at < instant).length;
  return { before, since: due.length - before };
}

/** @returns whether it went */
async function carry(deps: Deps, mail: store.DueMail, words: StoreWords): Promise<boolean> {
  const { db, clock } = deps;
  const { time_zone: zone } = await getSettings(db);
  const now = clock();
  const { rhythm, due_on: dueOn } = mail;
  const days = lastWhole(rhythm, dueOn);
  /** On to the next period. */
  const move = async (error: string | null, sent = mail.sent_period) => {
    const next = nextDue(mail, { now, zone, sent });
    await store.settle(db, mail, { due_on: next, try_at: dueAt(next, zone), attempts: 0, error });
  };
  if (!mayRead(mail)) {
    await store.removeMail(db, mail);
    return false;
  }
  if (keyOf(days) === mail.sent_period) {
    await move(null);
    return false;
  }
  const skipped = await whyNot(deps, mail, dueAt(dueOn, zone));
  if (skipped !== undefined) {
    await move(`The letter about ${daysText(rhythm, days)} was not sent: ${skipped}.`);
    return false;
  }
  try {
    const letter = await letterOf(deps, { ...mail, days }, words);
    await deps.mailer!.send({
      ...letter,
      to: mail.email!,
      id: `view-${mail.view_id}-${mail.user_id}-${days.from}-${days.to}`,
    });
  } catch (error) {
    await fail(deps, mail, error as Error, move);
    return false;
  }
  await store.noteSent(db, mail, keyOf(days), clock());
  await move(null, keyOf(days));
  return true;
}

/** Why a letter is not sent at all, as the end of a sentence. */
async function whyNot({ db, clock }: Deps, mail: store.DueMail, due: Date): Promise<string | undefined> {
  if (mail.email === null) return 'your account has no mail address';
  if (mail.lacks_second_factor) return 'your role asks for a second factor, which your account lacks';
  const restored = await findDiscarded(db);
  if (restored !== undefined && due < new Date(restored))
    return 'it waited when the site was brought back from a backup, and was discarded';
  if (!isLate(due, clock())) return undefined;
  return `it could not go out for two days${mail.error === null ? '' : ` (${mail.error})`}`;
}

/** What may go better later is tried again, and after half an hour somebody is told; what the view itself is the reason of is not. */
async function fail(
  deps: Deps,
  mail: store.DueMail,
  error: Error,
  move: (error: string) => Promise<void>,
): Promise<void> {
  const words = error.message.slice(0, 500);
  if (error instanceof AppError && error.code === 'conflict') return move(words);
  const waitMs = WAITS_MS[mail.attempts - 1] ?? WAITS_MS.at(-1)!;
  await store.settle(deps.db, mail, {
    due_on: mail.due_on,
    try_at: new Date(deps.clock().getTime() + waitMs),
    attempts: mail.attempts,
    error: words,
  });
  if (mail.attempts >= WAITS_MS.length)
    await raiseAlert(deps, {
      kind: ALERT,
      severity: 'warning',
      subject: { kind: 'view', id: mail.view_id, name: mail.view },
      message: `It cannot be mailed to ${mail.username}: ${words}`,
      countsRepeats: false,
    });
}
