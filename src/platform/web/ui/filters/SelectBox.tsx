import Checkbox from '@mui/material/Checkbox';
import type { Identified, RowSelection } from '../table/table-columns.ts';

type Props<Row extends Identified> = {
  /** One row, or every row of the page. */
  rows: readonly Row[];
  selection: RowSelection<Row>;
  label: string;
};

/** Ticks a row, or all of the page at once. */
export function SelectBox<Row extends Identified>({ rows, selection, label }: Props<Row>) {
  const ids = rows.map((row) => row.id);
  const ticked = ids.filter((id) => selection.selected.has(id)).length;
  const isAll = ids.length > 0 && ticked === ids.length;
  const next = () =>
    isAll ? [...selection.selected].filter((id) => !ids.includes(id)) : [...selection.selected, ...ids];
  return (
    <Checkbox
      size="small"
      color="secondary"
      disabled={ids.length === 0}
      checked={isAll}
      indeterminate={ticked > 0 && !isAll}
      onChange={() => selection.onChange(new Set(next()))}
      slotProps={{ input: { 'aria-label': label } }}
      sx={{ p: 0.5 }}
    />
  );
}
