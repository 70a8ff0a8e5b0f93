import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useId } from 'react';
import { FIGURE_NAMES, figureOf, type FigureName } from '../metrics.ts';

type Props = { chosen: readonly FigureName[]; onChange: (figures: FigureName[]) => void };

/** Which figures a report shows; at least one. */
export function FigureChooser({ chosen, onChange }: Props) {
  const id = useId();
  return (
    <FormControl size="small" sx={{ minWidth: { xs: 120, sm: 150 }, flex: { xs: '1 1 120px', sm: 'none' } }}>
      <InputLabel id={id} shrink>
        Columns
      </InputLabel>
      <Select
        labelId={id}
        multiple
        value={[...chosen]}
        onChange={({ target }) => {
          const picked = new Set([target.value].flat());
          if (picked.size > 0) onChange(FIGURE_NAMES.filter((name) => picked.has(name)));
        }}
        input={<OutlinedInput label="Columns" notched />}
        renderValue={(names) => `${names.length} of ${FIGURE_NAMES.length}`}
      >
        {FIGURE_NAMES.map((name) => (
          <MenuItem key={name} value={name} dense>
            <Checkbox checked={chosen.includes(name)} size="small" />
            <ListItemText primary={figureOf(name).label} secondary={figureOf(name).help} />
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
