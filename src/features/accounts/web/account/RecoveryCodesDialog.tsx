import { mdiDownload } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { saveFile } from '../../../../platform/web/save-file.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';

type Props = { username: string; codes: readonly string[]; onClose: () => void };

/** Shows the recovery codes, this once. */
export function RecoveryCodesDialog({ username, codes, onClose }: Props) {
  const [word, setWord] = useState('Copy');
  const text = codes.join('\n');
  const handleCopy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setWord('Copied'),
      () => setWord('Mark them and press Ctrl+C'),
    );
  const handleDownload = () =>
    saveFile(
      'recovery-codes.txt',
      new Blob([`Recovery codes of ${username}, each works once:\n\n${text}\n`], { type: 'text/plain' }),
    );

  return (
    <ViewDialog
      title="Your recovery codes"
      isPersistent
      onClose={onClose}
      tools={
        <>
          <Button onClick={handleCopy}>
            <span aria-live="polite">{word}</span>
          </Button>
          <Button startIcon={<Icon path={mdiDownload} />} onClick={handleDownload}>
            Download
          </Button>
        </>
      }
      actions={
        <Button variant="contained" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <Alert severity="warning" sx={{ mb: 2 }}>
        The second factor is on. Keep these codes where you do not keep your phone: each signs you in once when the
        phone is lost, and they are not shown again.
      </Alert>
      <Box
        component="ol"
        aria-label="Recovery codes"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 1,
          m: 0,
          p: 2,
          listStyle: 'none',
          fontFamily: 'monospace',
          backgroundColor: colors.surface,
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
    </ViewDialog>
  );
}
