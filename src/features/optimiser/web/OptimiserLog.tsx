import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { OptimiserRun } from '../contract.ts';
import { optimiserQueries } from './client.ts';

type Props = { linkId: number };

const FIRST = 10;
const MOST = 500;

const STATUS: Record<OptimiserRun['status'], { word: string; tone: 'good' | 'calm' }> = {
  moved: { word: 'moved', tone: 'good' },
  kept: { word: 'kept', tone: 'calm' },
  not_enough_data: { word: 'waiting', tone: 'calm' },
};

/** What each look came to, in words, with the weights before and after. */
export function OptimiserLog({ linkId }: Props) {
  const [limit, setLimit] = useState(FIRST);
  const { data, error, refetch } = useQuery({
    ...optimiserQueries.runs(linkId, limit),
    placeholderData: keepPreviousData,
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={72} />;
  if (data.total === 0)
    return (
      <Typography variant="body2">
        Nothing was moved yet. Each look will be written down here with its reasons.
      </Typography>
    );
  return (
    <>
      <Box component="ul" aria-label="Log" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.data.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </Box>
      {data.total > data.data.length && (
        <Button size="small" sx={{ justifySelf: 'start' }} onClick={() => setLimit(MOST)}>
          Show all {data.total}
        </Button>
      )}
    </>
  );
}

function Run({ run }: { run: OptimiserRun }) {
  const { word, tone } = STATUS[run.status];
  return (
    <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <StatusChip status={word} tone={tone} />
        {run.undone_at !== null && <StatusChip status="undone" tone="warn" />}
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
          <DateTime value={run.last_at} />
          {run.count > 1 && `, ${run.count} times the same`}
          {run.rule_name !== null && `, rule ${run.rule_name}`}
          {run.undone_by !== null && `, undone by ${run.undone_by}`}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere', maxWidth: '72ch' }}>
        {run.words}
      </Typography>
      {run.moves.length > 0 && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          Weights: {run.moves.map(({ name, before, after }) => `${name} ${before} → ${after}`).join(', ')}
        </Typography>
      )}
    </Box>
  );
}
