import { hash } from 'node:crypto';
import { invalid, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { noteErasures, type Erasure } from '../../../platform/server/erasures.ts';
import { type Actor, askPassword } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { judgeTarget } from '../../../platform/server/outgoing/over-http.ts';
import { auditDiff, pick, refuseStale } from '../../../platform/server/records/records.ts';
import { auditOf, recordAudit } from '../../accounts/server/service.ts';
import {
  type ContactBody,
  type ContactChange,
  type ContactMessage,
  type ContactQuery,
  Settings,
  type SettingsChange,
} from '../contract.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
/** Far more than people write; with the retention it bounds the table: 5 kB each, 400 MB a year at the worst. */
const MAX_CONTACTS_A_DAY = 200;

/** The settings as they lie in the database, in which the webhook's address is sealed: enough for all who do not call it. */
export const getSettings = (db: Db): Promise<Settings> => store.findSettings(db);

type Scope = Pick<Deps, 'db' | 'secrets'>;

/** The settings as the administrator wrote them. */
export const openSettings = async ({ db, secrets }: Scope): Promise<Settings> =>
  opened(secrets, await store.findSettings(db));

// whoever knows the address of a webhook may post to it; one that was kept before addresses were sealed is as it was written
const opened = (secrets: Deps['secrets'], { alert_webhook_url: url, ...rest }: Settings): Settings => ({
  ...rest,
  alert_webhook_url: url === '' || /^https?:/.test(url) ? url : secrets.open(url),
});

/** Keys left out stay. What the text of a new webhook's address tells is judged now, its addresses when sending. @throws AppError version_conflict | validation_failed */
export async function changeSettings(
  { db, secrets, clock, config }: Scope & Pick<Deps, 'clock' | 'config'>,
  actor: Actor,
  input: SettingsChange,
): Promise<Settings> {
  const { version, ...change } = input;
  return inTransaction(db, async (trx) => {
    const old = opened(secrets, await store.lockSettings(trx));
    refuseStale(Settings, [version, old.version], old, input);
    const { alert_webhook_url: url, alert_email: mail } = change;
    const isOther = (given: string | undefined, kept: string): boolean => given !== undefined && given !== kept;
    askPassword(actor, isOther(url, old.alert_webhook_url) || isOther(mail, old.alert_email));
    const objection = url && url !== old.alert_webhook_url ? judgeTarget(url, config.outgoingAllow) : undefined;
    if (objection) throw invalid('alert_webhook_url', objection);
    const sealed = url ? { ...change, alert_webhook_url: secrets.seal(url) } : change;
    const fresh = opened(secrets, await store.updateSettings(trx, sealed, clock()));
    const what = auditDiff(auditable(old), auditable(fresh));
    await recordAudit(trx, actor, { action: 'update', entity: 'settings', id: 1, name: 'Settings', ...what });
    await contentChanged(trx);
    return fresh;
  });
}

const AUDITED = [
  'brand',
  'tagline',
  'disclosure',
  'contact_email',
  'currency',
  'time_zone',
  'click_retention_days',
  'log_retention_days',
  'contact_retention_days',
  'alert_email',
  'alert_severity',
  'is_backup_on',
  'backup_hour',
  'backup_keep_daily',
  'backup_keep_weekly',
  'backup_keep_monthly',
] as const satisfies readonly (keyof Settings)[];

/** What of the settings may stand in the audit: of the webhook that it changed, and to which host. */
const auditable = ({ alert_webhook_url: url, ...settings }: Settings) => ({
  ...pick(settings, AUDITED),
  alert_webhook_url: url && `${new URL(url).origin}/*** ${hash('sha256', url).slice(0, 8)}`,
});

/** What came through the contact form, newest first unless asked otherwise. */
export async function listContacts(db: Db, query: ContactQuery): Promise<Paged<ContactMessage>> {
  const page = pageFrom(query);
  const { rows, total } = await store.listContacts(db, query, page);
  return paged(rows, total, page);
}

/** The currency of what names none: ISO 4217. */
export const siteCurrency = async (db: Db): Promise<string> => (await store.findSettings(db)).currency;

/**
 * Stores a message of the contact form. One that filled the trap is answered like any other and dropped.
 * @returns false when the inbox has taken as many as it takes in a day; nothing is stored then
 */
export async function receiveContact({ db, clock }: Pick<Deps, 'db' | 'clock'>, body: ContactBody): Promise<boolean> {
  if (body.website) return true;
  const now = clock();
  // two at the same moment may both pass: the cap keeps the table small, it is no promise of a number
  // what a clock ahead of its time left in the future does not close the inbox until then
  const day = { from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + DAY_MS) };
  if ((await store.countContactsIn(db, day)) >= MAX_CONTACTS_A_DAY) return false;
  const { name, email, message } = body;
  await store.insertContact(db, { name, email, message, created_at: now.toISOString() });
  return true;
}

/** @throws AppError not_found */
export async function changeContact(db: Db, actor: Actor, id: number, change: ContactChange): Promise<ContactMessage> {
  return inTransaction(db, async (trx) => {
    const message = await store.updateContact(trx, id, change);
    if (!message) throw notFound('Contact message');
    await auditContact(trx, { actor, action: 'update' }, { id }, { after: change });
    return message;
  });
}

/** For good: what a reader asks to have deleted must not lie in a trash. @throws AppError not_found */
export async function deleteContact(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await store.removeContact(trx, id))) throw notFound('Contact message');
    await auditContact(trx, { actor, action: 'delete' }, { id });
    await noteErasures(config, [{ message: id, at: clock().toISOString() }]);
  });
}

/** Deletes messages once more that a restored backup brought back; a later one of the same number stays. @returns how many were there again */
export async function deleteContactsAgain(db: Db, erasures: readonly Erasure[]): Promise<number> {
  let removed = 0;
  for (const one of erasures)
    if ('message' in one) removed += await store.removeContactOfBefore(db, one.message, new Date(one.at));
  return removed;
}

/** Retention: removes messages of before an instant. @returns how many went */
export const removeOldContacts = (db: Db, before: Date): Promise<number> => store.removeContactsBefore(db, before);

// the record outlives the message, so nothing of its text or sender is in it
const auditContact = auditOf('contact_message', ({ id }) => `Message ${id}`);
