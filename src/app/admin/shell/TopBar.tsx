import { mdiMagnify, mdiMenu } from '@mdi/js';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import type { AccountPart } from '../../../features/accounts/web/account-parts.ts';
import { initial } from '../../../platform/text/letters.ts';
import { may } from '../../../platform/web/session/permissions.ts';
import { colors, sizes } from '../../../platform/web/styles/tokens.ts';
import { visuallyHidden } from '../../../platform/web/styles/visually-hidden.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// no screen waits for the number on it
const AlertBell = lazyPart(async () => ({
  default: (await import('../../../features/alerts/web/AlertBell.tsx')).AlertBell,
}));

// few visits open it
const AccountMenu = lazyPart(async () => ({
  default: (await import('../../../features/accounts/web/AccountMenu.tsx')).AccountMenu,
}));

type AccountProps = { onAccount: (part: AccountPart) => void; onSignOut: () => void };
type Props = AccountProps & {
  username: string;
  role: string;
  isDrawerOpen: boolean;
  onToggleDrawer: () => void;
  onFind: () => void;
};

/** The bar on top: drawer button, title, quick find, alerts, who is signed in. */
export function TopBar({ username, role, isDrawerOpen, onToggleDrawer, onFind, ...account }: Props) {
  return (
    <AppBar
      position="fixed"
      elevation={0}
      color="inherit"
      sx={{
        height: sizes.appBar,
        backgroundColor: colors.white,
        borderBottom: `1px solid ${colors.line}`,
      }}
    >
      <Toolbar
        disableGutters
        sx={{ '&&': { minHeight: sizes.appBar - 1 }, px: { xs: 0.5, sm: 2 }, gap: { xs: 0, sm: 1 } }}
      >
        <IconButton
          aria-label={isDrawerOpen ? 'Close navigation' : 'Open navigation'}
          aria-expanded={isDrawerOpen}
          aria-controls="admin-drawer"
          onClick={onToggleDrawer}
        >
          <Icon path={mdiMenu} fontSize="medium" />
        </IconButton>
        <Typography
          component="p"
          variant="h2"
          sx={{
            flex: 1,
            minWidth: 0,
            // on a phone its two words stand one above the other, else the second is cut
            lineHeight: 1.15,
            fontSize: { xs: '0.9375rem', sm: '1.25rem' },
            whiteSpace: { sm: 'nowrap' },
            overflowWrap: 'normal',
          }}
        >
          Admin Dashboard
        </Typography>
        <IconButton
          aria-label="Quick find"
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          title="Quick find (Ctrl+K)"
          onClick={onFind}
        >
          <Icon path={mdiMagnify} fontSize="medium" />
        </IconButton>
        {may('read:commerce') && (
          <Suspense fallback={<Box sx={{ width: 40 }} />}>
            <AlertBell />
          </Suspense>
        )}
        <Account username={username} role={role} {...account} />
      </Toolbar>
    </AppBar>
  );
}

/** Who is signed in; pressed, it opens what can be done about the account. */
function Account({ username, role, onAccount, onSignOut }: AccountProps & { username: string; role: string }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 0.5, sm: 1 },
          minWidth: 0,
          ml: { xs: 0.5, sm: 0 },
          p: 0.5,
          borderRadius: 1,
          textAlign: 'left',
          '&:hover': { backgroundColor: colors.surface },
        }}
      >
        <Box component="span" sx={visuallyHidden}>
          Account of
        </Box>
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            placeItems: 'center',
            flexShrink: 0,
            width: 34,
            height: 34,
            borderRadius: '50%',
            backgroundColor: colors.brand,
            color: colors.ink,
            fontWeight: 600,
          }}
        >
          {initial(username)}
        </Box>
        <Box sx={{ minWidth: 0, maxWidth: { xs: 80, sm: 200 } }}>
          <Typography noWrap sx={{ fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.3 }}>
            {username}
          </Typography>
          <Typography
            noWrap
            sx={{ fontSize: { xs: '0.6875rem', sm: '0.75rem' }, color: 'text.secondary', lineHeight: 1.3 }}
          >
            {role}
          </Typography>
        </Box>
      </ButtonBase>
      <Suspense>
        {anchor && (
          <AccountMenu
            username={username}
            role={role}
            anchor={anchor}
            onChoose={onAccount}
            onSignOut={onSignOut}
            onClose={() => setAnchor(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
