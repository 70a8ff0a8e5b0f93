import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../platform/text/figures.ts';
import { deskQueries } from './client.ts';
import { ReplaceRates } from '../../rates/web/ReplaceRates.tsx';

type Props = { currency: string | undefined; timeZone: string | undefined };

/** What another currency or zone of the site would change, in numbers, and the way to give the rates that lack. */
export function SiteChangeFacts({ currency, timeZone }: Props) {
  const asked = { ...(currency && { currency }), ...(timeZone && { time_zone: timeZone }) };
  const change = useQuery(deskQueries.siteChange(asked));
  if (change.error) return <Alert severity="error">{change.error.message}</Alert>;
  if (!change.data) return <Skeleton variant="rounded" height={96} />;
  const facts = change.data;
  const lacking = facts.conversions_without_rate + facts.costs_without_rate;
  return (
    <>
      {currency && (
        <Box sx={{ mb: 2 }}>
          <Typography sx={{ mb: 1 }}>
            All sums are told in {currency}.
            {facts.conversions_converted > 0 &&
              ` ${counted(facts.conversions_converted, 'conversion')} in other currencies ${facts.conversions_converted === 1 ? 'is' : 'are'} converted by the rate of the day.`}
          </Typography>
          {lacking > 0 && (
            <Alert severity="warning" sx={{ mb: 1 }}>
              {[
                facts.conversions_without_rate > 0 && counted(facts.conversions_without_rate, 'conversion'),
                facts.costs_without_rate > 0 && counted(facts.costs_without_rate, 'cost'),
              ]
                .filter(Boolean)
                .join(' and ')}{' '}
              in {facts.currencies_without_rate.join(', ')} without a rate to {currency} for the day: in no sum, and
              shown as unconverted, until there is one.
            </Alert>
          )}
          {lacking > 0 && <ReplaceRates variant="outlined">Give the Rates</ReplaceRates>}
        </Box>
      )}
      {timeZone && (
        <Typography>
          Days begin and end in {timeZone.replaceAll('_', ' ')}, those of the past too.{' '}
          {facts.conversions_moved === 0
            ? 'No conversion moves to another day.'
            : `${counted(facts.conversions_moved, 'conversion')} from ${facts.first_moved} to ${facts.last_moved} ${facts.conversions_moved === 1 ? 'moves' : 'move'} to the day before or after.`}{' '}
          The charts say so.
        </Typography>
      )}
    </>
  );
}

const counted = (count: number, word: string): string => `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
