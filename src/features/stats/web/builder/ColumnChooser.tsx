import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import ListSubheader from '@mui/material/ListSubheader';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useId, useState } from 'react';
import { colors } from '../../../../platform/web/styles/tokens.ts';

type Props<Name extends string> = {
  /** All that there are, in their order; neighbours of one group stand under its name. */
  options: readonly { name: Name; label: string; help: string; group?: string }[];
  chosen: readonly Name[];
  onChange: (names: Name[]) => void;
  /** What can be done beside choosing, below the columns. */
  commands?: readonly { label: string; onChoose: () => void }[];
};

/** Among the names of columns: that of a command. */
const COMMAND = '> ';

/** Which columns a table shows; at least one. */
export function ColumnChooser<Name extends string>({ options, chosen, onChange, commands = [] }: Props<Name>) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FormControl size="small" sx={{ minWidth: { xs: 120, sm: 150 }, flex: { xs: '1 1 120px', sm: 'none' } }}>
      <InputLabel id={id} shrink>
        Columns
      </InputLabel>
      <Select
        labelId={id}
        multiple
        open={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        value={[...chosen]}
        onChange={({ target }) => {
          const picked = new Set<string>([target.value].flat());
          const command = commands.find(({ label }) => picked.has(COMMAND + label));
          if (command) {
            setIsOpen(false);
            command.onChoose();
          } else if (picked.size > 0) onChange(options.map(({ name }) => name).filter((name) => picked.has(name)));
        }}
        input={<OutlinedInput label="Columns" notched />}
        renderValue={(names) => `${names.length} of ${options.length}`}
      >
        {options.flatMap(({ name, label, help, group }, i) => [
          group !== undefined && group !== options[i - 1]?.group && (
            <ListSubheader key={`of ${group}`}>{group}</ListSubheader>
          ),
          <MenuItem key={name} value={name} dense>
            <Checkbox checked={chosen.includes(name)} size="small" />
            <ListItemText primary={label} secondary={help} />
          </MenuItem>,
        ])}
        {commands.map(({ label }) => (
          <MenuItem key={label} value={COMMAND + label} dense sx={{ color: colors.brandText, minHeight: 40 }}>
            {label}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
