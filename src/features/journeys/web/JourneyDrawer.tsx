import { mdiClose } from '@mdi/js';
import { journeyQueries } from './client.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../platform/text/figures.ts';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Conversion } from '../../conversions/manual-contract.ts';
import { JourneySteps } from './JourneySteps.tsx';

type Props = { conversionId: string; onEdit: (conversion: Conversion) => void; onClose: () => void };

/** One conversion with its whole journey beside the list: every message, every status, what the source was told. */
export function JourneyDrawer({ conversionId, onEdit, onClose }: Props) {
  const id = useId();
  const story = useQuery(journeyQueries.timeline({ id: conversionId, kind: 'conversion' }));
  const journey = story.data?.data[0];
  const conversion = journey?.conversions.find((one) => one.id === conversionId);
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: { xs: '100%', sm: 560 } } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Typography id={id} component="h2" variant="h2" sx={{ flex: 1, fontSize: '1.25rem' }}>
          Conversion {conversionId}
        </Typography>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </Box>
      <Box sx={{ p: 2, overflowY: 'auto' }}>
        {story.error && <ErrorState error={story.error} onRetry={() => void story.refetch()} />}
        {story.isPending && [1, 2, 3, 4].map((row) => <Skeleton key={row} height={64} />)}
        {conversion && <Head conversion={conversion} />}
        {conversion && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 3 }}>
            <Button variant="contained" onClick={() => onEdit(conversion)}>
              Edit Status Or Amount
            </Button>
            <Button component={Link} to={`/admin/timeline?id=${encodeURIComponent(conversion.click_key)}`}>
              Open Timeline
            </Button>
          </Box>
        )}
        {journey && <JourneySteps steps={journey.steps} />}
      </Box>
    </Drawer>
  );
}

function Head({ conversion }: { conversion: Conversion }) {
  const { payout, payout_currency: currency, payout_base: base, base_currency: site } = conversion;
  const isForeign = site !== currency;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 2 }}>
      <StatusChip status={conversion.status} />
      <Typography sx={{ fontSize: '1.25rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(payout, currency)}
      </Typography>
      {isForeign && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {base === null
            ? 'No exchange rate for its day: not in the sums.'
            : `${formatMoney(base, site!)} at ${conversion.fx_rate} of ${conversion.fx_date}`}
        </Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {conversion.network}
        {conversion.txid === null ? '' : `, transaction ${conversion.txid}`}
      </Typography>
    </Box>
  );
}
