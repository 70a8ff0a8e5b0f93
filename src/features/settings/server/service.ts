import type { Db } from '../../../platform/server/postgres.ts';
import type { ContactBody, Settings } from '../contract.ts';
import * as store from './store.ts';

export const getSettings = (db: Db): Promise<Settings> => store.findSettings(db);

/** The currency of what names none: ISO 4217. */
export const siteCurrency = async (db: Db): Promise<string> => (await store.findSettings(db)).currency;

/** The IANA zone of the back office's days. */
export const siteTimeZone = async (db: Db): Promise<string> => (await store.findSettings(db)).time_zone;

/** The revision that cached pages are judged by: read it before the data of a render. */
export const contentRevision = (db: Db): Promise<string> => store.findRevision(db);

/** Call in the transaction of every write that a public page or the router shows; NOTIFY `content` carries the new revision on commit. */
export const contentChanged = (db: Db): Promise<void> => store.raiseRevision(db);

/** Stores a message of the contact form. One that filled the trap is answered like any other and dropped. */
export async function receiveContact(db: Db, body: ContactBody): Promise<void> {
  if (body.website) return;
  await store.insertContact(db, { name: body.name, email: body.email, message: body.message });
}
