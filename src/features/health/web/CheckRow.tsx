import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { DayLine } from '../../../platform/web/ui/DayLine.tsx';
import type { HealthCheck } from '../contract.ts';
import { HealthMark } from './HealthMark.tsx';

type Props = { check: HealthCheck };

/** One check: its state, what was found, where it would change, what to do, and its last day. */
export function CheckRow({ check }: Props) {
  const { status, label, value, threshold, hint, since, history } = check;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        gridTemplateColumns: { xs: '1fr', sm: '110px minmax(0, 1fr)', md: '110px minmax(0, 2fr) minmax(0, 3fr) 144px' },
        px: 2,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <HealthMark status={status} />
      <Typography component="h2" sx={{ fontSize: '1rem', fontWeight: 600 }}>
        {label}
      </Typography>
      <Box sx={{ gridColumn: { sm: 2, md: 3 }, minWidth: 0 }}>
        <Typography sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>{value}</Typography>
        {hint && <Typography sx={{ textWrap: 'pretty', maxWidth: '68ch' }}>{hint}</Typography>}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {threshold}
          {threshold && since && ' · '}
          {since && (
            <>
              since <DateTime value={since} />
            </>
          )}
        </Typography>
      </Box>
      {history.length > 0 && (
        <Box sx={{ gridColumn: { sm: 2, md: 4 }, lineHeight: 0 }}>
          <DayLine values={history} label={`${label}: the last 24 hours`} />
        </Box>
      )}
    </Box>
  );
}
