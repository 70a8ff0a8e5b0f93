import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { may } from '../../../../platform/web/session/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '../../../../platform/text/figures.ts';
import type { Query } from '../../../../platform/web/http.ts';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import type { WhatIfReply } from '../../what-if-contract.ts';
import { statsQueries } from '../client.ts';
import { IntervalBar } from '../charts/IntervalBar.tsx';
import { LiftList } from './LiftList.tsx';
import { swapWords } from './swap-words.ts';

type Props = { guideId: number; query: Query };
type Swap = NonNullable<WhatIfReply['data']['swap']>;

const clicksText = (count: number): string => {
  const whole = Math.round(count);
  return `${formatCount(whole)} ${whole === 1 ? 'click' : 'clicks'}`;
};

/** What each product draws apart from its place, and what the guide would earn if two of them changed places. */
export function SwapPanel({ guideId, query }: Props) {
  const [places, setPlaces] = useState<{ first?: number; second?: number }>({});
  const answer = useQuery(statsQueries.whatIf({ ...query, listicle_id: guideId, ...places }));
  const { data, error } = answer;
  if (error) return <ErrorState error={error} onRetry={() => void answer.refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={220} />;
  const { products, swap } = data.data;
  if (!swap) return null;
  const [first, second] = [swap.first.position, swap.second.position];
  const select = (label: string, place: number, other: number, onChange: (place: number) => void) => (
    <TextField select label={label} value={place} onChange={(event) => onChange(Number(event.target.value))}>
      {products
        .filter(({ position }) => position !== other)
        .map(({ position, item }) => (
          <MenuItem key={position} value={position}>
            {position}. {item}
          </MenuItem>
        ))}
    </TextField>
  );
  return (
    <Paper variant="outlined" component="section" aria-labelledby="swap-title" sx={{ p: 2, mb: 3 }}>
      <Typography id="swap-title" variant="h3" sx={{ mb: 1.5 }}>
        What If Two Products Changed Places?
      </Typography>
      <Box
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Box>
          <Box sx={{ display: 'grid', gap: 1.5, mb: 2 }}>
            {select('Product', first, second, (place) => setPlaces({ first: place, second }))}
            {select('Changes places with', second, first, (place) => setPlaces({ first, second: place }))}
          </Box>
          <Box aria-live="polite">
            <Outcome swap={swap} currency={data.currency} guideId={guideId} />
          </Box>
        </Box>
        {products.some(({ lift }) => lift !== null) && <LiftList products={products} />}
      </Box>
    </Paper>
  );
}

function Outcome({ swap, currency, guideId }: { swap: Swap; currency: string; guideId: number }) {
  const { clicks, revenue } = swap;
  if (!clicks)
    return (
      <>
        <Typography sx={{ fontWeight: 600, fontSize: '1.125rem' }}>≈ Too few to say</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          In this period these products stood nowhere else, so what they draw cannot be told apart from their places.
          Look at more days, or change their order for a week or two.
        </Typography>
        {may('write:content') && (
          <Button component={Link} to={`/admin/listicles/${guideId}/items`} variant="outlined">
            Manage Items
          </Button>
        )}
      </>
    );
  const inClicks = swapWords(clicks, clicksText);
  const inMoney = revenue && swapWords(revenue, (amount) => formatMoney(amount, currency));
  const main = inMoney ?? inClicks;
  const bar = revenue ?? clicks;
  return (
    <>
      <Typography sx={{ fontWeight: 600, fontSize: '1.25rem', fontVariantNumeric: 'tabular-nums' }}>
        {main.title}
      </Typography>
      <IntervalBar interval={[Number(bar.ci95[0]), Number(bar.ci95[1])]} best={Number(bar.change)} neutral={0} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        With the readers of this period: {main.detail}, in 95 of 100 cases.
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {inMoney
          ? `Clicks: ${inClicks.title.slice(2).toLowerCase()} (${inClicks.detail}).`
          : 'Money cannot be said: one of the two has no conversion in this period.'}
      </Typography>
    </>
  );
}
