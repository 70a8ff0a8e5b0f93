import type { Actor } from '../../../platform/server/http/access.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { contractFields } from '../../../platform/server/records/records.ts';
import type { Metric } from '../contract.ts';
import { moneyText, toNumber } from '../exact.ts';
import { figuresIn, readFormula, workOut, type Formula } from '../formula.ts';
import { exactOf, isMoney, isOfCost, partsOf, type FigureName } from '../metrics.ts';
import { ShownColumn } from '../own-columns-contract.ts';
import { ownName, type OwnName } from '../own-names.ts';
import { listOf } from './store-own-columns.ts';

/** An own column that can be worked out. */
export type ReadColumn = ShownColumn & { key: OwnName; formulaRead: Formula; figures: readonly FigureName[] };

/** The own columns of a question, in its order, and those that it asks for in vain. */
export type OwnAsked = { columns: readonly ReadColumn[]; missing: readonly number[] };
export const NO_OWN: OwnAsked = { columns: [], missing: [] };

/** @param found what there is of them for who asks; one that no program of today can read is not there either */
export function ownAsked(ids: readonly number[], found: readonly ShownColumn[]): OwnAsked {
  const columns = ids.flatMap((id): ReadColumn[] => {
    const row = found.find((one) => one.id === id);
    const { formula } = row ? readFormula(row.formula) : {};
    if (!row || !formula) return [];
    return [
      { ...contractFields(ShownColumn, row), key: ownName(id), formulaRead: formula, figures: figuresIn(formula) },
    ];
  });
  return { columns, missing: ids.filter((id) => !columns.some((one) => one.id === id)) };
}

/** The own columns that a question of somebody names. */
export const ownAskedBy = async (db: Db, { id }: Pick<Actor, 'id'>, ids: readonly number[]): Promise<OwnAsked> =>
  ids.length === 0 ? NO_OWN : ownAsked(ids, await listOf(db, id));

export const partsOfOwn = ({ figures }: ReadColumn): Metric[] => figures.flatMap(partsOf);
export const hasCost = ({ figures }: ReadColumn): boolean => figures.some(isOfCost);
export const hasMoney = ({ figures }: ReadColumn): boolean => figures.some(isMoney);

/** What an own column is in a line: money as decimal text, else a number; null where a part of it is not known. */
export function ownValue(column: ReadColumn, sums: { readonly [M in Metric]?: bigint }): string | number | null {
  const value = workOut(column.formulaRead, (name) => exactOf(sums, name));
  if (value === null) return null;
  return column.format === 'money' ? moneyText(value) : toNumber(value);
}
