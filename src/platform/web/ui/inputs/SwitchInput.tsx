import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import type { FieldProps } from './Field.tsx';

/** A yes or no of a form. */
export function SwitchInput({ name, label, help, isDisabled = false }: FieldProps) {
  const { field } = useController({ name });
  const helpId = useId();
  return (
    <Box sx={{ gridRow: 'span 4', alignSelf: 'center' }}>
      <FormControlLabel
        label={label}
        disabled={isDisabled}
        control={
          <Switch
            name={field.name}
            checked={Boolean(field.value)}
            onChange={field.onChange}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, ...(help ? { 'aria-describedby': helpId } : {}) } }}
          />
        }
      />
      {help && (
        <FormHelperText id={helpId} sx={{ mt: 0 }}>
          {help}
        </FormHelperText>
      )}
    </Box>
  );
}
