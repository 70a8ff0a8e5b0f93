import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import type { HealthTrouble } from '../contract.ts';
import { HealthPart, rowStyle } from './HealthPart.tsx';

type Props = { troubles: readonly HealthTrouble[] };

const WORDS = { warn: 'Warning', error: 'Error', fatal: 'Fatal' };

/** The end of the log, as far as it tells of trouble. */
export function TroubleList({ troubles }: Props) {
  const isEmpty = troubles.length === 0;
  return (
    <HealthPart
      title="Last Errors and Warnings"
      text={
        isEmpty
          ? 'None since the start.'
          : 'Of this process, newest first. The request id is the one in the error message that the reader saw.'
      }
    >
      {!isEmpty &&
        troubles.map((trouble, i) => (
          <Box
            key={`${trouble.at}-${i}`}
            component="li"
            sx={{ ...rowStyle, gridTemplateColumns: { xs: '1fr', md: '170px 90px minmax(0, 1fr)' } }}
          >
            <Typography variant="body2">
              <DateTime value={trouble.at} />
            </Typography>
            <Typography
              variant="body2"
              sx={{ color: trouble.level === 'warn' ? 'warning.main' : 'error.main', fontWeight: 600 }}
            >
              {WORDS[trouble.level]}
            </Typography>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {trouble.message}
              {trouble.error !== null && `: ${trouble.error}`}
              {trouble.request_id !== null && <code> {trouble.request_id}</code>}
            </Typography>
          </Box>
        ))}
    </HealthPart>
  );
}
