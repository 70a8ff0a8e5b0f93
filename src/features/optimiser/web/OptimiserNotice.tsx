import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { optimiserQueries } from './client.ts';

/** Says above the weights of a link that somebody else moves them, where that is so. */
export function OptimiserNotice({ linkId }: { linkId: number }) {
  const settings = useQuery(optimiserQueries.settings(linkId));
  return (
    <>
      <FailedParts queries={[settings]} />
      {settings.data?.is_enabled && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {settings.data.is_frozen
            ? 'Auto-optimisation is frozen: the weights stay as they are.'
            : 'Auto-optimisation moves these weights. A weight that you save is where it goes on from.'}
        </Alert>
      )}
    </>
  );
}
