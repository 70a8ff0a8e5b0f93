import { mdiClose, mdiPlus } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import type { ClipboardEvent } from 'react';
import { Controller, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { monoInput } from './mono-input.ts';
import { Field, type FieldProps } from './Field.tsx';
import type { Choice } from '../filters/FilterSelect.tsx';
import { Icon } from '../Icon.tsx';
import { useRowsPaste } from '../rich-text/use-plain-paste.ts';

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
  const { control, getValues } = useFormContext();
  const { errors } = useFormState({ control, name: field.name });
  const rows = useFieldArray({ control, name: field.name });
  const takeRows = useRowsPaste();
  const mono = { ...monoInput, flex: '1 1 0', minWidth: 0 };

  const handlePaste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const pairs = getValues(field.name) as Pair[];
    const { key, value } = pairs[index]!;
    const isBlank = key === '' && (options !== undefined || value === '');
    takeRows(event, isBlank, (pasted) => {
      const chosen = pasted.map((pair) => (options ? chosenOf(pair, options) : pair));
      const fitting = chosen.filter((pair) => pair !== undefined).slice(0, max - pairs.length + 1);
      if (fitting.length > 0) rows.replace(pairs.toSpliced(index, 1, ...fitting));
      return pasted.filter((_, i) => !fitting.includes(chosen[i]!));
    });
  };

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
                    slotProps={{
                      input: {
                        'aria-label': `${keyLabel} ${index + 1}`,
                        onPaste: (event: ClipboardEvent<HTMLInputElement>) => handlePaste(event, index),
                      },
                    }}
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
                      slotProps={{
                        input: {
                          'aria-label': `${valueLabel} ${index + 1}`,
                          onPaste: (event: ClipboardEvent<HTMLInputElement>) => handlePaste(event, index),
                        },
                      }}
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

/** A pasted pair whose value is one of the choices, by its word or its label. */
function chosenOf({ key, value }: Pair, options: readonly Choice[]): Pair | undefined {
  const word = value.toLowerCase();
  const option = options.find((one) => one.value === value || one.label.toLowerCase() === word);
  return option && { key, value: option.value };
}
