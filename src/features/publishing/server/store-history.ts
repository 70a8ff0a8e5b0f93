import { sql, type Generated } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import type { Content, HistoryKind, Subject } from '../contract.ts';

type RevisionsTable = {
  kind: HistoryKind;
  entity_id: number;
  number: number;
  action: string;
  content: Json<Content>;
  actor_name: string;
  created_at: Generated<string>;
};

type DraftsTable = {
  kind: HistoryKind;
  entity_id: number;
  user_id: number;
  content: Json<Content>;
  base_version: number;
  restored_from: number | null;
  version: Generated<number>;
  updated_at: Generated<string>;
};

export type RevisionRow = { number: number; action: string; content: Content; actor_name: string; created_at: string };
export type DraftRow = {
  content: Content;
  base_version: number;
  restored_from: number | null;
  version: number;
  updated_at: string;
};

const tables = (db: Db) =>
  db.withTables<{ revisions: RevisionsTable; drafts: DraftsTable; users: { id: number; username: string } }>();

const revisionsOf = (db: Db, { kind, id }: Subject) =>
  tables(db).selectFrom('revisions').where('kind', '=', kind).where('entity_id', '=', id);

const REVISION = ['number', 'action', 'content', 'actor_name', 'created_at'] as const;

export const findLastRevision = (db: Db, subject: Subject): Promise<RevisionRow | undefined> =>
  revisionsOf(db, subject).select(REVISION).orderBy('number', 'desc').limit(1).executeTakeFirst();

export const findRevision = (db: Db, subject: Subject, number: number): Promise<RevisionRow | undefined> =>
  revisionsOf(db, subject).select(REVISION).where('number', '=', number).executeTakeFirst();

/** The one that a revision is compared with. */
export const findRevisionBefore = (db: Db, subject: Subject, number: number): Promise<RevisionRow | undefined> =>
  revisionsOf(db, subject)
    .select(REVISION)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Each with what the save before it had made of the record: null for the oldest that is kept. */
export const listRevisions = (
  db: Db,
  subject: Subject,
  page: Page,
): Promise<(RevisionRow & { before: Content | null })[]> =>
  revisionsOf(db, subject)
    .select(REVISION)
    .select(sql<Content | null>`lag(content) over (order by number)`.as('before'))
    .orderBy('number', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export async function countRevisions(db: Db, subject: Subject): Promise<number> {
  const counted = revisionsOf(db, subject).select(sql<number>`count(*)::int`.as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** Call it while the record is held, so that no other save takes the number. */
export async function insertRevision(
  db: Db,
  { kind, id }: Subject,
  row: Pick<RevisionRow, 'number' | 'action' | 'content' | 'actor_name'>,
): Promise<void> {
  await tables(db)
    .insertInto('revisions')
    .values({ ...row, kind, entity_id: id, content: JSON.stringify(row.content) })
    .execute();
}

/** Keeps the newest. @param below the number of the oldest to keep */
export async function trimRevisions(db: Db, { kind, id }: Subject, below: number): Promise<void> {
  await tables(db)
    .deleteFrom('revisions')
    .where('kind', '=', kind)
    .where('entity_id', '=', id)
    .where('number', '<', below)
    .execute();
}

/** The last saves of many records of a kind are gone with them. */
export async function removeHistory(db: Db, { kind, id }: Subject): Promise<void> {
  await tables(db).deleteFrom('revisions').where('kind', '=', kind).where('entity_id', '=', id).execute();
  await tables(db).deleteFrom('drafts').where('kind', '=', kind).where('entity_id', '=', id).execute();
}

const DRAFT = ['content', 'base_version', 'restored_from', 'version', 'updated_at'] as const;

const draftOf = (db: Db, { kind, id }: Subject, userId: number) =>
  tables(db).selectFrom('drafts').where('kind', '=', kind).where('entity_id', '=', id).where('user_id', '=', userId);

export const findDraft = (db: Db, subject: Subject, userId: number): Promise<DraftRow | undefined> =>
  draftOf(db, subject, userId).select(DRAFT).executeTakeFirst();

/** Who else has unsaved edits of the record, the latest first. */
export const listOtherDrafts = (
  db: Db,
  { kind, id }: Subject,
  userId: number,
): Promise<{ username: string; updated_at: string }[]> =>
  tables(db)
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .select(['users.username', 'drafts.updated_at'])
    .where('kind', '=', kind)
    .where('entity_id', '=', id)
    .where('user_id', '!=', userId)
    .orderBy('drafts.updated_at', 'desc')
    .execute();

type DraftWrite = Pick<DraftRow, 'content' | 'base_version' | 'restored_from'> & {
  at: Date;
  /** The version that the editor last read; another one in the store writes nothing. Undefined writes in any case. */
  readVersion?: number | undefined;
};

/**
 * Writes the edits of one editor over those of before.
 * @returns undefined when nothing was written
 */
export const upsertDraft = (
  db: Db,
  { kind, id }: Subject,
  userId: number,
  { content, at, readVersion, ...draft }: DraftWrite,
): Promise<DraftRow | undefined> =>
  tables(db)
    .insertInto('drafts')
    .values({
      ...draft,
      kind,
      entity_id: id,
      user_id: userId,
      content: JSON.stringify(content),
      updated_at: at.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'entity_id', 'user_id'])
        .doUpdateSet({
          ...draft,
          content: JSON.stringify(content),
          version: sql<number>`drafts.version + 1`,
          updated_at: at.toISOString(),
        })
        .where(readVersion === undefined ? sql<boolean>`true` : sql<boolean>`drafts.version = ${readVersion}`),
    )
    .returning(DRAFT)
    .executeTakeFirst();

export async function removeDraft(db: Db, { kind, id }: Subject, userId: number): Promise<void> {
  await tables(db)
    .deleteFrom('drafts')
    .where('kind', '=', kind)
    .where('entity_id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

export async function removeDraftsBefore(db: Db, at: Date): Promise<void> {
  await tables(db).deleteFrom('drafts').where('updated_at', '<', at.toISOString()).execute();
}
