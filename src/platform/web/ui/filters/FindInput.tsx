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
  /** The one whose id the form holds, where it is known by more than that. */
  chosen?: Found | undefined;
  /** The form holds the id as text, '' for none. */
  isText?: boolean;
  placeholder?: string;
};

/** A choice of one among more than a list can hold: the server searches. The form value is its id, null for none. */
export function FindInput({ found, onSearch, chosen, isText = false, placeholder, ...field }: Props) {
  const { field: input, fieldState } = useController({ name: field.name });
  const [seen, setSeen] = useState<Found | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const options = found.data ?? [];
  const held = input.value as number | string | null;
  const id = held === null || held === '' ? null : Number(held);
  // the form may hold an id that was chosen elsewhere: in a conflict, theirs
  const value =
    id === null ? null : ([chosen, seen, ...options].find((one) => one?.id === id) ?? { id, label: `#${id}` });

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
          isOptionEqualToValue={(option, other) => option.id === other.id}
          disabled={field.isDisabled ?? false}
          onChange={(_event, option) => {
            setSeen(option);
            input.onChange(isText ? String(option?.id ?? '') : (option?.id ?? null));
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
