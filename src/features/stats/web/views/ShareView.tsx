import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { ViewDialog, ViewPart } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import { STATS_LASTING } from '../../lasting.ts';
import type { SavedView } from '../../report-contract.ts';
import { LINK_DAYS, USUAL_LINK_DAYS, type MadeViewLink, type ViewLink } from '../../shared-view-contract.ts';
import { linksClient } from './links-client.ts';

const DAYS = LINK_DAYS.filter((days) => days !== USUAL_LINK_DAYS).map((days) => ({
  value: String(days),
  label: `${days} days`,
}));

type Props = { view: Pick<SavedView, 'id' | 'name'>; onClose: () => void };

/** Makes links by which a view is read without a login, and takes them back. */
export function ShareView({ view, onClose }: Props) {
  const queries = useQueryClient();
  const notify = useSnackbar();
  const queryKey = ['stats', 'views', view.id, 'links'];
  const links = useQuery({ queryKey, queryFn: ({ signal }) => linksClient.list(view.id, signal) });
  const [days, setDays] = useState('');
  const [made, setMade] = useState<MadeViewLink>();
  const [revoked, setRevoked] = useState<ViewLink>();
  const make = useMutation({
    mutationFn: () =>
      linksClient.make(view.id, { days: LINK_DAYS.find((one) => String(one) === days) ?? USUAL_LINK_DAYS }),
    onSuccess: (link) => {
      setMade(link);
      return queries.invalidateQueries({ queryKey });
    },
  });
  const handleRevoke = async ({ id }: ViewLink) => {
    const { message } = await linksClient.revoke(view.id, id);
    if (made?.data.id === id) setMade(undefined);
    setRevoked(undefined);
    notify({ message });
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <ViewDialog title={`Share “${view.name}” by link`} isPersistent={made !== undefined} onClose={onClose}>
      <ViewPart title="New link">
        <Typography sx={{ color: 'text.secondary', maxWidth: '68ch' }}>
          Whoever has it reads this view and nothing else, with the numbers of the day on which it is opened, money
          included. It ends with its time, with the view, and when its maker is disabled.
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <FilterSelect
            label="Works for"
            all={`${USUAL_LINK_DAYS} days`}
            value={days}
            options={DAYS}
            onChange={setDays}
          />
          <Button variant="contained" disabled={make.isPending} onClick={() => make.mutate()}>
            Make link
          </Button>
        </Box>
        {make.error && <Alert severity="error">{make.error.message}</Alert>}
        {made && (
          <>
            <Alert severity="success">{made.message}</Alert>
            <CopyField label="Link" value={made.link} />
          </>
        )}
      </ViewPart>
      <ViewPart title="Links that work">
        {links.isLoadingError ? (
          <ErrorState error={links.error} onRetry={() => void links.refetch()} />
        ) : (
          <Links links={links.data?.data} onRevoke={setRevoked} />
        )}
      </ViewPart>
      {revoked && (
        <ConfirmDialog
          title="Revoke Link?"
          text={`Whoever has the link that ${revoked.username} made reads nothing any more, from now on.`}
          lasting={STATS_LASTING.viewLink}
          confirmLabel="Revoke"
          onConfirm={() => handleRevoke(revoked)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </ViewDialog>
  );
}

type LinksProps = { links: readonly ViewLink[] | undefined; onRevoke: (link: ViewLink) => void };

function Links({ links, onRevoke }: LinksProps) {
  if (links?.length === 0) return <Typography sx={{ color: 'text.secondary' }}>None.</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {links?.map((link) => (
        <Box
          key={link.id}
          component="li"
          sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 1, borderTop: 1, borderColor: 'divider' }}
        >
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 600 }}>
              Until <DateTime value={link.expires_at} />
            </Box>
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
              Made by {link.username} on <DateTime value={link.created_at} />
              {link.last_used_at ? (
                <>
                  , last read <DateTime value={link.last_used_at} />
                </>
              ) : (
                ', not read yet'
              )}
            </Box>
          </Box>
          <Button color="error" onClick={() => onRevoke(link)}>
            Revoke
          </Button>
        </Box>
      ))}
    </Box>
  );
}
