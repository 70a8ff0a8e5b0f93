import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../platform/text/figures.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import type { LostSlug } from '../lost-contract.ts';
import { ROUTER_LASTING } from '../lasting.ts';
import { LINKS_KEY } from '../../links/web/client.ts';
import { lostClient, lostQueries } from './client.ts';

/** Slugs that visitors ask for and no link has, each with the link that was probably meant; nothing while there are none. */
export function LostSlugs() {
  const lost = useQuery(lostQueries.lostSlugs());
  const afterChange = useAfterChange(LINKS_KEY);
  const change = useMutation({
    mutationFn: (act: () => Promise<{ message: string }>) => act(),
    onSuccess: ({ message }) => afterChange({ message }),
    onError: ({ message }) => afterChange({ message, tone: 'error' }),
  });
  if (lost.isLoadingError) return <ErrorState error={lost.error} onRetry={() => void lost.refetch()} />;
  if (!lost.data || lost.data.length === 0) return null;
  return (
    <Paper variant="outlined" component="section" aria-labelledby="lost-title" sx={{ p: 2, mb: 3 }}>
      <Typography id="lost-title" variant="h3" component="h2">
        Addresses That Lead Nowhere
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        People came by these, and there is no such link: they were shown a page with guides instead.
      </Typography>
      <IfMayWrite>
        <Box sx={{ mb: 1.5 }}>
          <CannotUndo why={`${ROUTER_LASTING.lead} ${ROUTER_LASTING.forget}`} />
        </Box>
      </IfMayWrite>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lost.data.map((one) => (
          <LostLine
            key={one.id}
            lost={one}
            isBusy={change.isPending}
            onLead={(linkId) => change.mutate(() => lostClient.leadLostSlug(one.id, linkId))}
            onForget={() => change.mutate(() => lostClient.forgetLostSlug(one.id))}
          />
        ))}
      </Box>
    </Paper>
  );
}

type LineProps = { lost: LostSlug; isBusy: boolean; onLead: (linkId: number) => void; onForget: () => void };

function LostLine({ lost, isBusy, onLead, onForget }: LineProps) {
  const { slug, visits, paid, nearest, deleted_name: deleted, last_at: last } = lost;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        justifyContent: 'space-between',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>/go/{slug}</strong>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatCount(visits)} {visits === 1 ? 'visit' : 'visits'}
          {paid > 0 && `, ${formatCount(paid)} of them paid`}, last <DateTime value={last} />.{' '}
          {deleted !== null &&
            `The deleted link “${deleted}” had it: restore it from the trash, or lead it elsewhere. `}
          {nearest === null && 'No link has a slug like this: add one, or mend the address at its source.'}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {nearest !== null && (
          <Button
            size="small"
            variant="outlined"
            disabled={isBusy}
            title={nearest.name}
            onClick={() => onLead(nearest.id)}
            sx={{ textTransform: 'none', overflowWrap: 'anywhere' }}
          >
            Lead it to /go/{nearest.slug}
          </Button>
        )}
        <Button size="small" disabled={isBusy} aria-label={`Forget /go/${slug}`} onClick={onForget}>
          Forget
        </Button>
      </Box>
    </Box>
  );
}
