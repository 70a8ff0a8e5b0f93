import { invalid, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import {
  amongLiving,
  isRenamed,
  refuseTakenBy,
  refuseTakenName,
  slugTaken,
  type Named,
} from '../../../platform/server/records/names.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff, pick, refuseStale } from '../../../platform/server/records/records.ts';
import { countUsers, refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import { auditOf, type Act } from '../../accounts/server/service.ts';
import { findMoved, recordSlug, slugsFrom, withFirstFree, takeSlug } from '../../publishing/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { Person, type PersonChange, type PersonInput, type PersonQuery, type PublicPerson } from '../contract.ts';
import * as store from './store.ts';

const KIND = 'person';

type Scope = Pick<Deps, 'db' | 'clock'>;

export async function listPeople(scope: Scope, query: PersonQuery): Promise<Paged<Person>> {
  const page = pageFrom(query, 10, 'asc');
  const { rows, total } = await store.list(scope.db, query, page);
  return paged(await presentAll(scope.db, rows), total, page);
}

/** @throws AppError not_found */
export async function getPerson(scope: Scope, id: number): Promise<Person> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Person');
  return present(scope.db, row);
}

/** Without a slug, the name makes one that is free. @throws AppError name_taken | slug_taken */
export async function createPerson(
  scope: Scope,
  actor: Actor | undefined,
  input: PersonInput,
  isSample = false,
): Promise<Person> {
  const { slug, same_as, ...rest } = input;
  return inTransaction(scope.db, async (trx) => {
    await refuseTakenName(trx, NAMED, input.name);
    const fresh = {
      credentials: null,
      licence_url: null,
      job_title: null,
      bio: null,
      photo_url: null,
      conflicts_of_interest: null,
      ...rest,
      same_as: JSON.stringify(same_as ?? []),
      created_by: actor?.id ?? null,
      is_sample: isSample,
    };
    const tries = slug === undefined ? slugsFrom(input.name, KIND) : [slug];
    const row = await refuseTakenBy(NAMED, { name: input.name, slug }, () =>
      withFirstFree(tries, (each) => store.insert(trx, { ...fresh, slug: each })),
    );
    if (!row) throw slugTaken(slug ?? '');
    await takeSlug(trx, KIND, row.slug);
    await audit(trx, { actor, action: 'create' }, row, { after: auditable(row) });
    await contentChanged(trx);
    return present(trx, row);
  });
}

/** Keys left out stay; the slug of before leads on. @throws AppError not_found | version_conflict | name_taken | slug_taken */
export async function updatePerson(scope: Scope, actor: Actor, id: number, input: PersonChange): Promise<Person> {
  const { version, ...yours } = input;
  const { same_as, slug, ...rest } = yours;
  return inTransaction(scope.db, async (trx) => {
    const old = await lock(trx, id);
    if (version !== undefined && version !== old.version) {
      refuseStale(Person, [version, old.version], await present(trx, old), yours);
    }
    return save({ ...scope, db: trx }, { actor, action: 'update' }, old, {
      ...rest,
      ...(slug !== undefined && { slug }),
      ...(same_as && { same_as: JSON.stringify(same_as) }),
    });
  });
}

/** Into the trash. @throws AppError not_found | in_use while guides or reviews name the person */
export async function deletePerson(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lock(trx, id);
    await refuseWhileUsed(trx, KIND, id, row.name);
    const deleted = await store.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await audit(trx, { actor, action: 'delete' }, deleted, { before: auditable(row) });
    await contentChanged(trx);
  });
}

/** Back out of the trash. @throws AppError not_found | name_taken | slug_taken when they were given away meanwhile */
export async function restorePerson(scope: Scope, actor: Actor, id: number): Promise<Person> {
  return inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id, true);
    if (!row) throw notFound('Deleted person');
    return save({ ...scope, db: trx }, { actor, action: 'restore' }, row, { deleted_at: null });
  });
}

/** Columns as they were before a change that is taken back. @throws AppError like `updatePerson` */
export async function putPersonBack(
  scope: Scope,
  actor: Actor,
  id: number,
  columns: store.PersonUpdate,
): Promise<void> {
  await save(scope, { actor, action: 'undo' }, await lock(scope.db, id), columns);
}

/** Those who are not deleted, by id, as readers see them. */
export async function peopleById(db: Db, ids: number[]): Promise<Map<number, PublicPerson>> {
  return new Map((await store.findMany(db, [...new Set(ids)])).map((row) => [row.id, readable(row)]));
}

/**
 * The person of an address, or the slug that the address has by now; undefined for nobody. Whether the public may know of a person
 * (because something that is public names them) is for the caller to say.
 */
export async function personBySlug(
  db: Db,
  slug: string,
): Promise<PublicPerson | { movedTo: string; id: number } | undefined> {
  const row = await store.findBySlug(db, slug);
  if (row) return readable(row);
  const id = await findMoved(db, KIND, slug);
  const moved = id === undefined ? undefined : await store.find(db, id);
  return moved && { movedTo: moved.slug, id: moved.id };
}

/** Everybody who is not deleted, by name. The caller leaves out whom nothing public names. */
export const allPeople = async (db: Db): Promise<PublicPerson[]> => (await store.findAll(db)).map(readable);

type Credited = { author_id: number | null; reviewer_id: number | null; reviewed_at: string | null };
export type Credits = { author: PublicPerson | null; reviewer: PublicPerson | null; reviewed_at: string | null };

/** Who wrote and who checked each of these. A reviewer without credentials or without a date is not shown as one. */
export async function creditsOf<T extends Credited>(db: Db, rows: readonly T[]): Promise<(row: T) => Credits> {
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.author_id, row.reviewer_id].filter((id) => id !== null)),
  );
  return ({ author_id, reviewer_id, reviewed_at }) => {
    const reviewer = people.get(reviewer_id ?? 0);
    const isShown = reviewer?.credentials != null && reviewed_at !== null;
    return {
      author: people.get(author_id ?? 0) ?? null,
      reviewer: isShown ? reviewer : null,
      reviewed_at: isShown ? reviewed_at : null,
    };
  };
}

/**
 * Call it after the write, whose foreign keys waited for a delete under way; keys that were not written may be left out.
 * @throws AppError validation_failed at author_id or reviewer_id for somebody who is not there
 */
export async function refuseUnknownPeople(
  db: Db,
  written: { author_id?: number | null | undefined; reviewer_id?: number | null | undefined },
): Promise<void> {
  const named = { author_id: written.author_id ?? null, reviewer_id: written.reviewer_id ?? null };
  const people = await peopleById(
    db,
    Object.values(named).filter((id) => id !== null),
  );
  for (const [field, id] of Object.entries(named)) {
    if (id !== null && !people.has(id)) throw invalid(field, 'is not a person that is there');
  }
}

async function lock(trx: Db, id: number): Promise<store.PersonRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Person');
  return row;
}

async function save({ db, clock }: Scope, act: Act, old: store.PersonRow, change: store.PersonUpdate): Promise<Person> {
  if (isRenamed(old.name, change.name) || old.deleted_at !== null)
    await refuseTakenName(db, NAMED, change.name ?? old.name, old.id);
  const row = await refuseTakenBy(NAMED, { name: change.name ?? old.name, slug: change.slug ?? old.slug }, () =>
    store.update(db, old.id, change, clock()),
  );
  if (row.slug !== old.slug) await recordSlug(db, KIND, old.slug, row.id);
  await takeSlug(db, KIND, row.slug);
  await audit(db, act, row, auditDiff(auditable(old), auditable(row)));
  await contentChanged(db);
  return present(db, row);
}

const NAMED: Named = { table: 'people', noun: 'a person', among: amongLiving() };

const audit = auditOf(KIND, (row: store.PersonRow) => row.name);

const AUDITED = [
  'name',
  'slug',
  'credentials',
  'licence_url',
  'job_title',
  'bio',
  'photo_url',
  'same_as',
  'conflicts_of_interest',
  'is_sample',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof store.PersonRow)[];

/** What of a row may stand in the audit; what every save changes is not told. */
const auditable = (row: store.PersonRow): Record<string, unknown> => pick(row, AUDITED);

const readable = (row: store.PersonRow): PublicPerson => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  credentials: row.credentials,
  licence_url: row.licence_url,
  job_title: row.job_title,
  bio: row.bio,
  photo_url: row.photo_url,
  same_as: row.same_as,
  conflicts_of_interest: row.conflicts_of_interest,
});

async function presentAll(db: Db, rows: store.PersonRow[]): Promise<Person[]> {
  const users = await countUsers(
    db,
    KIND,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, used_in: users.get(row.id) ?? 0 }));
}

const present = async (db: Db, row: store.PersonRow): Promise<Person> => (await presentAll(db, [row]))[0]!;
