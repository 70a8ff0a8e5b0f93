import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useController } from 'react-hook-form';
import { Field, type FieldProps } from './Field.tsx';
import type { Choice } from '../filters/FilterSelect.tsx';

type Props = FieldProps & {
  options: readonly Choice[];
  /** A first choice for "none"; its value is ''. */
  none?: string;
  /** Told after the form value has changed. */
  onChanged?: (value: string) => void;
};

/** A choice of one in a form; holds the chosen value as text. */
export function SelectInput({ options, none, onChanged, ...field }: Props) {
  const { field: input, fieldState } = useController({ name: field.name });
  return (
    <Field {...field} error={fieldState.error}>
      {({ id, ...aria }) => (
        <Select
          fullWidth
          id={id}
          labelId={`${id}-label`}
          name={input.name}
          value={input.value ?? ''}
          displayEmpty={none !== undefined}
          // the form may want to focus the field a moment after its dialog has gone
          inputRef={(select: { node?: HTMLElement | null; focus(): void } | null) =>
            input.ref(select && { focus: () => select.node?.isConnected && select.focus() })
          }
          onBlur={input.onBlur}
          onChange={(event) => {
            input.onChange(event.target.value);
            onChanged?.(event.target.value);
          }}
          input={<OutlinedInput notched={false} />}
          SelectDisplayProps={aria}
        >
          {none !== undefined && <MenuItem value="">{none}</MenuItem>}
          {options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  );
}
