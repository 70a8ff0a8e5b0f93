import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { colors, fonts, radius } from '../../../platform/web/styles/tokens.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { Fact, FactList } from '../../../platform/web/ui/FactList.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { ViewDialog, ViewPart } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { PostbackLog } from '../../conversions/contract.ts';
import { postbackLogQueries } from './client.ts';

type Props = { sourceId: number; log: PostbackLog; onClose: () => void };

/** One attempt: what was sent, what came back, and the other attempts of the same postback. */
export function LogDetails({ sourceId, log, onClose }: Props) {
  const all = useQuery(postbackLogQueries.one(sourceId, log.id));
  const attempts = all.data?.attempts ?? [log];
  return (
    <ViewDialog title={log.is_demo ? 'Demo Postback' : log.is_test ? 'Test Postback' : 'Postback'} onClose={onClose}>
      <ViewPart title="Request">
        <Code>{`${log.method} ${log.url_masked}`}</Code>
        {log.request_body && <Code>{log.request_body}</Code>}
        <FactList>
          {log.request_query.map(([key, value]) => (
            <Fact key={key} label={key}>
              {value}
            </Fact>
          ))}
        </FactList>
      </ViewPart>
      <ViewPart title="Answer">
        <Code>
          {log.response_status === null ? `No answer: ${log.reason_code ?? 'unknown'}` : `HTTP ${log.response_status}`}
        </Code>
        {log.response_body && <Code>{log.response_body}</Code>}
      </ViewPart>
      <ViewPart title="Attempts">
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
      </ViewPart>
    </ViewDialog>
  );
}

function Code({ children }: { children: ReactNode }) {
  return (
    <Box
      component="pre"
      sx={{
        m: 0,
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
