import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../../platform/text/figures.ts';
import type { Query } from '../../../../platform/web/http.ts';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import type { OfferRisk } from '../../offer-stats-contract.ts';
import { statsQueries } from '../client.ts';
import { riskText, sourceText } from './offer-words.ts';
import { PlaceList } from './PlaceList.tsx';

/** The first are worth the most; the others wait behind a button. */
const FIRST = 3;

type Props = { query: Query };

/** Offers that get clicks while they are closed or broken, or bring nothing where others do; most money first. */
export function OfferRiskPanel({ query }: Props) {
  const risks = useQuery(statsQueries.offerRisks(query));
  const [isWhole, setIsWhole] = useState(false);
  const { data, error } = risks;
  if (error && !data) return <ErrorState error={error} onRetry={() => void risks.refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={64} sx={{ mb: 3 }} />;
  const undecided =
    data.undecided === 0
      ? ''
      : `${data.undecided} ${data.undecided === 1 ? 'offer has' : 'offers have'} no conversion yet, with too few clicks to say why.`;
  if (data.data.length === 0)
    return (
      <Typography variant="body2" sx={{ mb: 3, color: 'text.secondary' }}>
        No money at risk: every offer with clicks in the last 7 days of the period takes readers. {undecided}
      </Typography>
    );
  const isKnown = data.data.some(({ expected }) => expected !== null);
  const shown = isWhole ? data.data : data.data.slice(0, FIRST);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="risk-title"
      sx={{ p: 2, mb: 3, breakInside: 'avoid' }}
    >
      <Typography id="risk-title" variant="h3" component="h2">
        Money at Risk{isKnown && `: ${formatMoney(data.expected, data.currency)} a Week`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        What these offers should bring in a week like the last one, if all of it were lost. {undecided}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((risk) => (
          <RiskLine key={risk.id} risk={risk} currency={data.currency} />
        ))}
      </Box>
      {data.data.length > FIRST && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)} sx={{ mt: 1 }}>
          {isWhole ? 'Show fewer' : `Show all ${data.data.length}`}
        </Button>
      )}
    </Paper>
  );
}

function RiskLine({ risk, currency }: { risk: OfferRisk; currency: string }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: { xs: 0.5, sm: 2 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 190px 130px' },
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box
          component={Link}
          to={`/admin/offers?${new URLSearchParams({ search: risk.name }).toString()}`}
          sx={{ color: 'inherit', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {risk.name}
        </Box>
        <Typography variant="body2">{riskText(risk)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {sourceText(risk, formatMoney(risk.epc, currency))}.
        </Typography>
      </Box>
      <Typography variant="body2" component="div">
        <PlaceList places={risk.places} most={3} />
      </Typography>
      <Typography component="div" sx={{ textAlign: { sm: 'right' }, fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" sx={{ fontWeight: 600 }} title={risk.expected ?? ''}>
          {risk.expected === null ? 'Not known' : formatMoney(risk.expected, currency)}
        </Box>
        <Box component="small" sx={{ display: 'block', color: 'text.secondary' }}>
          expected per week
        </Box>
      </Typography>
    </Box>
  );
}
