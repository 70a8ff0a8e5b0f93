import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../postgres/postgres.ts';
import type { Kept, Row } from './kept-row.ts';
import * as store from './store.ts';

/** So long a change can be taken back; as long as the trash keeps what was deleted. */
export const KEPT_DAYS = 30;

/** What some transactions together made of a row. `before` null: it was not there; `after` null: it is gone. */
export type NetChange = { table: string; key: string; before: Row | null; after: Row | null };

/** A column of a row that is to be put back. `now` differs from `left` where it was changed since. */
export type PutBackField = { field: string; now: unknown; left: unknown; back: unknown };

/** What is to be done about one row. `gone`: it was deleted for good since, or is there again, so that nothing can be put back. */
export type PutBack = {
  table: string;
  key: string;
  does: 'change' | 'remove' | 'bring_back';
  /** The row as it is, or as it was last. */
  row: Row;
  /** Of a row that is to be removed those that were changed since. */
  fields: PutBackField[];
  obstacle: 'gone' | 'there_again' | null;
};

/** Adds the changes of each row up, in the order of the last change of each. Undefined where one statement changed too many to be kept. */
export function netOf(kept: readonly Kept[]): NetChange[] | undefined {
  const net = new Map<string, NetChange>();
  for (const { table, key, before, after } of kept) {
    if (key === null) return undefined;
    const name = `${table} ${key}`;
    const old = net.get(name);
    net.delete(name);
    net.set(name, old ? added(old, { table, key, before, after }) : { table, key, before, after });
  }
  return [...net.values()].flatMap((change): NetChange[] => {
    const { before, after } = change;
    if (before === null || after === null) return before === after ? [] : [change];
    const differ = Object.keys(before).filter((name) => !isDeepStrictEqual(before[name], after[name]));
    return differ.length === 0 ? [] : [{ ...change, before: part(before, differ), after: part(after, differ) }];
  });
}

const added = (old: NetChange, next: NetChange): NetChange => ({
  ...next,
  // what was there before the first; a row that is deleted has all of its columns
  before: old.before === null ? null : { ...next.before, ...old.before },
  after: next.after === null ? null : { ...old.after, ...next.after },
});

const part = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]));

/** Holds the rows, and says what is to be done about each that is not as it was already. */
export async function planPutBack(trx: Db, changes: readonly NetChange[]): Promise<PutBack[]> {
  const plan: PutBack[] = [];
  for (const [table, all] of Map.groupBy(changes, (change) => change.table)) {
    const rows = await store.lockRows(
      trx,
      table,
      all.map(({ key }) => key),
    );
    for (const change of all) plan.push(...putBackOf(change, rows.get(change.key)));
  }
  return plan;
}

/** @param now the row as it is; undefined where there is none */
export function putBackOf({ table, key, before, after }: NetChange, now: Row | undefined): PutBack[] {
  const isThere = now !== undefined && now['deleted_at'] == null;
  if (before === null) {
    if (!isThere) return [];
    const changed = fieldsOf(after!, after!, now).filter(isChangedSince);
    return [{ table, key, does: 'remove', row: now, fields: changed, obstacle: null }];
  }
  if (after === null) {
    const obstacle = now ? 'there_again' : null;
    return [{ table, key, does: 'bring_back', row: before, fields: [], obstacle }];
  }
  if (!now) return [{ table, key, does: 'change', row: { ...after, ...before }, fields: [], obstacle: 'gone' }];
  const fields = fieldsOf(before, after, now).filter((one) => !isDeepStrictEqual(one.now, one.back));
  if (fields.length === 0) return [];
  const deleted = fields.find(({ field }) => field === 'deleted_at');
  const does = deleted === undefined ? 'change' : deleted.back === null ? 'bring_back' : 'remove';
  return [{ table, key, does, row: now, fields, obstacle: null }];
}

const fieldsOf = (before: Row, after: Row, now: Row): PutBackField[] =>
  Object.keys(before).map((field) => ({ field, now: now[field] ?? null, left: after[field], back: before[field] }));

export const isChangedSince = ({ now, left }: PutBackField): boolean => !isDeepStrictEqual(now, left);

export const { listKept, findKept, columnsOf, insertAgain, remove, keepNothing, listKeptColumns, lockRows } = store;

/** Forgets what is too old to be put back. */
export const forgetKept = (db: Db, now: Date): Promise<void> =>
  store.removeKept(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
