import { mdiScaleBalance, mdiTrophyOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { statsQueries } from '../client.ts';
import { likelyBestWords } from './likely-best-words.ts';

type Props = { query: { link_id: number } | { listicle_id: number }; what: 'destination' | 'product' };

/** Who is likely the best by a test that may be looked at each day; nobody is named on a hunch. */
export function LikelyBestLine({ query, what }: Props) {
  const judged = useQuery(statsQueries.likelyBest(query));
  if (!judged.data) return <FailedParts queries={[judged]} />;
  const { data } = judged.data;
  return (
    <Alert
      role="note"
      severity={data.best ? 'success' : 'info'}
      icon={<Icon path={data.best ? mdiTrophyOutline : mdiScaleBalance} />}
      title={`Judged once a day over ${data.planned_days} days from ${data.from}, so that looking often names nobody by chance: in at most ${Math.round(data.error_rate * 100)} of 100 such comparisons.`}
      sx={{ mb: 2, overflowWrap: 'anywhere' }}
    >
      {likelyBestWords(data, what)}
    </Alert>
  );
}
