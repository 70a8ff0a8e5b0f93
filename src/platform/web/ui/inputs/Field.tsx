import Box from '@mui/material/Box';
import FormControl, { formControlClasses } from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { type ReactNode, useId } from 'react';
import type { FieldError, FieldErrorsImpl, Merge } from 'react-hook-form';
import { colors } from '../../styles/tokens.ts';

/** What every form field of the kit takes. */
export type FieldProps = {
  /** The form value, under its name on the wire. */
  name: string;
  label: string;
  /** A short hint between label and input. */
  help?: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
};

/** What the input itself must carry so that label, help and error belong to it. */
export type InputIds = { id: string; 'aria-describedby': string; 'aria-invalid': boolean; 'aria-required': boolean };

type AnyError = FieldError | Merge<FieldError, FieldErrorsImpl> | undefined;

type Props = Omit<FieldProps, 'name'> & {
  error: AnyError;
  /** What will happen to what was typed. */
  note?: string | undefined;
  /** Several inputs, none of which the label alone names; they say `aria-labelledby` of `${id}-label`. */
  isGroup?: boolean;
  children: (input: InputIds) => ReactNode;
};

/** Label, help, input, error, note, in this order. */
export function Field({
  label,
  help,
  isRequired = false,
  isDisabled = false,
  isGroup = false,
  error,
  note,
  children,
}: Props) {
  const id = useId();
  const message = firstMessage(error);
  const describedBy = [help && `${id}-help`, message && `${id}-error`, note && `${id}-note`].filter(Boolean).join(' ');
  const state = { error: Boolean(message), required: isRequired, disabled: isDisabled };
  const body = (
    <>
      <FormLabel
        {...state}
        {...(isGroup ? { component: 'div' } : { htmlFor: id })}
        id={`${id}-label`}
        sx={{
          color: colors.ink,
          fontWeight: 600,
          fontSize: '0.875rem',
          mb: 0.5,
          gridRow: 1,
          '&.Mui-focused': { color: colors.ink },
        }}
      >
        {label}
      </FormLabel>
      {help && (
        <FormHelperText id={`${id}-help`} error={false} sx={{ m: 0, mb: 0.5, gridRow: 2 }}>
          {help}
        </FormHelperText>
      )}
      <Box sx={{ gridRow: 3, minWidth: 0 }}>
        {children({
          id,
          'aria-describedby': describedBy,
          'aria-invalid': Boolean(message),
          'aria-required': isRequired,
        })}
      </Box>
      {message && (
        <FormHelperText id={`${id}-error`} error sx={{ mx: 0, gridRow: 4 }}>
          {asSentence(message)}
        </FormHelperText>
      )}
      {note && (
        <FormHelperText id={`${id}-note`} role="status" error={false} sx={{ mx: 0, gridRow: 5 }}>
          {note}
        </FormHelperText>
      )}
    </>
  );
  // the library's control holds one input, and warns of a second
  return isGroup ? (
    <Box className={formControlClasses.root} sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      {body}
    </Box>
  ) : (
    <FormControl fullWidth {...state}>
      {body}
    </FormControl>
  );
}

/** The first text in an error or, for lists and maps, in the errors of its parts. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  for (const [key, part] of Object.entries(error)) {
    // `ref` is the input element itself.
    const found = key === 'ref' ? undefined : firstMessage(part);
    if (found) return found;
  }
  return undefined;
}

const asSentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
};
