import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useController } from 'react-hook-form';
import { unseenIn } from '../../../text/tidy.ts';
import { oddTime } from '../../local-time.ts';
import { monoInput } from './mono-input.ts';
import { Field, type FieldProps } from './Field.tsx';
import { useTimeZone } from '../time-zone.ts';
import { usePlainPaste } from '../rich-text/use-plain-paste.ts';

type Props = FieldProps & {
  /** `number` and `money` are typed as text with the right keypad; `toWire` makes numbers of them. */
  type?: 'text' | 'url' | 'email' | 'tel' | 'password' | 'number' | 'money' | 'date' | 'month' | 'datetime-local';
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

const codeOf = (sign: string): string => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** What is said of signs that nobody sees; nothing without any. */
function unseenWords(text: string): string | undefined {
  const unseen = unseenIn(text);
  if (unseen.length === 0) return undefined;
  const signs = unseen.length === 1 ? '1 sign that nobody sees' : `${unseen.length} signs that nobody sees`;
  return `${signs} (${[...new Set(unseen.map(codeOf))].slice(0, 3).join(', ')}) will be left out.`;
}

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
  const zone = useTimeZone();
  const odd = type === 'datetime-local' ? oddTime(String(input.value ?? ''), zone) : undefined;
  const handlePaste = usePlainPaste(rows > 1);
  const keypad = KEYPADS[type as keyof typeof KEYPADS];
  // Native url and number inputs hide what was typed wrong; the contract says it better.
  const htmlType = type === 'number' || type === 'money' || type === 'url' ? 'text' : type;
  return (
    <Field
      {...field}
      note={odd ?? (isMono ? undefined : unseenWords(String(input.value ?? '')))}
      error={fieldState.error}
    >
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
          slotProps={{
            input: {
              ...ids,
              dir: isMono ? 'ltr' : 'auto',
              ...(keypad && { inputMode: keypad }),
              // keys, codes and addresses are pasted as they are
              ...(type === 'text' && !isMono && { onPaste: handlePaste }),
            },
          }}
          sx={isMono ? monoInput : {}}
        />
      )}
    </Field>
  );
}
