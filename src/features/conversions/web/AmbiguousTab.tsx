import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../platform/text/figures.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Ambiguous } from '../decisions-contract.ts';
import { DESK_KEY, deskClient, deskQueries, STATS_KEY } from './client.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Chosen = { message: Ambiguous; candidate: Ambiguous['candidates'][number] | null };

/** Refunds and rejections that may be about any of several conversions of their click. Nothing changes until one is chosen. */
export function AmbiguousTab() {
  const messages = useQuery(deskQueries.ambiguous());
  const [chosen, setChosen] = useState<Chosen>();
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);
  if (messages.error && !messages.data)
    return <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />;
  if (!messages.data) return <Skeleton variant="rounded" height={120} />;
  if (messages.data.data.length === 0)
    return <EmptyState text="Of every refund and rejection it is known what it is about." />;

  const place = async ({ message, candidate }: Chosen, reason: string) => {
    const target = candidate
      ? { conversion_id: candidate.conversion_id, txid: candidate.txid }
      : { conversion_id: null };
    afterChange(await deskClient.place(message.id, { ...target, reason }));
    void queries.invalidateQueries({ queryKey: STATS_KEY });
    setChosen(undefined);
  };

  return (
    <>
      <Alert severity="warning" sx={{ mb: 2 }}>
        At risk:{' '}
        {messages.data.at_risk.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ') || 'nothing'}.
        These conversions keep their status until you say which of them each message is about.
      </Alert>
      <Paper variant="outlined" component="ul" aria-label="Unclear refunds" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {messages.data.data.map((message) => (
          <Message key={message.id} message={message} onChoose={(candidate) => setChosen({ message, candidate })} />
        ))}
      </Paper>
      {chosen && (
        <ReasonDialog
          title={chosen.candidate ? `It Is About Conversion ${chosen.candidate.conversion_id}` : 'It Is About None'}
          help={
            chosen.candidate
              ? 'The message then counts as if it had named this conversion.'
              : 'The message is kept in the history and changes nothing.'
          }
          saveLabel="Decide"
          onSave={(reason) => place(chosen, reason)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

type MessageProps = { message: Ambiguous; onChoose: (candidate: Chosen['candidate']) => void };

function Message({ message, onChoose }: MessageProps) {
  const { status, word, payout, currency, txid, network, click_key: click } = message;
  const amount = payout === null ? '' : ` of ${formatMoney(payout, currency)}`;
  return (
    <Box component="li" sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        &ldquo;{word ?? status}&rdquo;{amount} from {network}
        {txid === null ? ', without a transaction' : `, transaction ${txid}`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1, overflowWrap: 'anywhere' }}>
        Came <DateTime value={message.received_at} />.{' '}
        <Link to={`/admin/timeline?id=${encodeURIComponent(click)}&kind=click`}>Show the click</Link>
      </Typography>
      <Box component="ul" aria-label="It may be about" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {message.candidates.map((one) => (
          <Box
            component="li"
            key={`${one.conversion_id} ${one.txid}`}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 0.5 }}
          >
            <Typography variant="body2" sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {one.event_type}
              {one.txid === null ? ' without a transaction' : ` ${one.txid}`}:{' '}
              {formatMoney(one.payout, one.payout_currency)}
            </Typography>
            <StatusChip status={one.status} />
            <Button
              size="small"
              variant="outlined"
              aria-label={`It is about ${one.event_type} ${one.txid ?? 'without a transaction'}`}
              onClick={() => onChoose(one)}
            >
              This one
            </Button>
          </Box>
        ))}
      </Box>
      <Button size="small" onClick={() => onChoose(null)}>
        None of these
      </Button>
    </Box>
  );
}
