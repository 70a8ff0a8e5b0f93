import Alert from '@mui/material/Alert';
import { postbackQueries, postbacksClient } from './client.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { FilterSelect } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import type { MapStatusBody, UnmappedStatus } from '../../conversions/manual-contract.ts';
import { CONVERSIONS_LASTING } from '../../conversions/lasting.ts';
import { POSTBACKS_LASTING } from '../lasting.ts';
import { MEANING_CHOICES } from '../../conversions/web/desk-choices.ts';
import { DESK_KEY, STATS_KEY } from '../../conversions/web/client.ts';

/** Status words that networks sent and nobody has explained. What came with them counts once they are. */
export function UnmappedTab() {
  const words = useQuery(postbackQueries.unmapped());
  if (words.error && !words.data) return <ErrorState error={words.error} onRetry={() => void words.refetch()} />;
  if (!words.data) return <Skeleton variant="rounded" height={120} />;
  if (words.data.data.length === 0) return <EmptyState text="Every status word that networks sent is explained." />;
  return (
    <>
      <Box sx={{ mb: 2 }}>
        <CannotUndo why={`${POSTBACKS_LASTING.judged} ${CONVERSIONS_LASTING.told}`} />
      </Box>
      <Paper variant="outlined" component="ul" aria-label="Unmapped statuses" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {words.data.data.map((word) => (
          <Word key={`${word.network_id} ${word.word}`} word={word} />
        ))}
      </Paper>
    </>
  );
}

function Word({ word }: { word: UnmappedStatus }) {
  const [meaning, setMeaning] = useState('');
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);
  const explain = useMutation({
    mutationFn: () =>
      postbacksClient.mapStatus({
        network_id: word.network_id,
        word: word.word,
        status: meaning as MapStatusBody['status'],
      }),
    onSuccess: ({ message }) => {
      void queries.invalidateQueries({ queryKey: STATS_KEY });
      afterChange({ message });
    },
  });
  return (
    <Box
      component="li"
      sx={{
        p: 2,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          &ldquo;{word.word}&rdquo; from {word.network}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {word.count} {word.count === 1 ? 'postback' : 'postbacks'}, last <DateTime value={word.last_at} />.{' '}
          <Link to={`/admin/timeline?id=${word.log_id}&kind=message`}>Show the newest</Link>
        </Typography>
      </Box>
      <FilterSelect label="It means" all="Choose..." value={meaning} options={MEANING_CHOICES} onChange={setMeaning} />
      <Button
        variant="contained"
        disabled={meaning === ''}
        loading={explain.isPending}
        aria-label={`Explain "${word.word}"`}
        onClick={() => explain.mutate()}
      >
        Explain
      </Button>
      {explain.error && (
        <Alert severity="error" sx={{ flex: '1 1 100%' }}>
          {explain.error.message}
        </Alert>
      )}
    </Box>
  );
}
