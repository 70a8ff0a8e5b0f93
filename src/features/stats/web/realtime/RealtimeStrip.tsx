import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatSum } from '../../../../platform/text/figures.ts';
import { may } from '../../../../platform/web/session/permissions.ts';
import { titleOf } from '../../../reports/metrics.ts';
import { REALTIME_MINUTES, type Realtime } from '../../realtime-contract.ts';
import { FigureTable } from '../charts/FigureTable.tsx';
import { realtimeQuery } from './realtime-query.ts';
import { clockIn } from './clock-in.ts';
import { MinuteBars } from './MinuteBars.tsx';

const COUNTED = ['visits', 'clicks', 'conversions'] as const;

/** What just happened, minute by minute; asked anew every few seconds while somebody looks. */
export function RealtimeStrip() {
  const { data, error } = useQuery(realtimeQuery);
  const names = may('read:money') ? ([...COUNTED, 'revenue_expected'] as const) : COUNTED;
  const format = (name: (typeof names)[number], value: number | string): string =>
    name === 'revenue_expected'
      ? formatSum(String(value), data?.currency ?? 'USD', data?.unconverted !== undefined)
      : formatCount(Number(value));
  const minuteOf = ({ minute }: Realtime['data'][number]): string => clockIn(data?.tz, minute, false);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="realtime"
      data-print="none"
      sx={{ p: 2, mb: 3, minHeight: 168 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1 }}>
        <Typography id="realtime" variant="h3" component="h2">
          Last {REALTIME_MINUTES} minutes
        </Typography>
        {data && <AsOf data={data} isBroken={error !== null} />}
      </Box>
      {data?.is_stuck && <Stuck data={data} />}
      {error && !data && (
        <Alert severity="warning">These minutes could not be asked for. It is tried again every few seconds.</Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(${names.length}, minmax(0, 1fr))` },
        }}
      >
        {names.map((name) => (
          <Box key={name}>
            <Typography component="h3" variant="body2" sx={{ color: 'text.secondary' }}>
              {titleOf(name)}
            </Typography>
            <Typography sx={{ fontWeight: 600, fontSize: '1.25rem', fontVariantNumeric: 'tabular-nums' }}>
              {data ? format(name, data.totals[name]) : <Skeleton width={64} />}
            </Typography>
            {data && (
              <MinuteBars
                label={`${titleOf(name)} per minute`}
                minutes={data.data.map((one) => ({
                  value: Number(one[name]),
                  text: `${minuteOf(one)}: ${format(name, one[name])}`,
                }))}
              />
            )}
          </Box>
        ))}
      </Box>
      {data && (
        <FigureTable
          title={`Last ${REALTIME_MINUTES} minutes`}
          heads={['Minute', ...names.map(titleOf)]}
          rows={data.data
            .toReversed()
            .map((one) => ({ name: minuteOf(one), cells: names.map((name) => format(name, one[name])) }))}
        />
      )}
    </Paper>
  );
}

/** Until when the figures hold. What could not be asked anew stays, and says so. */
function AsOf({ data, isBroken }: { data: Realtime; isBroken: boolean }) {
  const at = (iso: string): string => clockIn(data.tz, iso, true);
  const lacking = data.unconverted ? ` · without ${data.unconverted}, which has no rate` : '';
  const newest = data.newest_at ? `newest event ${at(data.newest_at)}` : 'no event in these minutes';
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {data.as_of ? `As of ${at(data.as_of)}` : 'Nobody can say how complete they are'} · {newest} · whole site,
      whatever the filters
      {lacking}
      {isBroken && ` · not refreshed since ${at(data.generated_at)}, trying again`}
    </Typography>
  );
}

function Stuck({ data: { as_of: asOf, tz } }: { data: Realtime }) {
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {asOf ? `What happened after ${clockIn(tz, asOf, true)}` : 'What happened lately'} is kept safe but not counted
      yet: the event store takes nothing in at the moment. Server Health says why.
    </Alert>
  );
}
