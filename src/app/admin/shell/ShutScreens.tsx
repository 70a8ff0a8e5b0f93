import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AccountPart } from '../../../features/accounts/web/account-parts.ts';
import { sessionQueries } from '../../../features/accounts/web/client.ts';
import { type Role, ROLE_LABELS } from '../../../platform/permissions.ts';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';

type Props = { role: Role; wantsFactor: boolean; onAccount: (part: AccountPart) => void };

/** What stands in the place of a screen that is not open to whoever is signed in, with what to do about it. */
export function ShutScreens({ role, wantsFactor, onAccount }: Props) {
  if (wantsFactor)
    return (
      <PageHeader
        title="Set up your second factor"
        purpose={`${ROLE_LABELS[role]}s sign in with a second factor here. It takes a minute and an authenticator app; all screens open then.`}
        action={
          <Button variant="contained" onClick={() => onAccount('second-factor')}>
            Set up
          </Button>
        }
      />
    );
  return <NotOpen role={role} />;
}

function NotOpen({ role }: { role: Role }) {
  const asked = useQuery(sessionQueries.administrators());
  const administrators = asked.data ?? [];
  const whom =
    administrators.length > 0 ? `Ask an administrator: ${administrators.join(', ')}.` : 'Ask an administrator.';
  return (
    <>
      <PageHeader
        title="Not open to your role"
        purpose={`${ROLE_LABELS[role]}s do not see this screen. ${whom}`}
        action={
          <Button component={Link} to="/admin" variant="contained">
            Go to the dashboard
          </Button>
        }
      />
      <FailedParts queries={[asked]} />
    </>
  );
}
