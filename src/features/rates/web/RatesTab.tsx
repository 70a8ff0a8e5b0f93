import Alert from '@mui/material/Alert';
import { ratesQueries } from './client.ts';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { ReplaceRates } from './ReplaceRates.tsx';

/** The file of exchange rates: what it holds, what lacks a rate, and its replacement. */
export function RatesTab() {
  const rates = useQuery(ratesQueries.rates());
  if (rates.error && !rates.data) return <ErrorState error={rates.error} onRetry={() => void rates.refetch()} />;
  if (!rates.data) return <Skeleton variant="rounded" height={160} />;
  const { days, first_day: first, last_day: last, currencies, problem, unconverted } = rates.data;

  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 760 }}>
      {problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          The file cannot be read: {problem}
        </Alert>
      )}
      {unconverted > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {unconverted} {unconverted === 1 ? 'conversion is' : 'conversions are'} in a currency without a rate for the
          day. They are shown apart from the sums, never guessed.
        </Alert>
      )}
      <Typography sx={{ mb: 1 }}>
        {days === 0
          ? 'There are no exchange rates yet.'
          : `${days} ${days === 1 ? 'day' : 'days'} of rates, from ${first} to ${last}, for ${currencies.length} currencies: ${currencies.join(', ')}.`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        An amount in a foreign currency is worth what the rate of its day says; on days without rates, that of the last
        day before, seven days back at most. The file has the form in which the European Central Bank publishes its
        history (eurofxref-hist.csv): a line <code>Date,USD,JPY,...</code>, then for each day the units of each currency
        for one euro. It is replaced whole.
      </Typography>
      <ReplaceRates variant="contained">Replace the File</ReplaceRates>
    </Paper>
  );
}
