import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { MadeKey } from '../../contract-keys.ts';
import { SCOPE_WORDS } from './scope-words.ts';

type Props = { made: MadeKey; onClose: () => void };

/** Shows a key, this once. */
export function MadeKeyDialog({ made: { key, data, message }, onClose }: Props) {
  const { example } = SCOPE_WORDS[data.scopes[0]!];
  return (
    <ViewDialog title={`Key ${data.name}`} isPersistent onClose={onClose}>
      <Alert severity="success" sx={{ mb: 2 }}>
        {message}
      </Alert>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <CopyField label="Key" value={key} />
        <CopyField
          label="Example call"
          value={`curl -H "Authorization: Bearer ${key}" "${window.location.origin}${example}"`}
        />
        <Typography sx={{ color: 'text.secondary' }}>
          It works until <DateTime value={data.expires_at} />. Whoever has it can use it: keep it where you keep
          passwords. Every call is in the{' '}
          <Link href="/api/docs" target="_blank" rel="noopener">
            API reference
          </Link>
          , where you can try it with the key.
        </Typography>
      </Box>
    </ViewDialog>
  );
}
