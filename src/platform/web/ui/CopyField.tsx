import { mdiCheck, mdiContentCopy } from '@mdi/js';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId, useRef, useState } from 'react';
import { colors } from '../styles/tokens.ts';
import { Icon } from './Icon.tsx';
import { monoInput } from './inputs/mono-input.ts';

const FEEDBACK_MS = 2000;

type Props = { label: string; value: string; help?: ReactNode };

/** A text to take elsewhere, with a button that copies it. Without clipboard access the text is selected instead. */
export function CopyField({ label, value, help }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      // No permission, or no https: the person can still press the copy keys.
      input.current?.select();
      setState('selected');
    }
    setTimeout(() => setState('idle'), FEEDBACK_MS);
  };

  const word = { idle: 'Copy', copied: 'Copied', selected: 'Press Ctrl+C' }[state];
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
              aria-label={state === 'idle' ? `Copy ${label}` : undefined}
              startIcon={<Icon path={state === 'copied' ? mdiCheck : mdiContentCopy} />}
              onClick={() => void handleCopy()}
            >
              <span aria-live="polite">{word}</span>
            </Button>
          </InputAdornment>
        }
      />
    </FormControl>
  );
}
