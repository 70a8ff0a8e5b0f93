import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from './ErrorState.tsx';

type Part = Pick<UseQueryResult, 'error' | 'refetch'>;

type Props = {
  /** What a screen or dialog asks for beside its main thing: choices of a filter, marks of a chart. */
  queries: readonly Part[];
};

/** The screen itself says what to do then. */
const isOfFactor = (error: Error): boolean => 'code' in error && error.code === 'second_factor_required';

/** Says which parts could not be loaded, each sentence once, and tries those again; nothing while all is well. */
export function FailedParts({ queries }: Props) {
  const failed = queries.flatMap(({ error, refetch }) => (error && !isOfFactor(error) ? [{ error, refetch }] : []));
  if (failed.length === 0) return null;
  const byMessage = Map.groupBy(failed, ({ error }) => error.message);
  return (
    // a toolbar and a grid of fields give it a line of its own
    <Box sx={{ flex: '1 0 100%', gridColumn: '1 / -1', minWidth: 0, '& .MuiAlert-root': { mx: 0, mt: 0 } }}>
      {[...byMessage].map(([message, some]) => (
        <ErrorState
          key={message}
          error={some[0]!.error}
          onRetry={() => void Promise.all(some.map(({ refetch }) => refetch()))}
        />
      ))}
    </Box>
  );
}
