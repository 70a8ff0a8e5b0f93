import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useController } from 'react-hook-form';
import { monoInput } from './mono-input.ts';
import { Field, type FieldProps } from './Field.tsx';

type Props = FieldProps & {
  /** `number` and `money` are typed as text with the right keypad; `toWire` makes numbers of them. */
  type?: 'text' | 'url' | 'email' | 'tel' | 'password' | 'number' | 'money' | 'date' | 'datetime-local';
  /** More than one makes a text area. */
  rows?: number;
  placeholder?: string;
  autoFocus?: boolean;
  autoComplete?: string;
  /** A unit or currency behind the text. */
  unit?: string;
  /** Addresses, keys and codes. */
  isMono?: boolean;
};

const KEYPADS = { number: 'numeric', money: 'decimal', url: 'url', email: 'email', tel: 'tel' } as const;

/** A text, number or date field of a form. */
export function TextInput({
  type = 'text',
  rows = 1,
  placeholder,
  autoFocus,
  autoComplete = 'off',
  unit,
  isMono,
  ...field
}: Props) {
  const {
    field: { ref, ...input },
    fieldState,
  } = useController({ name: field.name });
  const keypad = KEYPADS[type as keyof typeof KEYPADS];
  // Native url and number inputs hide what was typed wrong; the contract says it better.
  const htmlType = type === 'number' || type === 'money' || type === 'url' ? 'text' : type;
  return (
    <Field {...field} error={fieldState.error}>
      {(ids) => (
        <OutlinedInput
          fullWidth
          {...input}
          value={input.value ?? ''}
          inputRef={ref}
          id={ids.id}
          type={htmlType}
          autoComplete={autoComplete}
          {...(placeholder && { placeholder })}
          {...(autoFocus && { autoFocus })}
          {...(rows > 1 && { multiline: true, minRows: rows, maxRows: rows * 3 })}
          {...(unit && { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> })}
          slotProps={{ input: { ...ids, ...(keypad && { inputMode: keypad }) } }}
          sx={isMono ? monoInput : {}}
        />
      )}
    </Field>
  );
}
