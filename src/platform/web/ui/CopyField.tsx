import { mdiCheck, mdiContentCopy } from '@mdi/js';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId, useRef } from 'react';
import { colors } from '../styles/tokens.ts';
import { useCopy } from '../paste/use-copy.ts';
import { Icon } from './Icon.tsx';
import { monoInput } from './inputs/mono-input.ts';

type Props = { label: string; value: string; help?: ReactNode };

/** A text to take elsewhere, with a button that copies it. Without clipboard access the text is selected instead. */
export function CopyField({ label, value, help }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { word, isCopied, copy } = useCopy();
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ color: colors.ink, fontWeight: 600, fontSize: '0.875rem', mb: 0.5 }}>
        {label}
      </FormLabel>
      {help && <FormHelperText sx={{ m: 0, mb: 0.5 }}>{help}</FormHelperText>}
      <OutlinedInput
        id={id}
        value={value}
        readOnly
        inputRef={input}
        onFocus={(event) => event.target.select()}
        sx={{ ...monoInput, fontSize: '0.8125rem', backgroundColor: colors.surface, pr: 0.5 }}
        endAdornment={
          <InputAdornment position="end">
            <Button
              size="small"
              aria-label={word === undefined ? `Copy ${label}` : undefined}
              startIcon={<Icon path={isCopied ? mdiCheck : mdiContentCopy} />}
              onClick={() => void copy(value, input.current)}
            >
              <span aria-live="polite">{word ?? 'Copy'}</span>
            </Button>
          </InputAdornment>
        }
      />
    </FormControl>
  );
}
