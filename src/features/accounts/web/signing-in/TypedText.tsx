import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import type { Typed } from '../../../../platform/web/session/kept-input.ts';

type Props = { typed: readonly Typed[] };

/** What stands in the forms of this tab, as text to copy. */
export function TypedText({ typed }: Props) {
  const text = typed.map(asText).join('\n\n');
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <OutlinedInput
        fullWidth
        multiline
        readOnly
        minRows={3}
        maxRows={10}
        value={text}
        onFocus={(event) => event.target.select()}
        slotProps={{ input: { 'aria-label': 'What was typed' } }}
        sx={{ my: 1, fontSize: '0.8125rem' }}
      />
      <Button variant="outlined" onClick={() => void handleCopy()}>
        Copy
      </Button>
      <span role="status">
        {state === 'copied' && ' Copied.'}
        {state === 'failed' && ' The browser gave no access: select the text and copy it.'}
      </span>
    </>
  );
}

const asText = ({ key, values }: Typed): string =>
  [
    `${key}:`,
    ...Object.entries(values)
      .filter(([name]) => name !== 'version')
      .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${plain(value)}`),
  ].join('\n');

function plain(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return value.startsWith('<') ? (new DOMParser().parseFromString(value, 'text/html').body.textContent ?? '') : value;
}
