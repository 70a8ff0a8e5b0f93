import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { formatMoney, numberOf } from '../../../../platform/text/figures.ts';
import type { FeedRun, FetchReply } from '../../feed-contract.ts';

type Props = { reply: FetchReply };

/** What a file comes to, in each of its currencies. */
export const totalsOf = (totals: FeedRun['totals']): string =>
  totals.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ');

/** What became of a fetch, or would: rows, days, money, and lines of the file. */
export function FetchResult({ reply: { data, message } }: Props) {
  const isFailed = data.status === 'failed';
  return (
    <Alert
      severity={isFailed ? 'error' : 'info'}
      sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      {message}
      {data.rows > 0 && (
        <Box sx={{ mt: 0.5 }}>
          {[numberOf(data.rows, 'row'), numberOf(data.days, 'day'), totalsOf(data.totals)].filter(Boolean).join(' · ')}
        </Box>
      )}
      {data.lines.length > 0 && (
        <Box
          component="ul"
          aria-label="Lines of the file"
          sx={{ m: 0, mt: 1, pl: 2, maxHeight: 200, overflowY: 'auto' }}
        >
          {data.lines.map(({ line, text }) => (
            <li key={line}>
              Line {line}: {text}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
