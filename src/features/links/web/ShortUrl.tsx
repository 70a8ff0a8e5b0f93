import { mdiCheck, mdiContentCopy } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { fonts } from '../../../platform/web/styles/tokens.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { Hint } from '../../../platform/web/ui/Hint.tsx';

const FEEDBACK_MS = 2000;

/** What two lines of the narrowest column hold. */
const MAX_PLAIN = 24;
const onTwoLines = {
  display: '-webkit-box',
  WebkitLineClamp: '2',
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

type Props = { url: string; slug: string };

/** The path of a short address in a row, with a button that copies the whole of it. */
export function ShortUrl({ url, slug }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setState('copied');
    } catch {
      // No permission, or no https: the address still stands there to be marked.
      setState('failed');
    }
    setTimeout(() => setState('idle'), FEEDBACK_MS);
  };

  const title = { idle: `Copy ${url}`, copied: 'Copied', failed: `Copying is not allowed here: ${url}` }[state];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box
        component="code"
        title={slug.length > MAX_PLAIN ? `/go/${slug}` : undefined}
        sx={{ ...onTwoLines, fontFamily: fonts.mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
      >
        /go/{slug}
      </Box>
      <Hint title={title}>
        <IconButton
          size="small"
          aria-label={state === 'copied' ? 'Copied' : `Copy the address of ${slug}`}
          onClick={() => void handleCopy()}
        >
          <Icon path={state === 'copied' ? mdiCheck : mdiContentCopy} />
        </IconButton>
      </Hint>
    </Box>
  );
}
