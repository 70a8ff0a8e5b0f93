import { useSteady } from '../use-steady.ts';
import { afterTick } from '../filters/SelectBox.tsx';
import { pressAction } from './cells/RowActions.tsx';
import type { Identified, RowAction, RowSelection } from './table-columns.ts';

/** What the boxes and buttons of rows do: the same functions for good, so that a row is drawn again only where it is another. */
export function useRowEvents<Row extends Identified>(
  actions: readonly RowAction<Row>[],
  selection: RowSelection<Row> | undefined,
) {
  return {
    press: useSteady((row: Row, label: string) => pressAction(actions, row, label)),
    tick: useSteady((ids: readonly Row['id'][]) => selection?.onChange(afterTick(selection.selected, ids))),
  };
}
