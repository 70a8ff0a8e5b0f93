import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { countryName } from '../../../../platform/text/countries.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { CannotUndo } from '../../../../platform/web/ui/dialog/CannotUndo.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import type { Session } from '../../contract.ts';
import { ACCOUNTS_LASTING } from '../../lasting.ts';
import { accountClient, accountQueries, SESSIONS_KEY } from './account-client.ts';

type Props = { onClose: () => void };

/** Where the person is signed in, and what ends each of it. */
export function SessionsDialog({ onClose }: Props) {
  const sessions = useQuery(accountQueries.sessions());
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? accountClient.endOtherSessions() : accountClient.endSession(id),
    // the list says it: a notice would lie on the button below
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
  const data = sessions.data?.data;
  const hasOthers = data?.some((session) => !session.is_current);

  return (
    <ViewDialog
      title="My sessions"
      onClose={onClose}
      tools={
        hasOthers && (
          <Button
            color="error"
            loading={ending.isPending && ending.variables === undefined}
            onClick={() => ending.mutate(undefined)}
          >
            End all others
          </Button>
        )
      }
    >
      {ending.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {ending.error.message}
        </Alert>
      )}
      {hasOthers && (
        <Box sx={{ mb: 1 }}>
          <CannotUndo why={ACCOUNTS_LASTING.sessions} />
        </Box>
      )}
      {sessions.error ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : data === undefined ? (
        <Skeleton variant="rounded" height={64} />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables === session.id}
              onEnd={() => ending.mutate(session.id)}
            />
          ))}
        </Box>
      )}
      {data && !hasOthers && (
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>You are signed in nowhere else.</Typography>
      )}
    </ViewDialog>
  );
}

type RowProps = { session: Session; isEnding: boolean; onEnd: () => void };

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const { device, country, created_at: created, last_seen_at: seen, is_current: isCurrent } = session;
  const name = device ?? 'Unknown device';
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
          {name}
          {country && `, ${countryName(country)}`}
          {isCurrent && <Chip label="This session" variant="outlined" size="small" />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Last seen <DateTime value={seen} />, signed in <DateTime value={created} />
        </Typography>
      </Box>
      {!isCurrent && (
        <Button color="error" loading={isEnding} aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </Box>
  );
}
