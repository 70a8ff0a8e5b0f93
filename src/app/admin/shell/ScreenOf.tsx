import { Suspense } from 'react';
import { Outlet, useMatches } from 'react-router';
import type { AccountPart } from '../../../features/accounts/web/account-parts.ts';
import type { User } from '../../../features/accounts/contract.ts';
import { may, MayWrite } from '../../../platform/web/session/permissions.ts';
import { useFactorWanted } from '../../../platform/web/session/factor-wanted.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import type { Screen } from '../screens.ts';

const Shut = lazyPart(async () => ({ default: (await import('./ShutScreens.tsx')).ShutScreens }));

type Props = { user: User; onAccount: (part: AccountPart) => void };

/** The screen of the address, or why it is not open. */
export function ScreenOf({ user, onAccount }: Props) {
  const { needs, writes = needs } = (useMatches().at(-1)?.handle ?? {}) as Partial<Screen>;
  const wantsFactor = useFactorWanted();
  if (wantsFactor || !may(needs))
    return (
      <Suspense>
        <Shut role={user.role} wantsFactor={wantsFactor} onAccount={onAccount} />
      </Suspense>
    );
  return (
    <MayWrite value={may(writes)}>
      <Outlet />
    </MayWrite>
  );
}
