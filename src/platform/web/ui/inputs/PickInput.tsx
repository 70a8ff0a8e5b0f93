import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { containsFolded } from '../../../text/fold.ts';
import { Field, type FieldProps } from './Field.tsx';
import type { Choice } from '../filters/FilterSelect.tsx';

type Props = FieldProps & {
  options: readonly Choice[];
  /** The options are still on their way. */
  isLoading?: boolean;
  placeholder?: string;
};

/** A choice of one among many, found by typing; holds the chosen value as text, '' for none. */
export function PickInput({ options, isLoading = false, placeholder, ...field }: Props) {
  const { field: input, fieldState } = useController({ name: field.name });
  const value = input.value as string;
  // a stored value may be no option any more (archived): it stays, under its number
  const chosen = value === '' ? null : (options.find((one) => one.value === value) ?? { value, label: `#${value}` });
  return (
    <Field {...field} error={fieldState.error}>
      {({ id, ...aria }) => (
        <Autocomplete<Choice>
          id={id}
          size="small"
          value={chosen}
          options={options}
          loading={isLoading}
          slotProps={{ listbox: { sx: { overflowWrap: 'anywhere' } } }}
          disabled={field.isDisabled ?? false}
          filterOptions={(all, { inputValue }) => all.filter(({ label }) => containsFolded(label, inputValue))}
          getOptionKey={(option) => option.value}
          isOptionEqualToValue={(option, other) => option.value === other.value}
          onChange={(_event, option) => input.onChange(option?.value ?? '')}
          onBlur={input.onBlur}
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
