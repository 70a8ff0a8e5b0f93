import { mdiLogout } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { colors, shadow, sizes } from '../../../platform/web/styles/tokens.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { NavList } from './NavList.tsx';

type Props = { isOpen: boolean; isMobile: boolean; onClose: () => void; onSignOut: () => void };

/** The side drawer: over the page on phones, beside it on desktops. */
export function NavDrawer({ isOpen, isMobile, onClose, onSignOut }: Props) {
  return (
    <Drawer
      id="admin-drawer"
      variant={isMobile ? 'temporary' : 'persistent'}
      open={isOpen}
      onClose={onClose}
      sx={{ width: isMobile || !isOpen ? 0 : sizes.adminDrawer, flexShrink: 0 }}
      slotProps={{
        paper: {
          // beside the page it is no dialog, and its navigation has a name of its own
          ...(isMobile && { 'aria-label': 'Navigation' }),
          sx: {
            width: sizes.adminDrawer,
            borderRight: `1px solid ${colors.line}`,
            boxShadow: isMobile ? shadow : 'none',
            // Beside the page it begins below the bar, which spans the whole width.
            ...(!isMobile && { top: sizes.appBar, height: `calc(100% - ${sizes.appBar}px)` }),
          },
        },
      }}
    >
      <NavList onChoose={() => isMobile && onClose()} />
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
        <Button
          fullWidth
          color="inherit"
          startIcon={<Icon path={mdiLogout} />}
          onClick={onSignOut}
          sx={{ justifyContent: 'flex-start', px: 2 }}
        >
          Sign Out
        </Button>
      </Box>
    </Drawer>
  );
}
