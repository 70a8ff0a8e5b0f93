import { useState } from 'react';
import type { Column } from '../table-columns.ts';
import { arranged, fixedCount, orderOf } from './arrange.ts';
import { type KeptColumns, NOTHING_KEPT, readColumns, writeColumns } from './kept-columns.ts';

/** The columns of a table as somebody wants them: which, in which order, how wide. @param table its name, by which that is kept */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[], isOrdered: boolean) {
  const [state, setState] = useState(() => ({ table, kept: readColumns(table) }));
  // a screen may show another table in the same place
  const kept = state.table === table ? state.kept : readColumns(table);
  const change = (next: KeptColumns, isLasting = true) => {
    setState({ table, kept: next });
    if (isLasting) writeColumns(table, next);
  };
  const shown = isOrdered ? arranged(columns, kept.order) : columns;
  const fixed = fixedCount(columns);
  return {
    shown,
    widths: kept.widths,
    /** @param width undefined for as wide as it needs. @param isLasting false while it is dragged */
    setWidth: (key: string, width: number | undefined, isLasting: boolean) => {
      const { [key]: _before, ...widths } = kept.widths;
      change({ ...kept, widths: width === undefined ? widths : { ...widths, [key]: width } }, isLasting);
    },
    choice: {
      of: table,
      options: columns.map(({ key, label, help, group }, index) => ({
        name: key,
        label,
        help,
        group,
        isFixed: index < fixed,
      })),
      chosen: shown.map(({ key }) => key),
      onChange: (names: string[]) =>
        change({
          ...kept,
          order: orderOf(
            columns,
            names.filter((name) => !columns.slice(0, fixed).some(({ key }) => key === name)),
            kept.order,
          ),
        }),
      onReset: () => change(NOTHING_KEPT),
    },
  };
}
