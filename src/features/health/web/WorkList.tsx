import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import type { HealthWork } from '../contract.ts';
import { formatDuration } from '../../../platform/text/sizes.ts';
import { HealthPart, rowStyle } from './HealthPart.tsx';

type Props = { work: readonly HealthWork[] };

/** What the server does by itself, and how it went the last time. */
export function WorkList({ work }: Props) {
  return (
    <HealthPart title="Scheduled Work" text="What the server does by itself; the times are those of this process.">
      {work.map((one) => (
        <Box
          key={one.name}
          component="li"
          sx={{ ...rowStyle, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 2fr) minmax(0, 3fr) minmax(0, 2fr)' } }}
        >
          <Typography sx={{ fontWeight: 600 }}>{capitalized(one.name)}</Typography>
          <Typography variant="body2">
            every {formatDuration(one.period_s * 1000)};{' '}
            {one.is_elsewhere ? (
              'another instance does it'
            ) : one.last_at === null ? (
              'not yet since the start'
            ) : (
              <>
                last <DateTime value={one.last_at} />, took {formatDuration(one.took_ms ?? 0)}
              </>
            )}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {!one.is_elsewhere && (
              <>
                next <DateTime value={one.next_at} />
              </>
            )}
          </Typography>
          {one.error !== null && (
            <Typography variant="body2" sx={{ gridColumn: '1 / -1', color: 'error.main', overflowWrap: 'anywhere' }}>
              The last round failed: {one.error}
            </Typography>
          )}
        </Box>
      ))}
    </HealthPart>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
