import { AppError, notFound } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { nameTaken, refuseTakenName, type Named } from '../../../../platform/server/records/names.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import { MOST_PINS, type SavedView, type SavedViewInput } from '../../report-contract.ts';
import * as store from './store-views.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const NAMED: Named = { table: 'stats_views', noun: 'a view' };

const present = ({ id, name, query, created_at }: store.ViewRow, pinned: ReadonlySet<number>): SavedView => ({
  id,
  name,
  query,
  created_at,
  is_pinned: pinned.has(id),
});
const NONE: ReadonlySet<number> = new Set();

/** Of the whole team, with those marked that stand in the drawer of who asks. */
export async function listViews(db: Db, { id }: Pick<Actor, 'id'>): Promise<SavedView[]> {
  const pinned = new Set(await store.pinsOf(db, id));
  return (await store.listViews(db)).map((row) => present(row, pinned));
}

/** @throws AppError name_taken */
export function saveView(scope: Scope, actor: Actor, { name, query }: SavedViewInput): Promise<SavedView> {
  return inTransaction(scope.db, async (trx) => {
    await refuseTakenName(trx, NAMED, name);
    const row = await store.insertView(trx, {
      name,
      query,
      created_by: actor.id,
      created_at: scope.clock().toISOString(),
    });
    if (!row) throw nameTaken(NAMED, name);
    await recordAudit(trx, actor, { action: 'create', entity: 'report_view', id: row.id, name, after: { query } });
    return present(row, NONE);
  });
}

/** @throws AppError not_found */
export async function removeView(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await store.removeView(trx, id);
    if (!row) throw notFound('View');
    await recordAudit(trx, actor, {
      action: 'delete',
      entity: 'report_view',
      id,
      name: row.name,
      before: { query: row.query },
    });
  });
}

/** What a person has in the drawer is nobody else's, and stands in no audit. @throws AppError not_found | conflict when there are as many as there may be */
export async function pinView({ db, clock }: Scope, { id: userId }: Pick<Actor, 'id'>, id: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    await store.lockPinsOf(trx, userId);
    // nobody removes it meanwhile
    if (!(await store.lockView(trx, id))) throw notFound('View');
    const pins = await store.pinsOf(trx, userId);
    if (pins.includes(id)) return;
    if (pins.length >= MOST_PINS)
      throw new AppError('conflict', `Your drawer has ${MOST_PINS} views. Unpin one of them first.`);
    await store.insertPin(trx, { user_id: userId, view_id: id, created_at: clock().toISOString() });
  });
}

/** @throws AppError not_found */
export async function unpinView({ db }: Scope, { id: userId }: Pick<Actor, 'id'>, id: number): Promise<void> {
  if (!(await store.removePin(db, userId, id))) throw notFound('Pin');
}
