import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useId } from 'react';

/** Neighbours of one group stand under its name. */
export type Choice = { value: string; label: string; group?: string };

type Props = {
  label: string;
  value: string;
  options: readonly Choice[];
  onChange: (value: string) => void;
  /** The first choice, which filters nothing. */
  all?: string;
};

/** One filter of a table. */
export function FilterSelect({ label, value, options, onChange, all = 'All' }: Props) {
  const id = useId();
  return (
    <FormControl
      size="small"
      sx={{ minWidth: { xs: 120, sm: 150 }, maxWidth: { sm: 280 }, flex: { xs: '1 1 120px', sm: '0 1 auto' } }}
    >
      <InputLabel id={id} shrink>
        {label}
      </InputLabel>
      <Select
        labelId={id}
        displayEmpty
        value={options.some((option) => option.value === value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
        input={<OutlinedInput label={label} notched />}
      >
        <MenuItem value="">{all}</MenuItem>
        {options.flatMap((option, i) => [
          option.group !== undefined && option.group !== options[i - 1]?.group && (
            <ListSubheader key={`of ${option.group}`}>{option.group}</ListSubheader>
          ),
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>,
        ])}
      </Select>
    </FormControl>
  );
}
