import { mdiClose, mdiPlus } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { Controller, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { monoInput } from './mono-input.ts';
import { Field, type FieldProps } from './Field.tsx';
import type { Choice } from './FilterSelect.tsx';
import { Icon } from './Icon.tsx';

/** One row of the editor's form value. */
export type Pair = { key: string; value: string };

type Props = FieldProps & {
  keyLabel: string;
  valueLabel: string;
  /** The button under the rows: 'Add parameter'. */
  addLabel: string;
  /** Where given, the value is chosen and not typed. */
  options?: readonly Choice[];
  max?: number;
};

/** A list of key and value pairs; the form value is `Pair[]`. */
export function KeyValueEditor({ keyLabel, valueLabel, addLabel, options, max = 50, ...field }: Props) {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name: field.name });
  const rows = useFieldArray({ control, name: field.name });
  const mono = { ...monoInput, flex: '1 1 0', minWidth: 0 };

  return (
    <Field {...field} isGroup error={errors[field.name]}>
      {(ids) => (
        <Box role="group" aria-labelledby={`${ids.id}-label`} aria-describedby={ids['aria-describedby']}>
          {rows.fields.map((row, index) => (
            <Box key={row.id} sx={{ display: 'flex', gap: 1, mb: 1, alignItems: 'center' }}>
              <Controller
                name={`${field.name}.${index}.key`}
                render={({ field: { ref, ...input } }) => (
                  <OutlinedInput
                    {...input}
                    inputRef={ref}
                    sx={mono}
                    placeholder={keyLabel}
                    slotProps={{ input: { 'aria-label': `${keyLabel} ${index + 1}` } }}
                  />
                )}
              />
              <Controller
                name={`${field.name}.${index}.value`}
                render={({ field: { ref, ...input } }) =>
                  options ? (
                    <Select
                      {...input}
                      inputRef={ref}
                      sx={{ flex: '1 1 0' }}
                      SelectDisplayProps={{ 'aria-label': `${valueLabel} ${index + 1}` }}
                    >
                      {options.map((option) => (
                        <MenuItem key={option.value} value={option.value}>
                          {option.label}
                        </MenuItem>
                      ))}
                    </Select>
                  ) : (
                    <OutlinedInput
                      {...input}
                      inputRef={ref}
                      sx={mono}
                      placeholder={valueLabel}
                      slotProps={{ input: { 'aria-label': `${valueLabel} ${index + 1}` } }}
                    />
                  )
                }
              />
              <IconButton
                aria-label={`Remove ${keyLabel.toLowerCase()} ${index + 1}`}
                onClick={() => rows.remove(index)}
              >
                <Icon path={mdiClose} />
              </IconButton>
            </Box>
          ))}
          {rows.fields.length < max && (
            <Button
              size="small"
              startIcon={<Icon path={mdiPlus} />}
              onClick={() => rows.append({ key: '', value: options?.[0]?.value ?? '' })}
            >
              {addLabel}
            </Button>
          )}
        </Box>
      )}
    </Field>
  );
}
