import { AppError, invalid } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { getSettings, openSettings } from '../../settings/server/service.ts';
import type { AlertChannel, AlertSeverity } from '../contract.ts';
import { ALERT_SEVERITIES } from '../words.ts';
import * as store from './store-deliveries.ts';

const MINUTE_MS = 60_000;
/** Waits between the tries; after the last one it is given up, and the alert still stands in the back office. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/** How long one that was taken is nobody else's. */
const TAKEN_MS = 2 * MINUTE_MS;
const AT_ONCE = 20;

type Scope = Pick<Deps, 'db' | 'secrets' | 'clock' | 'outgoing' | 'config' | 'mailer'>;

/** Puts an alert on its way to wherever the settings say. In the transaction that raised it. */
export async function sendOut(db: Db, alertId: number, severity: AlertSeverity, now: Date): Promise<void> {
  const { alert_webhook_url, alert_email, alert_severity } = await getSettings(db);
  if (ALERT_SEVERITIES.indexOf(severity) < ALERT_SEVERITIES.indexOf(alert_severity)) return;
  const channels: AlertChannel[] = [];
  if (alert_webhook_url) channels.push('webhook');
  if (alert_email) channels.push('email');
  if (channels.length > 0) await store.upsert(db, alertId, channels, now);
}

/** Carries what is due out of the house. @returns how many went */
export async function deliverAlerts(scope: Scope): Promise<number> {
  const { db, clock } = scope;
  const now = clock();
  const due = await store.claimDue(db, now, new Date(now.getTime() + TAKEN_MS), AT_ONCE);
  const went = await Promise.all(due.map((delivery) => deliver(scope, delivery)));
  return went.filter(Boolean).length;
}

async function deliver(scope: Scope, delivery: store.DueDelivery): Promise<boolean> {
  try {
    await carry(scope, delivery.channel, letterOf(delivery, scope.config.publicUrl));
    await store.update(scope.db, delivery, { state: 'sent', error: null });
    return true;
  } catch (error) {
    const waitMs = WAITS_MS[delivery.attempts - 1];
    await store.update(scope.db, delivery, {
      state: waitMs === undefined ? 'failed' : 'waiting',
      error: (error as Error).message.slice(0, 500),
      ...(waitMs !== undefined && { due_at: new Date(scope.clock().getTime() + waitMs).toISOString() }),
    });
    return false;
  }
}

/** Sends a marked letter now, to see whether a channel works. @throws AppError validation_failed | bad_request */
export async function tryChannel(scope: Scope, channel: AlertChannel): Promise<void> {
  const settings = await getSettings(scope.db);
  const isNamed = channel === 'webhook' ? settings.alert_webhook_url : settings.alert_email;
  if (!isNamed) throw invalid('channel', 'has no address in the settings');
  const letter: Letter = {
    key: 'test',
    subject: 'Test: alerts arrive',
    text: 'This is a test. Nothing is wrong.',
    facts: { kind: 'test', severity: 'info', message: 'This is a test. Nothing is wrong.' },
  };
  try {
    await carry(scope, channel, letter);
  } catch (error) {
    throw new AppError('bad_request', `The test did not arrive: ${(error as Error).message}`, { cause: error });
  }
}

/** What waits to be carried out, by channel, of before an instant and since. */
export async function countWaiting(
  db: Db,
  at: string,
): Promise<Partial<Record<AlertChannel, { before: number; since: number }>>> {
  const rows = await store.countWaiting(db, at);
  return Object.fromEntries(rows.map(({ channel, before, since }) => [channel, { before, since }]));
}

/** What waits of before an instant is not carried out. @returns how many */
export const discardWaiting = (db: Db, at: string): Promise<number> =>
  store.giveUpWaiting(db, at, 'the site was brought back from a backup');

type Letter = { key: string; subject: string; text: string; facts: Record<string, unknown> };

function letterOf(alert: store.DueDelivery, publicUrl: string | undefined): Letter {
  const address = publicUrl === undefined ? undefined : `${publicUrl}/admin/alerts`;
  const { id, kind, severity, subject_kind, subject_id, subject_name, message, last_at } = alert;
  return {
    key: `alert-${id}`,
    subject: `${severity === 'critical' ? 'Critical: ' : ''}${subject_name}`,
    text: [`${subject_name}: ${message}`, ...(address === undefined ? [] : [address])].join('\n'),
    facts: {
      id,
      kind,
      severity,
      subject: { kind: subject_kind, id: subject_id, name: subject_name },
      message,
      at: last_at,
      url: address,
    },
  };
}

/** @throws Error in words for a person */
async function carry(scope: Scope, channel: AlertChannel, letter: Letter): Promise<void> {
  const { outgoing, mailer } = scope;
  const { alert_webhook_url: url, alert_email: to, brand } = await openSettings(scope);
  if (channel === 'email') {
    if (mailer === undefined) throw new Error('no mail server is set up (SMTP_URL)');
    if (!to) throw new Error('the e-mail address was taken out of the settings');
    return mailer.send({ to, subject: `[${brand}] ${letter.subject}`, text: letter.text });
  }
  if (!url) throw new Error('the webhook was taken out of the settings');
  const result = await outgoing.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-guidepost-event-id': letter.key },
    // chat programs show `text`; whatever else listens reads the rest
    body: JSON.stringify({ text: letter.text, ...letter.facts }),
  });
  if (result.kind !== 'answer') throw new Error(`the webhook could not be reached: ${result.reason}`);
  if (result.status < 200 || result.status > 299) throw new Error(`the webhook answered ${result.status}`);
}
