import { mdiMagnify, mdiMenu } from '@mdi/js';
import AppBar from '@mui/material/AppBar';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { initial } from '../../../platform/text/letters.ts';
import { colors, sizes } from '../../../platform/web/styles/tokens.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// no screen waits for the number on it
const AlertBell = lazyPart(async () => ({
  default: (await import('../../../features/alerts/web/AlertBell.tsx')).AlertBell,
}));

type Props = { username: string; isDrawerOpen: boolean; onToggleDrawer: () => void; onFind: () => void };

/** The bar on top: drawer button, title, quick find, alerts, who is signed in. */
export function TopBar({ username, isDrawerOpen, onToggleDrawer, onFind }: Props) {
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
        <Suspense fallback={<Box sx={{ width: 40 }} />}>
          <AlertBell />
        </Suspense>
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, minWidth: 0, ml: { xs: 0.5, sm: 0 } }}
        >
          <Avatar
            aria-hidden
            sx={{
              width: 34,
              height: 34,
              backgroundColor: colors.brand,
              color: colors.ink,
              fontSize: '1rem',
              fontWeight: 600,
            }}
          >
            {initial(username)}
          </Avatar>
          <Box sx={{ minWidth: 0, maxWidth: { xs: 80, sm: 200 } }}>
            <Typography noWrap sx={{ fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.3 }}>
              {username}
            </Typography>
            <Typography
              noWrap
              sx={{ fontSize: { xs: '0.6875rem', sm: '0.75rem' }, color: 'text.secondary', lineHeight: 1.3 }}
            >
              Administrator
            </Typography>
          </Box>
        </Box>
      </Toolbar>
    </AppBar>
  );
}
