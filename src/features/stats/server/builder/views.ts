import { notFound } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { nameTaken, refuseTakenName, type Named } from '../../../../platform/server/records/names.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import type { SavedView, SavedViewInput } from '../../report-contract.ts';
import * as store from './store-views.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const NAMED: Named = { table: 'stats_views', noun: 'a view' };

const present = ({ id, name, query, created_at }: store.ViewRow): SavedView => ({ id, name, query, created_at });

export const listViews = async (db: Db): Promise<SavedView[]> => (await store.listViews(db)).map(present);

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
    return present(row);
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
