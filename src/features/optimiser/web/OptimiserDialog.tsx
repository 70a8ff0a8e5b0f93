import { mdiCog, mdiPause, mdiPlay, mdiUndo } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { ViewDialog, ViewPart } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { Link } from '../../links/contract.ts';
import type { Optimiser } from '../contract.ts';
import { LINKS_KEY } from '../../links/web/client.ts';
import { optimiserClient, optimiserQueries, type OptimiserSaved } from './client.ts';
import { goalWord } from './optimiser-words.ts';
import { OptimiserBeliefs } from './OptimiserBeliefs.tsx';
import { OptimiserLog } from './OptimiserLog.tsx';
import { OptimiserSettingsDialog } from './OptimiserSettingsDialog.tsx';

type Props = { link: Link; onClose: () => void };

/** Auto-optimisation of a link: how it is set, what the numbers say, what it did and why. */
export function OptimiserDialog({ link, onClose }: Props) {
  const queries = useQueryClient();
  const whyNot = useId();
  const { data: settings, error, refetch } = useQuery(optimiserQueries.settings(link.id));
  const [open, setOpen] = useState<'settings' | 'undo'>();

  const handleSaved = ({ data }: OptimiserSaved) => {
    queries.setQueryData(optimiserQueries.settings(link.id).queryKey, data);
    void queries.invalidateQueries({ queryKey: LINKS_KEY });
    setOpen(undefined);
  };
  const change = useMutation({
    mutationFn: (isFrozen: boolean) => optimiserClient.change(link.id, { is_frozen: isFrozen }),
    onSuccess: handleSaved,
  });
  const handleUndo = async () => handleSaved(await optimiserClient.undo(link.id));

  return (
    <ViewDialog
      title={`Auto-optimisation: ${link.name}`}
      onClose={onClose}
      tools={
        settings && (
          <>
            <Button startIcon={<Icon path={mdiCog} />} onClick={() => setOpen('settings')}>
              {settings.is_enabled ? 'Settings' : 'Switch on'}
            </Button>
            {settings.is_enabled && (
              <Button
                startIcon={<Icon path={settings.is_frozen ? mdiPlay : mdiPause} />}
                loading={change.isPending}
                onClick={() => change.mutate(!settings.is_frozen)}
              >
                {settings.is_frozen ? 'Go on' : 'Freeze'}
              </Button>
            )}
            <Button
              startIcon={<Icon path={mdiUndo} />}
              disabled={settings.undo_objection !== null}
              aria-describedby={settings.undo_objection === null ? undefined : whyNot}
              onClick={() => setOpen('undo')}
            >
              Undo last step
            </Button>
          </>
        )
      }
    >
      {settings === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={72} />
        )
      ) : (
        <Summary settings={settings} linkState={link.state} />
      )}
      {change.error && (
        <Alert severity="error" role="alert" sx={{ mt: 2 }}>
          {change.error.message}
        </Alert>
      )}
      <Box sx={{ mt: 3 }}>
        <ViewPart title="What the numbers say">
          <OptimiserBeliefs linkId={link.id} />
        </ViewPart>
        <ViewPart title="Log">
          {settings && settings.undo_objection !== null && (
            <Typography id={whyNot} variant="body2" sx={{ color: 'text.secondary' }}>
              {settings.undo_objection}
            </Typography>
          )}
          <OptimiserLog linkId={link.id} />
        </ViewPart>
      </Box>
      {open === 'settings' && settings && (
        <OptimiserSettingsDialog
          linkId={link.id}
          settings={settings}
          onClose={() => setOpen(undefined)}
          onSaved={handleSaved}
        />
      )}
      {open === 'undo' && (
        <ConfirmDialog
          title="Undo the last step?"
          text="The destinations get back the weights they had before it. The next look comes six hours later and may move them again; freeze to keep them."
          confirmLabel="Undo"
          onConfirm={handleUndo}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ViewDialog>
  );
}

function Summary({ settings, linkState }: { settings: Optimiser; linkState: Link['state'] }) {
  const { is_enabled: isOn, is_frozen: isFrozen, goal, floor_percent: floor, step_points: step } = settings;
  const state = !isOn ? 'off' : isFrozen ? 'frozen' : 'running';
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <StatusChip status={state} tone={isOn ? (isFrozen ? 'info' : 'good') : 'calm'} />
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
          {isOn && !isFrozen ? (
            linkState === 'active' ? (
              <>
                Next look: <DateTime value={settings.next_run_at} />
              </>
            ) : (
              `The link is ${linkState}, so it waits.`
            )
          ) : isOn ? (
            'Shares stay as they are.'
          ) : (
            'Weights are yours alone.'
          )}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ mt: 1, maxWidth: '68ch' }}>
        {isOn ? 'Moves' : 'Switched on, it moves'} weight to the destinations with the best{' '}
        <strong>{goalWord(goal).toLowerCase()}</strong>, every six hours, by at most {step} points; each one keeps{' '}
        {floor} % of the visits. Conversions that are still to come are reckoned with.
      </Typography>
    </>
  );
}
