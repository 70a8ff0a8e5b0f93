import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { refuseStale } from '../../../platform/server/records/records.ts';
import { auditOf } from '../../accounts/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { LibraryImage, type LibraryChange, type LibraryQuery } from '../contract.ts';
import { MEDIA_PATH } from '../rules.ts';
import * as store from './store-library.ts';

const MAX_USERS_SHOWN = 20;

export async function listPictures(db: Db, query: LibraryQuery): Promise<Paged<LibraryImage>> {
  const page = pageFrom(query, 10, 'desc');
  const { rows, total } = await store.list(db, query, page);
  return paged(await presentAll(db, rows), total, page);
}

/** Says what a picture shows. @throws AppError not_found | version_conflict */
export function describePicture(db: Db, actor: Actor, id: number, input: LibraryChange): Promise<LibraryImage> {
  return inTransaction(db, async (trx) => {
    const old = await lock(trx, id);
    if (input.version !== undefined && input.version !== old.version) {
      refuseStale(LibraryImage, [input.version, old.version], await present(trx, old), input);
    }
    const row = await store.setAlt(trx, id, input.alt);
    await audit(trx, { actor, action: 'update' }, row, { before: { alt: old.alt }, after: { alt: row.alt } });
    return present(trx, row);
  });
}

/**
 * Puts another stored picture wherever this one stands, unsaved edits included, in one transaction; each record with a history gets a
 * revision of it. This one stays in the library, for earlier saves name it.
 * @throws AppError not_found | validation_failed for a picture that is not there, or is the same
 */
export function replacePicture(db: Db, actor: Actor, id: number, otherId: number): Promise<LibraryImage> {
  return inTransaction(db, async (trx) => {
    if (id === otherId) throw invalid('with', 'must be another picture');
    // in the order of their ids: two exchanges of the same two must not wait for each other
    const rows = new Map<number, store.PictureRow | undefined>();
    for (const one of [id, otherId].toSorted((a, b) => a - b)) rows.set(one, await store.lock(trx, one));
    const [old, other] = [rows.get(id), rows.get(otherId)];
    if (!old) throw notFound('Picture');
    if (!other) throw invalid('with', 'is not a picture of the library');
    const uses = await store.listUses(trx, [urlOf(old)]);
    await store.replaceEverywhere(trx, urlOf(old), urlOf(other), actor.username);
    const users = uses.map(({ kind, id: userId }) => `${kind} ${userId}`);
    await audit(trx, { actor, action: 'replace' }, old, {
      before: { url: urlOf(old), users },
      after: { url: urlOf(other) },
    });
    await contentChanged(trx);
    return present(trx, other);
  });
}

/**
 * For good, with its files.
 * @throws AppError not_found | in_use while records show it, those in the trash and unsaved edits too. Earlier saves hold no picture:
 * one that is restored comes back without it
 */
export async function deletePicture(
  { db, blobs, log }: Pick<Deps, 'db' | 'blobs' | 'log'>,
  actor: Actor,
  id: number,
): Promise<void> {
  const row = await inTransaction(db, async (trx) => {
    const found = await lock(trx, id);
    refuseWhileShown(found, await store.listUses(trx, [urlOf(found)]));
    await store.remove(trx, id);
    await audit(trx, { actor, action: 'delete' }, found, { before: { url: urlOf(found), alt: found.alt } });
    return found;
  });
  // stored anew meanwhile: the file is the same one
  if (await store.isStored(db, row.hash)) return;
  const keys = [row.key, ...row.variants.map((variant) => variant.url.slice(MEDIA_PATH.length))];
  for (const key of keys) {
    await blobs.remove(key).catch((error: unknown) => log.warn({ err: error, key }, 'a file of a picture stayed'));
  }
}

function refuseWhileShown(row: store.PictureRow, uses: readonly store.Use[]): void {
  if (uses.length === 0) return;
  const usedBy = uses.slice(0, MAX_USERS_SHOWN).map(({ kind, id, name }) => ({ kind, id, name }));
  const [first] = usedBy;
  const more = uses.length > 1 ? ` and ${uses.length - 1} more` : '';
  throw new AppError('in_use', `${nameOf(row)} is in use by ${first!.kind} "${first!.name}"${more}.`, {
    details: { used_by: usedBy, count: uses.length },
  });
}

async function lock(trx: Db, id: number): Promise<store.PictureRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Picture');
  return row;
}

const urlOf = (row: store.PictureRow): string => MEDIA_PATH + row.key;
const nameOf = (row: store.PictureRow): string => (row.alt ? `The picture "${row.alt}"` : 'The picture');

const audit = auditOf('image', (row: store.PictureRow) => row.alt || row.key);

async function presentAll(db: Db, rows: readonly store.PictureRow[]): Promise<LibraryImage[]> {
  const uses = Map.groupBy(await store.listUses(db, rows.map(urlOf)), (use) => use.url);
  return rows.map((row) => {
    const users = uses.get(urlOf(row)) ?? [];
    const smallest = row.variants.toSorted((a, b) => a.width - b.width)[0];
    return {
      id: row.id,
      url: urlOf(row),
      preview_url: smallest?.url ?? urlOf(row),
      alt: row.alt,
      mime: row.mime,
      width: row.width,
      height: row.height,
      bytes: row.bytes,
      used_by: users.slice(0, MAX_USERS_SHOWN).map(({ kind, id, name }) => ({ kind, id, name })),
      used_in: users.length,
      version: row.version,
      created_at: row.created_at,
    };
  });
}

const present = async (db: Db, row: store.PictureRow): Promise<LibraryImage> => (await presentAll(db, [row]))[0]!;
