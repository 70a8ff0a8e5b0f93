import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres.ts';
import { changes, refuseStale } from '../../../platform/server/records.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { ContactBody, ContactMessage, ContactQuery, Settings, SettingsChange } from '../contract.ts';
import * as store from './store.ts';

export const getSettings = (db: Db): Promise<Settings> => store.findSettings(db);

/** Keys left out stay. @throws AppError version_conflict */
export async function changeSettings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: SettingsChange,
): Promise<Settings> {
  const { version, ...change } = input;
  return inTransaction(db, async (trx) => {
    const old = await store.lockSettings(trx);
    refuseStale(version, old.version, old, input);
    const fresh = await store.updateSettings(trx, change, clock());
    const what = changes(auditable(old), auditable(fresh));
    await recordAudit(trx, actor, { action: 'update', entity: 'settings', id: 1, name: 'Settings', ...what });
    await contentChanged(trx);
    return fresh;
  });
}

const auditable = ({ version: _version, updated_at: _at, ...rest }: Settings) => rest;

/** What came through the contact form, newest first unless asked otherwise. */
export async function listContacts(db: Db, query: ContactQuery): Promise<Paged<ContactMessage>> {
  const page = pageFrom(query);
  const [rows, total] = [await store.listContacts(db, query, page), await store.countContacts(db, query)];
  return paged(rows, total, page);
}

/** The currency of what names none: ISO 4217. */
export const siteCurrency = async (db: Db): Promise<string> => (await store.findSettings(db)).currency;

/** The revision that cached pages are judged by: read it before the data of a render. */
export const contentRevision = (db: Db): Promise<string> => store.findRevision(db);

/** Call in the transaction of every write that a public page or the router shows; NOTIFY `content` carries the new revision on commit. */
export const contentChanged = (db: Db): Promise<void> => store.raiseRevision(db);

/** Stores a message of the contact form. One that filled the trap is answered like any other and dropped. */
export async function receiveContact(db: Db, body: ContactBody): Promise<void> {
  if (body.website) return;
  await store.insertContact(db, { name: body.name, email: body.email, message: body.message });
}
