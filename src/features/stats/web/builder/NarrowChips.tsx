import Chip from '@mui/material/Chip';

type Props = {
  /** What narrows the list down and has no field of its own. */
  chips: readonly { key: string; label: string }[];
  onDelete: (key: string) => void;
};

/** Filters that came along a link, each to be seen and to be taken off. */
export function NarrowChips({ chips, onDelete }: Props) {
  return chips.map(({ key, label }) => (
    <Chip key={key} sx={{ maxWidth: { xs: '100%', sm: 360 } }} label={label} onDelete={() => onDelete(key)} />
  ));
}
