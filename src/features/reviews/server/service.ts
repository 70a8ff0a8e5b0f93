import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { type BulkChangesReply, paged, type Paged, pageFrom } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { brokenConstraint, inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { figuresFor, type Rank } from '../../../platform/server/records/figures.ts';
import { slugTaken } from '../../../platform/server/records/names.ts';
import { auditDiff, refuseStale } from '../../../platform/server/records/records.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import type { Act, BeforeAfter } from '../../accounts/server/service.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { refuseUnknownPeople } from '../../people/server/service.ts';
import { allMoved, recordSlug, slugsFrom, withFirstFree, takeSlug } from '../../publishing/server/service.ts';
import { changeOrForesee } from '../../../platform/server/records/bulk.ts';
import { isPublicStatus, dueChange, scheduleProblem } from '../../publishing/rules.ts';
import { recordRevision } from '../../publishing/server/history.ts';
import { refuseBlocked } from '../../publishing/server/checklist.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import {
  type BulkStatus,
  Review,
  type ReviewChange,
  type ReviewInput,
  type ReviewQuery,
  REVIEW_FIGURES,
  type ReviewFigure,
} from '../contract.ts';
import * as checks from './checks.ts';
import { columnsOf, contentOf } from './review-columns.ts';
import { settleShown } from './shown.ts';
import { presentRows } from './present.ts';
import { audit, auditable } from './review-audit.ts';
import * as store from './store.ts';

/** Views of the last 30 days by review, which a later feature knows; reviews left out of the map count zero. */
export type CountReviewViews = (db: Db, ids: number[], now: Date) => Promise<Map<number, number>>;

const KIND = 'review';

type Scope = Pick<Deps, 'db' | 'clock'> & { countViews: CountReviewViews; rank?: Rank<ReviewFigure> };

export async function listReviews(scope: Scope, query: ReviewQuery): Promise<Paged<Review>> {
  const page = pageFrom(query, 10, 'desc');
  const figures = await figuresFor(scope, query.sortBy, REVIEW_FIGURES);
  const { rows, total } = await store.list(scope.db, query, page, figures);
  return paged(await presentAll(scope, rows), total, page);
}

export async function getReview(scope: Scope, id: number): Promise<Review> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Content');
  return present(scope, row);
}

/** Without a slug, the title makes one that is free. @throws AppError slug_taken | validation_failed */
export async function createReview(
  scope: Scope,
  actor: Actor | undefined,
  input: ReviewInput,
  isSample = false,
): Promise<Review> {
  const { slug, ...rest } = input;
  return inTransaction(scope.db, async (trx) => {
    const row = {
      status: 'draft' as const,
      tested: 'research_only' as const,
      ...columnsOf(rest),
      offer_id: input.offer_id,
      title: input.title,
      first_published_at: isPublicStatus(input.status ?? 'draft') ? scope.clock().toISOString() : null,
      created_by: actor?.id ?? null,
      is_sample: isSample,
      revised_at: scope.clock().toISOString(),
    };
    refuseSchedule(row, undefined, scope.clock());
    const tries = slug === undefined ? slugsFrom(input.title, 'review') : [slug];
    const inserted = await withReasons(slug, () =>
      withFirstFree(tries, (each) => store.insert(trx, { ...row, slug: each })),
    );
    if (!inserted) throw slugTaken(slug ?? '');
    await takeSlug(trx, KIND, inserted.slug);
    const inside = { ...scope, db: trx };
    const shown = await settleShown(inside, undefined, inserted);
    return finish(inside, { actor, action: 'create' }, shown, { after: auditable(shown) });
  });
}

/** Keys left out stay; the slug of before leads on. @throws AppError not_found | version_conflict | slug_taken | validation_failed */
export async function updateReview(scope: Scope, actor: Actor, id: number, input: ReviewChange): Promise<Review> {
  const { version, ...yours } = input;
  const change = columnsOf(yours);
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const old = await lock(trx, id);
    if (version !== undefined && version !== old.version) {
      refuseStale(Review, [version, old.version], await present(inside, old), yours);
    }
    refuseSchedule({ ...old, ...change }, old, scope.clock());
    return save(inside, { actor, action: 'update' }, old, change);
  });
}

/** One status for many reviews, each judged by itself; a dry run says what would change. */
export async function setStatuses(
  scope: Scope,
  actor: Actor,
  { status, ...which }: BulkStatus,
): Promise<BulkChangesReply> {
  // nobody looks at their numbers here
  const at = (trx: Db): Scope => ({ ...scope, db: trx, countViews: async () => new Map() });
  return changeOrForesee(scope.db, which, {
    read: lock,
    change: (trx, { id }) => updateReview(at(trx), actor, id, { status }),
    tell: (row) => ({ Status: row.status }),
    done: 'Content updated successfully!',
  });
}

/**
 * Publishes and archives what is due. Safe to run twice or on two machines at once. What the gate refuses keeps its time, says why in
 * `problems`, and is tried again at the next round.
 */
export async function runReviewSchedule(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock();
  const scope = { ...deps, countViews: () => Promise.resolve(new Map<number, number>()) };
  for (const id of await store.listDue(deps.db, now)) {
    try {
      await inTransaction(deps.db, async (trx) => {
        const row = await store.lockDue(trx, id, now);
        if (row) await save({ ...scope, db: trx }, { actor: undefined, action: 'schedule' }, row, dueChange(row, now));
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** The version of a review that is not deleted. @throws AppError not_found */
export async function reviewVersion(db: Db, id: number): Promise<number> {
  const row = await store.find(db, id);
  if (!row) throw notFound('Content');
  return row.version;
}

/** Into the trash. @throws AppError in_use while links lead to it */
export async function deleteReview(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lock(trx, id);
    await refuseWhileUsed(trx, KIND, id, row.title);
    const deleted = await store.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await audit(trx, { actor, action: 'delete' }, deleted, { before: auditable(row) });
    await contentChanged(trx, [`/offer-reviews/${row.slug}`]);
  });
}

/** Back out of the trash. @throws AppError not_found | slug_taken when the slug was given away meanwhile */
export async function restoreReview(scope: Scope, actor: Actor, id: number): Promise<Review> {
  return inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id, true);
    if (!row) throw notFound('Deleted content');
    return save({ ...scope, db: trx }, { actor, action: 'restore' }, row, { deleted_at: null });
  });
}

/** Columns as they were before a change that is taken back; the gate judges it as any save. @throws AppError like `updateReview` */
export async function putReviewBack(
  scope: Scope,
  actor: Actor,
  id: number,
  columns: store.ReviewUpdate,
): Promise<void> {
  await save(scope, { actor, action: 'undo' }, await lock(scope.db, id), columns);
}

/** Every review that is not deleted, as the routing snapshot keeps it. */
export async function routableReviews(
  db: Db,
  only?: readonly number[],
): Promise<{ id: number; slug: string; offer_id: number; isPublic: boolean }[]> {
  const rows = await store.listRoutable(db, only);
  return rows.map(({ status, ...row }) => ({ ...row, isPublic: isPublicStatus(status) }));
}

/** The slugs that reviews had before. Some reviews are hidden or deleted by now, and some slugs are those of others. */
export const formerReviewSlugs = (db: Db, only?: readonly number[]): Promise<{ slug: string; id: number }[]> =>
  allMoved(db, KIND, only);

/** The reviews of some offers that the public may read, the oldest first. */
export const publicReviewsOf = (
  db: Db,
  offerIds: readonly number[],
): Promise<{ id: number; slug: string; title: string; offer_id: number }[]> => store.listPublicOf(db, offerIds);

/** What reports call reviews by, deleted ones included. @param ids only these */
export async function reviewNames(
  db: Db,
  ids?: readonly number[],
): Promise<(Pick<Review, 'id' | 'title' | 'slug' | 'status' | 'first_published_at'> & { deleted: boolean })[]> {
  const rows = await store.listNames(db, ids);
  return rows.map(({ deleted_at: at, ...row }) => ({ ...row, deleted: at !== null }));
}

async function lock(trx: Db, id: number): Promise<store.ReviewRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Content');
  return row;
}

function refuseSchedule(
  { publish_at: from = null, unpublish_at: until = null }: Pick<store.ReviewUpdate, 'publish_at' | 'unpublish_at'>,
  old: store.ReviewRow | undefined,
  now: Date,
): void {
  const problem = scheduleProblem({ publish_at: from, unpublish_at: until }, old, now);
  if (problem) throw invalid(problem.field, problem.reason);
}

async function save(scope: Scope, act: Act, old: store.ReviewRow, change: store.ReviewUpdate): Promise<Review> {
  const isFirst = old.first_published_at === null && isPublicStatus(change.status ?? old.status);
  const fresh = { ...change, ...(isFirst && { first_published_at: scope.clock().toISOString() }) };
  const saved = await withReasons(change.slug ?? old.slug, () => store.update(scope.db, old.id, fresh, scope.clock()));
  const row = await settleShown(scope, old, saved);
  if (row.slug !== old.slug) await recordSlug(scope.db, KIND, old.slug, row.id);
  await takeSlug(scope.db, KIND, row.slug);
  return finish(scope, act, row, auditDiff(auditable(old), auditable(row)));
}

async function finish(scope: Scope, act: Act, row: store.ReviewRow, what: BeforeAfter): Promise<Review> {
  // looked at after the write, whose foreign key waited for a delete under way
  const offer = (await offersById(scope.db, [row.offer_id])).get(row.offer_id)!;
  if (offer.deleted_at !== null && act.action !== 'restore') throw invalid('offer_id', 'is not there any more');
  if (offer.deleted_at !== null) throw new AppError('conflict', `Restore its offer "${offer.name}" first.`);
  await refuseUnknownPeople(scope.db, row);
  // the gate: whatever made it public, a review that the checklist blocks is not
  if (isPublicStatus(row.status)) refuseBlocked(await checks.judgeReview(scope, row));
  await recordRevision(scope.db, { kind: KIND, id: row.id }, act, contentOf(row));
  await audit(scope.db, act, row, what);
  const { slug: old = row.slug } = (what.before ?? {}) as { slug?: string };
  await contentChanged(scope.db, [`/offer-reviews/${row.slug}`, `/offer-reviews/${old}`]);
  return present(scope, row);
}

async function withReasons<T>(slug: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'reviews_slug_idx') throw slugTaken(slug ?? '');
    const field = /^reviews_(offer_id|author_id|reviewer_id)_fkey$/.exec(constraint ?? '')?.[1];
    if (field) throw invalid(field, 'is not there');
    throw error;
  }
}

async function presentAll(scope: Scope, rows: store.ReviewRow[]): Promise<Review[]> {
  const ids = rows.map((row) => row.id);
  return presentRows(scope, rows, await scope.countViews(scope.db, ids, scope.clock()));
}

const present = async (scope: Scope, row: store.ReviewRow): Promise<Review> => (await presentAll(scope, [row]))[0]!;
