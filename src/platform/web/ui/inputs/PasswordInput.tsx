import { mdiEye, mdiEyeOff } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { markSecret } from '../../session/secret-fields.ts';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from '../Icon.tsx';

type Props = FieldProps & {
  autoComplete: 'current-password' | 'new-password' | 'off';
  placeholder?: string;
  autoFocus?: boolean;
};

/** A secret of a form: hidden until asked for, with a hint while caps lock is on. */
export function PasswordInput({ autoComplete, placeholder, autoFocus = false, ...field }: Props) {
  const {
    field: { ref, ...input },
    fieldState,
  } = useController({ name: field.name });
  markSecret(useFormContext().control, field.name);
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'));

  return (
    <Field {...field} error={fieldState.error}>
      {(ids) => (
        <>
          <OutlinedInput
            fullWidth
            {...input}
            value={input.value ?? ''}
            inputRef={ref}
            id={ids.id}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            {...(placeholder && { placeholder })}
            onKeyDown={noteCapsLock}
            onKeyUp={noteCapsLock}
            onBlur={() => {
              setHasCapsLock(false);
              input.onBlur();
            }}
            slotProps={{ input: { ...ids, spellCheck: false, autoCapitalize: 'none' } }}
            endAdornment={
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  size="small"
                  aria-label={isShown ? 'Hide password' : 'Show password'}
                  onClick={() => setIsShown(!isShown)}
                >
                  <Icon path={isShown ? mdiEyeOff : mdiEye} />
                </IconButton>
              </InputAdornment>
            }
          />
          <Typography role="status" variant="body2" sx={{ color: 'warning.main', mt: hasCapsLock ? 0.5 : 0 }}>
            {hasCapsLock && 'Caps lock is on.'}
          </Typography>
        </>
      )}
    </Field>
  );
}
