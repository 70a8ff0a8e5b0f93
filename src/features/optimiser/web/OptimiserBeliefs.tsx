import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { colors } from '../../../platform/web/styles/tokens.ts';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { OptimiserArm, OptimiserPool, OptimiserPools } from '../contract.ts';
import { optimiserQueries } from './client.ts';
import { countedWords, goalWord, valueWord } from './optimiser-words.ts';
import { numberOf } from '../../../platform/text/figures.ts';

type Props = { linkId: number };

/** What is believed of each destination now: its value with an interval, and how likely it is the best. */
export function OptimiserBeliefs({ linkId }: Props) {
  const { data, error, refetch } = useQuery(optimiserQueries.beliefs(linkId));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={120} />;
  if (data.data.length === 0)
    return <Typography variant="body2">No destination gets visits now, so there is nothing to compare.</Typography>;
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {goalWord(data.goal)}, from the last {data.window_days} days, without bots. The bar holds the true value in 95
        of 100 cases.
      </Typography>
      {data.data.map((pool) => (
        <Pool key={pool.rule_id ?? 0} pool={pool} said={data} isNamed={data.data.length > 1} />
      ))}
    </>
  );
}

function Pool({ pool, said, isNamed }: { pool: OptimiserPool; said: OptimiserPools; isNamed: boolean }) {
  const most = Math.max(...pool.arms.map(({ high }) => Number(high ?? 0)));
  return (
    <Box>
      {isNamed && (
        <Typography sx={{ fontWeight: 600, mt: 1 }}>
          {pool.rule_id === null ? 'Everybody else' : `Rule: ${pool.rule_name ?? pool.rule_id}`}
        </Typography>
      )}
      {pool.status !== 'ready' && (
        <Alert severity="info" sx={{ my: 1 }}>
          {pool.status === 'no_choice' ? NO_CHOICE : missingWords(pool, said)}
        </Alert>
      )}
      <Box component="ul" aria-label="What is believed" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {pool.arms.map((arm) => (
          <Arm key={arm.destination_id} arm={arm} said={said} most={most} />
        ))}
      </Box>
    </Box>
  );
}

const NO_CHOICE =
  'There is nothing to choose between: at least two destinations that are live and no control are needed.';

/** How much more it takes before anything is moved. */
function missingWords({ missing_visits: visits, missing_conversions: found }: OptimiserPool, { goal }: OptimiserPools) {
  const parts = [
    visits > 0 && `${numberOf(visits, 'visit', ' more')} that ${visits === 1 ? 'is' : 'are'} old enough to judge`,
    found > 0 && countedWords(found, goal, ' more'),
  ].filter(Boolean);
  return `Not enough data yet: ${parts.join(' and ')} until weights move.`;
}

function Arm({ arm, said, most }: { arm: OptimiserArm; said: OptimiserPools; most: number }) {
  const word = (decimal: string | null) => valueWord(decimal, said.goal, said.currency);
  const at = (decimal: string) => `${most > 0 ? (Number(decimal) / most) * 100 : 0}%`;
  return (
    <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'baseline' }}>
        <Typography sx={{ fontWeight: 600, fontSize: '0.875rem', flex: '1 1 200px', overflowWrap: 'anywhere' }}>
          {arm.name}
        </Typography>
        {arm.is_control && <StatusChip status="control" tone="info" />}
        <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{arm.share} %</Typography>
      </Box>
      {arm.low !== null && arm.high !== null && arm.value !== null && (
        <Box
          aria-hidden
          sx={{ position: 'relative', height: 8, my: 0.75, borderRadius: 999, backgroundColor: colors.line }}
        >
          <Box
            sx={{
              position: 'absolute',
              left: at(arm.low),
              width: `calc(${at(arm.high)} - ${at(arm.low)})`,
              minWidth: 4,
              height: 8,
              borderRadius: 999,
              backgroundColor: colors.brand,
            }}
          />
          <Box
            sx={{
              position: 'absolute',
              left: `calc(${at(arm.value)} - 1px)`,
              top: -2,
              width: 3,
              height: 12,
              backgroundColor: colors.ink,
            }}
          />
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {arm.value === null ? 'Nothing known yet' : `${word(arm.value)} (${word(arm.low)} to ${word(arm.high)})`}
        {arm.p_best !== null && `, best in ${Math.round(arm.p_best * 100)} % of draws`}
        {`, ${numberOf(arm.visits, 'visit')}, ${countedWords(arm.conversions, said.goal)}`}
      </Typography>
    </Box>
  );
}
