import Checkbox from '@mui/material/Checkbox';

type Props<Id> = {
  /** Of one row, or of every row of the page. */
  ids: readonly Id[];
  /** How many of them are ticked. */
  ticked: number;
  onTick: (ids: readonly Id[]) => void;
  label: string;
};

/** Ticks a row, or all of the page at once. */
export function SelectBox<Id>({ ids, ticked, onTick, label }: Props<Id>) {
  const isAll = ids.length > 0 && ticked === ids.length;
  return (
    <Checkbox
      size="small"
      color="secondary"
      disabled={ids.length === 0}
      checked={isAll}
      indeterminate={ticked > 0 && !isAll}
      onChange={() => onTick(ids)}
      slotProps={{ input: { 'aria-label': label } }}
      sx={{ p: 0.5 }}
    />
  );
}

/** What is ticked after a press: these all, or, where they were, none of them. */
export const afterTick = <Id,>(selected: ReadonlySet<Id>, ids: readonly Id[]): ReadonlySet<Id> =>
  ids.every((id) => selected.has(id))
    ? new Set([...selected].filter((id) => !ids.includes(id)))
    : new Set([...selected, ...ids]);
