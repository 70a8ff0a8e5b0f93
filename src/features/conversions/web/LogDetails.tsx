import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { colors, fonts, radius, sizes } from '../../../platform/web/tokens.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { PostbackLog } from '../contract.ts';
import { postbackLogQueries } from './client.ts';

type Props = { sourceId: number; log: PostbackLog; onClose: () => void };

/** One attempt: what was sent, what came back, and the other attempts of the same postback. */
export function LogDetails({ sourceId, log, onClose }: Props) {
  const id = useId();
  const all = useQuery(postbackLogQueries.one(sourceId, log.id));
  const attempts = all.data?.attempts ?? [log];
  return (
    <Dialog
      open
      fullWidth
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: sizes.formDialog } } }}
    >
      <DialogTitle id={id}>{log.is_demo ? 'Demo Postback' : log.is_test ? 'Test Postback' : 'Postback'}</DialogTitle>
      <DialogContent dividers>
        <Part title="Request">
          <Code>{`${log.method} ${log.url_masked}`}</Code>
          {log.request_body && <Code>{log.request_body}</Code>}
          <Box
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'auto 1fr',
              columnGap: 2,
              m: 0,
              '& dd': { m: 0, overflowWrap: 'anywhere' },
            }}
          >
            {log.request_query.map(([key, value]) => (
              <Box key={key} sx={{ display: 'contents' }}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </Box>
            ))}
          </Box>
        </Part>
        <Part title="Answer">
          <Code>
            {log.response_status === null
              ? `No answer: ${log.reason_code ?? 'unknown'}`
              : `HTTP ${log.response_status}`}
          </Code>
          {log.response_body && <Code>{log.response_body}</Code>}
        </Part>
        <Part title="Attempts">
          {all.error && <Alert severity="error">{all.error.message}</Alert>}
          <Box component="ol" reversed sx={{ m: 0, pl: 3 }}>
            {attempts.map((attempt) => (
              <Box component="li" key={attempt.id} value={attempt.attempt} sx={{ mb: 0.5 }}>
                <DateTime value={attempt.created_at} /> <StatusChip status={attempt.state} />{' '}
                {attempt.reason_code ?? (attempt.response_status === null ? '' : `HTTP ${attempt.response_status}`)}
                {attempt.duration_ms === null ? '' : `, ${attempt.duration_ms} ms`}
                {attempt.next_attempt_at && (
                  <>
                    , next <DateTime value={attempt.next_attempt_at} />
                  </>
                )}
              </Box>
            ))}
          </Box>
        </Part>
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 1.5 }}>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: '1rem' }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}

function Code({ children }: { children: ReactNode }) {
  return (
    <Box
      component="pre"
      sx={{
        m: 0,
        mb: 1,
        p: 1,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        fontFamily: fonts.mono,
        fontSize: '0.8125rem',
        backgroundColor: colors.surface,
        borderRadius: `${radius.control}px`,
      }}
    >
      {children}
    </Box>
  );
}
