import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ScrollRestoration, useLoaderData, useNavigate, useNavigation } from 'react-router';
import type { AccountPart } from '../../../features/accounts/web/account-parts.ts';
import type { User } from '../../../features/accounts/contract.ts';
import { logout } from '../../../features/accounts/web/session.ts';
import { ROLE_LABELS } from '../../../platform/permissions.ts';
import { settingsQueries } from '../../../features/settings/web/client.ts';
import { colors, motion, sizes } from '../../../platform/web/styles/tokens.ts';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { useConfirmation } from '../../../platform/web/session/confirmation.ts';
import { usePause } from '../../../platform/web/session/tab-session.ts';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import { NavDrawer } from './NavDrawer.tsx';
import { ScreenOf } from './ScreenOf.tsx';
import { SampleBanner } from './SampleBanner.tsx';
import { TopBar } from './TopBar.tsx';
import { useFindKeys } from '../find/use-find-keys.ts';
import { useFocusOnMove } from './use-focus-on-move.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { ProgressLine } from '../../../platform/web/ui/ProgressLine.tsx';

// no screen waits for what is said above it
const StoreBanner = lazyPart(async () => ({ default: (await import('./StoreBanner.tsx')).StoreBanner }));
// asked for before it is needed: by then the server may not have it any more
const sessionDialog = () => import('../../../features/accounts/web/SessionDialog.tsx');
const SessionDialog = lazyPart(async () => ({ default: (await sessionDialog()).SessionDialog }));
const AccountDialogs = lazyPart(async () => ({
  default: (await import('../../../features/accounts/web/AccountDialogs.tsx')).AccountDialogs,
}));
const QuickFind = lazyPart(async () => ({ default: (await import('../find/QuickFind.tsx')).QuickFind }));

/** The frame around every screen of the back office. */
export function Shell() {
  const user: User = useLoaderData();
  const isMobile = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const [isOpenOn, setIsOpenOn] = useState({ mobile: false, desktop: true });
  const mode = isMobile ? 'mobile' : 'desktop';
  const isOpen = isOpenOn[mode];
  const setIsOpen = (open: boolean) => setIsOpenOn({ ...isOpenOn, [mode]: open });
  const [isFinding, setIsFinding] = useState(false);
  const startFinding = useCallback(() => setIsFinding(true), []);
  useFindKeys(startFinding);
  const queries = useQueryClient();
  const [accountPart, setAccountPart] = useState<AccountPart>();
  const isConfirming = useConfirmation();
  const pause = usePause();
  useEffect(() => void sessionDialog().catch(() => undefined), []);
  const site = useQuery(settingsQueries.site());
  const navigate = useNavigate();
  const isLoading = useNavigation().state === 'loading';
  const main = useFocusOnMove();
  const [isLeaving, setIsLeaving] = useState(false);

  const handleSignOut = () => {
    // no screen asks any more, and what is still on its way would come back refused
    flushSync(() => setIsLeaving(true));
    void queries.cancelQueries();
    logout();
    void Promise.resolve(navigate('/login', { replace: true })).finally(() => queries.clear());
  };

  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      <Box
        component="a"
        href="#main"
        data-print="none"
        sx={{
          position: 'fixed',
          top: -100,
          left: 8,
          zIndex: 2000,
          p: 1.5,
          backgroundColor: colors.white,
          '&:focus': { top: 8 },
        }}
      >
        Skip to content
      </Box>
      <TopBar
        username={user.username}
        role={ROLE_LABELS[user.role]}
        isDrawerOpen={isOpen}
        onToggleDrawer={() => setIsOpen(!isOpen)}
        onFind={startFinding}
        onAccount={setAccountPart}
        onSignOut={handleSignOut}
      />
      <NavDrawer isOpen={isOpen} isMobile={isMobile} onClose={() => setIsOpen(false)} onSignOut={handleSignOut} />
      <Box
        component="main"
        id="main"
        ref={main}
        tabIndex={-1}
        aria-busy={isLoading}
        sx={{ flex: 1, minWidth: 0, pt: `${sizes.appBar}px`, outline: 'none', transition: `margin ${motion.long}ms` }}
      >
        <Box sx={{ height: 3 }}>{isLoading && <ProgressLine height={3} />}</Box>
        <Box sx={{ p: { xs: 2, sm: 3 }, maxWidth: 1600, mx: 'auto' }}>
          <FailedParts queries={[site]} />
          <SampleBanner />
          <Suspense>
            <StoreBanner />
          </Suspense>
          <TimeZoneContext value={site.data?.time_zone}>
            {!isLeaving && <ScreenOf user={user} onAccount={setAccountPart} />}
          </TimeZoneContext>
        </Box>
      </Box>
      <Suspense>{isFinding && <QuickFind onAccount={setAccountPart} onClose={() => setIsFinding(false)} />}</Suspense>
      <Suspense>
        {(accountPart || isConfirming) && (
          <AccountDialogs
            part={accountPart}
            isConfirming={isConfirming}
            username={user.username}
            onClose={() => setAccountPart(undefined)}
          />
        )}
      </Suspense>
      <Suspense>{pause && <SessionDialog pause={pause} />}</Suspense>
      <ScrollRestoration />
    </Box>
  );
}
