import type { Dialect } from '../../../../platform/server/event-store/dialect.ts';
import type { Cell } from '../../../../platform/server/event-store/event-store.ts';
import { cutOf, isLookedUp, type LookedUpDimension } from '../../dimensions-contract.ts';
import type { Slice } from '../plan.ts';
import type { Filter, Said } from '../report-query.ts';

type Binder = { dialect: Dialect; bind(value: Cell): string };

/** The column of what records say, beside those of an event. */
export const saidName = (dimension: LookedUpDimension): string => `said_${dimension}`;

function saidOf({ said }: Slice, dimension: LookedUpDimension): readonly Said[] {
  const all = said?.get(dimension);
  if (!all) throw new Error(`Nobody asked the records for their ${dimension}.`);
  return all;
}

/**
 * Rows beside what their records say: once for each thing that is said, and once where nothing is.
 * @param rows what is read, and behind `where` of what
 */
export function saidBy(rows: string, slice: Slice, to: Binder): string {
  const asked = slice.dimensions.filter(isLookedUp);
  if (asked.length === 0) return rows;
  const joins = asked.map((dimension) => {
    const { column, values } = cutOf(dimension);
    const said = saidOf(slice, dimension);
    const places = new Map<string, string>();
    const placeOf = (word: string): string => {
      if (!places.has(word)) places.set(word, to.bind(word));
      return places.get(word)!;
    };
    const isOfIds = values === 'records';
    const pairs = to.dialect.pairs(
      { key: `${saidName(dimension)}_by`, value: saidName(dimension), isOfText: !isOfIds },
      said.map(({ id, value }) => [id, isOfIds ? String(Number(value)) : placeOf(String(value))]),
    );
    return ` left join ${pairs} as ${saidName(dimension)}_pairs on told.${column} = ${saidName(dimension)}_by`;
  });
  return `(select * from (select * from ${rows}) as told${joins.join('')}) where true`;
}

const isAny = (said: Said, values: Filter['values']): boolean => values === 'any' || values.includes(said.value);

/** The rows whose records say one of the values; null: none of anything. No row comes twice. */
export function saysSql(dimension: LookedUpDimension, values: Filter['values'], slice: Slice): string {
  const column = cutOf(dimension).column!;
  const said = saidOf(slice, dimension);
  const idsOf = (all: readonly Said[]): Set<number> => new Set(all.map(({ id }) => id));
  const wanted = idsOf(said.filter((one) => isAny(one, values)));
  if (values === 'any' || !values.includes(null))
    return wanted.size > 0 ? `${column} in (${[...wanted].join(', ')})` : 'false';
  const others = idsOf(said.filter(({ id }) => !wanted.has(id)));
  return others.size > 0 ? `(${column} is null or ${column} not in (${[...others].join(', ')}))` : 'true';
}
