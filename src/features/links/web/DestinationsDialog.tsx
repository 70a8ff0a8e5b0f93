import { mdiAutoFix, mdiPlus } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { useLeaving } from '../../../platform/web/ui/dialog/use-leaving.tsx';
import { CopyField } from '../../../platform/web/ui/CopyField.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { DestinationsReply, Link } from '../contract.ts';
import type { Rotation } from '../rules.ts';
import { AddDestinationDialog } from './destinations/AddDestinationDialog.tsx';
import { LINKS_KEY, linkQueries } from './client.ts';
import { DestinationList } from './destinations/DestinationList.tsx';
import { useWeights } from './destinations/use-weights.ts';

type Props = {
  link: Link;
  /** Auto-optimisation of the weights, a later room: what it says of itself, and its dialog. */
  optimiser: { notice: ReactNode; dialog: (onClose: () => void) => ReactNode };
  onClose: () => void;
};

/** Where a link leads: its destinations, their weights and the shares that follow. */
export function DestinationsDialog({ link, optimiser, onClose }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [isOptimising, setIsOptimising] = useState(false);
  const queries = useQueryClient();
  const [said, setSaid] = useState<string>();
  const query = linkQueries.destinations(link.id);
  const { data: destinations, error, refetch } = useQuery(query);
  const weights = useWeights(link.id, destinations ?? [], link.rotation as Rotation);
  const leaving = useLeaving({
    isUnsaved: weights.isUnsaved,
    text: 'The weights you typed are not saved.',
    onDiscard: weights.reset,
    onClose,
  });

  const handleChanged = ({ data, message }: DestinationsReply) => {
    queries.setQueryData(query.queryKey, data);
    void queries.invalidateQueries({ queryKey: [...LINKS_KEY, 'list'] });
    setSaid(message);
  };
  const addButton = (
    <IfMayWrite>
      <Button variant="outlined" startIcon={<Icon path={mdiPlus} />} onClick={() => setIsAdding(true)}>
        Add destination
      </Button>
    </IfMayWrite>
  );

  return (
    <ViewDialog
      title={`Destinations: ${link.name}`}
      tools={
        destinations &&
        destinations.length > 0 && (
          <>
            {addButton}
            <IfMayWrite>
              <Button startIcon={<Icon path={mdiAutoFix} />} onClick={() => setIsOptimising(true)}>
                Auto-optimisation
              </Button>
            </IfMayWrite>
          </>
        )
      }
      onClose={leaving.close}
    >
      <Box sx={{ mb: 2 }}>
        <CopyField label="Short URL" value={link.url} />
      </Box>
      {link.state !== 'active' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          This link is {link.state}, so no destination gets visits now.
        </Alert>
      )}
      <KeptNotice kept={weights.kept} />
      {optimiser.notice}
      {destinations === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          [1, 2].map((row) => <Skeleton key={row} height={88} />)
        )
      ) : destinations.length === 0 ? (
        <EmptyState
          text={`No destination yet, so every visit goes to the fallback (${link.fallback_url}). Add the guide, review, offer or address you want to send visitors to.`}
          action={addButton}
        />
      ) : (
        <DestinationList
          linkId={link.id}
          destinations={destinations}
          weights={weights}
          said={said}
          onChanged={handleChanged}
        />
      )}
      {isOptimising && <Suspense>{optimiser.dialog(() => setIsOptimising(false))}</Suspense>}
      {isAdding && (
        <AddDestinationDialog
          linkId={link.id}
          taken={destinations ?? []}
          onClose={() => setIsAdding(false)}
          onAdded={(reply) => {
            setIsAdding(false);
            handleChanged(reply);
          }}
        />
      )}
      {leaving.question}
    </ViewDialog>
  );
}
