import Alert from '@mui/material/Alert';
import { journeyQueries } from './client.ts';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { withUniqueKeys } from '../../../platform/web/ui/table/cells/with-unique-keys.ts';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { FilterSelect } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { JourneySteps } from './JourneySteps.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const HeldData = lazyPart(async () => ({ default: (await import('../../traces/web/HeldData.tsx')).HeldData }));

const KINDS = [
  { value: 'visit', label: 'A visit' },
  { value: 'click', label: 'A click' },
  { value: 'transaction', label: 'A transaction' },
  { value: 'conversion', label: 'A conversion' },
  { value: 'message', label: 'A postback' },
];

/** From the ad to the bank, around any id that somebody has in hand. */
export function TimelineScreen() {
  const [params, setParams] = useSearchParams();
  const [id, kind] = [params.get('id') ?? '', params.get('kind') ?? ''];
  const story = useQuery(journeyQueries.timeline({ id, ...(kind && { kind }) }));
  const set = (key: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(key);
        else next.set(key, value);
        return next;
      },
      { replace: true },
    );

  return (
    <>
      <PageHeader
        title="Timeline"
        purpose="Everything between the ad and the bank for one id: visit, page, click, every postback, every status, and a reason for each gap."
      />
      <Paper variant="outlined" sx={{ p: { xs: 1.5, sm: 2 }, mb: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Any id..." value={id} onChange={(text) => set('id', text)} />
        <FilterSelect
          label="The id is of"
          all="Anything"
          value={kind}
          options={KINDS}
          onChange={(value) => set('kind', value)}
        />
      </Paper>
      {id === '' && (
        <EmptyState text="Paste an id: from a list of conversions, a postback log, or a message of a network." />
      )}
      {story.isLoading && [1, 2, 3].map((row) => <Skeleton key={row} height={72} />)}
      {story.error && <ErrorState error={story.error} onRetry={() => void story.refetch()} />}
      {story.data && (
        <Box aria-live="polite">
          <Alert severity={story.data.data.length === 0 ? 'warning' : 'info'} sx={{ mb: 2 }}>
            {story.data.message}
          </Alert>
          {withUniqueKeys(story.data.data, titleOf).map(({ key, entry: journey }, place) => (
            <Paper
              key={key}
              component="section"
              variant="outlined"
              aria-label={`Journey ${place + 1}`}
              sx={{ p: { xs: 2, sm: 3 }, mb: 3, maxWidth: 860 }}
            >
              <Typography component="h2" variant="h3" sx={{ mb: 2, overflowWrap: 'anywhere', fontSize: '1.125rem' }}>
                {titleOf(journey)}
              </Typography>
              <JourneySteps steps={journey.steps} />
              {journey.click_id !== null && (
                <Suspense>
                  <HeldData clickId={journey.click_id} />
                </Suspense>
              )}
            </Paper>
          ))}
        </Box>
      )}
    </>
  );
}

function titleOf({ click_id: click, visit_id: visit }: { click_id: string | null; visit_id: string | null }): string {
  if (click !== null) return `Click ${click}`;
  return visit === null ? 'A message without a click' : `Visit ${visit}`;
}
