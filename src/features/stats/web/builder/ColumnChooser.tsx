import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useId } from 'react';

type Props<Name extends string> = {
  /** All that there are, in their order. */
  options: readonly { name: Name; label: string; help: string }[];
  chosen: readonly Name[];
  onChange: (names: Name[]) => void;
};

/** Which columns a table shows; at least one. */
export function ColumnChooser<Name extends string>({ options, chosen, onChange }: Props<Name>) {
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
          const picked = new Set<string>([target.value].flat());
          if (picked.size > 0) onChange(options.map(({ name }) => name).filter((name) => picked.has(name)));
        }}
        input={<OutlinedInput label="Columns" notched />}
        renderValue={(names) => `${names.length} of ${options.length}`}
      >
        {options.map(({ name, label, help }) => (
          <MenuItem key={name} value={name} dense>
            <Checkbox checked={chosen.includes(name)} size="small" />
            <ListItemText primary={label} secondary={help} />
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
