import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';

type Props = { label: string; value: string; onChange: (day: string) => void };

/** A day as a filter of a table: yyyy-MM-dd, or nothing. */
export function DayField({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <FormControl size="small" sx={{ width: { sm: 170 }, flex: { xs: '1 1 130px', sm: '0 0 auto' } }}>
      <InputLabel htmlFor={id} shrink>
        {label}
      </InputLabel>
      <OutlinedInput
        id={id}
        type="date"
        label={label}
        notched
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormControl>
  );
}
