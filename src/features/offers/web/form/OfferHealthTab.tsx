import { mdiLinkVariant, mdiThumbUpOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { Fact, FactList } from '../../../../platform/web/ui/FactList.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import type { OfferLinkHealth } from '../../contract.ts';
import { OFFERS_KEY, offerQueries, offersClient } from '../client.ts';
import { LINK_TONES } from '../offer-choices.ts';

const DAY_MS = 86_400_000;
const PERIODS = [7, 30, 90] as const;

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

type Props = { offerId: number };

/** What the last look at the offer's address found, what readers get because of it, and what a person can do. */
export function OfferHealthTab({ offerId }: Props) {
  const health = useQuery(offerQueries.linkHealth(offerId));
  const afterChange = useAfterChange(OFFERS_KEY);
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null);
  const work = useMutation({
    mutationFn: (ask: () => Promise<{ message?: string }>) => ask(),
    onSuccess: ({ message = 'Saved.' }) => afterChange({ message }),
    onError: (error: Error) => afterChange({ message: error.message, tone: 'error' }),
  });

  if (health.error && !health.data) return <ErrorState error={health.error} onRetry={() => void health.refetch()} />;
  if (!health.data) return <Skeleton variant="rounded" height={160} />;
  const link = health.data;

  const handleVouch = (until: string | null) => {
    setMenuAt(null);
    work.mutate(() => offersClient.snoozeLink(offerId, until));
  };

  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2, maxWidth: '68ch' }}>
        Each active offer is looked at once a day, at the preview address where there is one. A page that is gone is
        replaced by the product&apos;s fallback offer at once, or its button is hidden, until it answers again.
      </Typography>
      {link.is_link_dead && (
        <Alert severity="error" sx={{ mb: 2 }}>
          Readers are not sent there now.
        </Alert>
      )}
      <Facts link={link} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiLinkVariant} />}
          loading={work.isPending}
          onClick={() => work.mutate(() => offersClient.checkLink(offerId))}
        >
          Check Now
        </Button>
        {link.link_snoozed_until === null ? (
          <Button
            aria-haspopup="menu"
            startIcon={<Icon path={mdiThumbUpOutline} />}
            disabled={work.isPending}
            onClick={(event) => setMenuAt(event.currentTarget)}
          >
            This Link Is Fine
          </Button>
        ) : (
          <Button disabled={work.isPending} onClick={() => handleVouch(null)}>
            Let the Checks Decide
          </Button>
        )}
      </Box>
      <Menu open={menuAt !== null} anchorEl={menuAt} onClose={() => setMenuAt(null)}>
        {PERIODS.map((days) => (
          <MenuItem key={days} onClick={() => handleVouch(inDays(days))}>
            {`For ${days} Days`}
          </MenuItem>
        ))}
      </Menu>
      <Places places={link.places} />
    </>
  );
}

function Facts({ link }: { link: OfferLinkHealth }) {
  return (
    <FactList>
      <Fact label="State">
        <StatusChip status={link.link_status} tone={LINK_TONES[link.link_status]} />
      </Fact>
      {link.link_note && <Fact label="Found">{link.link_note}</Fact>}
      <Fact label="Last Checked">
        <DateTime value={link.link_checked_at} />
      </Fact>
      {link.link_snoozed_until && (
        <Fact label="Vouched for Until">
          <DateTime value={link.link_snoozed_until} />
        </Fact>
      )}
      <Fact label="Address Checked">{link.checked_url}</Fact>
      {link.final_url && link.final_url !== link.checked_url && <Fact label="It Led To">{link.final_url}</Fact>}
    </FactList>
  );
}

function Places({ places }: Pick<OfferLinkHealth, 'places'>) {
  if (places.length === 0) return null;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography variant="h3">What Readers Get Now</Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, '& li': { overflowWrap: 'anywhere' } }}>
        {places.map(({ label, text }) => (
          <li key={`${label} ${text}`}>
            <strong>{label}</strong>: {text}
          </li>
        ))}
      </Box>
    </Box>
  );
}
