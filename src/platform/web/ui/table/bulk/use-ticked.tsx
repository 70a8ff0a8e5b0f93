import { type ReactNode, Suspense, useState } from 'react';
import type { Identified, RowSelection } from '../table-columns.ts';

type Row = Identified & ({ name: string } | { title: string });

/**
 * Tick boxes of a list. @param bar what is done with the ticked rows; `keep` leaves only those ticked
 * @returns the table's `selection`
 */
export function useTicked<R extends Row>(
  bar: (rows: readonly R[], keep: (ids: readonly R['id'][]) => void) => ReactNode,
): RowSelection<R> {
  const [selected, setSelected] = useState<ReadonlySet<R['id']>>(new Set());
  const keep = (ids: readonly R['id'][]) => setSelected(new Set(ids));
  return {
    selected,
    onChange: setSelected,
    nameOf: (row) => ('name' in row ? row.name : row.title),
    bar: (rows) => <Suspense>{bar(rows, keep)}</Suspense>,
  };
}
