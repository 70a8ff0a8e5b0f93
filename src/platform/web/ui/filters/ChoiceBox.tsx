import Autocomplete from '@mui/material/Autocomplete';
import ListSubheader from '@mui/material/ListSubheader';
import TextField from '@mui/material/TextField';
import { containsFolded } from '../../../text/fold.ts';
import type { Choice } from './FilterSelect.tsx';

type Props = {
  label: string;
  value: Choice;
  options: readonly Choice[];
  onChange: (option: Choice) => void;
  /** Said where no name holds what is typed. */
  none: string;
};

// names are longer than their box
const popper = { style: { width: 'max-content', minWidth: 200, maxWidth: 320 }, placement: 'bottom-start' as const };

/** A choice by its name; neighbours of one group stand under theirs. */
export const ChoiceBox = ({ label, value, options, onChange, none }: Props) => (
  <Autocomplete<Choice, false, true>
    size="small"
    disableClearable
    autoHighlight
    selectOnFocus
    handleHomeEndKeys
    value={value}
    options={options}
    groupBy={({ group = '' }) => group}
    filterOptions={(all, { inputValue }) => all.filter((option) => containsFolded(option.label, inputValue))}
    getOptionKey={(option) => option.value}
    isOptionEqualToValue={(option, other) => option.value === other.value}
    noOptionsText={none}
    onChange={(_event, option) => onChange(option)}
    slotProps={{ popper }}
    renderGroup={({ key, group, children }) => (
      <li key={key}>
        {group && (
          <ListSubheader component="div" sx={{ top: -8 }}>
            {group}
          </ListSubheader>
        )}
        <ul style={{ padding: 0 }}>{children}</ul>
      </li>
    )}
    renderInput={(params) => (
      <TextField
        {...params}
        label={label}
        slotProps={{
          ...params.slotProps,
          inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          htmlInput: { ...params.slotProps.htmlInput, dir: 'auto' },
        }}
      />
    )}
  />
);
