import { isDeepStrictEqual } from 'node:util';
import { AppError, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import type { Act } from '../../accounts/server/service.ts';
import { missingImages } from '../../media/server/service.ts';
import type {
  Content,
  Draft,
  DraftInput,
  DraftReply,
  FullRevision,
  Revision,
  RevisionQuery,
  Subject,
} from '../contract.ts';
import { picturesOf, withoutPictures } from '../rules.ts';
import * as store from './store-history.ts';

/** A record keeps its last 200 saves. */
const MAX_REVISIONS = 200;
/** Edits that nobody came back to. */
const DRAFT_AGE_MS = 30 * 24 * 3_600_000;

type Scope = Pick<Deps, 'db' | 'clock'>;

/**
 * Notes what a save made of a record; a save that changed nothing leaves no trace. Call it in the transaction of the write, while
 * the record is held. The editor's own draft is done with.
 * @param content the editable fields, as the record's PUT takes them
 */
export async function recordRevision(
  db: Db,
  subject: Subject,
  { actor, action }: Act,
  content: Content,
): Promise<void> {
  const last = await store.findLastRevision(db, subject);
  // what comes back from the store knows no undefined
  const fresh = JSON.parse(JSON.stringify(content)) as Content;
  if (!last || !isDeepStrictEqual(last.content, fresh)) {
    const number = (last?.number ?? 0) + 1;
    await store.insertRevision(db, subject, {
      number,
      action,
      content: fresh,
      actor_name: actor?.username ?? 'system',
    });
    if (number > MAX_REVISIONS) await store.trimRevisions(db, subject, number - MAX_REVISIONS + 1);
  }
  // what a key saves is none of its maker's edits
  if (actor?.session) await store.removeDraft(db, subject, actor.id);
}

/** The saves of a record, the newest first, each with the fields that it changed. */
export async function listRevisions(db: Db, subject: Subject, query: RevisionQuery): Promise<Paged<Revision>> {
  const page = pageFrom(query, 25);
  const rows = await store.listRevisions(db, subject, page);
  return paged(rows.map(present), await store.countRevisions(db, subject), page);
}

/** One save, with what stood before it. @throws AppError not_found */
export async function getRevision(db: Db, subject: Subject, number: number): Promise<FullRevision> {
  const row = await store.findRevision(db, subject, number);
  if (!row) throw notFound('Revision');
  const before = await store.findRevisionBefore(db, subject, number);
  const change = { ...row, before: before?.content ?? null };
  return { ...present(change), content: row.content, before: change.before };
}

/**
 * Puts an old save into the editor's draft. The live record stays as it is until the editor saves, so nothing is published by it.
 * Pictures that were deleted since are left out.
 * @param baseVersion of the live record
 * @throws AppError not_found
 */
export async function restoreAsDraft(
  { db, clock }: Scope,
  subject: Subject,
  actor: Actor,
  { number, baseVersion }: { number: number; baseVersion: number },
): Promise<{ data: Draft; message: string }> {
  const row = await store.findRevision(db, subject, number);
  if (!row) throw notFound('Revision');
  // the state of a record is no part of its content: what is restored is neither published nor taken down
  const { status: _status, publish_at: _from, unpublish_at: _until, ...content } = row.content;
  const gone = await missingImages(db, picturesOf(content));
  const draft = { content: withoutPictures(content, gone), base_version: baseVersion, restored_from: number };
  return {
    data: (await inTransaction(db, (trx) => store.upsertDraft(trx, subject, actor.id, { ...draft, at: clock() })))!,
    message: `Restored as a draft${WITHOUT[Math.min(gone.size, 2)]}. Nothing changes for readers until you save it.`,
  };
}

const WITHOUT = ['', ' without a picture that was deleted since', ' without pictures that were deleted since'];

/** The editor's own unsaved edits, and who else has some. */
export async function readDraft(db: Db, subject: Subject, actor: Actor): Promise<DraftReply> {
  return {
    data: (await store.findDraft(db, subject, actor.id)) ?? null,
    others: await store.listOtherDrafts(db, subject, actor.id),
  };
}

/** The unsaved edits of an editor; empty without any. */
export const draftOf = async (db: Db, subject: Subject, userId: number): Promise<Content> =>
  (await store.findDraft(db, subject, userId))?.content ?? {};

/** Autosave. @throws AppError version_conflict when the same editor saved newer edits elsewhere, such as in another tab */
export async function saveDraft(
  { db, clock }: Scope,
  subject: Subject,
  actor: Actor,
  input: DraftInput,
): Promise<Draft> {
  const { content, base_version: base, version } = input;
  return inTransaction(db, async (trx) => {
    const before = await store.findDraft(trx, subject, actor.id);
    const draft = { content, base_version: base, restored_from: before?.restored_from ?? null };
    const saved = await store.upsertDraft(trx, subject, actor.id, { ...draft, at: clock(), readVersion: version });
    if (saved) return saved;
    throw new AppError('version_conflict', 'You have newer unsaved edits in another window.', {
      details: { current: await store.findDraft(trx, subject, actor.id), yours: input },
    });
  });
}

export const dropDraft = (db: Db, subject: Subject, actor: Actor): Promise<void> =>
  inTransaction(db, (trx) => store.removeDraft(trx, subject, actor.id));

/** The record is gone for good, and its history with it. */
export const forgetHistory = (db: Db, subject: Subject): Promise<void> => store.removeHistory(db, subject);

/** Drops edits that were left for 30 days. */
export const sweepDrafts = ({ db, clock }: Scope): Promise<void> =>
  store.removeDraftsBefore(db, new Date(clock().getTime() - DRAFT_AGE_MS));

function present(row: store.RevisionRow & { before: Content | null }): Revision {
  const keys = new Set([...Object.keys(row.content), ...Object.keys(row.before ?? {})]);
  return {
    number: row.number,
    action: row.action,
    actor: row.actor_name,
    created_at: row.created_at,
    changed: [...keys].filter((key) => !isDeepStrictEqual(row.content[key], row.before?.[key])).toSorted(),
  };
}
