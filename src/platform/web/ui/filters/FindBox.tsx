import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type ComponentProps, type Ref, useEffect, useRef } from 'react';
import { colors } from '../../styles/tokens.ts';

const PAUSE_MS = 250;

/** @param note said beside the name in the list; `isTaken` cannot be chosen */
export type Found = { id: number; label: string; note?: string | undefined; isTaken?: boolean };

/** What the server found for the text last given to `onSearch`. */
export type FoundNow = { data?: readonly Found[] | undefined; isFetching: boolean; error: Error | null };

type Props = {
  value: Found | null;
  onChange: (value: Found | null) => void;
  found: FoundNow;
  /** Called when the typing has paused; '' is everything. */
  onSearch: (text: string) => void;
  onBlur?: () => void;
  id?: string;
  isDisabled?: boolean;
  placeholder?: string | undefined;
  inputRef?: Ref<unknown>;
  /** Of the input itself. */
  inputProps?: ComponentProps<'input'>;
  /** Written into the border: for a filter, which stands without a field around it. */
  label?: string;
};

/** A choice of one among more than a list can hold: the server searches. */
export function FindBox(props: Props) {
  const {
    value,
    onChange,
    found,
    onSearch,
    onBlur,
    id,
    isDisabled = false,
    placeholder,
    inputRef,
    inputProps,
    label,
  } = props;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <Autocomplete<Found>
      {...(id && { id })}
      {...(label && { size: 'small' })}
      value={value}
      options={found.data ?? []}
      loading={found.isFetching}
      noOptionsText={found.error ? found.error.message : 'Nothing found.'}
      // the server has searched already
      filterOptions={(all) => all}
      getOptionKey={(option) => option.id}
      getOptionDisabled={(option) => option.isTaken ?? false}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      disabled={isDisabled}
      onChange={(_event, option) => onChange(option)}
      onInputChange={(_event, text, reason) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(reason === 'input' ? text.trim() : ''), PAUSE_MS);
      }}
      {...(onBlur && { onBlur })}
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
          {...(label && { label })}
          {...(inputRef && { inputRef })}
          {...(placeholder && { placeholder })}
          slotProps={{
            ...params.slotProps,
            ...(label && { inputLabel: { ...params.slotProps.inputLabel, shrink: true } }),
            htmlInput: { ...params.slotProps.htmlInput, ...inputProps, dir: 'auto' },
          }}
        />
      )}
    />
  );
}
