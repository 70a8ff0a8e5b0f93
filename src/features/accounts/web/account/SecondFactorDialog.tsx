import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { noteFactorWanted } from '../../../../platform/web/session/factor-wanted.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import type { SecondFactor, SecondFactorSetup } from '../../contract.ts';
import { ACCOUNTS_LASTING } from '../../lasting.ts';
import { accountClient, accountQueries, SECOND_FACTOR_KEY } from './account-client.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { SetupDialog } from './SetupDialog.tsx';

/** So few recovery codes are worth a warning. */
const FEW = 3;

type Props = { username: string; onClose: () => void };

/** The second factor of whoever is signed in: set up, renew its recovery codes, turn off. */
export function SecondFactorDialog({ username, onClose }: Props) {
  const queries = useQueryClient();
  const factor = useQuery(accountQueries.secondFactor());
  const [setup, setSetup] = useState<SecondFactorSetup>();
  const [codes, setCodes] = useState<string[]>();
  const begin = useMutation({ mutationFn: accountClient.beginSetup, onSuccess: setSetup });
  const handleCodes = (fresh: string[]) => {
    setCodes(fresh);
    setSetup(undefined);
    // the screens may have waited for it
    noteFactorWanted(false);
    void queries.invalidateQueries();
  };

  if (codes) return <RecoveryCodesDialog username={username} codes={codes} onClose={onClose} />;
  if (setup) return <SetupDialog setup={setup} onDone={handleCodes} onClose={() => setSetup(undefined)} />;
  const isOff = factor.data?.is_on === false;
  return (
    <ViewDialog
      title="Second factor"
      onClose={onClose}
      {...(isOff && {
        actions: (
          <>
            <Button onClick={onClose}>Not now</Button>
            <Button variant="contained" loading={begin.isPending} onClick={() => begin.mutate()}>
              Set up
            </Button>
          </>
        ),
      })}
    >
      {begin.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {begin.error.message}
        </Alert>
      )}
      {factor.error ? (
        <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />
      ) : factor.data === undefined ? (
        <Skeleton variant="rounded" height={64} />
      ) : factor.data.is_on ? (
        <FactorIsOn factor={factor.data} onCodes={handleCodes} />
      ) : (
        <Typography>
          A code from an app on your phone is asked for behind the password. Whoever learns your password still stays
          outside. Any authenticator app will do, such as the one of your password manager.
        </Typography>
      )}
    </ViewDialog>
  );
}

type OnProps = { factor: SecondFactor; onCodes: (codes: string[]) => void };

function FactorIsOn({ factor, onCodes }: OnProps) {
  const queries = useQueryClient();
  const notify = useSnackbar();
  const [asks, setAsks] = useState<'renew' | 'off'>();
  const left = factor.recovery_codes_left;

  const handleOff = async () => {
    const { message } = await accountClient.turnOff();
    setAsks(undefined);
    notify({ message });
    void queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY });
  };
  const handleRenew = async () => {
    const { codes } = await accountClient.renewRecoveryCodes();
    onCodes(codes);
  };

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography>
        On since <DateTime value={factor.since} />. Without your phone, a recovery code signs you in.
      </Typography>
      <Alert severity={left <= FEW ? 'warning' : 'info'}>
        {left === 1 ? 'One recovery code is left.' : `${left || 'No'} recovery codes are left.`}
        {left <= FEW && ' Make new ones now.'}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => setAsks('renew')}>
          New recovery codes
        </Button>
        <Button variant="outlined" color="error" onClick={() => setAsks('off')}>
          Turn off
        </Button>
      </Box>
      {asks === 'off' && (
        <ConfirmDialog
          title="Turn the second factor off?"
          text="Your password alone signs you in then, and so it does whoever learns it."
          lasting={ACCOUNTS_LASTING.secondFactor}
          confirmLabel="Turn off"
          onConfirm={handleOff}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'renew' && (
        <ConfirmDialog
          title="Make new recovery codes?"
          text="Ten new ones are shown, this once."
          lasting={ACCOUNTS_LASTING.recoveryCodes}
          confirmLabel="Make new ones"
          isDanger={false}
          onConfirm={handleRenew}
          onClose={() => setAsks(undefined)}
        />
      )}
    </Box>
  );
}
