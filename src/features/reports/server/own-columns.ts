import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { isRenamed, refuseTakenBy, refuseTakenName, type Named } from '../../../platform/server/records/names.ts';
import { auditDiff, contractFields, pick, refuseStale } from '../../../platform/server/records/records.ts';
import { auditOf } from '../../accounts/server/service.ts';
import {
  MOST_OWN,
  OwnColumn,
  ShownColumn,
  type OwnColumnChange,
  type OwnColumnInput,
} from '../own-columns-contract.ts';
import * as store from './store-own-columns.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const NAMED: Named = { table: 'report_columns', noun: 'an own column' };

const mayChange = (actor: Actor, row: store.ColumnRow): boolean =>
  row.is_shared ? actor.role === 'admin' : row.created_by === actor.id;

const present = (actor: Actor, row: store.ColumnRow): OwnColumn => ({
  ...contractFields(ShownColumn, row),
  ...pick(row, ['is_shared', 'version', 'created_at', 'updated_at']),
  is_mine: row.created_by === actor.id,
  may_change: mayChange(actor, row),
});

/** Those of who asks, and those of the team. */
export const listOwnColumns = async (db: Db, actor: Actor): Promise<OwnColumn[]> =>
  (await store.listOf(db, actor.id)).map((row) => present(actor, row));

const audit = auditOf('report_column', (row: store.ColumnRow) => row.name);
const auditable = (row: store.ColumnRow): Record<string, unknown> =>
  pick(row, ['name', 'formula', 'format', 'is_shared']);

/** What all of a team has is an administrator's to decide, as saved views are. */
function refuseSharing(actor: Actor, isShared: boolean | undefined): void {
  if (isShared && actor.role !== 'admin') throw invalid('is_shared', 'is open to administrators alone');
}

/** @throws AppError validation_failed | name_taken | conflict when there are as many as there may be */
export function createOwnColumn({ db, clock }: Scope, actor: Actor, input: OwnColumnInput): Promise<OwnColumn> {
  refuseSharing(actor, input.is_shared);
  return inTransaction(db, async (trx) => {
    await refuseTakenName(trx, NAMED, input.name);
    if ((await store.countOf(trx, actor.id)) >= MOST_OWN)
      throw new AppError('conflict', `You have made ${MOST_OWN} own columns. Delete one of them first.`);
    const now = clock().toISOString();
    const row = await refuseTakenBy(NAMED, input, () =>
      store.insert(trx, { ...input, created_by: actor.id, created_at: now, updated_at: now }),
    );
    await audit(trx, { actor, action: 'create' }, row, { after: auditable(row) });
    return present(actor, row);
  });
}

/** Keys left out stay. @throws AppError not_found | validation_failed | version_conflict | name_taken */
export function updateOwnColumn(scope: Scope, actor: Actor, id: number, input: OwnColumnChange): Promise<OwnColumn> {
  const { version, ...change } = input;
  return inTransaction(scope.db, async (trx) => {
    const old = await changeable(trx, actor, id);
    refuseStale(OwnColumn, [version, old.version], present(actor, old), change);
    if (change.is_shared !== undefined && change.is_shared !== old.is_shared) {
      refuseSharing(actor, change.is_shared);
      // it would vanish for whoever keeps it from the others
      if (!change.is_shared && old.created_by !== actor.id)
        throw invalid('is_shared', 'can be taken back by who made the column alone');
    }
    const row = await save(scope, trx, actor, old, change);
    return present(actor, row);
  });
}

async function save({ clock }: Scope, trx: Db, actor: Actor, old: store.ColumnRow, change: store.ColumnUpdate) {
  if (isRenamed(old.name, change.name)) await refuseTakenName(trx, NAMED, change.name!, old.id);
  const row = await refuseTakenBy(NAMED, { ...old, ...change }, () => store.update(trx, old.id, change, clock()));
  await audit(trx, { actor, action: 'update' }, row, auditDiff(auditable(old), auditable(row)));
  return row;
}

/** For good: views that show it show the rest. @throws AppError not_found */
export async function deleteOwnColumn({ db }: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await changeable(trx, actor, id);
    await store.remove(trx, id);
    await audit(trx, { actor, action: 'delete' }, row, { before: auditable(row) });
  });
}

/** Columns as they were before a change that is taken back, whoever's the column is. @throws AppError like `updateOwnColumn` */
export async function putOwnColumnBack(
  scope: Scope,
  actor: Actor,
  id: number,
  change: store.ColumnUpdate,
): Promise<void> {
  const old = await store.lock(scope.db, id);
  if (!old) throw notFound('Own column');
  await save(scope, scope.db, actor, old, change);
}

/** What is somebody else's is not there; what is the team's says that it is not yours to change. */
async function changeable(trx: Db, actor: Actor, id: number): Promise<store.ColumnRow> {
  const row = await store.lock(trx, id);
  if (!row || (!row.is_shared && row.created_by !== actor.id)) throw notFound('Own column');
  if (!mayChange(actor, row))
    throw new AppError('forbidden', 'This column is shared with the team: only administrators change or delete it.');
  return row;
}
