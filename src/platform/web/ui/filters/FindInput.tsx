import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { colors } from '../../styles/tokens.ts';
import { Field, type FieldProps } from '../inputs/Field.tsx';

const PAUSE_MS = 250;

/** @param note said beside the name in the list; `isTaken` cannot be chosen */
export type Found = { id: number; label: string; note?: string | undefined; isTaken?: boolean };

type Props = FieldProps & {
  /** What the server found for the text last given to `onSearch`. */
  found: { data?: readonly Found[] | undefined; isFetching: boolean; error: Error | null };
  /** Called when the typing has paused; '' is everything. */
  onSearch: (text: string) => void;
  /** The one that the form opens with. */
  initial?: Found | null;
  placeholder?: string;
};

/** A choice of one among more than a list can hold: the server searches. The form value is its id or null. */
export function FindInput({ found, onSearch, initial = null, placeholder, ...field }: Props) {
  const { field: input, fieldState } = useController({ name: field.name });
  const [seen, setSeen] = useState<Found | null>(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const options = found.data ?? [];
  const id = input.value as number | null;
  // the form may hold an id that was chosen elsewhere: in a conflict, theirs
  const value = id === null ? null : ([seen, ...options].find((one) => one?.id === id) ?? { id, label: `#${id}` });

  return (
    <Field {...field} error={fieldState.error}>
      {({ id: inputId, ...aria }) => (
        <Autocomplete<Found>
          id={inputId}
          value={value}
          options={options}
          loading={found.isFetching}
          noOptionsText={found.error ? found.error.message : 'Nothing found.'}
          // the server has searched already
          filterOptions={(all) => all}
          getOptionKey={(option) => option.id}
          getOptionDisabled={(option) => option.isTaken ?? false}
          isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
          onChange={(_event, option) => {
            setSeen(option);
            input.onChange(option?.id ?? null);
          }}
          onInputChange={(_event, text, reason) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => onSearch(reason === 'input' ? text.trim() : ''), PAUSE_MS);
          }}
          onBlur={input.onBlur}
          renderOption={({ key, ...props }, option) => (
            <Box
              component="li"
              key={key}
              {...props}
              dir="auto"
              sx={{ gap: 1, justifyContent: 'space-between !important', overflowWrap: 'anywhere' }}
            >
              {option.label}
              {option.note && (
                <Box component="span" sx={{ color: colors.inkSoft, flexShrink: 0 }}>
                  {option.note}
                </Box>
              )}
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={input.ref}
              {...(placeholder && { placeholder })}
              slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...aria, dir: 'auto' } }}
            />
          )}
        />
      )}
    </Field>
  );
}
