import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ColumnOption } from './column-choice.ts';

/** More than these are looked through by a word. */
const FEW = 8;

type Props = {
  options: readonly ColumnOption[];
  chosen: readonly string[];
  /** It cannot be taken away. */
  isKept: (name: string) => boolean;
  onTick: (name: string) => void;
};

/** Every column with its box, under the headings that the table gives them. */
export function ColumnBoxes({ options, chosen, isKept, onTick }: Props) {
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase().split(/\s+/);
  const found = options.filter(({ label, help, group }) =>
    words.every((word) => `${label} ${group ?? ''} ${help ?? ''}`.toLowerCase().includes(word)),
  );
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <Box sx={{ flex: 1, minWidth: 0, p: 2, overflow: { sm: 'auto' } }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        Show
      </Typography>
      {options.length > FEW && (
        <TextField
          type="search"
          label="Find a column"
          value={text}
          onChange={({ target }) => setText(target.value)}
          sx={{ mt: 0.5, mb: 1 }}
        />
      )}
      {[...groups].map(([group, members]) => (
        <Box key={group ?? ''} role="group" aria-label={group ?? 'Columns'} sx={{ mb: 1 }}>
          {(group ?? (groups.size > 1 && 'Others')) && (
            <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary', fontWeight: 600 }}>
              {group ?? 'Others'}
            </Typography>
          )}
          {members.map(({ name, label, help }) => (
            <FormControlLabel
              key={name}
              title={help}
              label={label}
              disabled={isKept(name)}
              control={<Checkbox size="small" checked={chosen.includes(name)} onChange={() => onTick(name)} />}
              sx={{ display: 'flex', mr: 0, '& .MuiFormControlLabel-label': { fontSize: '0.875rem' } }}
            />
          ))}
        </Box>
      ))}
      <Box role="status">{found.length === 0 && 'No column is called so.'}</Box>
    </Box>
  );
}
