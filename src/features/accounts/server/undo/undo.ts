import { AppError, notFound } from '../../../../platform/errors.ts';
import { type Actor, askPassword } from '../../../../platform/server/http/access.ts';
import {
  findKept,
  isChangedSince,
  KEPT_DAYS,
  listKept,
  type NetChange,
  netOf,
  planPutBack,
  type PutBack,
} from '../../../../platform/server/kept-rows/kept-rows.ts';
import { type Db, inTransaction, type Trx } from '../../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../../platform/time.ts';
import type { UndoPlan, UndoRecord, UndoState } from '../../contract-audit.ts';
import { entityIn, type EntryPort, nameIn, putBack, type UndoPorts } from '../undo-ports.ts';
import * as store from './store-undo.ts';

export type UndoScope = { db: Db; clock: Clock; ports: UndoPorts };

const TOO_OLD = `It is older than ${KEPT_DAYS} days: what was before is not kept so long.`;
const TOO_MANY = 'It changed more records at once than are kept. A backup has them as they were.';
const NOTHING = 'There is nothing in it that can be put back.';
const UNDONE = 'It was taken back already.';

/** Why each of some entries can or cannot be taken back, by id. */
export async function undoStates(
  { db, clock, ports }: UndoScope,
  rows: readonly { id: bigint; entity: string; action: string; created_at: string }[],
): Promise<Map<bigint, UndoState & { together: number }>> {
  const calls = new Map(
    (
      await store.listCalls(
        db,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  const all = [...calls.values()];
  const undone = await store.findUndone(
    db,
    all.map(({ call }) => call),
  );
  const kept = await findKept(
    db,
    all.flatMap((one) => one.kept),
  );
  return new Map(
    rows.map((row) => {
      const { call, kept: own, entries } = calls.get(row.id)!;
      const has = own.some((one) => kept.has(one)) || portOf(ports, row) !== undefined;
      const reason = undone.has(call) ? UNDONE : reasonOf({ ports, clock }, row, has);
      return [row.id, { can: reason === null, reason, undone_at: undone.get(call) ?? null, together: entries }];
    }),
  );
}

const portOf = (
  { entries }: UndoPorts,
  { entity, action }: { entity: string; action: string },
): EntryPort | undefined => entries[`${entity} ${action}`];

function reasonOf(
  { ports: { reasons }, clock }: Pick<UndoScope, 'ports' | 'clock'>,
  { entity, action, created_at: at }: { entity: string; action: string; created_at: string },
  hasKept: boolean,
): string | null {
  const given = reasons[`${entity} ${action}`] ?? reasons[entity];
  if (given !== undefined) return given;
  if (clock().getTime() - Date.parse(at) > KEPT_DAYS * 86_400_000) return TOO_OLD;
  return hasKept ? null : NOTHING;
}

/** What taking an entry back would do, and what of it was changed since; nothing is written. @throws AppError not_found */
export const planUndo = (scope: UndoScope, id: bigint): Promise<UndoPlan> =>
  inTransaction(scope.db, async (trx) => {
    const { entries, plan, reason } = await read({ ...scope, db: trx }, id);
    return toldOf(scope.ports, { entries, plan, reason });
  });

/**
 * Takes back everything that the call of an entry changed, through the services of the features; that is an entry of its own, and can be
 * taken back too.
 * @param overwrite also what was changed since: the caller has seen both
 * @throws AppError not_found | conflict with details.plan, where something was changed since | what a feature refuses
 * @returns how many records are as they were
 */
export async function undo(scope: UndoScope, actor: Actor, id: bigint, overwrite: boolean): Promise<number> {
  const { ports, clock } = scope;
  return inTransaction(scope.db, async (trx) => {
    const inside = { db: trx, clock };
    const { entries, plan, reason } = await read({ ...scope, db: trx }, id);
    if (reason !== null) throw new AppError('conflict', `This cannot be taken back. ${reason}`);
    const stuck = plan.find(({ obstacle }) => obstacle !== null);
    if (stuck)
      throw new AppError(
        'conflict',
        stuck.obstacle === 'gone'
          ? `${nameIn(ports, stuck)} was deleted since. Take that back first.`
          : `${nameIn(ports, stuck)} is there again already.`,
      );
    const changed = plan.filter(({ fields }) => fields.some(isChangedSince));
    if (changed.length > 0 && !overwrite)
      throw new AppError('conflict', 'Some of it was changed since. Look at both before you put it back.', {
        details: { plan: toldOf(ports, { entries, plan, reason }) },
      });
    const done = entries.filter((entry) => portOf(ports, entry));
    if (plan.length + done.length === 0)
      throw new AppError('conflict', 'There is nothing left to take back: everything is as it was before.');
    askPassword(actor, asksPassword(ports, plan));
    if (!(await store.noteUndone(trx, entries[0]!.call, callOf(actor)))) throw new AppError('conflict', UNDONE);
    for (const entry of done.toReversed()) await portOf(ports, entry)!.takeBack(inside, actor, entry);
    await putBack(ports, inside, actor, plan);
    return plan.length + done.length;
  });
}

const callOf = (actor: Actor): string => {
  if (actor.call === undefined) throw new Error('Only a call can take something back.');
  return actor.call;
};

const asksPassword = ({ rows }: UndoPorts, plan: readonly PutBack[]): boolean =>
  rows.some(({ entities, asksFor = [] }) =>
    plan.some(
      ({ table, does, row, fields }) =>
        table in entities &&
        (does === 'bring_back' && fields.length === 0
          ? asksFor.some((name) => row[name] != null)
          : fields.some(({ field }) => asksFor.includes(field))),
    ),
  );

async function read({ db, clock, ports }: UndoScope & { db: Trx }, id: bigint) {
  const entries = await store.listTogether(db, id);
  const first = entries[0];
  if (!first) throw notFound('Entry');
  const kept = await listKept(
    db,
    entries.flatMap(({ kept_as: one }) => one ?? []),
  );
  const net = netOf(kept);
  const known = new Set(ports.rows.flatMap(({ entities }) => Object.keys(entities)));
  const changes = withoutChildren((net ?? []).filter(({ table }) => known.has(table)));
  const has = changes.length > 0 || entries.some((entry) => portOf(ports, entry));
  const isUndone = (await store.findUndone(db, [first.call])).has(first.call);
  const why = entries.map((entry) => reasonOf({ ports, clock }, entry, has)).find((one) => one !== null) ?? null;
  const reason = isUndone ? UNDONE : net === undefined ? TOO_MANY : why;
  return { entries, reason, plan: reason === null ? await planPutBack(db, changes) : [] };
}

/** Children of what goes into the trash go with it, and come back with it. */
const CHILDREN: Readonly<Record<string, [parent: string, by: string]>> = {
  destinations: ['links', 'link_id'],
  link_rules: ['links', 'link_id'],
  guide_items: ['guides', 'guide_id'],
};

function withoutChildren(changes: readonly NetChange[]): NetChange[] {
  const made = new Set(changes.filter(({ before }) => before === null).map(({ table, key }) => `${table} ${key}`));
  return changes.filter(({ table, before, after }) => {
    const [parent, by] = CHILDREN[table] ?? [];
    return !(parent && by && before === null && made.has(`${parent} ${String(after![by])}`));
  });
}

function toldOf(
  ports: UndoPorts,
  { entries, plan, reason }: { entries: readonly store.Entry[]; plan: readonly PutBack[]; reason: string | null },
): UndoPlan {
  const records = plan.map((one): UndoRecord => {
    const { key, does, fields, obstacle } = one;
    return {
      entity: entityIn(ports, one),
      entity_id: key,
      name: nameIn(ports, one),
      does,
      obstacle,
      fields: fields.map((field) => ({ ...field, is_changed: isChangedSince(field) })),
    };
  });
  const besides = entries.flatMap((entry) => portOf(ports, entry)?.words ?? []);
  return { reason, records, besides: [...new Set(besides)], entries: entries.length };
}
